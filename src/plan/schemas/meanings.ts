import type { JsonSchema } from '../../runtime/json-schema.js';
import { cleanLine } from '../texts/text.js';

/** What one value of an enum stands for, in words. */
interface Meaning {
  readonly value: unknown;
  /** The fullest words first. */
  readonly words: readonly string[];
}

/** What the values of a schema stand for, value by value. */
export type Meanings = readonly Meaning[];

/** Characters of the line that tells what each value means. */
const longestLine = 200;

/** Extensions that say what the values of an `enum` stand for, item by item; the fullest words first. */
const wordLists = ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-varnames', 'x-enumNames'] as const;

/** What a schema says of its values: of a constant in its own words, of an enum in extensions of many vendors. */
export function readMeanings(schema: JsonSchema): Meanings | undefined {
  if (Object.hasOwn(schema, 'const')) {
    return meaningsOf([[schema['const'], textsOf([schema['description'], schema['title']])]]);
  }
  const values: unknown = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  const lists = [...wordLists.map((name) => schema[name]), ...microsoftLists(schema['x-ms-enum'], values)];
  return meaningsOf(
    values.map((value: unknown, at) => [value, textsOf(lists.map((list) => wordOf(list, value, at)))]),
  );
}

/** `x-ms-enum` holds an object for each value. */
function microsoftLists(extension: unknown, values: readonly unknown[]): readonly (readonly unknown[])[] {
  const listed: unknown = recordOf(extension)?.['values'];
  if (!Array.isArray(listed)) return [];
  const records = listed.map(recordOf);
  const found = values.map((value) => records.find((record) => record?.['value'] === value));
  return [found.map((record) => record?.['description']), found.map((record) => record?.['name'])];
}

/** Words stand in a list beside the values, or in an object under them. */
function wordOf(list: unknown, value: unknown, at: number): unknown {
  if (Array.isArray(list)) return list[at];
  const record = recordOf(list);
  return record !== undefined && Object.hasOwn(record, String(value)) ? record[String(value)] : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function textsOf(words: readonly unknown[]): readonly string[] {
  return words.filter((word) => typeof word === 'string' && word.trim() !== '') as readonly string[];
}

function meaningsOf(
  all: readonly (readonly [value: unknown, words: readonly string[]])[],
): Meanings | undefined {
  const meanings = all.filter(([, words]) => words.length > 0).map(([value, words]) => ({ value, words }));
  return meanings.length === 0 ? undefined : meanings;
}

/** The meanings of the values of several schemas. */
export function joinMeanings(all: readonly (Meanings | undefined)[]): Meanings | undefined {
  const found = all.filter((meanings) => meanings !== undefined).flat();
  return found.length === 0 ? undefined : found;
}

/** `1: low; 2: high`, in the fullest words that fit; `undefined` unless each value has a meaning that differs from it. */
export function meaningsLine(values: readonly unknown[], meanings: Meanings | undefined): string | undefined {
  if (meanings === undefined || values.length < 2) return undefined;
  const known = new Map(meanings.map(({ value, words }) => [value, words]));
  for (const pick of [first, last]) {
    const words = values.flatMap((value) => pick(known.get(value) ?? []) ?? []);
    if (words.length < values.length || !isTelling(words, values)) continue;
    const line = values.map((value, at) => `${String(value)}: ${bare(words[at] ?? '')}`).join('; ');
    if (line.length <= longestLine) return line;
  }
  return undefined;
}

function first(words: readonly string[]): string | undefined {
  return words[0];
}

function last(words: readonly string[]): string | undefined {
  return words.at(-1);
}

/** Words that say the same of each value, or repeat it, tell nothing: `Always "a"`, `Always "b"`. */
function isTelling(words: readonly string[], values: readonly unknown[]): boolean {
  const rest = words.map((word, at) => lettersOf(word).replace(lettersOf(String(values[at])), ''));
  return new Set(rest).size > 1;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function bare(words: string): string {
  return cleanLine(words).replace(/[.;\s]+$/, '');
}
