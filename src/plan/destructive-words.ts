import type { OperationHead } from '../model/model.js';
import { wordsOf } from './names/words.js';
import { sentencesOf } from './texts/cut.js';
import { cleanLine } from './texts/text.js';
import { stemsOf } from './texts/verbs.js';

/** Verbs of what takes away or overwrites, which names hold for nothing else. */
const always: ReadonlySet<string> = new Set(
  `abort cancel cleanup deactivate decommission del delete demote deprecate deprovision deregister destroy
  detach disable disassociate discard disconnect dismiss dissociate erase evict flush forget invalidate
  kill modify overwrite prune purge recover redact remove rename replace restore revert revoke rm rmdir rmdirs
  rollback shutdown suspend terminate truncate unassign unblock undo unfollow uninstall unlink unmount
  unpin unpublish unregister unset unshare unstar unsubscribe upsert wipe withdraw`.split(/\s+/),
);

/** Verbs of the same that are nouns or adjectives too: behind a verb that adds or asks they are what is added. */
const leading: ReadonlySet<string> = new Set(
  `adjust alter archive ban block change clear close drop edit empty expire kick leave lock merge move patch put
  reorder reset resize rotate set stop swap switch sync toggle transfer trash update void`.split(/\s+/),
);

/** Verbs of what only adds or asks. */
const adding: ReadonlySet<string> = new Set(
  'add ask calculate check count create estimate fetch find get insert list new preview query read search send validate'.split(
    ' ',
  ),
);

/** What a summary that only adds or asks begins with, besides: its description tells nothing else. */
const addingAtStart: ReadonlySet<string> = new Set(
  'generate invite post register retrieve return show submit subscribe verify wait'.split(' '),
);

/** Verbs of what takes away, which a path is about wherever they stand in it. */
const destroying: ReadonlySet<string> = new Set(
  `cancel deactivate delete deregister destroy discard erase evict purge remove revoke terminate truncate
  uninstall unregister wipe`.split(/\s+/),
);

/** Nouns of what takes away, where a name or a sentence ends with them. */
const nouns: ReadonlySet<string> = new Set(
  `cancellation cancelation deactivation deletion deregistration destruction erasure eviction removal
  revocation termination truncation`.split(/\s+/),
);

/** Words between two verbs of one sentence. */
const joining: ReadonlySet<string> = new Set(['and', 'or']);

/** Words before a verb that say how rather than what is done. */
const manners = /^(?:batch|bulk|mass|multi|soft|hard|force|also|(?!(?:ap|re|sup)ply)[a-z]+ly)$/;

const subject = '(?:endpoint|operation|method|call|api|route|request|action|function|service|command)s?';
const actor = '(?:you|us|one|(?:the |an? |your )?(?:user|client|caller|customer|admin|administrator)s?)';

/** Words before a verb that say that there is an operation: "This endpoint", "Allows you to", "Used to". */
const leadIn = new RegExp(
  `^(?:(?:(?:use|call) )?(?:this|the|an) (?:(?:api|rest|http|post) )?${subject} |${subject} (?=(?:to|for|that|which) ))?` +
    `(?:(?:[a-z]+ly (?=allows?|lets?|used))?(?:that|which|it|will|can|may|is|be|used|to|for|(?:allows?|lets?|enables?)(?: ${actor})?) )*`,
);

type Described = Pick<OperationHead, 'path' | 'operationId' | 'summary' | 'description'>;

/**
 * Whether an operation says in a word that it may delete or change what is there, as MCP's `destructiveHint` means it:
 * in its operationId, the fixed segments of its path, or the verbs that its summary or else its description begins with.
 */
export function isDestructive({ path, operationId, summary, description }: Described): boolean {
  const [title, text] = [startOf(summary), startOf(description)];
  return (
    isDestructiveName(operationId ?? '') ||
    isDestructivePath(path) ||
    isDestructiveSentence(title === '' ? text : title) ||
    (!isAdding(title) && verbsAtStart(text).some(isDestructiveVerb))
  );
}

/** The verbs of a sentence that says what is done stand at its start. */
const mostRead = 200;

function startOf(text = ''): string {
  return cleanLine(text.slice(0, mostRead));
}

function isDestructiveName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => {
    if (always.has(word)) return true;
    const isNoun = nouns.has(word) && at === words.length - 1;
    return (leading.has(word) || isNoun) && !isObject(words, at);
  });
}

/** Whether the last fixed segment tells, or one before it that the last does not only ask about: `/delete/{id}/confirm`. */
function isDestructivePath(path: string): boolean {
  const segments = fixedSegments(path);
  const last = segments.at(-1) ?? '';
  if (isDestructiveName(last)) return true;
  const [first = ''] = wordsOf(last);
  return !adding.has(first) && segments.some(destroys);
}

function destroys(segment: string): boolean {
  const words = wordsOf(segment);
  return (
    words.some((word, at) => destroying.has(word) && !isObject(words, at)) || nouns.has(words.at(-1) ?? '')
  );
}

/** `set` of `createRuleSet`, but not `update` of `createOrUpdate`. */
function isObject(words: readonly string[], at: number): boolean {
  return !joining.has(words[at - 1] ?? '') && words.slice(0, at).some((word) => adding.has(word));
}

function isDestructiveSentence(text: string): boolean {
  const [sentence = ''] = sentencesOf(text);
  // "Post a new silence or update an existing one".
  const others = [...sentence.toLowerCase().matchAll(/\bor ([a-z]+)/g)].map(([, word = '']) => word);
  return [...verbsAtStart(text), ...others].some(isDestructiveVerb) || isDestructiveNoun(sentence);
}

function isDestructiveVerb(verb: string): boolean {
  return stemsOf(verb).some((stem) => always.has(stem) || leading.has(stem));
}

/** "Deletion of a user", "Account deletion", but not "Check a cancellation". */
function isDestructiveNoun(sentence: string): boolean {
  if (isAdding(sentence)) return false;
  const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  return nouns.has(words.at(-1) ?? '') || (nouns.has(words[0] ?? '') && words[1] === 'of');
}

function isAdding(text: string): boolean {
  return verbsAtStart(text).some((verb) =>
    stemsOf(verb).some((stem) => adding.has(stem) || addingAtStart.has(stem)),
  );
}

/** `create`, `update` and `delete` of "Create, update or delete pets": an object is behind them. */
function verbsAtStart(text: string): readonly string[] {
  const found: string[] = [];
  let isExpected = true;
  for (const part of text
    .toLowerCase()
    .replace(leadIn, '')
    .match(/[a-z]+|[,/&]/g) ?? []) {
    if (isJoiner(part)) isExpected = true;
    else if (!isExpected) break;
    else if (!manners.test(part)) {
      found.push(part);
      isExpected = false;
    }
  }
  return found;
}

function isJoiner(part: string): boolean {
  return /^(?:[,/&]|and|or)$/.test(part);
}

/** The segments of a path that hold more than a parameter, without their parameters. */
function fixedSegments(path: string): readonly string[] {
  return path
    .split('/')
    .map((segment) => segment.replace(/\{[^{}]*\}/g, ' ').trim())
    .filter((segment) => segment !== '');
}
