import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BodyBinding } from '../../src/runtime/binding.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { evenOut } from '../../src/runtime/request/even-out.js';
import { buildRequest } from '../../src/runtime/request/request.js';
import { madeTool } from './made-manifest.js';

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});
const id = object({ a: { type: 'integer' } });
const price = object({ a: { type: 'number' } });
const anything: JsonSchema = {};

function toolOf(schema: JsonSchema, own: Partial<BodyBinding> = {}) {
  return madeTool({
    name: 'save',
    inputSchema: { type: 'object', properties: { body: schema }, additionalProperties: false },
    request: {
      ...{ method: 'POST', path: '/', parameters: [], accept: [], security: [] },
      body: { property: 'body', mediaType: 'application/json', ...own },
    },
  });
}

/** What is sent of a body that came in a message. */
async function send(schema: JsonSchema, json: string, own: Partial<BodyBinding> = {}): Promise<string> {
  const tool = toolOf(schema, own);
  const args = evenOut(tool, { body: JSON.parse(json) as unknown });
  const { body } = await buildRequest(tool, args, new URL('https://api.example.com'), {});
  return Buffer.from(body?.bytes ?? '').toString();
}

const form = { mediaType: 'application/x-www-form-urlencoded' };
const parts = { mediaType: 'multipart/form-data' };

suite('a number that JSON changed on its way is not sent in a body (RFC 8259 6)', () => {
  const refused: readonly [of: string, schema: JsonSchema, json: string, own?: Partial<BodyBinding>][] = [
    ['a member', id, '{"a":9007199254740993}'],
    ['a negative one', id, '{"a":-9007199254740993}'],
    ['an integer as it is rounded', id, '{"a":9007199254740992}'],
    ['an item', { type: 'array', items: { type: 'integer' } }, '[1,9007199254740993]'],
    ['the body itself', { type: 'integer' }, '9007199254740993'],
    ['of a free object', anything, '{"x":{"y":[12345678901234567890]}}'],
    ['of members without names', { type: 'object', additionalProperties: true }, '{"x":9007199254740993}'],
    ['of one branch that takes integers', { anyOf: [id, { type: 'string' }] }, '{"a":9007199254740993}'],
    ['a field of a form', id, '{"a":9007199254740993}', form],
    ['a part', id, '{"a":9007199254740993}', parts],
    ['a text line', { type: 'integer' }, '9007199254740993', { mediaType: 'text/plain' }],
    ['an infinite number', price, '{"a":1e400}'],
    ['an infinite number of a free object', anything, '[-1e400]'],
    ['within JSON text', id, JSON.stringify('{"a":9007199254740993}')],
    ['within JSON text, where a number may be rounded', price, JSON.stringify('{"a":9007199254740993}')],
    ['within JSON text, out of range', price, JSON.stringify('{"a":1e400}')],
    ['within JSON text, too near to zero', price, JSON.stringify('{"a":1e-400}')],
    ['within JSON text of a member', object({ m: id }), JSON.stringify({ m: '{"a":9007199254740993}' })],
    ['an item of a member', object({ m: { type: 'array', items: id } }), '{"m":[{"a":9007199254740993}]}'],
  ];
  for (const [of, schema, json, own] of refused) {
    test(of, () =>
      assert.rejects(send(schema, json, own), { code: 'invalid-argument', message: /nothing was sent/ }),
    );
  }

  const sent: readonly [of: string, schema: JsonSchema, json: string, expected: string][] = [
    ['the greatest safe integer', id, '{"a":9007199254740991}', '{"a":9007199254740991}'],
    ['a double where one is taken', price, '{"a":1e20}', '{"a":100000000000000000000}'],
    [
      'a power of two where a double is taken',
      price,
      '{"a":1152921504606846976}',
      '{"a":1152921504606847000}',
    ],
    [
      'a double in one branch of a union',
      { anyOf: [price, { type: 'null' }] },
      '{"a":1e300}',
      '{"a":1e+300}',
    ],
    ['a fraction', id, '{"a":0.1}', '{"a":0.1}'],
    [
      'digits in a text',
      object({ a: { type: 'string' } }),
      '{"a":"9007199254740993"}',
      '{"a":"9007199254740993"}',
    ],
    [
      'digits in a text of JSON text',
      object({ a: {} }),
      JSON.stringify('{"a":"9007199254740993"}'),
      '{"a":"9007199254740993"}',
    ],
    ['a double in JSON text', price, JSON.stringify('{"a":1e20}'), '{"a":100000000000000000000}'],
  ];
  for (const [of, schema, json, expected] of sent) {
    test(`but ${of} is`, async () => assert.equal(await send(schema, json), expected));
  }

  test('a number that an override made up is none of JSON', () =>
    assert.rejects(
      buildRequest(toolOf(anything), { body: { a: NaN } }, new URL('https://api.example.com'), {}),
      { code: 'invalid-argument', message: /a number that JSON cannot say/ },
    ));

  test('a body of any depth is looked through', () =>
    assert.rejects(
      buildRequest(toolOf(anything), { body: nested(50_000) }, new URL('https://api.example.com'), {}),
      { code: 'invalid-argument', message: /2\^53/ },
    ));
});

function nested(depth: number): unknown {
  let value: unknown = 2 ** 53;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
