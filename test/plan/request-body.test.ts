import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { Schema } from '../../src/model/model.js';
import { model, operation, plan, planOne, requestBody } from './documents.js';

type Content = Readonly<Record<string, Schema['json'] | undefined>>;

const file = { type: 'string', format: 'binary', contentEncoding: 'base64' };
const listedFile = { type: 'string', contentEncoding: 'base64' };
const files = 'Base64, or a `data:` URL.';

suite('the media type of a request body', () => {
  const cases: readonly [of: string, content: Content, mediaType: string][] = [
    [
      'is JSON before a form',
      { 'application/x-www-form-urlencoded': {}, 'application/json': {} },
      'application/json',
    ],
    [
      'is a vendor’s JSON before a form',
      { 'multipart/form-data': {}, 'application/vnd.a+json': {} },
      'application/vnd.a+json',
    ],
    [
      'is a plain form before one with parts',
      { 'multipart/form-data': {}, 'application/x-www-form-urlencoded': {} },
      'application/x-www-form-urlencoded',
    ],
    ['is a form before text', { 'text/plain': {}, 'multipart/form-data': {} }, 'multipart/form-data'],
    ['is text before bytes', { 'application/octet-stream': {}, 'text/csv': {} }, 'text/csv'],
    ['is bytes before anything', { '*/*': {}, 'image/png': {} }, 'image/png'],
    ['is XML before text', { 'text/plain': {}, 'application/soap+xml': {} }, 'application/soap+xml'],
    ['is JSON before XML', { 'text/xml': {}, 'application/json': {} }, 'application/json'],
    ['is a form before XML', { 'text/xml': {}, 'multipart/form-data': {} }, 'multipart/form-data'],
    ['is what a header can carry', { "multi'part/mixed": {}, 'text/plain': {} }, 'text/plain'],
    ['is multipart before text', { 'text/plain': {}, 'multipart/mixed': {} }, 'multipart/mixed'],
    ['is no range where a type is named', { 'image/*': {}, 'image/png': {} }, 'image/png'],
    [
      'is no JSON Patch of an object (RFC 6902 3)',
      {
        'application/json-patch+json': { type: 'object' },
        'application/merge-patch+json': { type: 'object' },
      },
      'application/merge-patch+json',
    ],
    [
      'is the first of its kind',
      { 'application/merge-patch+json': {}, 'application/json': {} },
      'application/merge-patch+json',
    ],
  ];
  for (const [of, content, mediaType] of cases) {
    test(of, () =>
      assert.equal(planOne({ requestBody: requestBody(content) }).request.body?.mediaType, mediaType),
    );
  }
});

suite('the media types that are not offered', () => {
  const url = { type: 'object', properties: { url: { type: 'string' } } };
  const short = { type: 'object', properties: { url: { type: 'string', maxLength: 9 } } };
  const cases: readonly [of: string, content: Content, named: string | undefined][] = [
    [
      'are named where they say something else, but nothing that only they can say',
      { 'multipart/form-data': short, 'application/json': url, 'text/xml': {} },
      'multipart/form-data, text/xml',
    ],
    [
      'are named among versions too',
      { 'application/vnd.a.v1+json': url, 'application/vnd.a.v2+json': short },
      'application/vnd.a.v2+json',
    ],
    ['are not where all say the same', { 'text/xml': url, 'application/json': { ...url } }, undefined],
  ];
  for (const [of, content, named] of cases) {
    test(of, () => {
      const { found } = plan(model([operation({ requestBody: requestBody(content) })]));
      const notes = found.filter(([code]) => code === 'media-type-chosen').map(([, message]) => message);
      assert.equal(notes.length, named === undefined ? 0 : 1);
      assert.ok(
        notes.every((note) => note.includes(`as ${named} differs`)),
        String(notes),
      );
    });
  }
});

suite('the body of a media type', () => {
  const cases: readonly [of: string, content: Content, expected: unknown][] = [
    ['JSON without a schema is anything', { 'application/json': undefined }, {}],
    ['text without a schema is text', { 'text/plain': undefined }, { type: 'string' }],
    [
      'a form without a schema is a map',
      { 'multipart/form-data': undefined },
      { type: 'object', properties: {}, additionalProperties: true },
    ],
    [
      'bytes are text',
      { 'application/pdf': { type: 'string', description: 'A page.' } },
      { ...listedFile, description: `A page. ${files}` },
    ],
    [
      'XML without a schema is a document',
      { 'text/xml': undefined },
      { type: 'string', description: 'An XML document.' },
    ],
    [
      'XML that is text is a document, of bytes or not',
      { 'application/xml': { ...file, description: 'A feed.' } },
      { type: 'string', description: 'A feed. An XML document.' },
    ],
    [
      'XML with members is listed like JSON',
      {
        'application/xml': {
          type: 'object',
          properties: { a: { type: 'string', xml: { nodeType: 'attribute' } } },
        },
      },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    ['any range of bytes is text', { 'image/*': undefined }, { ...listedFile, description: files }],
    ['anything without a schema is bytes', { '*/*': undefined }, { ...listedFile, description: files }],
    ['anything that is text is bytes', { '*/*': { type: 'string' } }, { ...listedFile, description: files }],
    [
      'anything with members is JSON',
      { '*/*': { type: 'object', properties: { a: { type: 'string' } } } },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    [
      'a file of a form is text',
      { 'multipart/form-data': { type: 'object', properties: { a: file } } },
      { type: 'object', properties: { a: { ...listedFile, description: files } } },
    ],
  ];
  for (const [of, content, expected] of cases) {
    test(of, () =>
      assert.deepEqual(
        planOne({ requestBody: requestBody(content) }).inputSchema.properties['body'],
        expected,
      ),
    );
  }
});

suite('text of which no structure can be made', () => {
  const rows = { type: 'array', items: { type: 'object' }, description: 'Rows.' };
  const cases: readonly [of: string, range: string, json: Schema['json'], isGivenAsText: boolean][] = [
    ['an array', 'text/csv', rows, true],
    ['an object', 'text/plain', { type: 'object', properties: { a: {} } }, true],
    ['text or an object', 'text/html', { anyOf: [{ type: 'string' }, { type: 'object' }] }, true],
    ['a structure of another text', 'application/sql', rows, true],
    ['a number', 'text/plain', { type: 'number' }, false],
    ['a text', 'text/csv', { type: 'string' }, false],
    ['anything', 'text/plain', {}, false],
    ['a sequence (OpenAPI 3.2, Sequential Media Types)', 'application/jsonl', rows, false],
    ['events', 'text/event-stream', rows, false],
    ['YAML, of which JSON is a part (YAML 1.2, 1.3)', 'application/yaml', rows, false],
    ['a suffix of YAML (RFC 9512)', 'application/openapi+yaml', rows, false],
  ];
  for (const [of, range, json, isGivenAsText] of cases) {
    test(`${of} as ${range}`, () => {
      const { plan: planned, found } = plan(
        model([operation({ requestBody: requestBody({ [range]: json }) })]),
      );
      const body = planned?.manifest.tools[0]?.inputSchema.properties['body'] ?? {};
      const told = found.filter(([code]) => code === 'unsupported-media-type');
      assert.equal(told.length, isGivenAsText ? 1 : 0);
      if (isGivenAsText) {
        assert.equal(body['type'], 'string');
        assert.match(told[0]?.[1] ?? '', /cannot be made of an object or an array/);
      }
    });
  }
});

suite('a body that cannot be sent', () => {
  const parts = { "multi'part/mixed": {} };

  test('leaves the operation out where it is required', () => {
    const operations = [
      operation({ method: 'POST', path: '/a', requestBody: requestBody(parts) }),
      operation(),
    ];
    const { plan: planned, found } = plan(model(operations));
    assert.equal(planned?.manifest.tools.length, 1);
    assert.deepEqual(found, [
      [
        'operation-skipped',
        "POST /a is left out: its request body can only be multi'part/mixed, which no header can carry.",
      ],
    ]);
  });

  test('is left out where it is optional', () => {
    const { plan: planned, found } = plan(
      model([operation({ requestBody: requestBody(parts, { required: false }) })]),
    );
    assert.equal(planned?.manifest.tools[0]?.request.body, undefined);
    assert.equal(found[0]?.[0], 'unsupported-media-type');
  });
});

test('an XML body is bound to the nodes that it becomes', () => {
  const json = { type: 'object', xml: { name: 'a' }, properties: { b: { type: 'string' } } };
  const { request } = planOne({ requestBody: requestBody({ 'application/xml': json }) });
  const root = { nodeType: 'element', name: 'a', members: { b: {} } };
  assert.deepEqual(request.body, { property: 'body', mediaType: 'application/xml', xml: { root } });
  const text = planOne({ requestBody: requestBody({ 'application/xml': undefined }) });
  assert.deepEqual(text.request.body, { property: 'body', mediaType: 'application/xml' });
});

suite('what a server needs libraries for', () => {
  const cases: readonly [of: string, content: Content, features: readonly string[]][] = [
    ['JSON', { 'application/json': {} }, []],
    ['XML with a schema', { 'application/xml': { type: 'object', xml: { name: 'a' } } }, ['xml']],
    ['XML as text', { 'image/svg+xml': undefined }, ['xml']],
  ];
  for (const [of, content, features] of cases) {
    test(of, () => {
      const operations = [operation({ requestBody: requestBody(content) })];
      assert.deepEqual(plan(model(operations)).plan?.features, features);
    });
  }
});

test('an optional body is not required', () => {
  const body = requestBody({ 'application/json': {} }, { required: false });
  assert.equal(planOne({ requestBody: body }).inputSchema.required, undefined);
});

suite(
  'base64 is sent as it is where the document asks for it (OpenAPI 3.0.4, 4.6 Data Types: `byte`)',
  () => {
    const text = { type: 'string', format: 'byte', contentEncoding: 'base64' };
    const cases: readonly [of: string, schema: JsonSchema | undefined, base64: true | undefined][] = [
      ['a body of format byte', text, true],
      ['a body with contentEncoding of its own', { type: 'string', contentEncoding: 'base64' }, true],
      ['a body of format binary', file, undefined],
      ['a body without a schema', undefined, undefined],
    ];
    for (const [of, schema, base64] of cases) {
      test(of, () => {
        const { request } = planOne({ requestBody: requestBody({ 'image/jpeg': schema }) });
        assert.equal(request.body?.base64, base64);
      });
    }

    test('files of a form', () => {
      const properties = { raw: file, text, texts: { type: 'array', items: text } };
      const body = requestBody({ 'multipart/form-data': { type: 'object', properties } });
      assert.deepEqual(planOne({ requestBody: body }).request.body?.encoding, {
        raw: { bytes: true },
        text: { bytes: true, base64: true },
        texts: { bytes: true, base64: true },
      });
    });
  },
);
