/** Words of descriptions that say nothing by themselves: `The value of the … parameter.` */
export const fillers: ReadonlySet<string> = new Set(
  (
    'a an the of this that these those to for in on is are be it its s and or which with your ' +
    'represents represent identifies identify given specified associated corresponding value field property parameter param attribute argument'
  ).split(' '),
);

/** Words with one meaning in descriptions. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['identifier', 'id'],
  ['ids', 'id'],
  ['identifiers', 'id'],
  ['uid', 'id'],
  ['url', 'uri'],
  ['organisation', 'organization'],
  ['org', 'organization'],
  ['repo', 'repository'],
  ['desc', 'description'],
  ['num', 'number'],
]);

/** A word, in lower case, as it has the same meaning everywhere: in the singular, of several the one that is used most. */
export function stemOf(word: string): string {
  const same = synonyms.get(word) ?? word;
  return same.length > 3 && same.endsWith('s') && !same.endsWith('ss') ? same.slice(0, -1) : same;
}
