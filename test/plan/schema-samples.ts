import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

type Json = JsonSchema | boolean;

export type Pool = Readonly<Record<string, Json>>;

const names = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor');
const texts = fc.constantFrom('', 'a', 'ab', 'abc', 'abcd', '1', 'A');
const numbers = fc.constantFrom(-2, -1, 0, 0.5, 1, 1.5, 2, 3, 5, 100);
const counts = fc.nat({ max: 3 });

/** Plain JSON values, small and alike, so that they often fit a schema. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    texts,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const typeNames = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null');

const references = fc.constantFrom('#/$defs/A', '#/$defs/B', '#/$defs/C');

/** Schemas of JSON Schema's vocabulary, with references to `A`, `B` and `C`. */
export const schemas: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const nameList = fc.uniqueArray(names, { maxLength: 2 });
  const keyword = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<readonly [string, unknown]> =>
    value.map((chosen) => [name, chosen] as const);
  const shapes = fc.oneof(
    keyword('properties', fc.dictionary(names, schema, { maxKeys: 3 })),
    keyword('required', nameList),
    keyword('additionalProperties', schema),
    keyword('patternProperties', fc.dictionary(fc.constantFrom('^a', 'b', '^x'), schema, { maxKeys: 2 })),
    keyword('unevaluatedProperties', fc.boolean()),
    keyword('dependentRequired', fc.dictionary(names, nameList, { maxKeys: 1 })),
    keyword('propertyNames', schema),
    keyword('items', schema),
    keyword('prefixItems', list),
    keyword('contains', schema),
  );
  const combinators = fc.oneof(
    keyword('$ref', references),
    keyword('allOf', list),
    keyword('anyOf', fc.array(schema, { minLength: 1, maxLength: 8 })),
    keyword('oneOf', list),
    keyword('not', schema),
    keyword('if', schema),
    keyword('then', schema),
    keyword('enum', fc.array(values, { minLength: 1, maxLength: 4 })),
    keyword('const', values),
  );
  const limits = fc.oneof(
    ...['minItems', 'maxItems', 'minLength', 'maxLength'].map((name) => keyword(name, counts)),
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => keyword(name, numbers)),
    keyword('uniqueItems', fc.boolean()),
    keyword('multipleOf', fc.constantFrom(1, 2, 0.5)),
    keyword('pattern', fc.constantFrom('^a', 'b$', '^(?!a)', '[0-9]', '^(a)\\1$')),
    keyword('format', fc.constantFrom('uuid', 'int32', 'date')),
    keyword('default', values),
    keyword('description', texts),
  );
  const types = keyword(
    'type',
    fc.oneof(typeNames, fc.uniqueArray(typeNames, { minLength: 1, maxLength: 3 })),
  );
  const keywords = fc.array(fc.oneof(types, shapes, shapes, combinators, limits), { maxLength: 5 });
  return {
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: typeNames.map((type) => ({ type })), weight: 3 },
      { arbitrary: keywords.map((pairs) => Object.fromEntries(pairs)), weight: 8 },
    ),
  };
}).schema;

/** A value that may well fit: it is put together from what the schema's keywords ask for. */
export function sampleOf(schema: Json, pool: Pool, roll: (sides: number) => number, depth = 4): unknown {
  if (typeof schema === 'boolean' || depth === 0) return pick([0, 'a', null, {}, [], true], roll);
  if ('const' in schema) return schema['const'];
  const listed = schema['enum'];
  if (Array.isArray(listed)) return pick(listed as readonly unknown[], roll);
  const parts = partsOf(schema, pool, roll).map((part) => sampleOf(part, pool, roll, depth - 1));
  const own = ownSample(schema, pool, roll, depth);
  const all = [own, ...parts].filter((part) => part !== undefined);
  const objects = all.filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  if (objects.length > 0 && roll(5) > 0)
    return Object.fromEntries(objects.flatMap((part) => Object.entries(part ?? {})));
  return all.length === 0 ? sampleOf(true, pool, roll, depth) : pick(all, roll);
}

/** The schemas that a value has to fit as well: all of `allOf`, one of each choice, what is referred to. */
function partsOf(schema: JsonSchema, pool: Pool, roll: (sides: number) => number): readonly Json[] {
  const branches = (keyword: string): readonly Json[] =>
    (schema[keyword] as readonly Json[] | undefined) ?? [];
  const chosen = ['anyOf', 'oneOf']
    .map(branches)
    .flatMap((list) => (list.length === 0 ? [] : [pick(list, roll)]));
  const reference = schema['$ref'];
  const name = typeof reference === 'string' ? reference.slice('#/$defs/'.length) : '';
  const target = Object.hasOwn(pool, name) ? pool[name] : undefined;
  return [...branches('allOf'), ...chosen, ...(target === undefined ? [] : [target])];
}

function ownSample(schema: JsonSchema, pool: Pool, roll: (sides: number) => number, depth: number): unknown {
  const declared = schema['type'];
  const type: unknown = Array.isArray(declared)
    ? pick(declared as readonly unknown[], roll)
    : (declared ?? impliedType(schema));
  const inner = (json: unknown): unknown => sampleOf((json ?? true) as Json, pool, roll, depth - 1);
  const makers: Readonly<Record<string, () => unknown>> = {
    object: () => {
      const properties = Object.entries((schema['properties'] ?? {}) as JsonSchema);
      const given = properties.filter(() => roll(3) > 0).map(([name, json]) => [name, inner(json)] as const);
      const names = (schema['required'] ?? []) as readonly string[];
      const extra = roll(4) === 0 ? [['d', inner(schema['additionalProperties'])] as const] : [];
      return Object.fromEntries([
        ...extra,
        ...names.map((name) => [name, inner(schema['additionalProperties'])] as const),
        ...given,
      ]);
    },
    array: () => {
      const first = ((schema['prefixItems'] ?? []) as readonly Json[]).map(inner);
      return [...first, ...Array.from({ length: roll(3) }, () => inner(schema['items']))];
    },
    string: () => pick(['', 'a', 'ab', 'abc', '1'], roll),
    integer: () => boundary(schema, roll),
    number: () => boundary(schema, roll) + (roll(3) === 0 ? 0.5 : 0),
    boolean: () => roll(2) === 0,
    null: () => null,
  };
  return makers[String(type)]?.();
}

function impliedType(schema: JsonSchema): string | undefined {
  if (schema['properties'] !== undefined || schema['required'] !== undefined) return 'object';
  return schema['items'] !== undefined ? 'array' : undefined;
}

function boundary(schema: JsonSchema, roll: (sides: number) => number): number {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(
    (keyword) => schema[keyword],
  );
  return pick([0, 1, 3, ...bounds.filter((bound) => typeof bound === 'number')], roll) + roll(3) - 1;
}

function pick<T>(list: readonly T[], roll: (sides: number) => number): T {
  return list[roll(list.length)] as T;
}
