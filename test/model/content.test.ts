import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codesOf } from '../load/documents.js';
import { buildOperation, onlyOne } from './models.js';

suite('Request Body Objects', () => {
  test('keep their media types in order', async () => {
    const content = {
      'application/vnd.a+json; v="1"': { schema: { type: 'object' } },
      'image/*': {},
      '*/*': { schema: true },
    };
    const { operation, diagnostics } = await buildOperation({
      requestBody: { required: true, description: 'B', content },
    });
    const { requestBody } = operation;
    assert.deepEqual([requestBody?.required, requestBody?.description], [true, 'B']);
    assert.deepEqual(
      requestBody?.content.map(({ range, schema }) => [range, schema?.json]),
      [
        ['application/vnd.a+json; v="1"', { type: 'object' }],
        ['image/*', undefined],
        ['*/*', true],
      ],
    );
    assert.deepEqual(diagnostics.all, []);
  });

  test('can be references', async () => {
    const components = { requestBodies: { B: { content: { 'text/plain': {} } } } };
    const { operation } = await buildOperation(
      { requestBody: { $ref: '#/components/requestBodies/B' } },
      { components },
    );
    assert.equal(operation.requestBody?.origin.pointer, '/components/requestBodies/B');
  });

  test('are kept on DELETE', async () => {
    const requestBody = { content: { 'application/json': {} } };
    assert.ok((await buildOperation({ requestBody }, { method: 'delete' })).operation.requestBody);
  });

  const broken: readonly [of: string, requestBody: unknown, code: string, unusable: RegExp][] = [
    ['no content', {}, 'invalid-document', /^$/],
    ['no content, required', { required: true, content: {} }, 'invalid-document', /required, but/],
    ['no media type', { content: { json: {} } }, 'unsupported-media-type', /^$/],
    ['a media type with a line end', { content: { 'a/b\r\nX: 1': {} } }, 'unsupported-media-type', /^$/],
  ];
  for (const [of, requestBody, code, unusable] of broken) {
    test(`${of}: there is no body`, async () => {
      const { operation, diagnostics } = await buildOperation({ requestBody });
      assert.equal(operation.requestBody, undefined);
      assert.match(operation.unusable ?? '', unusable);
      assert.equal(codesOf(diagnostics)[0], code);
    });
  }

  const lost: readonly [of: string, requestBody: unknown, code: string][] = [
    ['a broken reference', { $ref: '#/nope' }, 'unresolved-reference'],
    ['no object', 'x', 'invalid-document'],
  ];
  for (const [of, requestBody, code] of lost) {
    test(`${of}: any JSON can be sent in its place, or nothing`, async () => {
      const { operation, diagnostics } = await buildOperation({ requestBody });
      const { required, content = [] } = operation.requestBody ?? {};
      assert.deepEqual([operation.unusable, required], [undefined, false]);
      assert.deepEqual(
        content.map(({ range, schema }) => [range, schema?.json]),
        [['application/json', true]],
      );
      assert.deepEqual(codesOf(diagnostics), [code]);
    });
  }

  test('an Encoding Object is kept as far as it can be used', async () => {
    const encoding = {
      a: { contentType: 'image/png, image/jpeg', headers: {} },
      b: { style: 'deepObject', explode: true, allowReserved: true },
      c: { contentType: 'a\r\nb', style: 'simple', explode: 'yes' },
      constructor: { contentType: 'text/plain' },
    };
    const { operation, diagnostics } = await buildOperation({
      requestBody: { content: { 'multipart/form-data': { encoding } } },
    });
    assert.deepEqual(onlyOne(operation.requestBody?.content ?? []).encoding, {
      a: { contentType: 'image/png, image/jpeg' },
      b: { style: 'deepObject', explode: true, allowReserved: true },
      c: {},
      constructor: { contentType: 'text/plain' },
    });
    assert.deepEqual(codesOf(diagnostics), ['unsupported-parameter-style']);
  });
});

suite('Responses Objects', () => {
  test('have a status, a range of statuses, or the default', async () => {
    const responses = {
      '200': { description: 'A' },
      '4xx': {},
      default: { description: 'C' },
      'x-y': {},
      '20': {},
      constructor: {},
    };
    const { operation, diagnostics } = await buildOperation({ responses });
    assert.deepEqual(
      operation.responses.map(({ status, description }) => [status, description]),
      [
        ['200', 'A'],
        ['4XX', ''],
        ['default', 'C'],
      ],
    );
    assert.deepEqual(codesOf(diagnostics), ['invalid-document', 'invalid-document']);
  });

  test('a broken response says nothing, but no other stands for it', async () => {
    const responses = {
      '200': { $ref: '#/nope' },
      '201': { content: { 'application/json': { schema: { type: 'string' } } } },
    };
    const { operation, diagnostics } = await buildOperation({ responses });
    assert.deepEqual(
      operation.responses.map(({ status, content }) => [status, content.map(({ schema }) => schema?.json)]),
      [
        ['200', []],
        ['201', [{ type: 'string' }]],
      ],
    );
    assert.equal(operation.unusable, undefined);
    assert.deepEqual(codesOf(diagnostics), ['unresolved-reference']);
  });

  test('a Media Type Object of OpenAPI 3.2 can be a reference', async () => {
    const components = { mediaTypes: { M: { schema: { type: 'string' } } } };
    const responses = { '200': { content: { 'text/plain': { $ref: '#/components/mediaTypes/M' } } } };
    const { operation } = await buildOperation({ responses }, { version: '3.2', components });
    assert.deepEqual(onlyOne(onlyOne(operation.responses).content).schema?.json, { type: 'string' });
  });
});

suite('Media Type Objects', () => {
  /** The JSON Schema of a request body of one media type. */
  async function schemaOf(range: string, media: unknown, version = '3.1', root: object = {}) {
    const requestBody = { content: { [range]: media } };
    const { operation } = await buildOperation({ requestBody }, { version, ...root });
    return onlyOne(operation.requestBody?.content ?? []).schema?.json;
  }

  test('itemSchema is that of each item of a sequence (OpenAPI 3.2, Sequential Media Types)', async () => {
    const itemSchema = { type: 'integer' };
    assert.deepEqual(await schemaOf('application/jsonl', { itemSchema }, '3.2'), {
      type: 'array',
      items: { type: 'integer' },
    });
    const schema = { type: 'array', maxItems: 2 };
    assert.deepEqual(await schemaOf('application/jsonl', { schema, itemSchema }, '3.2'), schema);
  });

  for (const [of, media] of [
    ['an empty key', null],
    ['a broken reference', { $ref: '#/components/mediaTypes/Nope' }],
  ] as const) {
    test(`${of} says nothing of the content`, async () => {
      assert.equal(await schemaOf('application/json', media, '3.2'), undefined);
    });
  }

  const bytes = { type: 'string', format: 'binary', contentEncoding: 'base64' };
  const files: readonly [of: string, property: object, contentType: string | undefined, read: unknown][] = [
    ['an empty schema', {}, undefined, bytes],
    ['a described one', { description: 'F' }, undefined, { ...bytes, description: 'F' }],
    ['a list of empty ones', { type: 'array', items: {} }, undefined, { type: 'array', items: bytes }],
    ['a titled one under a binary type', { title: 'F' }, 'image/png, image/*', { ...bytes, title: 'F' }],
    ['a titled one', { title: 'F' }, undefined, { title: 'F' }],
    ['an empty one under JSON', {}, 'application/json', {}],
    ['an empty one under a type of text', {}, 'text/csv', {}],
    ['one with a type', { type: 'object' }, 'image/png', { type: 'object' }],
  ];
  for (const [of, property, contentType, read] of files) {
    test(`in a form ${of} is ${read === property ? 'what it says' : 'bytes'} (OpenAPI 3.1.1, Encoding Object)`, async () => {
      const encoding = contentType === undefined ? {} : { encoding: { f: { contentType } } };
      const media = { schema: { type: 'object', properties: { f: property } }, ...encoding };
      const json = await schemaOf('multipart/form-data', media);
      assert.deepEqual(json, { type: 'object', properties: { f: read } });
    });
  }

  test('a component with bytes in it stays what it is elsewhere', async () => {
    const schemas = { F: { type: 'object', properties: { f: {} } } };
    const media = { schema: { $ref: '#/components/schemas/F' } };
    const root = { components: { schemas } };
    assert.deepEqual(await schemaOf('multipart/form-data', media, '3.1', root), {
      type: 'object',
      properties: { f: bytes },
    });
    assert.deepEqual(await schemaOf('application/json', media, '3.1', root), { $ref: '#/$defs/F' });
  });

  test('before OpenAPI 3.1 an empty schema is any value', async () => {
    const schema = { properties: { f: {} } };
    assert.deepEqual(await schemaOf('multipart/form-data', { schema }, '3.0'), schema);
  });
});
