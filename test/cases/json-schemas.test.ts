import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isValid, schemaFault, subschemas, valueAt } from './json-schemas.js';

test('names of properties and values in enum, const and default are no schemas', () => {
  const schema = {
    properties: { nullable: { title: 'a' }, items: { prefixItems: [{ title: 'b' }, true] } },
    default: { title: 'no' },
    enum: [{ title: 'no' }],
    allOf: [{ not: { title: 'c' } }],
    $defs: { const: { title: 'd' } },
    additionalProperties: false,
  };
  const titles = subschemas(schema).flatMap(({ title }) => title ?? []);
  assert.deepEqual([...titles].sort(), ['a', 'b', 'c', 'd']);
});

suite('a pointer into a schema', () => {
  const root = {
    properties: { a: { $ref: '#/$defs/a~1b%25' }, list: [{ x: 1 }] },
    $defs: {
      'a/b%': { $ref: '#/$defs/end' },
      end: { type: 'string', properties: { z: {} } },
      loop: { $ref: '#/$defs/loop' },
    },
  };
  const table: readonly (readonly [pointer: string, value: unknown])[] = [
    ['', root],
    ['/properties/a/type', 'string'],
    ['/properties/list/0/x', 1],
    ['/properties/list/9', undefined],
    ['/properties/toString', undefined],
    ['/$defs/loop/type', undefined],
  ];
  for (const [pointer, value] of table) {
    test(pointer === '' ? 'to the whole' : pointer, () => assert.equal(valueAt(root, root, pointer), value));
  }
});

suite('JSON Schema 2020-12', () => {
  const sound: readonly object[] = [
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    { 'x-mcp-header': 'Region', format: 'no-such-format' },
    { properties: { $ref: { type: 'string' } } },
    { $ref: '#/$defs/tree', $defs: { tree: { properties: { next: { $ref: '#/$defs/tree' } } } } },
    { $id: 'https://x.test/same' },
    { $id: 'https://x.test/same', type: 'object' },
  ];
  for (const schema of sound) {
    test(`takes ${JSON.stringify(schema)}`, () => assert.equal(schemaFault(schema), undefined));
  }
  const broken: readonly object[] = [
    { type: 'file' },
    { minimum: 0, exclusiveMinimum: true },
    { items: [{}] },
    { pattern: '[\\w-.]' },
    { $ref: '#/$defs/none' },
    { $ref: 'other.json' },
  ];
  for (const schema of broken) {
    test(`refuses ${JSON.stringify(schema)}`, () => assert.notEqual(schemaFault(schema), undefined));
  }
});

suite('an instance', () => {
  test('has its own members only', () => {
    const schema = { properties: { constructor: { type: 'integer' } }, required: ['toString'] };
    assert.equal(isValid(schema, { toString: 1 }), true);
    assert.equal(isValid(schema, {}), false);
    assert.equal(isValid(schema, { toString: 1, constructor: 'x' }), false);
  });
  test('is not measured by formats', () => assert.equal(isValid({ format: 'date' }, 'tomorrow'), true));
});
