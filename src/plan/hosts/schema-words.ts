import type { JsonSchema } from '../../runtime/json-schema.js';
import { cutCharacters } from '../texts/cut.js';
import { cleanLine, joinSentences } from '../texts/text.js';

const mostNames = 12;
const longestWords = 120;

/** A schema with another sentence in its description. */
export function withNote(schema: JsonSchema, note: string): JsonSchema {
  const { description } = schema;
  return { ...schema, description: joinSentences(typeof description === 'string' ? description : '', note) };
}

/** What values of a schema are, in a few words: `object with 'id', 'name'`. */
export function wordsOfSchema(schema: JsonSchema): string {
  const { type, format, enum: values, properties, description } = schema;
  const name = typeof type === 'string' ? type : 'any value';
  const own =
    typeof description === 'string' ? ` (${cutCharacters(cleanLine(description), longestWords)})` : '';
  if (Array.isArray(values)) return `${name}: ${listOf(values.map((value) => JSON.stringify(value)))}${own}`;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  if (names.length > 0) return `${name} with ${listOf(names.map((key) => `'${key}'`))}${own}`;
  return `${name}${typeof format === 'string' ? ` (${format})` : ''}${own}`;
}

/** The first of several words, and how many there are. */
export function listOf(words: readonly string[]): string {
  const shown = words.slice(0, mostNames).join(', ');
  return words.length > mostNames ? `${shown}, … (${words.length} in all)` : shown;
}
