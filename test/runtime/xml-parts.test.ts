import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { request as send } from 'undici';
import type { MediaType, Schema } from '../../src/model/model.js';
import { writeBody } from '../../src/runtime/request/body.js';
import { origin, planOne, requestBody, schema } from '../plan/documents.js';
import { startApi } from './loopback-api.js';

type Encodings = MediaType['encoding'];

/** What an API gets of a body whose properties have these Encoding Objects. */
async function sent(
  range: string,
  properties: Readonly<Record<string, Schema['json']>>,
  encoding: Encodings,
  value: unknown,
) {
  const media: MediaType = { origin, range, schema: schema({ type: 'object', properties }), encoding };
  const { request } = planOne({ requestBody: { ...requestBody({}), content: [media] } });
  assert.ok(request.body !== undefined);
  const { contentType, bytes } = await writeBody(request.body, value);
  return received(contentType, bytes);
}

/** A real request: what of it arrives, as a reader of forms that is not ours has it. */
async function received(contentType: string, body: string | Buffer) {
  const api = await startApi();
  try {
    const headers = { 'content-type': contentType };
    const answer = await send(api.url, { method: 'POST', headers, body });
    await answer.body.dump();
    const [arrived] = api.requests;
    const init = { headers: { 'content-type': arrived?.headers['content-type'] ?? '' } };
    const form = await new Response(arrived?.body ?? '', init).formData();
    return { text: arrived?.body ?? '', fields: [...form.entries()] };
  } finally {
    api.stop();
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const text = { type: 'string' };
const book = {
  type: 'object',
  properties: { id: { type: 'integer', xml: { nodeType: 'attribute' } }, title: text },
};
const asXml = { contentType: 'application/xml' };

for (const range of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
  suite(`XML in ${range}`, () => {
    const cases: readonly [of: string, a: Schema['json'], value: unknown, expected: readonly string[]][] = [
      [
        'an object, named by its property',
        book,
        { id: 7, title: 'A & B' },
        ['<a id="7"><title>A &amp; B</title></a>'],
      ],
      [
        'a name of its own',
        { ...book, xml: { name: 'book' } },
        { title: 'é' },
        ['<book><title>é</title></book>'],
      ],
      [
        'each item of a list',
        { type: 'array', items: book },
        [{ id: 1 }, null, { id: 2 }],
        ['<a id="1"/>', '<a id="2"/>'],
      ],
      ['nothing for null', book, null, []],
      ['a scalar that has a name', { ...text, xml: { name: 'word' } }, 'x<y', ['<word>x&lt;y</word>']],
      [
        'a member with the name of a prototype',
        { type: 'object', properties: Object.fromEntries([['__proto__', text]]) },
        JSON.parse('{"__proto__":"x"}'),
        ['<a><__proto__>x</__proto__></a>'],
      ],
    ];
    for (const [of, a, value, expected] of cases) {
      test(of, async () => {
        const { fields } = await sent(range, { a, b: text }, { a: asXml }, { a: value, b: 'c' });
        assert.deepEqual(fields, [...expected.map((xml) => ['a', declaration + xml]), ['b', 'c']]);
      });
    }
    test('a document, given as text, is sent as it is', async () => {
      const { fields } = await sent(range, { a: text }, { a: asXml }, { a: '<x y="z"/>' });
      assert.deepEqual(fields, [['a', '<x y="z"/>']]);
    });
    test('a file of XML is the bytes that are given', async () => {
      const file = { type: 'string', format: 'binary', contentEncoding: 'base64' };
      const { text: body } = await sent(range, { a: file }, { a: asXml }, { a: 'PGEvPg==' });
      assert.match(body, /<a\/>|^a=%3Ca%2F%3E$/);
    });
    test('a list of documents', async () => {
      const list = { type: 'array', items: text };
      const { fields } = await sent(range, { a: list }, { a: asXml }, { a: ['<x/>', '<y/>'] });
      assert.deepEqual(fields, [
        ['a', '<x/>'],
        ['a', '<y/>'],
      ]);
    });
    const refused: readonly [of: string, a: Schema['json'], value: unknown, message: RegExp][] = [
      ['a text that is no document', text, 'x', /no well-formed XML/],
      ['a character that XML cannot carry', book, { title: '\u0001' }, /cannot carry/],
      ['text in place of an object', book, 'x', /text where an object is expected/],
    ];
    for (const [of, a, value, message] of refused) {
      test(`${of} is refused`, () =>
        assert.rejects(sent(range, { a }, { a: asXml }, { a: value }), {
          code: 'invalid-argument',
          message,
        }));
    }
    test('a style counts above a media type', async () => {
      const { fields } = await sent(
        range,
        { a: book },
        { a: { ...asXml, style: 'deepObject', explode: true } },
        { a: { id: 7 } },
      );
      assert.deepEqual(fields, [['a[id]', '7']]);
    });
    test('JSON beside it stays JSON', async () => {
      const value = { a: { id: 7 }, b: [1, null] };
      const { fields } = await sent(
        'application/x-www-form-urlencoded',
        { a: book, b: { type: 'array' } },
        { a: asXml, b: { contentType: 'application/json' } },
        value,
      );
      assert.deepEqual(fields, [
        ['a', `${declaration}<a id="7"/>`],
        ['b', '[1,null]'],
      ]);
    });
  });
}

test('a part of multipart tells that it is XML', async () => {
  const { text: body } = await sent(
    'multipart/form-data',
    { a: book },
    { a: { contentType: 'text/xml' } },
    { a: { id: 7 } },
  );
  assert.match(body, /name="a"\r\ncontent-type: text\/xml\r\n\r\n<\?xml [^>]+\?><a id="7"\/>\r\n/);
});
