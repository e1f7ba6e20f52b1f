import { decodeEntities } from './entities.js';

const htmlNames =
  'a|abbr|b|big|blockquote|br|caption|center|cite|code|col|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|ins|' +
  'kbd|li|mark|ol|p|pre|q|s|samp|script|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|' +
  'tr|tt|u|ul|var';

const tag = `</?(?:${htmlNames})(?:\\s[^<>]{0,2000})?/?>`;

/** Fenced code and code spans (CommonMark 4.5 and 6.1): nothing in them is markup. */
const code = '```(?:[^`]|`(?!``)){0,20000}```|`[^`\\n]{1,400}`';

interface Step {
  /** What has to be there: most texts hold none of it. */
  readonly trigger: string;
  readonly pattern: RegExp;
  /** What stands in its place: a text, or the group that stays. */
  readonly keeps: 'nothing' | 'words' | 'line';
}

/** Markup outside of code; `words` is what stays of it. */
function step(trigger: string, source: string, keeps: Step['keeps'], flags = ''): Step {
  return { trigger, pattern: new RegExp(`(?<code>${code})|${source}`, `gi${flags}`), keeps };
}

/** What is taken out of a text, in this order. Words stay, and so does visible markup that carries meaning. */
const steps: readonly Step[] = [
  step('<', '<(?:br|hr)\\s{0,9}/?>|</(?:p|div|li|tr|h[1-6]|ul|ol|table|pre|blockquote|dd)>', 'line'),
  step('<', tag, 'nothing'),
  // Addresses say nothing to a model; what stands in brackets does.
  step(
    '<',
    ' ?\\(<(?:https?://|mailto:)[^<>\\s]{1,2000}>\\)|<(?:https?://|mailto:)[^<>\\s]{1,2000}>',
    'nothing',
  ),
  step(
    '](',
    '!\\[(?<words>[^[\\]]{0,1000})\\]\\((?:[^()\\s]|\\([^()\\s]{0,200}\\)){0,2000}(?:\\s"[^"]{0,500}")?\\)',
    'words',
  ),
  step(
    '](',
    '\\[(?<words>[^[\\]]{0,1000})\\]\\((?:[^()\\s]|\\([^()\\s]{0,200}\\)){0,2000}(?:\\s"[^"]{0,500}")?\\)',
    'words',
  ),
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
];

const tags = new RegExp(tag, 'i');
const openings = new RegExp(`<(?=/?(?:${htmlNames})[\\s/>])`, 'gi');
const rounds = 4;

/** What all markup has some of: many texts with several lines have none. */
const signs = /[<&\]*#]|__|--|==|^>/m;

/** A text without comments, tags and what decorates it, its character references decoded; its words stay, in order. */
export function withoutMarkup(text: string): string {
  const tidy = tidyBlanks(text);
  if (!signs.test(tidy)) return tidy;
  let cleaned = decodeEntities(
    onceWithout(tidy),
    (decoded) => tags.test(decoded) || decoded.includes('<!--'),
  );
  // What is taken out can bring pieces together that are markup again.
  for (let round = 1; round < rounds; round += 1) {
    const again = onceWithout(cleaned);
    if (again === cleaned) return cleaned;
    cleaned = again;
  }
  return cleaned.replace(openings, '');
}

function onceWithout(text: string): string {
  const stripped = steps.reduce(takeOut, withoutDefinitions(withoutComments(text)));
  return stripped === text ? text : tidyBlanks(stripped);
}

function takeOut(text: string, { trigger, pattern, keeps }: Step): string {
  if (!text.includes(trigger)) return text;
  return text.replace(pattern, (whole: string, ...found: unknown[]) => {
    // `replace` hands over the named groups last.
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups['code'] !== undefined) return whole;
    return keeps === 'words' ? (groups['words'] ?? '') : keeps === 'line' ? '\n' : '';
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

function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + 4);
    // A comment without an end is text.
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  return [...kept, text.slice(from)].join('');
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
