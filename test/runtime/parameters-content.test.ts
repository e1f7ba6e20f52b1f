import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ParameterBinding, PropertyEncoding } from '../../src/runtime/binding.js';
import { isWritableContent, type ParameterLocation } from '../../src/runtime/request/parameters.js';
import { writeParameter } from '../../src/runtime/request/write-parameter.js';

type Encodings = Readonly<Record<string, PropertyEncoding>>;

function bindingOf(location: ParameterLocation, mediaType: string, encoding?: Encodings): ParameterBinding {
  const parameter = { property: 'p', name: 'p', in: location, mediaType };
  return encoding === undefined ? parameter : { ...parameter, encoding };
}

const form = 'application/x-www-form-urlencoded';

suite(
  'a parameter with `content` (OpenAPI 3.1.1, Parameter Object) is its media type, encoded for its place',
  () => {
    const rows: readonly [location: ParameterLocation, mediaType: string, value: unknown, text: string][] = [
      ['query', 'application/json', { bell: 1, by: 'x y' }, '%7B%22bell%22%3A1%2C%22by%22%3A%22x%20y%22%7D'],
      ['query', 'application/vnd.x+json', 'a', '%22a%22'],
      ['query', 'application/json; charset=utf-8', [1, null], '%5B1%2Cnull%5D'],
      ['query', 'application/json', false, 'false'],
      ['query', 'application/json', '', '%22%22'],
      ['query', 'application/json', [], '%5B%5D'],
      ['query', 'application/json', {}, '%7B%7D'],
      // JSON can spell half of a surrogate pair (RFC 8259 8.2).
      ['query', 'application/json', '\ud800', '%22%5Cud800%22'],
      ['path', 'application/json', ['a/b'], '%5B%22a%2Fb%22%5D'],
      ['header', 'application/json', { a: 'é😀\n' }, '{"a":"\\u00e9\\ud83d\\ude00\\n"}'],
      ['cookie', 'application/json', { a: ';' }, '%7B%22a%22%3A%22%3B%22%7D'],
      ['query', 'text/plain', 'a&b', 'a%26b'],
      ['query', 'text/plain', 7, '7'],
      ['header', 'text/plain', 'a&b', 'a&b'],
      ['query', form, { a: 'b c', d: [1, 2] }, 'a%3Db%2520c%26d%3D1%26d%3D2'],
      ['header', form, { a: 'é' }, 'a=%C3%A9'],
      ['query', 'application/x-ndjson', [{ a: 1 }, 2], '%7B%22a%22%3A1%7D%0A2%0A'],
      ['query', 'application/xml', '<a/>', '%3Ca%2F%3E'],
      ['query', 'application/cbor', 'oWFhAQ==', 'oWFhAQ%3D%3D'],
    ];
    for (const [location, mediaType, value, text] of rows) {
      test(`${mediaType} in ${location}: ${JSON.stringify(value)}`, () =>
        assert.deepEqual(writeParameter(bindingOf(location, mediaType), value), [['p', text]]));
    }

    test('Encoding Objects say how the members of a form are written', () => {
      const encoding: Encodings = { a: { style: 'pipeDelimited', explode: false } };
      assert.deepEqual(writeParameter(bindingOf('header', form, encoding), { a: [1, 2] }), [
        ['p', 'a=1%7C2'],
      ]);
    });

    for (const value of [null, undefined]) {
      test(`${value} is not given`, () =>
        assert.deepEqual(writeParameter(bindingOf('query', 'application/json'), value), []));
    }

    const refused: readonly [location: ParameterLocation, mediaType: string, value: unknown][] = [
      ['query', 'application/xml', { a: 1 }],
      ['query', 'application/cbor', [1]],
      ['query', form, 'a=b'],
      ['header', 'text/plain', 'é'],
      ['header', 'text/plain', 'a\r\nX-Injected: 1'],
      ['path', 'text/plain', 'a\nb'],
      ['query', 'text/plain', '\ud800'],
    ];
    for (const [location, mediaType, value] of refused) {
      test(`refuses ${JSON.stringify(value)} as ${mediaType} in ${location}`, () =>
        assert.throws(() => writeParameter(bindingOf(location, mediaType), value), {
          code: 'invalid-argument',
        }));
    }

    test('any value can be made JSON, a form or text', () => {
      for (const mediaType of ['application/json', 'a/b+json', form, 'text/plain', 'application/x-ndjson'])
        assert.ok(isWritableContent(mediaType), mediaType);
      for (const mediaType of ['application/xml', 'application/cbor', 'image/png', '*/*'])
        assert.ok(!isWritableContent(mediaType), mediaType);
    });
  },
);
