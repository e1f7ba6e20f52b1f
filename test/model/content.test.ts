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
    ['a broken reference', { $ref: '#/nope' }, 'unresolved-reference', /cannot be read/],
    ['no object', 'x', 'invalid-document', /cannot be read/],
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

  test('a broken response costs itself', async () => {
    const responses = {
      '200': { $ref: '#/nope' },
      '201': { content: { 'application/json': { schema: { type: 'string' } } } },
    };
    const { operation, diagnostics } = await buildOperation({ responses });
    const response = onlyOne(operation.responses);
    assert.deepEqual(
      response.content.map(({ range, schema }) => [range, schema?.json]),
      [['application/json', { type: 'string' }]],
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
