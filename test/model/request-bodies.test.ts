import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MediaType } from '../../src/model/model.js';
import { codesOf } from '../load/documents.js';
import { buildOperation, onlyOne, type OperationPlace } from './models.js';

async function mediaOf(
  content: object,
  place: OperationPlace = {},
): Promise<MediaType & { readonly codes: readonly string[] }> {
  const { operation, diagnostics } = await buildOperation({ requestBody: { content } }, place);
  return { ...onlyOne(operation.requestBody?.content ?? []), codes: codesOf(diagnostics) };
}

suite('a request body where HTTP gives it no meaning', () => {
  const cases: readonly [of: string, version: string, method: string, isSent: boolean, isTold: boolean][] = [
    ['3.0.4 Operation Object: "SHALL be ignored"', '3.0', 'get', false, true],
    ['the same', '3.0', 'head', false, true],
    ['the same, but it may name what to delete', '3.0', 'delete', true, true],
    ['the same, but it may be what is asked about', '3.0', 'options', true, true],
    ['RFC 7231 4.3.3: it has a meaning', '3.0', 'post', true, false],
    ['3.1.1 Operation Object: "permitted", if "SHOULD be avoided"', '3.1', 'get', true, false],
    ['the same', '3.1', 'delete', true, false],
    ['3.2.0 Operation Object: the same', '3.2', 'head', true, false],
    ['3.2.0 Path Item Object: a QUERY is about its body', '3.2', 'query', true, false],
    ['RFC 9110 9.3.8: none in a TRACE', '3.0', 'trace', false, true],
    ['the same', '3.1', 'trace', false, true],
    ['the same', '3.2', 'trace', false, true],
  ];
  for (const [of, version, method, isSent, isTold] of cases) {
    test(`${method} in ${version} (${of})`, async () => {
      const requestBody = { required: true, content: { 'application/json': {} } };
      const { operation, diagnostics } = await buildOperation({ requestBody }, { version, method });
      assert.equal(operation.requestBody !== undefined, isSent);
      assert.equal(operation.unusable, undefined);
      assert.deepEqual(codesOf(diagnostics), isTold ? ['request-body-of-method'] : []);
    });
  }

  for (const method of ['get', 'delete']) {
    test(`${method} in 2.0, which says nothing of it`, async () => {
      const parameters = [{ in: 'body', name: 'b', schema: {} }];
      const { operation } = await buildOperation({ parameters }, { version: '2.0', method });
      assert.ok(operation.requestBody);
    });
  }
});

suite('the style of an Encoding Object', () => {
  const encoding = { a: { style: 'form', explode: false, allowReserved: true } };
  const cases: readonly [version: string, range: string, isRead: boolean][] = [
    ['3.0', 'application/x-www-form-urlencoded', true],
    ['3.0', 'multipart/form-data', false],
    ['3.1', 'multipart/form-data', true],
    ['3.2', 'multipart/form-data', true],
    ['3.1', 'multipart/mixed', false],
  ];
  for (const [version, range, isRead] of cases) {
    test(`${isRead ? 'counts' : 'is ignored'} in ${range} of ${version} (Encoding Object)`, async () => {
      const read = await mediaOf({ [range]: { encoding } }, { version });
      assert.deepEqual(read.encoding, { a: isRead ? encoding.a : {} });
    });
  }
});

suite('the headers of an Encoding Object', () => {
  const read = async (headers: object, range = 'multipart/form-data', root: object = {}) =>
    mediaOf({ [range]: { encoding: { a: { headers } } } }, { ...root });
  const cases: readonly [of: string, header: object, value: string | undefined][] = [
    ['const', { schema: { const: 'x' } }, 'x'],
    ['an enum of one', { schema: { enum: [7] } }, '7'],
    ['default', { schema: { type: 'boolean', default: false } }, 'false'],
    ['a schema by reference', { schema: { $ref: '#/components/schemas/S' } }, 's'],
    ['a header by reference', { $ref: '#/components/headers/H' }, 'h'],
    ['an enum of two', { schema: { enum: ['x', 'y'] } }, undefined],
    ['an example', { schema: { type: 'string', example: 'x' }, example: 'x' }, undefined],
    ['a line end', { schema: { const: 'x\r\ny: z' } }, undefined],
    ['an object', { schema: { const: {} } }, undefined],
    ['nothing', {}, undefined],
  ];
  const components = { schemas: { S: { const: 's' } }, headers: { H: { schema: { const: 'h' } } } };
  for (const [of, header, value] of cases) {
    test(`${of}: ${value === undefined ? 'not sent' : 'sent'}`, async () => {
      const { encoding, codes } = await read({ 'X-A': header }, 'multipart/mixed', { components });
      assert.deepEqual(encoding, { a: value === undefined ? {} : { headers: { 'X-A': value } } });
      assert.deepEqual(codes, value === undefined ? ['part-header-not-sent'] : []);
    });
  }
  const constant = { schema: { const: 'x' } };
  test('Content-Type "SHALL be ignored"', async () =>
    assert.deepEqual((await read({ 'content-type': constant })).encoding, { a: {} }));
  test('the disposition of a part of a form is ours, elsewhere it is the document’s', async () => {
    const headers = { 'Content-Disposition': constant };
    assert.deepEqual((await read(headers)).encoding, { a: {} });
    assert.deepEqual((await read(headers, 'multipart/mixed')).encoding['a']?.headers, {
      'Content-Disposition': 'x',
    });
  });
  test('a name that is no token', async () =>
    assert.deepEqual((await read({ 'X A': constant })).codes, ['part-header-not-sent']));
  test('in a form that is not multipart they "SHALL be ignored"', async () =>
    assert.deepEqual((await read({ 'X-A': {} }, 'application/x-www-form-urlencoded')).codes, []));
  test('of an answer nothing is told', async () => {
    const media = { encoding: { a: { headers: { 'X-A': {} } } } };
    const responses = { 200: { description: '', content: { 'multipart/mixed': media } } };
    assert.deepEqual(codesOf((await buildOperation({ responses })).diagnostics), []);
  });
});

suite('Encoding Objects by position and within each other (OpenAPI 3.2)', () => {
  test('are read', async () => {
    const inner = { contentType: 'multipart/mixed', itemEncoding: { contentType: 'image/png' } };
    const media = { itemSchema: {}, prefixEncoding: [{ contentType: 'text/plain' }], itemEncoding: inner };
    const { prefixEncoding, itemEncoding } = await mediaOf({ 'multipart/mixed': media }, { version: '3.2' });
    assert.deepEqual([prefixEncoding, itemEncoding], [media.prefixEncoding, inner]);
  });
  test('end somewhere', async () => {
    let encoding: object = { contentType: 'image/png' };
    for (let depth = 0; depth < 100; depth += 1)
      encoding = { contentType: 'multipart/mixed', itemEncoding: encoding };
    const { itemEncoding } = await mediaOf(
      { 'multipart/mixed': { itemEncoding: encoding } },
      { version: '3.2' },
    );
    assert.ok(JSON.stringify(itemEncoding).length < 1000);
  });
  test('itemSchema is the schema of each part', async () => {
    const { schema } = await mediaOf(
      { 'multipart/mixed': { itemSchema: { type: 'string' } } },
      { version: '3.2' },
    );
    assert.deepEqual(schema?.json, { type: 'array', items: { type: 'string' } });
  });
});

suite('parts that only their media type describes', () => {
  const bytes = { type: 'string', format: 'binary', contentEncoding: 'base64' };
  const type = { a: { contentType: 'image/png' } };
  const cases: readonly [of: string, version: string, media: object, a: unknown][] = [
    ['no type (Encoding Object, 3.1.1: octet-stream)', '3.1', { schema: object({}) }, bytes],
    ['no type in 3.0, where it means any value', '3.0', { schema: object({}) }, {}],
    ['text as an image', '3.0', { schema: object({ type: 'string' }), encoding: type }, bytes],
    ['no type as an image', '3.0', { schema: object({}), encoding: type }, bytes],
    [
      'text of a kind as an image',
      '3.1',
      { schema: object({ type: 'string', format: 'uri' }), encoding: type },
      { type: 'string', format: 'uri' },
    ],
    [
      'text as text',
      '3.1',
      { schema: object({ type: 'string' }), encoding: { a: { contentType: 'text/csv' } } },
      { type: 'string' },
    ],
    [
      'a list of them',
      '3.1',
      { schema: object({ type: 'array', items: {} }) },
      { type: 'array', items: bytes },
    ],
  ];
  for (const [of, version, media, a] of cases) {
    test(of, async () => {
      const { schema } = await mediaOf({ 'multipart/form-data': media }, { version });
      assert.deepEqual((schema?.json as { readonly properties: { readonly a: unknown } }).properties.a, a);
    });
  }

  const raw = { contentMediaType: 'application/octet-stream' };
  const others: readonly [of: string, version: string, own: object, expected: object][] = [
    ['of any name', '3.1', { additionalProperties: raw }, { additionalProperties: { ...raw, ...bytes } }],
    [
      'of any name, in lists',
      '3.2',
      { additionalProperties: { type: 'array', items: raw } },
      { additionalProperties: { type: 'array', items: { ...raw, ...bytes } } },
    ],
    [
      'by a pattern of their names',
      '3.1',
      { patternProperties: { '^f': raw, '^t': {} } },
      { patternProperties: { '^f': { ...raw, ...bytes }, '^t': {} } },
    ],
    ['but not where any value is', '3.1', { additionalProperties: {} }, { additionalProperties: {} }],
    ['nor where there may be more', '3.1', { additionalProperties: true }, { additionalProperties: true }],
    ['nor in 3.0', '3.0', { additionalProperties: { title: 'T' } }, { additionalProperties: { title: 'T' } }],
  ];
  for (const [of, version, own, expected] of others) {
    test(`members ${of}`, async () => {
      const media = { schema: { type: 'object', ...own } };
      const { schema } = await mediaOf({ 'multipart/form-data': media }, { version });
      assert.deepEqual(schema?.json, { type: 'object', ...expected });
    });
  }

  test('in branches and behind references, without a change to the component', async () => {
    const components = {
      schemas: { Form: object({}), Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } },
    };
    const schema = {
      oneOf: [{ allOf: [{ $ref: '#/components/schemas/Form' }] }, { $ref: '#/components/schemas/Loop' }],
    };
    const content = { 'multipart/form-data': { schema } };
    const { operation, model } = await buildOperation({ requestBody: { content } }, { components });
    const json = onlyOne(operation.requestBody?.content ?? []).schema?.json as {
      readonly oneOf: readonly unknown[];
    };
    assert.deepEqual(json.oneOf[0], { allOf: [object(bytes)] });
    assert.deepEqual(json.oneOf[1], { $ref: '#/$defs/Loop' });
    assert.deepEqual(model.schemas.get('Form')?.json, object({}));
  });

  test('by position (OpenAPI 3.2)', async () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }, {}], items: {} };
    const { schema: read } = await mediaOf({ 'multipart/mixed': { schema } }, { version: '3.2' });
    assert.deepEqual(read?.json, { type: 'array', prefixItems: [{ type: 'string' }, bytes], items: bytes });
  });
});

function object(a: object): object {
  return { type: 'object', properties: { a } };
}
