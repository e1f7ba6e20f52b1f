import { meaningsLine } from './meanings.js';
import { valuesNote } from './notes.js';
import type { Shape } from './shape.js';
import { typeBits } from './types.js';
import { isVisible } from '../texts/hidden.js';

/** A list of values over this size would fill a tool by itself. */
const longestEnum = 15_000;

/** What the values of an enum of texts mean, in one line. */
export function toldMeanings(shape: Shape): Shape {
  if (shape.types !== typeBits.string || shape.values === undefined) return shape;
  const line = meaningsLine(shape.values, shape.meanings);
  return line === undefined ? shape : { ...shape, notes: [...shape.notes, `${line}.`] };
}

/** Hosts take enums of strings alone: other values are told in words, numbers as a range too. */
export function describedValues(shape: Shape): Shape {
  if (shape.values === undefined || shape.types === typeBits.string) return shape;
  // YAML has numbers that JSON has no words for.
  const values = shape.values.filter((value) => typeof value !== 'number' || Number.isFinite(value));
  const numbers = values.filter((value) => typeof value === 'number');
  const range = numbers.length === 0 ? {} : { minimum: Math.min(...numbers), maximum: Math.max(...numbers) };
  const note = shape.types === typeBits.null ? undefined : noteOf(shape, values, numbers);
  const notes = note === undefined ? shape.notes : [...shape.notes, note];
  return { ...shape, values: undefined, limits: { ...shape.limits, ...range }, notes };
}

/** What the range of the numbers does not say already. */
function noteOf(shape: Shape, values: readonly unknown[], numbers: readonly number[]): string | undefined {
  const line = meaningsLine(values, shape.meanings);
  if (line !== undefined) return `${line}.`;
  if (values.length === 0) return undefined;
  const span = Math.max(...numbers) - Math.min(...numbers);
  const isRange =
    numbers.length === values.length &&
    span + 1 === new Set(numbers).size &&
    (numbers.length === 1 || (shape.types & typeBits.fraction) === 0);
  return isRange ? undefined : valuesNote(values);
}

/** An enum that would fill a tool by itself is told in words, as is one with characters that nobody sees. */
export function readableEnums(shape: Shape): Shape {
  if (shape.values === undefined) return shape;
  const text = JSON.stringify(shape.values);
  if (Buffer.byteLength(text) <= longestEnum && shape.values.map(String).every(isVisible)) return shape;
  return { ...shape, values: undefined, notes: [...shape.notes, valuesNote(shape.values)] };
}
