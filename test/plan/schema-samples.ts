import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { Json } from './schema-judge.js';

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

const choices = fc.constantFrom('anyOf', 'oneOf', 'allOf');
const nameList = fc.uniqueArray(names, { maxLength: 2 });
const flag = fc.constant(true);
const patterns = fc.constantFrom(
  '^a',
  'b$',
  '^(?!a)',
  '[0-9]',
  '^(a)\\1$',
  '^[ab]{1,3}$',
  '^.{2}$',
  '\\S',
  '^\\d+$',
);

type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Keywords of a schema for strings, for numbers and for all values. */
const stringKeywords: Keywords = {
  minLength: counts,
  maxLength: counts,
  pattern: patterns,
  format: fc.constantFrom('uuid', 'int32', 'date', 'email', 'binary'),
  enum: fc.uniqueArray(texts, { minLength: 1 }),
};
const numberKeywords: Keywords = {
  minimum: numbers,
  maximum: numbers,
  exclusiveMinimum: numbers,
  exclusiveMaximum: numbers,
  multipleOf: fc.constantFrom(1, 2, 0.5),
  format: fc.constantFrom('int32', 'double'),
  enum: fc.uniqueArray(numbers, { minLength: 1 }),
};
const anyKeywords: Keywords = {
  description: texts,
  default: values,
  const: values,
  enum: fc.array(values, { minLength: 1, maxLength: 4 }),
  readOnly: flag,
  writeOnly: flag,
};

/** Keywords that hold schemas: for objects, for arrays, and for values of every type. */
function objectKeywords(schema: fc.Arbitrary<Json>): Keywords {
  return {
    properties: fc.dictionary(names, schema, { minKeys: 1, maxKeys: 3 }),
    required: nameList,
    additionalProperties: schema,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '^x'), schema, { maxKeys: 2 }),
    unevaluatedProperties: fc.boolean(),
    dependentRequired: fc.dictionary(names, nameList, { maxKeys: 1 }),
    dependentSchemas: fc.dictionary(names, schema, { maxKeys: 1 }),
    propertyNames: schema,
    minProperties: counts,
    maxProperties: counts,
  };
}

function arrayKeywords(schema: fc.Arbitrary<Json>): Keywords {
  return {
    items: schema,
    prefixItems: fc.array(schema, { minLength: 1, maxLength: 3 }),
    contains: schema,
    unevaluatedItems: schema,
    minItems: counts,
    maxItems: counts,
    minContains: counts,
    maxContains: counts,
    uniqueItems: fc.boolean(),
  };
}

function combiners(schema: fc.Arbitrary<Json>): Keywords {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    $ref: references,
    allOf: list,
    anyOf: fc.array(schema, { minLength: 1, maxLength: 8 }),
    oneOf: list,
    not: schema,
    if: schema,
    then: schema,
    else: schema,
  };
}

/** A schema with some of the keywords, each as likely as the others. */
function some(
  keywords: Keywords,
  most: number,
  own: Readonly<Record<string, unknown>> = {},
): fc.Arbitrary<Json> {
  const all = Object.keys(keywords);
  return fc
    .uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: most, size: 'max' })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, keywords[name] ?? flag]))))
    .map((made) => ({ ...own, ...made }));
}

/** Objects as documents describe them: of most members something is said, and of some that they are required. */
function described(schema: fc.Arbitrary<Json>): fc.Arbitrary<JsonSchema> {
  const member = fc.record({
    name: names,
    schema,
    isRequired: fc.boolean(),
    mark: fc.constantFrom(undefined, undefined, 'readOnly', 'writeOnly'),
  });
  const members = fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector: ({ name }) => name });
  const additional = fc.oneof(fc.constant({}), fc.constant({ additionalProperties: false }));
  return fc.tuple(members, additional).map(([all, rest]) => ({
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, schema: json, mark }) => [
        name,
        mark === undefined || typeof json === 'boolean' ? json : { ...json, [mark]: true },
      ]),
    ),
    required: all.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ...rest,
  }));
}

/** More members than a tool can list; what is no object fits too where no type is said. */
export const wide: fc.Arbitrary<JsonSchema> = fc
  .record({
    count: fc.constantFrom(600, 1500),
    type: fc.constantFrom({}, { type: 'object' }),
    required: nameList,
  })
  .map(({ count, type, required }) => ({
    ...type,
    required,
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, { type: 'string' }])),
  }));

/** Schemas of JSON Schema's vocabulary, with references to `A`, `B` and `C`. */
export const schemas: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const schema = tie('schema');
  const [ofObjects, ofArrays, ofAll] = [objectKeywords(schema), arrayKeywords(schema), combiners(schema)];
  const types = fc.oneof(typeNames, fc.uniqueArray(typeNames, { minLength: 1, maxLength: 3 }));
  const all = { ...ofObjects, ...ofArrays, ...stringKeywords, ...numberKeywords, ...anyKeywords, ...ofAll };
  const objects = fc.array(described(schema), { minLength: 2, maxLength: 8 });
  const constant = fc.tuple(texts, texts).map(([value, description]) => ({ const: value, description }));
  const number = fc.tuple(numbers, texts).map(([value, description]) => ({ const: value, description }));
  return {
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: typeNames.map((type) => ({ type })), weight: 3 },
      { arbitrary: some({ ...stringKeywords, description: texts }, 3, { type: 'string' }), weight: 2 },
      { arbitrary: some(numberKeywords, 3, { type: 'number' }), weight: 2 },
      { arbitrary: some(numberKeywords, 3, { type: 'integer' }), weight: 2 },
      { arbitrary: fc.oneof(constant, number), weight: 2 },
      { arbitrary: described(schema), weight: 5 },
      { arbitrary: fc.tuple(choices, objects).map(([keyword, list]) => ({ [keyword]: list })), weight: 2 },
      { arbitrary: some({ ...ofObjects, ...anyKeywords }, 3, { type: 'object' }), weight: 3 },
      { arbitrary: some({ ...ofArrays, description: texts }, 3, { type: 'array' }), weight: 3 },
      { arbitrary: some({ ...ofAll, description: texts }, 2), weight: 5 },
      { arbitrary: some({ ...all, type: types }, 5), weight: 5 },
    ),
  };
}).schema;
