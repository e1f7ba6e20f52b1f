/** What comparisons at the end of a name are called. */
const comparisons: ReadonlyMap<string, string> = new Map([
  ['<', 'lt'],
  ['>', 'gt'],
  ['<=', 'lte'],
  ['>=', 'gte'],
  ['=', 'eq'],
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['~', 'like'],
  ['=~', 'like'],
  ['!~', 'not_like'],
]);

/** What signs are called that a name can hold anywhere; brackets and other separators are not read out. */
const signs: ReadonlyMap<string, string> = new Map([
  ['<', 'lt'],
  ['>', 'gt'],
  ['=', 'eq'],
  ['!', 'not'],
  ['~', 'tilde'],
  ['*', 'star'],
  ['+', 'plus'],
  ['$', 'dollar'],
  ['@', 'at'],
  ['#', 'hash'],
  ['%', 'percent'],
  ['&', 'and'],
  ['|', 'or'],
  ['^', 'caret'],
  ['?', 'question'],
]);

/** A name with the comparison at its end as a word: `created<=` is `created lte`. */
export function spellComparisons(name: string): string {
  const comparison = endOf(name);
  const word = comparisons.get(comparison);
  return word === undefined ? name : `${name.slice(0, -comparison.length)} ${word}`;
}

/** A name with every sign as a word, a comparison at its end as a whole: `a[*]` is `a[ star ]`. */
export function spellSigns(name: string): string {
  return spellComparisons(name).replace(/[<>=!~*+$@#%&|^?]/g, (sign) => ` ${signs.get(sign) ?? ''} `);
}

/** The signs that a comparison is made of at the end of a name: no more than two belong together. */
function endOf(name: string): string {
  const pair = /[<>=!~]{1,2}$/.exec(name.slice(-2))?.[0] ?? '';
  return comparisons.has(pair) ? pair : pair.slice(-1);
}
