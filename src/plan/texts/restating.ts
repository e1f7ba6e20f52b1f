import type { JsonSchema } from '../../runtime/json-schema.js';
import { impliedWords } from './implied-words.js';
import { saying } from './text.js';
import { sentencesOf } from './cut.js';

/** Words that add nothing to a name: `The value of the … parameter.` */
const fillers = new Set(
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

interface KeywordWords {
  readonly keyword: string;
  /** What sentences on the keyword are made of, beside its value. */
  readonly words: ReadonlySet<string>;
}

function words(keyword: string, text: string): KeywordWords {
  return { keyword, words: new Set(text.split(' ')) };
}

/** Keywords whose values stand beside the description already. */
const keywords: readonly KeywordWords[] = [
  words('default', 'default defaults'),
  words(
    'enum',
    'one possible allowed valid values options option must can may either any enum supported always will only set',
  ),
  words('minimum', 'minimum min least between must from'),
  words('maximum', 'maximum max most between must up'),
  words('maxLength', 'maximum max most length characters character long up must'),
  words('minLength', 'minimum min least length characters character long must'),
  words('maxItems', 'maximum max most items up must'),
  words('minItems', 'minimum min least items must'),
];

/** What is added by words of these to names of the types: `A list of tags.` */
const typeWords: Readonly<Record<string, readonly string[]>> = {
  array: ['list', 'array', 'set', 'collection', 'comma', 'separated'],
  boolean: ['whether', 'boolean', 'flag', 'bool'],
  string: ['string'],
  integer: ['integer', 'number'],
  number: ['number'],
  object: ['object'],
};

/** A description that is longer says more than a name. */
const longest = 200;

/**
 * A schema without the sentences of its description that only repeat its name, the names of what encloses it or the
 * keywords beside it: `The user id.` of `user_id`, `Defaults to 10.` beside that default.
 */
export function unlessRestating(
  name: string,
  schema: JsonSchema,
  enclosing: readonly string[] = [],
): JsonSchema {
  const { description, ...rest } = schema;
  if (typeof description !== 'string' || description.length > longest) return schema;
  const sentences = sentencesOf(description);
  const own = namedWords(name, schema);
  const telling = sentences.filter((sentence) => tellsMore(sentence, own, enclosing, schema));
  if (telling.length === sentences.length && telling.length > 0) return schema;
  return telling.length === 0 ? rest : { ...schema, description: telling.join(' ') };
}

/** The words that a name and its type tell already. */
function namedWords(name: string, { type }: JsonSchema): ReadonlySet<string> {
  const ofType = typeof type === 'string' && Object.hasOwn(typeWords, type) ? typeWords[type] : [];
  const names = wordsIn(name);
  return new Set([...names, ...(ofType ?? []), ...impliedWords(names)]);
}

/** More new words than these are never those of what encloses a property. */
const mostEnclosing = 4;

/** Whether a sentence has a word that is neither known nor of a keyword that the sentence is about. */
function tellsMore(
  sentence: string,
  own: ReadonlySet<string>,
  enclosing: readonly string[],
  schema: JsonSchema,
): boolean {
  const said = saying(sentence);
  const fresh = said.filter((word) => !fillers.has(word) && !own.has(word) && !own.has(stemOf(word)));
  if (fresh.length === 0) return false;
  // Most sentences: nothing beside the schema can have said so much.
  if (fresh.length > mostEnclosing && keywords.every(({ keyword }) => schema[keyword] === undefined))
    return true;
  const outer = fresh.length > mostEnclosing ? [] : enclosing.flatMap(wordsIn);
  const about = keywords.flatMap(({ keyword, words: told }) => {
    const values = schema[keyword] === undefined ? [] : valuesOf(schema[keyword]);
    return said.some((word) => values.includes(word)) ? [new Set([...told, ...values])] : [];
  });
  return fresh.some((word) => !outer.includes(stemOf(word)) && !about.some((known) => known.has(word)));
}

function valuesOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => saying(String(each)));
}

/** The words of a name, as descriptions would say them. */
function wordsIn(name: string): readonly string[] {
  const parted = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\p{L})(?=\d)|_/gu, ' ');
  return saying(parted).map(stemOf);
}

function stemOf(word: string): string {
  const same = synonyms.get(word) ?? word;
  return same.length > 3 && same.endsWith('s') && !same.endsWith('ss') ? same.slice(0, -1) : same;
}
