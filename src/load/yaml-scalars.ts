import { FAILSAFE_SCHEMA, Type } from 'js-yaml';

const text = Symbol('text');
const value = Symbol('value');

/**
 * A scalar that is written in another way than its value would be: `1.10`, `0x10`, `~`. As a key it counts as it is
 * written, since keys are names; in every other place its value stands for it.
 */
interface WrittenScalar {
  readonly [text]: string;
  readonly [value]: unknown;
  /** As it is written. */
  readonly toString: () => string;
}

// js-yaml makes text of a key by `toString`, unless it looks like a mapping.
const prototype = {
  toString(this: WrittenScalar): string {
    return this[text];
  },
  [Symbol.toStringTag]: 'WrittenScalar',
};

/** Whether a value that the loader gives is the scalar in its place. */
export function isWrittenScalar(candidate: object): candidate is WrittenScalar {
  return value in candidate;
}

/** Puts values in the place of all scalars that only had to be kept for keys. */
export function unwrapScalars(root: unknown): unknown {
  const stack: object[] = [];
  const seen = new Set<object>();
  const unwrap = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item;
    if (isWrittenScalar(item)) return item[value];
    if (!seen.has(item)) stack.push(item);
    seen.add(item);
    return item;
  };
  const result = unwrap(root);
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    // The loader made these objects just now: nobody else holds them.
    const members = at as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const member = members[key];
      const unwrapped = unwrap(member);
      // Written only where it differs: the key `__proto__` is a member like any other, and is kept as it is.
      if (unwrapped !== member) Object.defineProperty(members, key, { value: unwrapped, ...ordinary });
    }
  }
  return result;
}

const ordinary = { enumerable: true, configurable: true, writable: true };

/** A type of scalars, by the pattern of their texts. */
function scalarType(name: string, pattern: RegExp, read: (text: string) => unknown): Type {
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: 'scalar',
    // What stands nowhere, as the value behind `key:`, has no text.
    resolve: (data: unknown) =>
      data === null ? name === 'null' : typeof data === 'string' && pattern.test(data),
    construct: (data: string | null) => (data === null ? null : written(data, read(data))),
  });
}

function written(data: string, read: unknown): unknown {
  if (String(read) === data) return read;
  return Object.assign(Object.create(prototype) as object, { [text]: data, [value]: read });
}

/** The scalars of YAML 1.2's core schema: words like `on` and `no`, dates and binary numbers are texts in it. */
const coreTypes = [
  scalarType('null', /^(?:null|Null|NULL|~|)$/, () => null),
  scalarType('bool', /^(?:true|True|TRUE|false|False|FALSE)$/, (data) => /^t/i.test(data)),
  scalarType('int', /^(?:[-+]?\d+|0o[0-7]+|0x[\dA-Fa-f]+)$/, Number),
  scalarType(
    'float',
    /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    readFloat,
  ),
];

function readFloat(data: string): number {
  if (/nan$/i.test(data)) return NaN;
  if (!/inf$/i.test(data)) return Number(data);
  return data.startsWith('-') ? -Infinity : Infinity;
}

// The core schema knows no merge key, but documents use it. The type only has to be named: the loader does the rest.
const mergeType = new Type('tag:yaml.org,2002:merge', {
  kind: 'scalar',
  resolve: (data: unknown) => data === '<<' || data === null,
});

/** YAML 1.2's core schema with merge keys; scalars that are written in an unusual way are still to be unwrapped. */
export const coreSchema = FAILSAFE_SCHEMA.extend({ implicit: [...coreTypes, mergeType] });
