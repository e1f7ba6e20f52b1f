/** JSON's types as bits of a set. A number is an integer or a fraction. */
export const typeBits = {
  object: 1,
  array: 2,
  string: 4,
  integer: 8,
  fraction: 16,
  boolean: 32,
  null: 64,
} as const;

/** Those of every number. */
export const numberBits = typeBits.integer | typeBits.fraction;

/** The set of all types. */
export const anyType = 127;

/** The types of JSON Schema that a listed schema can have, each with its bits. */
export const kinds: readonly { readonly name: string; readonly bits: number }[] = [
  { name: 'object', bits: typeBits.object },
  { name: 'array', bits: typeBits.array },
  { name: 'string', bits: typeBits.string },
  { name: 'number', bits: numberBits },
  { name: 'boolean', bits: typeBits.boolean },
  { name: 'null', bits: typeBits.null },
];

/** The type of a value, as a bit. */
export function typeOf(value: unknown): number {
  if (value === null) return typeBits.null;
  if (Array.isArray(value)) return typeBits.array;
  if (typeof value === 'number') return Number.isInteger(value) ? typeBits.integer : typeBits.fraction;
  return typeof value === 'object' || typeof value === 'string' || typeof value === 'boolean'
    ? typeBits[typeof value as 'object' | 'string' | 'boolean']
    : 0;
}
