import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findNameProblems, findSchemaProblems } from './listed-schemas.js';

type Schema = Readonly<Record<string, unknown>>;

const object = { type: 'object', properties: {} };

suite('names', () => {
  const cases: readonly [of: string, name: string, inputSchema: Schema, problems: number][] = [
    ['a legal tool', 'get-a_B9', object, 0],
    ['a tool name with a dot', 'a.b', object, 1],
    ['a tool name of 65 characters', 'a'.repeat(65), object, 1],
    ['a schema of another type', 'a', { type: ['object', 'null'] }, 1],
    ['a combined schema', 'a', { ...object, anyOf: [{}], $ref: '#' }, 2],
    ['a property name with brackets', 'a', { type: 'object', properties: { 'a[b]': {}, 'a.b': {} } }, 1],
  ];
  for (const [of, name, inputSchema, problems] of cases) {
    test(`of ${of}`, () => assert.equal(findNameProblems([{ name, inputSchema }]).length, problems));
  }
  test('of two tools alike', () => {
    const tool = { name: 'a', inputSchema: object };
    assert.deepEqual(findNameProblems([tool, tool]), ['a: the name is not unique']);
  });
});

suite('schemas', () => {
  const cases: readonly [of: string, schema: Schema, problem: RegExp | undefined][] = [
    [
      'a plain one',
      { ...object, properties: { a: { type: 'string', format: 'no such format' } } },
      undefined,
    ],
    ['an illegal type', { type: 'file' }, /type must be/],
    [
      'a pattern that only the absence of the `u` flag allows',
      { pattern: '\\-' },
      /Invalid regular expression/,
    ],
    ['a property name pattern', { patternProperties: { '[': {} } }, /Invalid regular expression/],
    ['a local reference', { $ref: '#/$defs/a', $defs: { a: {} } }, undefined],
    ['a local reference that leads nowhere', { $ref: '#/$defs/a' }, /can't resolve/],
    [
      'a reference to the network',
      { items: { $ref: 'https://json-schema.org/draft/2020-12/schema' } },
      /leaves the schema/,
    ],
    [
      'a property called `$ref`',
      { properties: { $ref: { type: 'string' } }, enum: [{ $ref: 'https://a' }] },
      undefined,
    ],
    ['an older dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, /no schema with key/],
    [
      'a property called `__proto__`',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as Schema,
      undefined,
    ],
  ];
  for (const [of, outputSchema, problem] of cases) {
    test(`of ${of}`, () => {
      const found = findSchemaProblems([{ name: 'a', inputSchema: object, outputSchema }]);
      if (problem === undefined) assert.deepEqual(found, []);
      else assert.match(found.join('\n'), problem);
    });
  }
  test('with the same `$id` in two tools', () => {
    const inputSchema = { ...object, $id: 'https://example.com/a' };
    assert.deepEqual(
      findSchemaProblems([
        { name: 'a', inputSchema },
        { name: 'b', inputSchema: { ...inputSchema } },
      ]),
      [],
    );
  });
});
