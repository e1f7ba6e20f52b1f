import { cutCharacters } from '../texts/cut.js';
import { cleanLine } from '../texts/text.js';

/** Characters that a note gives to values. */
const longestList = 200;
const mostListed = 50;
/** Values that a note names where a text may be any. */
const mostExamples = 3;

/** Says which values alone fit: the words for an enum that no keyword of a listed schema can hold. */
export function valuesNote(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `Always ${cutCharacters(wordOf(only), longestList)}.`;
  const list = values.slice(0, mostListed).map(wordOf).join(', ');
  const rest = list.length > longestList || values.length > mostListed ? ` (${values.length} in all)` : '';
  return `One of ${cutCharacters(list, longestList)}${rest}.`;
}

/** Says which values are known where others fit too. */
export function examplesNote(values: readonly unknown[]): string {
  const list = values.slice(0, mostExamples).map(wordOf).join(', ');
  const rest = values.length > mostExamples ? ` (${values.length} known)` : '';
  return `Such as ${cutCharacters(list, longestList)}${rest}.`;
}

/** Names the values of a member by which objects are told apart. */
export function tagNote(values: readonly string[]): string {
  const list = values.map((value) => `\`${cleanLine(value)}\``).join(', ');
  const rest = list.length > longestList ? ` (${values.length} in all)` : '';
  return `${cutCharacters(list, longestList)}${rest}`;
}

function wordOf(value: unknown): string {
  return cleanLine(JSON.stringify(value));
}
