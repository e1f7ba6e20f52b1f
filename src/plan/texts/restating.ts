import type { JsonSchema } from '../../runtime/json-schema.js';
import { impliedWords } from './implied-words.js';
import { fillers, stemOf } from './plain-words.js';
import { saying } from './text.js';
import { sentencesOf } from './cut.js';

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

/** A sentence of a description, and the words that neither the name nor the keywords of its schema say. */
interface Sentence {
  readonly text: string;
  readonly news: readonly string[];
  /** Whether it says more than names of what encloses a property ever do. */
  readonly isLong: boolean;
}

interface Reading {
  readonly name: string;
  readonly sentences: readonly Sentence[];
}

// Hundreds of tools have the same arguments, and reading them costs more than all else that is done to their texts.
const readings = new WeakMap<JsonSchema, Reading>();
const outerWords = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * A schema without the sentences of its description that only repeat its name, the names of what encloses it or the
 * keywords beside it: `The user id.` of `user_id`, `Defaults to 10.` beside that default.
 */
export function unlessRestating(
  name: string,
  schema: JsonSchema,
  enclosing: readonly string[] = [],
): JsonSchema {
  const { description } = schema;
  if (typeof description !== 'string') return schema;
  if (isTag(name, schema)) return withoutDescription(schema);
  if (description.length > longest) return schema;
  const { sentences } = readingOf(name, schema, description);
  const telling = sentences.filter((sentence) => tellsMore(sentence, enclosing));
  if (telling.length === sentences.length && telling.length > 0) return schema;
  if (telling.length > 0) return { ...schema, description: telling.map(({ text }) => text).join(' ') };
  return withoutDescription(schema);
}

/** Whether a member only tells what its object is, by a word that is always the same: `type: "file"`. */
function isTag(name: string, { enum: values }: JsonSchema): boolean {
  return (
    Array.isArray(values) && values.length === 1 && /(?:^|[_a-z])(?:[Tt]ype|[Oo]bject|[Kk]ind)$/.test(name)
  );
}

function withoutDescription(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'description'));
}

function readingOf(name: string, schema: JsonSchema, description: string): Reading {
  const known = readings.get(schema);
  if (known?.name === name) return known;
  const own = namedWords(name, schema);
  const sentences = sentencesOf(description).map((text) => readSentence(text, own, schema));
  const reading = { name, sentences };
  readings.set(schema, reading);
  return reading;
}

/** The words that a name and its type tell already. */
function namedWords(name: string, { type }: JsonSchema): ReadonlySet<string> {
  const ofType = typeof type === 'string' && Object.hasOwn(typeWords, type) ? typeWords[type] : [];
  const names = wordsIn(name);
  return new Set([...names, ...(ofType ?? []), ...impliedWords(names)]);
}

/** More new words than these are never those of what encloses a property. */
const mostEnclosing = 4;

/** Reads a sentence; the words of a keyword are no news where the sentence is about that keyword. */
function readSentence(text: string, own: ReadonlySet<string>, schema: JsonSchema): Sentence {
  const said = saying(text);
  const fresh = said.filter((word) => !fillers.has(word) && !own.has(word) && !own.has(stemOf(word)));
  const isLong = fresh.length > mostEnclosing;
  const about = keywords.flatMap(({ keyword, words: told }) => {
    const values = valuesOf(schema[keyword]);
    // `Can only be set to inactive.` beside two values says more than the enum.
    return values.length > 0 && values.every((word) => said.includes(word))
      ? [new Set([...told, ...values])]
      : [];
  });
  return { text, news: fresh.filter((word) => !about.some((known) => known.has(word))), isLong };
}

/** What a value is, whatever is said elsewhere: that `tag` is the name of a tag is news beside `Delete a tag by name`. */
const kinds: ReadonlySet<string> = new Set(['name', 'slug', 'email']);

/** Whether a sentence has a word that what encloses the schema does not say. */
function tellsMore({ news, isLong }: Sentence, enclosing: readonly string[]): boolean {
  if (news.length === 0 || isLong || enclosing.length === 0) return news.length > 0;
  const outer = outerWords.get(enclosing) ?? new Set(enclosing.flatMap(wordsIn));
  outerWords.set(enclosing, outer);
  return news.some((word) => kinds.has(word) || !outer.has(stemOf(word)));
}

/** The words of a keyword's values; none where words do not tell one value from another: `-1` from `1`. */
function valuesOf(value: unknown): readonly string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === 'object' || each === undefined ? '' : String(each),
  );
  const isTold = texts.every((text) => /[\p{L}\p{N}]/u.test(text) && !text.startsWith('-'));
  return isTold ? texts.flatMap(saying) : [];
}

/** The words of a name as descriptions would say them, in every script: names of tools are made of ASCII alone. */
function wordsIn(name: string): readonly string[] {
  const parted = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\p{L})(?=\d)|_/gu, ' ');
  return saying(parted).map(stemOf);
}
