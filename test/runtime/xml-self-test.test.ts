import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BodyBinding, PropertyEncoding } from '../../src/runtime/binding.js';
import { writeBody } from '../../src/runtime/request/body.js';
import { withXmlBody } from '../../src/runtime/self-test/xml.js';

/** The body that the self-test of an emitted server sends in place of a made-up one. */
function madeFor(binding: Omit<BodyBinding, 'property'>, value: unknown, more: object = {}) {
  const body: BodyBinding = { property: 'body', ...binding };
  const request = { method: 'POST', path: '/', parameters: [], accept: [], security: [], body };
  const values = withXmlBody(request, { body: value, ...more });
  return { body, values, made: values?.['body'] };
}

const document = '<sample/>';
const asXml: PropertyEncoding = { contentType: 'application/xml' };
const either: PropertyEncoding = { contentType: 'application/xml, text/xml' };
const toXml: PropertyEncoding = { ...asXml, xml: { root: { name: 'a' } } };

suite('what the self-test makes up for forms with XML', () => {
  const cases: readonly [of: string, encoding: PropertyEncoding, value: unknown, expected: unknown][] = [
    ['a text', asXml, 'sample', document],
    ['a list of texts', asXml, ['sample', 'sample'], [document, document]],
    ['an empty list', asXml, [], []],
    ['one of several types', either, 'sample', document],
    ['a list of one of several types', either, ['sample'], [document]],
    ['a type with a parameter', { contentType: 'text/xml; charset=utf-8, text/plain' }, 'sample', document],
    ['a suffix', { contentType: 'image/svg+xml' }, ['sample'], [document]],
    ['a range before it', { contentType: 'text/*, application/xml' }, 'sample', document],
    ['text, which another type comes first for', { contentType: 'text/plain, text/xml' }, 'sample', 'sample'],
    ['text that becomes XML', toXml, 'sample', 'sample'],
    ['a list of texts that become XML', toXml, ['sample'], ['sample']],
    ['a style, which counts more', { ...asXml, style: 'form', explode: true }, ['sample'], ['sample']],
    ['bytes', { ...asXml, bytes: true }, 'c2FtcGxl', 'c2FtcGxl'],
    ['JSON', { contentType: 'application/json' }, ['sample'], ['sample']],
    ['nothing said', {}, ['sample'], ['sample']],
  ];
  for (const mediaType of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
    for (const [of, encoding, value, expected] of cases) {
      test(`${of}, in ${mediaType}`, async () => {
        for (const encodings of [{ encoding: { a: encoding } }, { otherEncoding: encoding }]) {
          const { body, made } = madeFor({ mediaType, ...encodings }, { a: value });
          assert.deepEqual(made, { a: expected });
          await writeBody(body, made);
        }
      });
    }
  }
  test('a name of a prototype', () => {
    const value = JSON.parse('{"__proto__":["sample"],"constructor":"sample"}') as unknown;
    const encoding = Object.fromEntries([['__proto__', asXml]]);
    const { made } = madeFor({ mediaType: 'multipart/form-data', encoding }, value);
    assert.equal(JSON.stringify(made), `{"__proto__":["${document}"],"constructor":"sample"}`);
  });
});

suite('what the self-test makes up for lists of parts (OpenAPI 3.2, Encoding By Position)', () => {
  const cases: readonly [
    of: string,
    binding: Omit<BodyBinding, 'property'>,
    value: unknown,
    expected: unknown,
  ][] = [
    [
      'parts by position',
      { mediaType: 'multipart/mixed', prefixEncoding: [{}, asXml], itemEncoding: either },
      ['sample', 'sample', 'sample', { b: 1 }],
      ['sample', document, document, { b: 1 }],
    ],
    [
      'parts with names',
      { mediaType: 'multipart/form-data', itemEncoding: asXml },
      [{ a: 'sample' }, { b: ['sample'] }],
      [{ a: document }, { b: [document] }],
    ],
    [
      'parts of parts',
      {
        mediaType: 'multipart/mixed',
        encoding: {
          a: { contentType: 'multipart/mixed', itemEncoding: asXml },
          b: { contentType: 'multipart/mixed', encoding: { c: asXml } },
        },
      },
      { a: ['sample'], b: { c: 'sample', d: 'sample' } },
      { a: [document], b: { c: document, d: 'sample' } },
    ],
  ];
  for (const [of, binding, value, expected] of cases) {
    test(of, () => assert.deepEqual(madeFor(binding, value).made, expected));
  }
});

suite('what the self-test makes up for a body', () => {
  const choice = { property: 'contentType', others: [{ mediaType: 'application/xml' }] };
  test('of XML that is given as text', async () => {
    const { body, made } = madeFor({ mediaType: 'application/xml' }, 'sample');
    assert.equal(made, document);
    await writeBody(body, made);
  });
  test('of XML that another argument chooses', async () => {
    const binding = { mediaType: 'text/plain', choice };
    const chosen = madeFor(binding, 'sample', { contentType: 'application/xml' });
    assert.equal(chosen.made, document);
    await writeBody(chosen.body, chosen.made, chosen.values);
    assert.equal(madeFor(binding, 'sample').made, 'sample');
  });
  test('of XML that cannot carry it: nothing', () => {
    const xml = { root: { name: 'a' } };
    assert.equal(madeFor({ mediaType: 'application/xml', xml }, '\u0001').values, undefined);
  });
  test('of JSON: what there was', () => {
    const { made } = madeFor({ mediaType: 'application/json' }, ['sample', { a: 'sample' }]);
    assert.deepEqual(made, ['sample', { a: 'sample' }]);
  });
});
