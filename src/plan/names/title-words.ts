import type { Operation } from '../../model/model.js';
import { wordsOf } from './words.js';

/** Names of things that capitals inside do not divide, as titles write them. */
const spellings = [
  ...['OAuth', 'OAuth2', 'GraphQL', 'GitHub', 'GitLab', 'OpenAPI', 'OpenID', 'PayPal', 'YouTube'],
  ...['iOS', 'macOS', 'eSIM'],
];

const byLetters: ReadonlyMap<string, string> = new Map(
  spellings.map((spelling) => [spelling.toLowerCase(), spelling]),
);

// The longest first.
const undivided = new RegExp(
  `(?:${spellings.toReversed().map(patternOf).join('|')}|${patternOf('oAuth2?')})(?![a-z])`,
  'g',
);

/** What begins with a small letter is found only where a word begins. */
function patternOf(spelling: string): string {
  return /^[a-z]/.test(spelling) ? `(?<![A-Za-z])${spelling}` : spelling;
}

/** Where a word begins inside a name: before the status of `response2XX`, but nowhere inside it. */
const starts =
  /(?<=\p{L})(?=[1-5]XX)|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{N})(?=\p{Lu}\p{Ll})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll})|v\d+(?![\p{Ll}\d]))\p{Ll})/gu;

/**
 * The title that a tool's name makes, in any script and without the digests that keep names apart: the words of the
 * operationId, or of method and path where it has none. `chosen` is a name that someone gave.
 */
export function titleOfName(operation: Named, chosen: string | undefined, name: string): string {
  const [first = name, ...others] = titleWords(operation, chosen, name);
  const start = /\p{Lu}/u.test(first) ? first : first.charAt(0).toUpperCase() + first.slice(1);
  return [start, ...others].join(' ');
}

type Named = Pick<Operation, 'operationId' | 'method' | 'path'>;

function titleWords({ operationId, method, path }: Named, chosen: string | undefined, name: string) {
  const id = chosen ?? operationId ?? '';
  const own = wordsIn(id);
  const route = [...wordsIn(method), ...path.split(/\/|(\{[^{}]*\})/).flatMap(partWords)];
  if (own.length === 0) return route;
  // What several want has method and path behind it.
  const made = wordsOf(id).join('_');
  return made !== '' && wordsOf(name).join('_').includes(`${made}_`) ? [...own, ...route] : own;
}

function partWords(part = ''): readonly string[] {
  const words = wordsIn(part);
  return part.startsWith('{') && words.length > 0 ? ['by', ...words] : words;
}

function wordsIn(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .replace(undivided, (word) => ` ${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()} `)
    .replace(starts, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => byLetters.get(word.toLowerCase()) ?? word.toLowerCase());
}
