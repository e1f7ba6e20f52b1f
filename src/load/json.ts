import { tokensOf } from '../diagnostics/pointer.js';

/** A JSON object as it stands in a document: any text can be a key. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object or an array. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The value that a pointer leads to; `undefined` where there is none, since JSON has no such value. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d*)$/.test(token) ? (value[Number(token)] as unknown) : undefined;
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
