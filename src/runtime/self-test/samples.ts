import type { JsonSchema } from '../json-schema.js';
import { textLike } from './patterns.js';

/** Deeper than this a sample is left out: listed schemas end long before. */
const deepest = 12;

/** A value that a JSON Schema most likely accepts: every property, the same in every run. */
export function sampleOf(schema: JsonSchema, depth = 0): unknown {
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && branches.length > 0) {
    const [branch] = branches.filter(({ type }: JsonSchema) => type !== 'null') as readonly JsonSchema[];
    // A branch says more than what stands beside the union, so it wins.
    return sampleOf({ ...schema, anyOf: undefined, oneOf: undefined, ...branch }, depth);
  }
  const type = typeOf(schema);
  return Object.hasOwn(samplers, type) ? samplers[type]?.(schema, depth) : null;
}

type Sampler = (schema: JsonSchema, depth: number) => unknown;

/** How a value is made, by `type`. */
const samplers: Readonly<Record<string, Sampler>> = {
  string: sampleText,
  integer: (schema) => sampleNumber(schema, 1),
  number: (schema) => sampleNumber(schema, 0.5),
  boolean: () => true,
  array: sampleArray,
  object: sampleObject,
};

function typeOf({ type, properties, items }: JsonSchema): string {
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return String(type.find((one) => one !== 'null') ?? 'null');
  if (properties !== undefined) return 'object';
  return items === undefined ? 'string' : 'array';
}

function sampleObject(schema: JsonSchema, depth: number): unknown {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (depth >= deepest) return {};
  const given = properties.map(([name, property]) => [name, sampleOf(property, depth + 1)] as const);
  if (given.length > 0 || schema['additionalProperties'] === false) return Object.fromEntries(given);
  const values = schema['additionalProperties'];
  // An object without members leaves no trace in a query, so nothing could be told from it.
  return {
    sample:
      typeof values === 'object' && values !== null ? sampleOf(values as JsonSchema, depth + 1) : 'sample',
  };
}

function sampleArray(schema: JsonSchema, depth: number): unknown {
  const { items, minItems, maxItems } = schema;
  if (depth >= deepest || maxItems === 0) return [];
  const one =
    typeof items === 'object' && items !== null ? sampleOf(items as JsonSchema, depth + 1) : 'sample';
  // Two items show how they are joined.
  const most = typeof maxItems === 'number' ? maxItems : 2;
  const count = Math.max(Math.min(2, most), typeof minItems === 'number' ? minItems : 0);
  return Array.from({ length: count }, (_, index) =>
    schema['uniqueItems'] === true ? distinct(one, index) : one,
  );
}

function distinct(value: unknown, index: number): unknown {
  if (index === 0) return value;
  if (typeof value === 'number') return value + index;
  return typeof value === 'string' ? `${value}${index}` : value;
}

function sampleNumber(schema: JsonSchema, preferred: number): number {
  const bound = (...names: readonly string[]) =>
    names.map((name) => schema[name]).filter((value) => typeof value === 'number');
  const least = Math.max(
    -Infinity,
    ...bound('minimum'),
    ...bound('exclusiveMinimum').map((value) => value + 1),
  );
  const most = Math.min(
    Infinity,
    ...bound('maximum'),
    ...bound('exclusiveMaximum').map((value) => value - 1),
  );
  const [step] = bound('multipleOf');
  const wanted = Math.min(Math.max(preferred, least), most);
  if (step === undefined) return schema['type'] === 'integer' ? Math.ceil(wanted) : wanted;
  return Math.ceil(wanted / step) * step;
}

/** Texts for formats that an API may check. */
const formats: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  'date-time': '2024-02-29T12:30:00Z',
  time: '12:30:00Z',
  duration: 'P1D',
  email: 'sample@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/sample',
  'uri-reference': '/sample',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'c2FtcGxl',
  binary: 'c2FtcGxl',
};

function sampleText(schema: JsonSchema): string {
  const { format, pattern, contentEncoding, minLength, maxLength } = schema;
  if (contentEncoding === 'base64') return 'c2FtcGxl';
  if (typeof pattern === 'string') return textLike(pattern, typeof minLength === 'number' ? minLength : 0);
  const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  const text = (known ?? 'sample').padEnd(typeof minLength === 'number' ? minLength : 0, 'x');
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}
