import type { JsonSchema } from '../../runtime/json-schema.js';
import { numberBits, typeBits } from './types.js';

/** One keyword that limits a value by itself. */
interface Limit {
  /** Bits of the types that it speaks of. */
  readonly types: number;
  readonly isValid: (value: unknown) => boolean;
  /** Of two, the one that holds where both do. */
  readonly narrow: (one: never, other: never) => unknown;
  /** Of two, the one that holds where either does; `undefined` for none. */
  readonly widen: (one: never, other: never) => unknown;
}

const { array, string } = typeBits;
const number = numberBits;

const lower = {
  narrow: (a: number, b: number) => Math.max(a, b),
  widen: (a: number, b: number) => Math.min(a, b),
};
const upper = { narrow: lower.widen, widen: lower.narrow };

// Two patterns cannot be made one: the first is kept, the other is the API's to check.
const one = { narrow: (a: string) => a, widen: (a: string, b: string) => (a === b ? a : undefined) };

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isToken = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,40}$/.test(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The keywords of JSON Schema that pass from the document into listed schemas. What is not here is left out. */
export const limits: ReadonlyMap<string, Limit> = new Map(
  Object.entries({
    minimum: { types: number, isValid: Number.isFinite, ...lower },
    exclusiveMinimum: { types: number, isValid: Number.isFinite, ...lower },
    maximum: { types: number, isValid: Number.isFinite, ...upper },
    exclusiveMaximum: { types: number, isValid: Number.isFinite, ...upper },
    minLength: { types: string, isValid: isCount, ...lower },
    maxLength: { types: string, isValid: isCount, ...upper },
    pattern: { types: string, isValid: isText, ...one },
    format: { types: string | number, isValid: isText, ...one },
    contentEncoding: { types: string, isValid: isToken, ...one },
    minItems: { types: array, isValid: isCount, ...lower },
    maxItems: { types: array, isValid: isCount, ...upper },
  } satisfies Record<string, Limit>),
);

/** The limits of a schema; a value of the wrong type is none. */
export function readLimits(schema: JsonSchema): Readonly<Record<string, unknown>> {
  // Most schemas have none.
  if (!Object.keys(schema).some((keyword) => limits.has(keyword))) return noLimits;
  const found: Record<string, unknown> = {};
  for (const [keyword, { isValid }] of limits) {
    const value = schema[keyword];
    if (value !== undefined && isValid(value)) found[keyword] = value;
  }
  return found;
}

const noLimits: Readonly<Record<string, unknown>> = {};

/** Those limits that speak of one of `types`. */
export function limitsOf(
  types: number,
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const concerns = (keyword: string): boolean => ((limits.get(keyword)?.types ?? 0) & types) !== 0;
  const keywords = Object.keys(found);
  return keywords.every(concerns)
    ? found
    : Object.fromEntries(Object.entries(found).filter(([keyword]) => concerns(keyword)));
}

/** The limits of a value that keeps both. */
export function narrowLimits(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const narrowed: Record<string, unknown> = { ...a, ...b };
  for (const [keyword, { narrow }] of limits) {
    // `isValid` let only values of the keyword's own type in.
    if (keyword in a && keyword in b) narrowed[keyword] = narrow(a[keyword] as never, b[keyword] as never);
  }
  return narrowed;
}

/** The limits of a value that keeps one of them. */
export function widenLimits(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const widened: Record<string, unknown> = {};
  for (const [keyword, { widen }] of limits) {
    if (!(keyword in a) || !(keyword in b)) continue;
    const value = widen(a[keyword] as never, b[keyword] as never);
    if (value !== undefined) widened[keyword] = value;
  }
  return widened;
}
