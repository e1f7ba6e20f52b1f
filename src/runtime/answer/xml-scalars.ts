import type { XmlScalar } from '../binding.js';

/** The lexical forms of XML Schema's numbers that JSON has a number for. */
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const truthValues: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** The value that a text stands for; a text that is no such value stays one, and where there is none it is null. */
export function readScalar(text: string, scalar: XmlScalar | undefined): string | number | boolean | null {
  if (scalar === undefined) return text;
  const word = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (word === '') return null;
  const asNumber = scalar === 'boolean' ? undefined : readNumber(word);
  const asTruth = scalar === 'number' ? undefined : truthValues.get(word);
  return asNumber ?? asTruth ?? text;
}

/** A number, unless JSON would have another one in its place. */
function readNumber(word: string): number | undefined {
  if (!number.test(word)) return undefined;
  const value = Number(word);
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
    ? value
    : undefined;
}
