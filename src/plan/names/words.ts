import { createHash } from 'node:crypto';

/** Where a word begins inside a name. An acronym with a plural or a version is one word: `IPs`, `IPv6`. */
const starts = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z])|v\d+(?![a-z\d]))[a-z])/g;

/** The ASCII words of a name, in lower case: `petId`, `pet-id` and `PetID` are all `pet`, `id`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(starts, ' ')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Six hexadecimal digits that a text always has, and hardly any two share. */
export function digestOf(text: string, digits = 6): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

/**
 * Cuts a name to `limit` characters, between two words where the last is broken short; the digest of the whole keeps
 * two names with one start apart.
 */
export function cutName(name: string, limit: number, separator = '_'): string {
  if (name.length <= limit) return name;
  const start = name.slice(0, limit - 7);
  const isWhole = /[_.-]/.test(name.charAt(limit - 7));
  const words = start.replace(isWhole ? /[_.-]+$/ : /[_.-]+[^_.-]{0,12}$/, '');
  return `${words}${separator}${digestOf(name)}`;
}

/** Cuts words that hyphens join to `limit` characters, between two of them where that leaves any. */
export function cutWords(words: string, limit: number): string {
  if (words.length <= limit) return words;
  return /^.*(?=-)/.exec(words.slice(0, limit + 1))?.[0] ?? words.slice(0, limit);
}

/** The items by the key that `keyOf` gives them, in order of appearance. */
export function groupBy<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
