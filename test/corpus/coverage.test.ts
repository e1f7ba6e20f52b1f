import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measureCoverage, type ToolBinding } from './coverage.js';
import type { DocumentOperation } from './document-inputs.js';

const operation: DocumentOperation = {
  method: 'POST',
  path: '/a',
  operationId: 'doIt',
  parameters: [
    { in: 'query', name: 'filter[status]' },
    { in: 'path', name: 'id' },
  ],
  bodies: new Map([
    ['application/json', ['name', 'size']],
    ['text/plain', []],
  ]),
};

const binding: ToolBinding = {
  name: 'tool',
  operationId: 'doIt',
  request: {
    method: 'POST',
    path: '/a',
    parameters: [
      { property: 'filter_status', name: 'filter[status]', in: 'query' },
      { property: 'id', name: 'id', in: 'path' },
    ],
    body: { property: 'body', mediaType: 'application/json' },
  },
};

const schema = {
  properties: {
    filter_status: {},
    id: {},
    body: { allOf: [{ $ref: '#/$defs/a~1b' }], anyOf: [{ properties: { size: {} } }] },
  },
  $defs: { 'a/b': { properties: { name: {} } } },
};

const request = (changes: object): ToolBinding => ({
  ...binding,
  request: { ...binding.request, ...changes },
});

type Schema = Readonly<Record<string, unknown>>;

suite('coverage', () => {
  const cases: readonly [of: string, binding: ToolBinding, schema: object, missing: readonly string[]][] = [
    ['a tool that names everything', binding, schema, []],
    ['a path that is written otherwise, where the operationId tells', request({ path: '/b' }), schema, []],
    [
      'a tool of another method',
      request({ method: 'GET' }),
      schema,
      ['has no tool', 'query filter[status]', 'path id', 'body name', 'body size'],
    ],
    [
      'a parameter bound to another place',
      request({ parameters: [binding.request.parameters[0], { property: 'id', name: 'id', in: 'query' }] }),
      schema,
      ['path id'],
    ],
    [
      'an argument that is not listed',
      binding,
      { ...schema, properties: { filter_status: {}, body: schema.properties.body } },
      ['path id'],
    ],
    [
      'a body without members',
      binding,
      { properties: { filter_status: {}, id: {}, body: {} } },
      ['body name', 'body size'],
    ],
    [
      'a tool that sends another media type',
      request({ body: { property: 'body', mediaType: 'text/plain' } }),
      { properties: { filter_status: {}, id: {}, body: {} } },
      [],
    ],
    ['a tool that sends no body at all', request({ body: undefined }), schema, ['body name', 'body size']],
  ];
  for (const [of, tool, listed, missing] of cases) {
    test(`of ${of}`, () => {
      const {
        named,
        total,
        missing: found,
      } = measureCoverage([operation], [tool], new Map([['tool', { ...listed }]]));
      assert.deepEqual(
        found,
        missing.map((input) => `POST /a ${input}`),
      );
      assert.equal(total - named, missing.length);
    });
  }
  test('of the tool with the same method and path, whatever else there is', () => {
    const other: ToolBinding = { name: 'other', request: { method: 'POST', path: '/b', parameters: [] } };
    const schemas = new Map<string, Schema>([
      ['other', {}],
      ['tool', schema],
    ]);
    assert.deepEqual(measureCoverage([operation], [other, binding], schemas).missing, []);
  });
});
