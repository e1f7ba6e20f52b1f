import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Schema } from '../../src/model/model.js';
import { parameter, planOne, requestBody } from './documents.js';

type Content = Readonly<Record<string, Schema['json'] | undefined>>;

const file = { type: 'string', format: 'binary', contentEncoding: 'base64' };
const url = { type: 'object', properties: { url: { type: 'string' } } };
const upload = { type: 'object', properties: { file, url: { type: 'string' } } };

function object(properties: object, own: object = {}) {
  return { type: 'object', properties, ...own };
}

function bodyOf(content: Content) {
  const { request, inputSchema } = planOne({ requestBody: requestBody(content) });
  return { binding: request.body, inputSchema, label: inputSchema.properties['contentType'] };
}

suite('several media types, of which each is more than another name', () => {
  const cases: readonly [of: string, content: Content, mediaTypes: readonly string[]][] = [
    [
      'bytes that are labelled',
      { 'image/png': undefined, 'image/jpeg': undefined },
      ['image/png', 'image/jpeg'],
    ],
    [
      'text that is labelled',
      { 'text/markdown': { type: 'string' }, 'text/html': { type: 'string' } },
      ['text/markdown', 'text/html'],
    ],
    [
      'a file beside JSON',
      { 'multipart/form-data': upload, 'application/json': url },
      ['application/json', 'multipart/form-data'],
    ],
    [
      'a file where JSON has text',
      { 'multipart/form-data': object({ a: file }), 'application/json': object({ a: { type: 'string' } }) },
      ['application/json', 'multipart/form-data'],
    ],
    [
      'other members',
      { 'application/vnd.a.v2+json': object({ b: {} }), 'application/json': object({ a: {} }) },
      ['application/vnd.a.v2+json', 'application/json'],
    ],
    [
      'another type',
      { 'application/json': url, 'application/sql': { type: 'string' } },
      ['application/json', 'application/sql'],
    ],
    [
      'ways to patch (RFC 7396, Kubernetes)',
      {
        'application/json-patch+json': url,
        'application/merge-patch+json': url,
        'application/strategic-merge-patch+json': url,
      },
      [
        'application/merge-patch+json',
        'application/json-patch+json',
        'application/strategic-merge-patch+json',
      ],
    ],
  ];
  for (const [of, content, mediaTypes] of cases) {
    test(of, () => {
      const { binding, label, inputSchema } = bodyOf(content);
      assert.deepEqual(label, { type: 'string', enum: mediaTypes, default: mediaTypes[0] });
      assert.deepEqual(inputSchema.required, ['body']);
      const others = binding?.choice?.others ?? [];
      assert.deepEqual([binding?.mediaType, ...others.map(({ mediaType }) => mediaType)], mediaTypes);
      assert.equal(binding?.choice?.property, 'contentType');
    });
  }
});

suite('several media types, of which one says it all', () => {
  const cases: readonly [of: string, content: Content][] = [
    ['the same in JSON and a form', { 'application/json': url, 'application/x-www-form-urlencoded': url }],
    [
      'limits and words that differ',
      {
        'application/json': url,
        'text/xml': object({ url: { type: 'string', maxLength: 3, description: 'A URL.' } }),
      },
    ],
    [
      'members that JSON has too',
      {
        'application/json': object({ a: {}, b: {} }),
        'multipart/form-data': object({ a: {} }, { required: ['a'] }),
      },
    ],
    [
      'members that only come back',
      { 'application/json': url, 'text/xml': object({ id: { type: 'string', readOnly: true } }) },
    ],
    ['a schema that says nothing', { 'application/json': url, 'multipart/form-data': {} }],
    ['beside a schema that takes everything', { 'application/json': {}, 'multipart/form-data': upload }],
    ['names of JSON', { 'application/json': url, 'text/json': url, 'application/*+json': url }],
  ];
  for (const [of, content] of cases) {
    test(of, () => {
      const { binding, label } = bodyOf(content);
      assert.equal(binding?.mediaType, 'application/json');
      assert.deepEqual([label, binding.choice], [undefined, undefined]);
    });
  }
});

test('a range beside a type is for what a `data:` URL says of itself', () => {
  const { binding, label } = bodyOf({ 'image/*': undefined, 'image/png': undefined });
  assert.deepEqual([binding?.mediaType, label], ['image/png', undefined]);
  assert.deepEqual(binding?.choice, { others: [{ mediaType: 'image/*' }] });
});

test('bytes of several types are labelled, whatever their schemas say', () => {
  const { binding, label } = bodyOf({
    'application/gzip': { ...file, description: 'A file.' },
    'application/pdf': undefined,
    'application/zip': { type: 'string' },
  });
  const types = ['application/gzip', 'application/pdf', 'application/zip'];
  assert.deepEqual([label?.['enum'], binding?.choice?.property], [types, 'contentType']);
  assert.equal(binding?.choice?.forms, undefined);
});

test('bytes of several types are labelled beside JSON', () => {
  const { label } = bodyOf({
    'application/json': url,
    'application/gzip': file,
    'application/pdf': { ...file, description: 'A page.' },
  });
  assert.deepEqual(label?.['enum'], ['application/json', 'application/gzip', 'application/pdf']);
});

test('what each media type can have is told of its first level', () => {
  const { binding } = bodyOf({
    'application/json': object(
      { a: { type: 'string' }, id: { type: 'string', readOnly: true } },
      { required: ['a', 'id'], additionalProperties: false },
    ),
    'application/vnd.a+json': {
      anyOf: [object({ b: {} }, { required: ['b'] }), { type: ['integer', 'null'] }],
    },
    'text/plain': { type: 'string' },
  });
  const { forms, others = [] } = binding?.choice ?? {};
  assert.deepEqual(forms, [{ types: ['object'], required: ['a'], only: ['a', 'id'] }]);
  assert.deepEqual(
    others.map((other) => other.forms),
    [[{ types: ['object'], required: ['b'] }, { types: ['number'] }], [{ types: ['string'] }]],
  );
});

test('nothing is told where a media type takes every value, or more names than are worth it', () => {
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`m${at}`, {}]));
  const closed = object(many, { required: Object.keys(many), additionalProperties: false });
  const { binding } = bodyOf({ 'application/json': closed, 'text/plain': { type: 'string' } });
  assert.deepEqual(binding?.choice?.forms, [{ types: ['object'] }]);
});

test('a value shows its media type by what no other has', () => {
  const image = { type: 'object', properties: { id: { type: 'string' } } };
  const { binding } = bodyOf({
    'application/json': object({ image }),
    'multipart/form-data': object({ image: file, mask: file }),
    'application/sql': { type: 'string' },
  });
  const shown = binding?.choice?.others.map(({ members, types, texts }) => ({ members, types, texts }));
  assert.deepEqual(shown, [
    { members: ['mask'], types: undefined, texts: ['image'] },
    { members: undefined, types: ['string'], texts: undefined },
  ]);
});

test('what is listed takes what either takes', () => {
  const { inputSchema } = bodyOf({
    'application/json': object({ a: { type: 'integer' } }, { required: ['a'], additionalProperties: false }),
    'multipart/form-data': object({ f: file }, { required: ['f'], additionalProperties: false }),
  });
  const branches = inputSchema.properties['body']?.['anyOf'] as readonly { readonly required: unknown }[];
  assert.deepEqual(
    branches.map(({ required }) => required),
    [['a'], ['f']],
  );
});

test('a parameter that is called contentType gives way, as one called body does', () => {
  const own = { parameters: [parameter('contentType')] };
  const one = planOne({ ...own, requestBody: requestBody({ 'application/json': url }) });
  assert.deepEqual(Object.keys(one.inputSchema.properties), ['contentType', 'body']);
  const two = planOne({
    ...own,
    requestBody: requestBody({ 'image/png': undefined, 'image/gif': undefined }),
  });
  assert.deepEqual(Object.keys(two.inputSchema.properties), ['contentType_query', 'body', 'contentType']);
});

suite('null', () => {
  const nullable = { ...url, type: ['object', 'null'] };
  const cases: readonly [mediaType: string, takesNull: boolean][] = [
    ['application/json', true],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data', false],
  ];
  for (const [mediaType, takesNull] of cases) {
    test(`is ${takesNull ? 'a' : 'no'} body as ${mediaType}`, () => {
      const { inputSchema } = bodyOf({ [mediaType]: nullable });
      assert.equal(JSON.stringify(inputSchema).includes('"null"'), takesNull);
    });
  }
});
