interface Instruction {
  /** What it asks for. */
  readonly aim: string;
  /** Every quantifier is bounded: texts are not ours. White space that is longer is gone from a cleaned text. */
  readonly pattern: RegExp;
}

const commands = '(?:call|invoke|use|run|execute|query)';
const secrets =
  '(?:~/\\.(?:ssh|aws|env|netrc|gnupg|kube|config)\\b(?!/\\S{0,60}\\.pub\\b)|\\bid_(?:rsa|ed25519|ecdsa)\\b(?!\\.pub)|/etc/(?:passwd|shadow)\\b)';
const hoard =
  '(?:(?:entire |whole |full )?(?:conversation (?:so far|history)|chat history)|(?:your |the )(?:system prompt|context window)|contents? of (?:the|your) environment|environment variables)';

/** What nobody writes to describe an API, and people do write to steer a model. */
const instructions: readonly Instruction[] = [
  {
    aim: 'sets other instructions aside',
    pattern:
      /\b(?:ignore|disregard|forget|override)\s{1,40}(?:all |any |the |your |of ){0,3}(?:previous|prior|above|earlier|preceding|system|user)\b.{0,20}\b(?:instructions?|prompts?|rules|guidelines|guidance|directions|directives)\b|\b(?:ignore|disregard|forget)\s{1,40}(?:everything|anything|all|whatever)\b.{0,20}\b(?:above|you (?:were told|know|have been told)|said (?:before|so far))\b|\b(?:ignore|disregard)\s{1,40}the\s{1,40}user\b(?!['’\s-]{0,9}(?:s\b|id|agent|name|group|role|setting|pref|input|attribute))/i,
  },
  {
    aim: 'hides something from the user',
    pattern:
      /\b(?:do not|don['’]?t|never)\s{1,40}(?:tell|inform|mention|disclose|reveal|admit)\b.{0,30}\bto the user\b|\b(?:do not|don['’]?t|never)\s{1,40}(?:tell|inform)\s{1,40}the user\b|\bwithout\s{1,40}(?:telling|informing)\s{1,40}the user\b/i,
  },
  {
    aim: 'plays a role of a conversation',
    pattern:
      /<\/?(?:important|system|assistant|instructions?|secret|hidden|admin|sys)>|\[\/?INST\]|<\|(?:im_start|im_end|system|user|assistant|start_header_id)\|>|<<\/?SYS>>/i,
  },
  {
    aim: 'plays a role of a conversation',
    pattern: /(?:^|\n)\s{0,20}(?:SYSTEM|ASSISTANT)(?: PROMPT| MESSAGE)?:\s{0,9}\S.{0,30}/,
  },
  {
    aim: 'orders calls of tools',
    pattern: new RegExp(
      `\\b(?:before|after) (?:(?:you )?(?:use|using|call|calling|invoke|invoking|run|running) )?(?:this|any|every|each|other|another)(?: other)? tools?\\b|\\byou must (?:always |first |also |then |now ){1,3}${commands}\\b.{0,60}\\b(?:tool|function|with the)\\b`,
      'i',
    ),
  },
  {
    aim: 'puts one tool before others',
    pattern:
      /\balways (?:use|call|invoke|prefer|choose|pick|select) this (?:tool|function)\b|\bthis (?:tool|function) (?:instead of|rather than|before|over) (?:any|every|all|the)\b.{0,9}\bothers?\b/i,
  },
  {
    aim: 'orders calls of tools',
    pattern: new RegExp(
      `\\b(?:assistant|model|agent|AI|LLM)s? (?:should|must|shall|has to|have to|needs? to) (?:first|always|also|then|next|now) ${commands}\\b.{0,40}\\b(?:tool|function)\\b`,
      'i',
    ),
  },
  {
    aim: 'plays a role of a conversation',
    pattern: new RegExp(
      `(?:^|\\n|[.!?] )(?:System|Assistant|Human): (?:please )?(?:also|always|now|first|then|next|never|do not|don['’]?t|ignore|forget|forward|send|you (?:must|should|are)|${commands})\\b.{0,40}`,
      'i',
    ),
  },
  {
    aim: 'speaks of other tools',
    pattern:
      /\btools? .{0,60}\bof (?:another|other|any other) (?:mcp )?servers?\b|\bwhen(?:ever)? (?:the |a |any )?(?:tool|function) .{0,60}\bis (?:available|called|used|invoked)\b.{0,20}\b(?:always|also|instead|first)\b/i,
  },
  {
    aim: 'asks for what the conversation holds',
    pattern: new RegExp(
      `\\b(?:put|include|pass|send|forward|email|add|write|copy|paste|insert|append|reveal|leak|print)\\b.{0,30}\\b${hoard}(?: here\\b|,|\\.|$| (?:as|in|to|into|with)\\b)`,
      'i',
    ),
  },
  {
    aim: 'asks for secret files',
    pattern: new RegExp(`\\b(?:read|open|cat|send|load|include|pass|upload|copy)\\b.{0,40}${secrets}`, 'i'),
  },
  {
    aim: 'sends data away',
    pattern:
      /\b(?:send|post|forward|upload|transmit|leak)\b.{0,30}\b(?:conversation|chat|secrets|passwords?|private keys?|environment|everything)\b.{0,40}\bto https?:\/\/|\balways (?:add|include|set|append)\b.{0,20}\bb?cc\b/i,
  },
  {
    aim: 'gives the model another part',
    pattern:
      /\byou are (?:now|no longer) (?:a|an|in|bound|free|going to|DAN)\b|\b(?:AI|LLM|language model)s? (?:assistants? |agents? |models? )?must (?:always|never|first|also)\b/i,
  },
];

/** A word that each of the patterns needs: most texts have none. */
const hint =
  /(?<![a-z0-9])(?:ignore|disregard|forget|override|tell|telling|inform|informing|mention|disclose|reveal|admit|tools?|function|system|assistant|conversation|chat|environment|context|bcc|cc|secrets|passwords?|keys?|everything|id_\w|you are|must)(?![a-z0-9])|<\/?(?:important|system|instruction|secret|hidden|admin|sys)|\[\/?INST|<\||<<|\/etc\/|~\//i;

/** A text on one line, without the marks by which words are made strong. */
function plain(text: string): string {
  return text.replace(/[*`]|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '').replace(/\s+/g, ' ');
}

/** The words of a text that instruct a model, on one line; none for an honest text. */
export function instructionsIn(text: string): readonly string[] {
  if (!hint.test(text)) return [];
  const line = plain(text);
  // Some begin with their line; others have marks and line ends between their words.
  return instructions.flatMap(({ pattern }) => {
    const words = pattern.exec(text)?.[0] ?? pattern.exec(line)?.[0];
    return words === undefined ? [] : [plain(words).trim()];
  });
}
