interface Implication {
  /** Names, as their words in the singular. */
  readonly names: readonly string[];
  /** What such a name says by itself. */
  readonly words: readonly string[];
}

const things =
  'item items result results entry entries object objects record records row rows element elements';

/** Names that mean the same in every API, with the words that explain them and no more. */
const implications: readonly Implication[] = [
  {
    names: ['limit', 'count', 'per page', 'page size', 'page limit', 'max result', 'max item'],
    words: listOf(`maximum max number count return returned per each page response ${things}`),
  },
  {
    names: ['offset', 'start', 'skip'],
    words: listOf(`number begin start starting at from response return returned ${things}`),
  },
  {
    names: ['cursor', 'marker', 'page token', 'next token', 'page cursor'],
    words: listOf(
      `defines position at from begin start starting returning return next page pages pagination paginate ` +
        `paginating paginated used using use when based ${things}`,
    ),
  },
  { names: ['page'], words: listOf(`number return returned ${things}`) },
  {
    names: ['field'],
    words: listOf('attribute attributes include included response return returned request requested'),
  },
  { names: ['token', 'access token'], words: listOf('authentication authorization access auth') },
];

function listOf(words: string): readonly string[] {
  return words.split(' ');
}

/** The words that a name of these words says by itself. */
export function impliedWords(names: readonly string[]): readonly string[] {
  const name = names.join(' ');
  const implied = implications.find((each) => each.names.includes(name))?.words ?? [];
  return names.includes('id') ? [...implied, 'unique'] : implied;
}
