import { code } from './code.js';
import { decodeEntities } from './entities.js';
import { holdsTag, withoutOpenings, withoutTags } from './tags.js';
import { withoutUnseen } from './unseen-markup.js';

/** What stands in the place of what is taken out; of `words` the group that stays. */
const stays = { nothing: '', words: '' } as const;

interface Step {
  /** What has to be there: most texts hold none of it. */
  readonly trigger: string;
  readonly pattern: RegExp;
  readonly keeps: keyof typeof stays;
}

/** Markup outside of code; `words` is what stays of it. */
function step(trigger: string, source: string, keeps: Step['keeps'], flags = ''): Step {
  return { trigger, pattern: new RegExp(`(?<code>${code})|${source}`, `gi${flags}`), keeps };
}

/** Where a link leads to (CommonMark 6.3), also by a placeholder that a build replaces. */
const destination =
  '\\((?:(?:[^()\\s]|\\([^()\\s]{0,200}\\)){0,2000}|\\{\\{[%<][^{}()\\n]{0,300}[%>]\\}\\}[^()\\s]{0,300})(?:\\s"[^"]{0,500}")?\\)';

/** A sentence that is a link and only points elsewhere: `[Learn more](…).` behind another sentence. */
const pointer =
  '(?<=[.!?]\\s{1,9}|\\n\\n)\\[(?:click|documentation|find out|learn|more|read|refer|see|view)\\b[^[\\]]{0,200}\\]' +
  `${destination}(?:[.!](?=\\s|$)|(?=\\s{0,9}$|\\n\\n))`;

/** What an autolink names (CommonMark 6.5). */
const address = 'https?://[^<>\\s]{1,2000}';

/** What is taken out of a text, in this order. Words stay, and so does visible markup that carries meaning. */
const steps: readonly Step[] = [
  // Addresses say nothing to a model, unless a sentence has a hole without them.
  step('<http', ` ?\\(<${address}>\\)|(?<=^|[.!?]\\s)<${address}>[.!]?(?=\\s{0,9}$)`, 'nothing', 'm'),
  step('<http', `<(?<words>${address})>`, 'words'),
  step('<mailto:', '<mailto:(?<words>[^<>\\s]{1,2000})>', 'words'),
  step('](', `!\\[(?<words>[^[\\]]{0,1000})\\]${destination}`, 'words'),
  step('](', pointer, 'nothing'),
  // Code goes on in brackets: `map[string](int)`.
  step('](', `(?<![a-z0-9\\]]|[a-z0-9]_)\\[(?<words>[^[\\]]{0,1000})\\]${destination}`, 'words'),
  // A line of `# of items` is no heading.
  step('#', '^#{1,6} (?!of )', 'nothing', 'm'),
  step('>', '^(?:> ?){1,9}(?=[\\p{L}*[`])', 'nothing', 'mu'),
  // Rules, underlines of headings, and the second line of a table.
  step('--', '^[-|:][-|: ]{2,}$', 'nothing', 'm'),
  step('==', '^={3,}$', 'nothing', 'm'),
  step('**', '^\\*{3,}$', 'nothing', 'm'),
  step('__', '^_{3,}$', 'nothing', 'm'),
  step(
    '**',
    '(?<![\\p{L}\\p{N}*/])\\*{2,3}(?=[\\p{L}\\p{N}"\'(`$])(?<words>[^*\\n]{1,500}?)(?<=[\\p{L}\\p{N}.:!?,;)"\'`])\\*{2,3}(?![\\p{L}\\p{N}*/])',
    'words',
    'u',
  ),
  // One word between two underlines can be a name: `__typename__`.
  step(
    '__',
    '(?<![\\p{L}\\p{N}_])__(?=[\\p{L}"\'(`])(?<words>[^_\\n]{1,500}?[ :.!?](?:[^_\\n]{0,500}?[^_\\s])??)__(?![\\p{L}\\p{N}_])',
    'words',
    'u',
  ),
  // One word between stars or underlines can be a pattern or a name.
  step(
    '*',
    '(?<![\\p{L}\\p{N}*/\\\\])\\*(?=[\\p{L}\\p{N}"\'(`$])(?<words>[^*\\n]{1,500}? (?:[^*\\n]{0,500}?[\\p{L}\\p{N}.:!?,;)"\'`]))\\*(?![\\p{L}\\p{N}*/])',
    'words',
    'u',
  ),
  step(
    ' ',
    '(?<![\\p{L}\\p{N}_])_(?=[\\p{L}"\'(`])(?<words>[^_\\n]{1,500}? (?:[^_\\n]{0,500}?[^_\\s]))_(?![\\p{L}\\p{N}_])',
    'words',
    'u',
  ),
  // Backslash escapes (CommonMark 2.4), where they can be no part of a pattern or path.
  step('\\', '(?<=^\\d{1,3})\\\\(?=[.)] )', 'nothing', 'm'),
  // Two on a line would be emphasis.
  step(
    '\\*',
    '(?<=^|[ (])(?<!\\\\\\*[^\\n]{0,200})\\\\(?=\\*(?:[ \\p{L}]|$))(?!\\*[^\\n]{0,200}\\\\\\*)',
    'nothing',
    'mu',
  ),
  step('\\_', '(?<=[\\p{L}\\p{N}])\\\\(?=_[\\p{L}\\p{N}])', 'nothing', 'u'),
];

const rounds = 4;

/** What all markup has some of: many texts with several lines have none. */
const signs = /[<&\]*#]|__|--|==|^>|\\[._*)]|(?:^|[ ("])_/m;

/** A text without comments, tags and what decorates it, its character references decoded; its words stay, in order. */
export function withoutMarkup(text: string): string {
  const tidy = tidyBlanks(text);
  if (!signs.test(tidy)) return tidy;
  let cleaned = decodeEntities(onceWithout(tidy), (decoded) => holdsTag(decoded) || decoded.includes('<!--'));
  // What is taken out can bring pieces together that are markup again.
  for (let round = 1; round < rounds; round += 1) {
    const again = onceWithout(cleaned);
    if (again === cleaned) return cleaned;
    cleaned = again;
  }
  return withoutOpenings(cleaned);
}

function onceWithout(text: string): string {
  const stripped = steps.reduce(takeOut, withoutTags(withoutDefinitions(withoutUnseen(text))));
  return stripped === text ? text : tidyBlanks(stripped);
}

function takeOut(text: string, { trigger, pattern, keeps }: Step): string {
  if (!text.includes(trigger)) return text;
  return text.replace(pattern, (whole: string, ...found: unknown[]) => {
    // `replace` hands over the named groups last.
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups['code'] !== undefined) return whole;
    return groups['words'] ?? stays[keeps];
  });
}

/** One blank between words, no blanks around line ends, one empty line at most. */
function tidyBlanks(text: string): string {
  return text
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/ \n ?|\n /g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Definitions of link references (CommonMark 4.7) go, and of the links that use them the words stay. */
function withoutDefinitions(text: string): string {
  if (!text.includes(']:')) return text;
  const labels = new Set<string>();
  const rest = text.replace(
    /^ {0,3}\[([^[\]\n]{1,200})\]: ?<?(?:https?:|mailto:|[/#.])\S{0,2000}(?: "[^"\n]{0,500}")? *$/gim,
    (_, label: string) => {
      labels.add(label.toLowerCase());
      return '';
    },
  );
  if (labels.size === 0) return text;
  return rest.replace(
    /(?<![\w\]])!?\[([^[\]]{1,1000})\](?:\[([^[\]]{0,200})\])?/g,
    (whole, words: string, label?: string) =>
      labels.has((label ?? '').toLowerCase() || words.toLowerCase()) ? words : whole,
  );
}
