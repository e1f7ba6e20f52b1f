import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolArguments } from '../../src/runtime/request/arguments.js';
import { evenOut } from '../../src/runtime/request/even-out.js';
import type { JsonSchema, ObjectSchema } from '../../src/runtime/json-schema.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { madeManifest, madeTool } from './made-manifest.js';

const text: JsonSchema = { type: 'string' };
const mirrored: JsonSchema = { type: 'string', 'x-mcp-header': 'Region' };
const nullable: JsonSchema = { anyOf: [text, { type: 'null' }] };

function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): ObjectSchema {
  return { type: 'object', properties, required };
}

function closed(properties: Readonly<Record<string, JsonSchema>>): ObjectSchema {
  return { ...object(properties), additionalProperties: false };
}

function kind(value: string): JsonSchema {
  return { type: 'string', enum: [value] };
}

/** An argument for a schema that was shown in another way, evened out. */
function evened(value: unknown, schema: JsonSchema): unknown {
  const inputSchema = object({ argument: schema });
  return evenOut({ inputSchema, listedSchema: object({}) }, { argument: value })['argument'];
}

suite('JSON text within a body', () => {
  const list: JsonSchema = { type: 'array', items: object({ a: object({}) }) };
  const cases: readonly [of: string, value: unknown, schema: JsonSchema, result: unknown][] = [
    ['the body itself', '{"a":1}', object({}), { a: 1 }],
    ['a member', { a: '{"b":1}', n: null }, object({ a: object({}), n: text }), { a: { b: 1 }, n: null }],
    ['inside such text', { a: '[{"a":"{}"}]' }, object({ a: list }), { a: [{ a: {} }] }],
    ['an item', ['{"a":" {} "}'], list, [{ a: {} }]],
    [
      'a value of a map',
      { z: '[1]' },
      { type: 'object', additionalProperties: { type: 'array' } },
      { z: [1] },
    ],
    ['what may be text', { a: '{}' }, object({ a: { anyOf: [text, object({})] } }), { a: '{}' }],
    ['what may be anything', { a: '{}' }, object({ a: {} }), { a: '{}' }],
    ['what nobody knows', { z: '{}' }, object({ a: text }), { z: '{}' }],
    ['what is no JSON', { a: '{x' }, object({ a: object({}) }), { a: '{x' }],
    [
      'what another branch leaves open',
      { a: '{}' },
      { anyOf: [object({ a: object({}) }, ['a']), object({ b: text })] },
      { a: '{}' },
    ],
    [
      'what no other branch takes',
      { a: '{}' },
      { anyOf: [object({ a: object({}) }, ['a']), closed({ b: text })] },
      { a: {} },
    ],
    [
      '__proto__',
      JSON.parse('{"__proto__":"{}"}'),
      object({ a: object({}) }),
      JSON.parse('{"__proto__":"{}"}'),
    ],
  ];
  for (const [of, value, schema, result] of cases) {
    test(of, () => {
      const request = { body: { property: 'body', mediaType: 'application/json' } };
      const inputSchema = object({ body: schema });
      assert.deepEqual(evenOut({ inputSchema, request }, { body: value })['body'], result);
    });
  }
  test('that of another argument’s members is left alone', () => {
    const inputSchema = object({ query: object({ a: object({}) }) });
    assert.deepEqual(evenOut({ inputSchema }, { query: { a: '{}' } }), { query: { a: '{}' } });
  });
});

suite('a value for a schema that was shown in another way', () => {
  const cases: readonly [of: string, value: unknown, schema: JsonSchema, result: unknown][] = [
    ['null that means nothing', { a: null, b: 'x' }, object({ a: text, b: text }), { b: 'x' }],
    ['null that is allowed', { a: null }, object({ a: nullable }), { a: null }],
    ['null of any type', { a: null }, object({ a: {} }), { a: null }],
    ['null of a list of types', { a: null }, object({ a: { type: ['string', 'null'] } }), { a: null }],
    ['null that has to be given', { a: null }, object({ a: text }, ['a']), { a: null }],
    ['null of a member that nobody knows', { z: null }, object({ a: text }), { z: null }],
    ['null in a list', [{ a: null }, null], { type: 'array', items: object({ a: text }) }, [{}, null]],
    [
      'null in a map',
      { z: { a: null } },
      { type: 'object', properties: {}, additionalProperties: object({ a: text }) },
      { z: {} },
    ],
    [
      'null that one branch allows',
      { a: null },
      { anyOf: [object({ a: text }), object({ a: nullable })] },
      { a: null },
    ],
    [
      'the text of an object in the branch that has its other names',
      { a: '{"b":1}', c: 'x' },
      { anyOf: [closed({ a: text }), closed({ a: object({}), c: text })] },
      { a: { b: 1 }, c: 'x' },
    ],
    [
      'the text of an object in the branch that has its kind',
      { a: '{"b":1}', kind: 'y' },
      { anyOf: [object({ a: text, kind: kind('x') }), object({ a: object({}), kind: kind('y') })] },
      { a: { b: 1 }, kind: 'y' },
    ],
    [
      'what is of no branch by all that any says',
      { a: null, z: 1 },
      { anyOf: [closed({ a: text }), closed({ b: text })] },
      { z: 1 },
    ],
    [
      'null in the branch that can do without',
      { a: null },
      { anyOf: [object({ a: text }), object({ a: text, b: text }, ['a'])] },
      {},
    ],
    [
      'null in the branch whose members are there',
      { a: null, c: 1 },
      { anyOf: [object({ a: {}, b: text }, ['a', 'b']), object({ a: text, c: {} }, ['c'])] },
      { c: 1 },
    ],
    ['null that no branch allows', { a: null }, { anyOf: [object({ a: text }), object({ b: text })] }, {}],
    ['the text of an object', { a: '{"b":null}' }, object({ a: object({ b: text }) }), { a: {} }],
    ['the text of a list', { a: '[1]' }, object({ a: { type: 'array', items: {} } }), { a: [1] }],
    ['a text that is one', { a: '{}' }, object({ a: { anyOf: [object({}), text] } }), { a: '{}' }],
    ['a text that says nothing', { a: '{' }, object({ a: object({}) }), { a: '{' }],
    ['the text of null', { a: 'null' }, object({ a: object({}) }), { a: 'null' }],
    [
      'the text of null where null can be',
      { a: 'null' },
      object({ a: { anyOf: [object({}), { type: 'null' }] } }),
      { a: null },
    ],
    [
      'the text of an object with a list of types',
      { a: '{"b":1}' },
      object({ a: { type: ['object', 'null'] } }),
      { a: { b: 1 } },
    ],
    [
      'the text of an object beside numbers',
      ['{"b":1}', '1'],
      { type: 'array', items: { anyOf: [object({}), { type: 'integer' }] } },
      [{ b: 1 }, '1'],
    ],
    // MCP (Streamable HTTP, server validation): what is mirrored is compared with the argument as it came.
    ['the text of an object with a mirrored member', '{"b":"eu"}', object({ b: mirrored }), '{"b":"eu"}'],
    [
      'the text of an object with a mirrored member further in',
      { a: '{"b":{"c":"eu"}}' },
      object({ a: object({ b: object({ c: mirrored }) }) }),
      { a: '{"b":{"c":"eu"}}' },
    ],
    ['what nothing is said of', { a: { b: null } }, object({ a: {} }), { a: { b: null } }],
    ['a scalar', 3, object({ a: text }), 3],
  ];
  for (const [of, value, schema, result] of cases) {
    test(`is right with ${of}`, () => assert.deepEqual(evened(value, schema), result));
  }

  test('keeps members with the names of what every object inherits', () => {
    // Only JSON makes `__proto__` a member of its own.
    const value: unknown = JSON.parse('{"__proto__":{"a":null},"constructor":null,"toString":null}');
    const properties = JSON.parse(
      '{"__proto__":{"type":"object","properties":{"a":{"type":"string"}}}}',
    ) as object;
    const result = evened(value, object({ ...properties, constructor: text }));
    assert.equal(JSON.stringify(result), '{"__proto__":{},"toString":null}');
  });

  test('goes no deeper than its schema', () => {
    let deep: unknown = null;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    const schema = object({ a: { type: 'array' }, b: text });
    assert.deepEqual(evened({ a: deep, b: null }, schema), { a: deep });
  });
});

suite('a tool that is listed in the way of a host', () => {
  const given: ToolArguments[] = [];
  const tool = madeTool({
    name: 'savePet',
    inputSchema: {
      type: 'object',
      properties: { body: object({ a: text, b: text }) },
      additionalProperties: false,
    },
    listedSchema: { type: 'object', properties: { body: { type: 'string', description: 'JSON text.' } } },
    _meta: { 'example/hint': 1 },
  });
  const tools = createTools({
    manifest: madeManifest([tool]),
    callTool: async (_, args) => {
      given.push(args);
      return Promise.resolve({ content: [] });
    },
    overrides: [],
    tools: [],
  });
  const call = async (args: ToolArguments) =>
    tools.get('savePet')?.call(args, { signal: AbortSignal.timeout(1000), progress: () => undefined });

  test('shows that schema, and the hints that hosts read', () => {
    const { inputSchema, _meta } = tools.get('savePet')?.listed ?? {};
    assert.deepEqual(inputSchema, tool.listedSchema);
    assert.deepEqual(_meta, tool._meta);
  });

  test('takes what that schema asks for, and sends what its own one does', async () => {
    await call({ body: '{"a":"x","b":null}' });
    assert.deepEqual(given, [{ body: { a: 'x' } }]);
  });

  test('is checked against its own schema', async () => {
    assert.equal((await call({ body: '{"a":3}' }))?.isError, true);
    assert.equal(given.length, 1);
  });
});
