import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PropertyEncoding } from '../../src/runtime/binding.js';
import { writeBody } from '../../src/runtime/request/body.js';

const mediaType = 'application/x-www-form-urlencoded';

async function write(value: unknown, encoding: Readonly<Record<string, PropertyEncoding>> = {}) {
  const { contentType, bytes } = await writeBody({ property: 'body', mediaType, encoding }, value);
  return { contentType, text: bytes.toString() };
}

suite('application/x-www-form-urlencoded (Encoding Object)', () => {
  const cases: readonly [
    of: string,
    value: object,
    encoding: Record<string, PropertyEncoding>,
    text: string,
  ][] = [
    [
      'scalars',
      { b: 'A & B=é+', paid: false, n: 0, e: '' },
      {},
      'b=A%20%26%20B%3D%C3%A9%2B&paid=false&n=0&e=',
    ],
    ['an array repeats its name', { c: ['x', 'y'] }, {}, 'c=x&c=y'],
    ['an empty array is not sent', { c: [], d: 1 }, {}, 'd=1'],
    ['an object is JSON', { o: { a: 1 } }, {}, 'o=%7B%22a%22%3A1%7D'],
    ['an array of objects is JSON by item', { o: [{ a: 1 }, [2]] }, {}, 'o=%7B%22a%22%3A1%7D&o=%5B2%5D'],
    ['null is not sent', { o: null, a: [null, 1] }, {}, 'a=1'],
    ['a name is encoded', { 'names[]': ['a'], '': 'b' }, {}, 'names%5B%5D=a&=b'],
    ['explode false', { m: [3, 9] }, { m: { style: 'form', explode: false } }, 'm=3,9'],
    ['explode false alone', { m: [3, 9] }, { m: { explode: false } }, 'm=3,9'],
    ['form explodes an object', { m: { a: 1, b: 2 } }, { m: { style: 'form' } }, 'a=1&b=2'],
    ['deepObject', { m: { a: { b: 1 } } }, { m: { style: 'deepObject' } }, 'm%5Ba%5D%5Bb%5D=1'],
    ['JSON by contentType', { m: [1] }, { m: { contentType: 'application/json' } }, 'm=%5B1%5D'],
    [
      'a style goes before a contentType',
      { m: [1] },
      { m: { contentType: 'application/json', style: 'form' } },
      'm=1',
    ],
    ['reserved characters', { m: 'a/b?c&d#e+f' }, { m: { allowReserved: true } }, 'm=a/b?c%26d%23e%2Bf'],
    [
      'an array in an array',
      { m: [[1, 2], [3]] },
      { m: { explode: true, itemSeparators: ['|'] } },
      'm=1%7C2&m=3',
    ],
    ['an encoding is not inherited', { toString: 'a' }, {}, 'toString=a'],
    ['bytes', { f: 'AP9h' }, { f: { bytes: true } }, 'f=%00%FFa'],
    [
      'text that may be bytes',
      { f: 'AP9h', g: 'data:;base64,AP9h' },
      { f: { bytes: [] }, g: { bytes: [] } },
      'f=AP9h&g=%00%FFa',
    ],
  ];
  for (const [of, value, encoding, text] of cases) {
    test(of, async () => assert.deepEqual(await write(value, encoding), { contentType: mediaType, text }));
  }
  test('a member called __proto__', async () =>
    assert.equal(
      (await write(JSON.parse('{"__proto__":1,"constructor":2}'))).text,
      '__proto__=1&constructor=2',
    ));
  for (const value of ['a=b', [], null, { a: '\ud800' }, { '\ud800': 1 }]) {
    test(`refuses ${JSON.stringify(value)}`, () =>
      assert.rejects(write(value), { code: 'invalid-argument' }));
  }
  test('refuses bytes that are none', () =>
    assert.rejects(write({ f: '%' }, { f: { bytes: true } }), { code: 'invalid-argument' }));
  test('a declared charset is UTF-8, which is what is percent-encoded (WHATWG URL 5.2)', async () => {
    const binding = { property: 'body', mediaType: `${mediaType}; charset=iso-8859-1` };
    const { contentType, bytes } = await writeBody(binding, { a: 'é' });
    assert.deepEqual([contentType, bytes], [`${mediaType}; charset=utf-8`, 'a=%C3%A9']);
  });
  test('100,000 members', async () => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]));
    assert.equal((await write(value)).text.split('&').length, 100_000);
  });
});
