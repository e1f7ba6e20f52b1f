import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MediaType, Schema } from '../../src/model/model.js';
import type { PartEncodings } from '../../src/runtime/binding.js';
import { origin, planOne, requestBody, schema, schemaPool } from './documents.js';

const file = { type: 'string', format: 'binary', contentEncoding: 'base64' };
const text = { type: 'string' };
const base64 = { type: 'string', format: 'byte', contentEncoding: 'base64' };

type Pool = Readonly<Record<string, Schema['json']>>;

/** What of the Encoding Objects of a body is bound. */
function encodingsOf(
  json: Schema['json'],
  written: PartEncodings = {},
  range = 'multipart/form-data',
  pool: Pool = {},
): PartEncodings {
  const media: MediaType = { origin, range, schema: schema(json), encoding: {}, ...written };
  const body = { ...requestBody({}), content: [media] };
  const { request } = planOne({ requestBody: body }, { schemas: schemaPool(pool) });
  const { encoding, patternEncoding, otherEncoding, prefixEncoding, itemEncoding } = request.body ?? {};
  const all = Object.entries({ encoding, patternEncoding, otherEncoding, prefixEncoding, itemEncoding });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function object(properties: Pool, own: object = {}) {
  return { type: 'object', properties, ...own };
}

suite('which members of a multipart body are bytes', () => {
  const pool = {
    Form: object({ f: file, t: text }),
    Upload: { allOf: [{ $ref: '#/$defs/Form' }] },
    Named: object({}, { patternProperties: { '^f': file } }),
  };
  const cases: readonly [of: string, json: Schema['json'], expected: PartEncodings][] = [
    [
      'files and lists of files',
      object({ a: file, b: { type: 'array', items: file }, c: text }),
      { encoding: { a: { bytes: true }, b: { bytes: true } } },
    ],
    [
      'a file or null',
      object({ a: { anyOf: [file, { type: 'null' }] } }),
      { encoding: { a: { bytes: true } } },
    ],
    [
      'one file or several',
      object({ a: { oneOf: [file, { type: 'array', items: file }] } }),
      { encoding: { a: { bytes: true } } },
    ],
    ['base64 text', object({ a: base64 }), { encoding: { a: { bytes: true, base64: true } } }],
    ['by a reference and allOf', { $ref: '#/$defs/Upload' }, { encoding: { f: { bytes: true } } }],
    [
      'of one branch of a union alone',
      { oneOf: [object({ f: file }), object({ url: text })] },
      { encoding: { f: { bytes: true } } },
    ],
    [
      'of nested unions',
      { allOf: [{ anyOf: [{ $ref: '#/$defs/Form' }, object({ g: file })] }, object({ h: file })] },
      { encoding: { f: { bytes: true }, g: { bytes: true }, h: { bytes: true } } },
    ],
    [
      'text or a file in one member',
      object({ a: { anyOf: [file, text] } }),
      { encoding: { a: { bytes: [] } } },
    ],
    [
      'text in one branch, a file in the other, told by a value',
      {
        oneOf: [
          object({ kind: { const: 'file' }, a: file }, { required: ['kind'] }),
          object({ kind: { enum: ['note', 'line'] }, a: text }, { required: ['kind'] }),
        ],
      },
      { encoding: { a: { bytes: [{ kind: ['file'] }] } } },
    ],
    [
      'told by what is required',
      {
        oneOf: [object({ a: file, name: text }, { required: ['a', 'name'] }), object({ a: text })],
      },
      { encoding: { a: { bytes: [{ name: [] }] } } },
    ],
    [
      'told by nothing',
      { oneOf: [object({ a: file, b: text }), object({ a: text, b: text })] },
      { encoding: { a: { bytes: [] } } },
    ],
    [
      'told by nothing where values can be the same',
      {
        oneOf: [
          object({ kind: { enum: ['a', 'b'] }, a: file }, { required: ['kind'] }),
          object({ kind: { enum: ['b', 'c'] }, a: text }, { required: ['kind'] }),
        ],
      },
      { encoding: { a: { bytes: [] } } },
    ],
    [
      'a file beside listed texts in one member',
      object({ a: { anyOf: [file, { const: 'none' }, { enum: ['all', 'none', null] }] } }),
      { encoding: { a: { bytes: true, texts: ['none', 'all'] } } },
    ],
    [
      'a file in one branch, listed texts in the other',
      {
        oneOf: [object({ a: file }, { required: ['a'] }), object({ a: { type: 'string', enum: ['none'] } })],
      },
      { encoding: { a: { bytes: true, texts: ['none'] } } },
    ],
    [
      'a file or listed text beside what all have',
      {
        allOf: [
          object({ b: text }, { required: ['b'] }),
          { oneOf: [object({ a: file }), object({ a: { const: 'none' } })] },
        ],
      },
      { encoding: { a: { bytes: true, texts: ['none'] } } },
    ],
    [
      'a file, listed texts and any text',
      { oneOf: [object({ a: file }), object({ a: { const: 'none' } }), object({ a: text })] },
      { encoding: { a: { bytes: [] } } },
    ],
    [
      'files beside listed texts in a list',
      object({ a: { type: 'array', items: { anyOf: [file, { const: 'none' }] } } }),
      { encoding: { a: { bytes: true, texts: ['none'] } } },
    ],
    [
      'members that have no names, or listed texts',
      object({}, { additionalProperties: { anyOf: [file, { const: 'none' }] } }),
      { otherEncoding: { bytes: true, texts: ['none'] } },
    ],
    [
      'members whose names match a pattern',
      object({ fname: text }, { patternProperties: { '^f': file, '^t': text } }),
      { encoding: { fname: {} }, patternEncoding: { '^f': { bytes: true } } },
    ],
    [
      'the same by a reference and in a union',
      { allOf: [{ $ref: '#/$defs/Named' }, { anyOf: [{ patternProperties: { '^g': base64 } }] }] },
      { patternEncoding: { '^f': { bytes: true }, '^g': { bytes: true, base64: true } } },
    ],
    [
      'members whose names match a pattern, and no others',
      object({}, { patternProperties: { '^f': file }, additionalProperties: false }),
      { otherEncoding: { bytes: true } },
    ],
    [
      'members that have no names',
      object({ a: text }, { additionalProperties: file }),
      { otherEncoding: { bytes: true } },
    ],
    [
      'a member called __proto__',
      object(Object.fromEntries([['__proto__', file]])),
      { encoding: Object.fromEntries([['__proto__', { bytes: true }]]) },
    ],
  ];
  for (const [of, json, expected] of cases) {
    test(of, () => assert.deepEqual(encodingsOf(json, {}, 'multipart/form-data', pool), expected));
  }
});

suite('Encoding Objects', () => {
  test('go with what the schema tells', () => {
    const written = {
      encoding: {
        a: { contentType: 'image/png' },
        b: { contentType: 'text/csv' },
        c: { headers: { X: '1' } },
      },
    };
    assert.deepEqual(encodingsOf(object({ a: file, b: text, c: text }), written), {
      encoding: {
        a: { contentType: 'image/png', bytes: true },
        b: { contentType: 'text/csv' },
        c: { headers: { X: '1' } },
      },
    });
  });
  test('an XML part is bound to the nodes that it becomes', () => {
    const written = { encoding: { a: { contentType: 'application/xml' } } };
    const a = { ...object({ b: text }), xml: { name: 'a' } };
    const { encoding } = encodingsOf(object({ a }), written);
    assert.deepEqual(encoding?.['a']?.xml?.root, { nodeType: 'element', name: 'a', members: { b: {} } });
  });
  const named = (name: string, members: object = { b: {} }) => ({
    xml: { root: { nodeType: 'element', name, members } },
  });
  const xmlParts: readonly [of: string, a: Schema['json'], own: object, expected: object][] = [
    ['without a name is named by its property', object({ b: text }), {}, named('a')],
    ['is named by its schema', { ...object({ b: text }), xml: { name: 'c' } }, {}, named('c')],
    [
      'is named by its component',
      { $ref: '#/$defs/Part' },
      {},
      {
        xml: {
          root: { nodeType: 'element', name: 'Part', type: 'Part' },
          types: { Part: { members: { b: {} } } },
        },
      },
    ],
    ['of a list is an item of it', { type: 'array', items: object({ b: text }) }, {}, named('a')],
    ['of a list or null is an item', { type: ['array', 'null'], items: object({ b: text }) }, {}, named('a')],
    ['of text is given as text', text, {}, {}],
    ['that is a file is bytes', file, {}, { bytes: true }],
    ['with a style is none (Encoding Object, `style`)', object({ b: text }), { style: 'deepObject' }, {}],
    ['can be one of several types', object({ b: text }), { contentType: 'text/plain, text/xml' }, named('a')],
  ];
  for (const [of, a, own, expected] of xmlParts) {
    for (const range of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
      test(`XML in ${range} ${of}`, () => {
        const encoding = { a: { contentType: 'application/xml', ...own } };
        const bound = encodingsOf(object({ a }), { encoding }, range, { Part: object({ b: text }) });
        assert.deepEqual(bound, { encoding: { a: { ...encoding.a, ...expected } } });
      });
    }
  }
  test('keep the order of parts where it counts (RFC 2387)', () => {
    const json = object({ meta: object({}), file });
    assert.deepEqual(Object.keys(encodingsOf(json, {}, 'multipart/related').encoding ?? {}), [
      'meta',
      'file',
    ]);
  });
  test('of an urlencoded form: bytes as they are, base64 as text (OpenAPI 3.0.4, 4.7.15.1)', () => {
    const range = 'application/x-www-form-urlencoded';
    const written = { encoding: { t: { style: 'form', explode: false } } } as const;
    assert.deepEqual(encodingsOf(object({ f: file, b: base64, t: text }), written, range), {
      encoding: { ...written.encoding, f: { bytes: true } },
    });
  });
});

suite('parts by position (OpenAPI 3.2, Encoding By Position)', () => {
  const range = 'multipart/mixed';
  const cases: readonly [
    of: string,
    json: Schema['json'],
    written: PartEncodings,
    expected: PartEncodings,
  ][] = [
    [
      'all alike',
      { type: 'array', items: file },
      { itemEncoding: { contentType: 'image/png' } },
      { itemEncoding: { contentType: 'image/png', bytes: true } },
    ],
    [
      'the first one its own',
      { type: 'array', prefixItems: [object({})], items: file },
      { prefixEncoding: [{ contentType: 'application/json' }] },
      { prefixEncoding: [{ contentType: 'application/json' }], itemEncoding: { bytes: true } },
    ],
    ['without Encoding Objects', { $ref: '#/$defs/Parts' }, {}, { prefixEncoding: [{ bytes: true }, {}] }],
    ['text or bytes', { type: 'array', items: { anyOf: [file, text] } }, {}, { itemEncoding: { bytes: [] } }],
    [
      'parts in a part',
      { type: 'array', items: { type: 'array', items: file } },
      { itemEncoding: { contentType: 'multipart/mixed' } },
      { itemEncoding: { contentType: 'multipart/mixed', itemEncoding: { bytes: true }, bytes: true } },
    ],
  ];
  const pool = { Parts: { type: 'array', prefixItems: [file, text], items: false } };
  for (const [of, json, written, expected] of cases) {
    test(of, () => assert.deepEqual(encodingsOf(json, written, range, pool), expected));
  }
});

test('a schema that holds itself', () => {
  const pool = { Node: object({ child: { $ref: '#/$defs/Node' }, f: file }) };
  assert.deepEqual(encodingsOf({ $ref: '#/$defs/Node' }, {}, 'multipart/form-data', pool), {
    encoding: { f: { bytes: true } },
  });
});

suite('what is listed of files', () => {
  const listed = (json: Schema['json']): unknown => {
    const { inputSchema } = planOne({ requestBody: requestBody({ 'multipart/form-data': json }) });
    return (inputSchema.properties['body']?.['properties'] as Pool)['a'];
  };
  test('a file can be given in two ways', () =>
    assert.deepEqual(listed(object({ a: file })), {
      type: 'string',
      contentEncoding: 'base64',
      description: 'Base64, or a `data:` URL.',
    }));
  test('beside text only a `data:` URL is one', () =>
    assert.deepEqual(listed(object({ a: { anyOf: [file, text] } })), {
      type: 'string',
      description: 'A file has to be a `data:` URL.',
    }));
});
