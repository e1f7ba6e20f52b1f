import type { FixedType } from '../binding.js';
import { isObject } from './value-text.js';

/** What a text or a claim has to be, in words. */
export const typeNames: Readonly<Record<FixedType, string>> = {
  integer: 'a whole number within 2^53',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array in JSON',
  object: 'an object in JSON',
  json: 'JSON',
};

const accepts: Readonly<Record<FixedType, (value: unknown) => boolean>> = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  json: (value) => value !== null,
};

/** The value that the text of a variable stands for; `undefined` where it is not of the type. */
export function readSetting(text: string, type: FixedType | undefined): unknown {
  if (type === undefined) return text;
  try {
    const value: unknown = JSON.parse(text);
    return accepts[type](value) ? value : undefined;
  } catch {
    return undefined;
  }
}
