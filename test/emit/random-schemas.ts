import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

/** Text of every kind that a document may hold. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('*', '/', '\\', '`', '$', '{', '}', "'", '"', '\n', '\r', '@', '<', ' ', 'a'),
  }),
  fc.string({
    unit: fc.constantFrom('\u2028', '\u2029', '\u202e', '\u200b', '\ud800', '\udc00', '\u0000', '*', '/'),
  }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '',
    '0',
    'new',
    'get',
    'readonly',
    'type',
    '[key: string]',
  ),
  fc.stringMatching(/^[a-z_]{1,40}$/),
);

/** The names of the schemas that `randomSchema` refers to. */
export const schemaNames = [
  'Pet',
  'a/b~c',
  '__proto__',
  'pet',
  'Record',
  'Very long name of a schema that fills a line',
  '1',
];

const reference = fc
  .constantFrom(...schemaNames, 'missing')
  .map((name) => ({ $ref: `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` }));

/** Random JSON Schemas, of the keywords that a type can show. */
export const randomSchema: fc.Arbitrary<JsonSchema | boolean> = fc.letrec<{ schema: JsonSchema | boolean }>(
  (tie) => {
    const list = fc.array(tie('schema'), { maxLength: 4 });
    const described = fc.record(
      { description: anyText, deprecated: fc.boolean(), nullable: fc.boolean() },
      { requiredKeys: [] },
    );
    const scalar = fc.oneof(
      fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'odd') }),
      fc.record({
        type: fc.uniqueArray(fc.constantFrom('string', 'null', 'object', 'array'), { minLength: 1 }),
      }),
      fc.record({
        enum: fc.array(fc.oneof(anyText, fc.double({ noNaN: true }), fc.constant(null), fc.constant({}))),
      }),
      fc.record({ const: fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant([])) }),
      reference,
      fc.boolean(),
    );
    const object = fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(anyText, tie('schema'), { maxKeys: 4 }),
        required: fc.array(anyText, { maxLength: 2 }),
        additionalProperties: tie('schema'),
        patternProperties: fc.dictionary(anyText, tie('schema'), { maxKeys: 1 }),
      },
      { requiredKeys: ['properties'] },
    );
    const map = fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') });
    const array = fc.record({ type: fc.constant('array'), items: tie('schema') }, { requiredKeys: ['type'] });
    const tuple = fc.record(
      { prefixItems: list, items: tie('schema'), minItems: fc.integer({ min: 0, max: 4 }) },
      { requiredKeys: ['prefixItems'] },
    );
    const combined = fc.record({ anyOf: list, oneOf: list, allOf: list }, { requiredKeys: [] });
    const withCombination = fc.tuple(fc.oneof(scalar, object), combined).map(merge);
    const shape = fc.oneof({ maxDepth: 4 }, scalar, object, map, array, tuple, combined, withCombination);
    return { schema: fc.tuple(shape, described).map(merge) };
  },
).schema;

function merge([left, right]: readonly [JsonSchema | boolean, JsonSchema]): JsonSchema | boolean {
  return typeof left === 'boolean' ? left : { ...left, ...right };
}
