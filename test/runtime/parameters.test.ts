import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import { isForbiddenHeader, percentEncode } from '../../src/runtime/request/encoding.js';
import {
  isStyleAllowed,
  parameterStyles,
  type ParameterLocation,
  type ParameterStyle,
} from '../../src/runtime/request/parameters.js';
import { encodeReserved } from '../../src/runtime/request/reserved.js';
import { writeParameter } from '../../src/runtime/request/write-parameter.js';
import { ToolError } from '../../src/runtime/tool-error.js';

const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

// OpenAPI 3.1.1 "Style Examples", with its own values; a path or header carries the value alone.
type StyleCase = readonly [
  style: ParameterStyle,
  location: ParameterLocation,
  explode: boolean,
  empty: string,
  string: string,
  array: string,
  object: string,
];

const styleExamples: readonly StyleCase[] = [
  ['matrix', 'path', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  [
    'matrix',
    'path',
    true,
    ';color',
    ';color=blue',
    ';color=blue;color=black;color=brown',
    ';R=100;G=200;B=150',
  ],
  ['label', 'path', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', 'path', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', 'path', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', 'path', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['simple', 'header', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', 'query', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', 'query', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'form',
    'cookie',
    true,
    'color=',
    'color=blue',
    'color=blue; color=black; color=brown',
    'R=100; G=200; B=150',
  ],
  // OpenAPI 3.2, Style Examples.
  ['cookie', 'cookie', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  [
    'cookie',
    'cookie',
    true,
    'color=',
    'color=blue',
    'color=blue; color=black; color=brown',
    'R=100; G=200; B=150',
  ],
  [
    'spaceDelimited',
    'query',
    false,
    'color=',
    'color=blue',
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'spaceDelimited',
    'query',
    true,
    'color=',
    'color=blue',
    'color=blue&color=black&color=brown',
    'R=100&G=200&B=150',
  ],
  [
    'pipeDelimited',
    'query',
    false,
    'color=',
    'color=blue',
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    'tabDelimited',
    'query',
    false,
    'color=',
    'color=blue',
    'color=blue%09black%09brown',
    'color=R%09100%09G%09200%09B%09150',
  ],
  ['tabDelimited', 'path', false, '', 'blue', 'blue%09black%09brown', 'R%09100%09G%09200%09B%09150'],
  ['pipeDelimited', 'header', false, '', 'blue', 'blue|black|brown', 'R|100|G|200|B|150'],
  [
    'deepObject',
    'query',
    true,
    'color=',
    'color=blue',
    'color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown',
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
];

function write(binding: Partial<ParameterBinding> & object, value: unknown): string {
  const whole = { property: 'color', name: 'color', in: 'query', style: 'form', explode: true, ...binding };
  const pairs = writeParameter(whole as ParameterBinding, value);
  if (whole.in === 'path' || whole.in === 'header') return pairs.map(([, text]) => text).join('');
  return pairs.map(([name, text]) => `${name}=${text}`).join(whole.in === 'query' ? '&' : '; ');
}

suite('styles (OpenAPI 3.1.1, Style Examples; RFC 6570)', () => {
  for (const [style, location, explode, empty, string, list, members] of styleExamples) {
    const binding = { style, in: location, explode };
    test(`${style} in ${location}, explode ${explode}`, () => {
      assert.equal(write(binding, ''), empty);
      assert.equal(write(binding, 'blue'), string);
      assert.equal(write(binding, array), list);
      assert.equal(write(binding, object), members);
    });
  }
});

suite('values', () => {
  const cases: readonly [of: string, binding: object, value: unknown, expected: string][] = [
    ['a comma inside an item is data', { explode: false }, ['red', 'a,b'], 'color=red,a%2Cb'],
    [
      'a semicolon inside an item is data',
      { in: 'path', style: 'matrix' },
      ['a', 'b;c'],
      ';color=a;color=b%3Bc',
    ],
    ['a name is encoded', { name: 'filter[a b]' }, 'x', 'filter%5Ba%20b%5D=x'],
    ['false is a value', {}, false, 'color=false'],
    ['zero is a value', {}, 0, 'color=0'],
    ['a large number keeps its digits', {}, 9007199254740991, 'color=9007199254740991'],
    ['null is not given', {}, null, ''],
    ['undefined is not given', {}, undefined, ''],
    ['an empty array is not given (RFC 6570 2.3)', {}, [], ''],
    ['an empty array is not given', { explode: false }, [], ''],
    ['an empty array in a path is nothing', { in: 'path', style: 'matrix' }, [], ''],
    ['an empty object is not given', {}, {}, ''],
    ['null members are left out (RFC 6570 2.3)', {}, { a: null, b: 1 }, 'b=1'],
    ['null items are left out', {}, [null, 'x'], 'color=x'],
    ['an object inside an array is JSON', {}, [{ a: 1 }], 'color=%7B%22a%22%3A1%7D'],
    ['an array inside an array is JSON', { explode: false }, [[1, 2], 3], 'color=%5B1%2C2%5D,3'],
    ['an object inside an object is JSON', {}, { a: { b: 1 } }, 'a=%7B%22b%22%3A1%7D'],
    ['an array inside an exploded object repeats its name', {}, { a: [1, null, 2], b: [] }, 'a=1&a=2'],
    ['an array inside an object is JSON', { explode: false }, { a: [1, 2] }, 'color=a,%5B1%2C2%5D'],
    ['a key of an object is encoded', {}, { 'a&b': 'c' }, 'a%26b=c'],
    ['__proto__ is a key like any other', {}, JSON.parse('{"__proto__":"p"}'), '__proto__=p'],
    [
      'everything but unreserved characters is encoded',
      {},
      "-._~!'()*&=+#/ é😀",
      'color=-._~%21%27%28%29%2A%26%3D%2B%23%2F%20%C3%A9%F0%9F%98%80',
    ],
    ['a cookie value is one value', { in: 'cookie' }, 'a; sid=attacker', 'color=a%3B%20sid%3Dattacker'],
    ['a header is not encoded', { in: 'header', style: 'simple' }, 'a b/é'.slice(0, 4), 'a b/'],
  ];
  for (const [of, binding, value, expected] of cases) {
    test(of, () => assert.equal(write(binding, value), expected));
  }

  const refused: readonly [of: string, binding: object, value: unknown][] = [
    ['a line end in a header', { in: 'header', style: 'simple' }, 'a\r\nX-Injected: 1'],
    ['a letter beyond ASCII in a header', { in: 'header', style: 'simple' }, 'é'],
    ['a lone line feed in a header', { in: 'header', style: 'simple' }, 'a\nb'],
    ['a NUL in a header', { in: 'header', style: 'simple' }, 'a\0'],
    ['a control character in a path', { in: 'path', style: 'simple' }, 'a\u0085b'],
    ['half of a surrogate pair', {}, 'a\ud800'],
    ['half of a surrogate pair in a path', { in: 'path', style: 'simple' }, '\udc00'],
    ['a deepObject without an end', { style: 'deepObject' }, nested(40)],
    ['a value without an end', {}, [nested(200_000)]],
  ];
  for (const [of, binding, value] of refused) {
    test(`refuses ${of}, and does not repeat it`, () =>
      assert.throws(() => write(binding, value), {
        code: 'invalid-argument',
        message: /^((?!Injected)[\x20-\x7e])*$/,
      }));
  }
});

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

suite('where a style is allowed (OpenAPI 3.1.1, Style Values)', () => {
  const cases: readonly [style: string, locations: readonly ParameterLocation[]][] = [
    ['matrix', ['path']],
    ['label', ['path']],
    ['simple', ['path', 'header']],
    ['form', ['query', 'cookie']],
    ['spaceDelimited', ['query']],
    ['pipeDelimited', ['query']],
    ['deepObject', ['query']],
    ['tabDelimited', []],
    ['toString', []],
  ];
  for (const [style, locations] of cases) {
    test(style, () =>
      assert.deepEqual(
        (['path', 'query', 'header', 'cookie'] as const).filter((location) =>
          isStyleAllowed(style, location),
        ),
        locations,
      ),
    );
  }
});

test('headers that no argument may set', () => {
  const forbidden = [
    'Host',
    'AUTHORIZATION',
    'cookie',
    'Proxy-Authorization',
    'X-Forwarded-For',
    'Mcp-Session-Id',
  ];
  for (const name of [...forbidden, 'Transfer-Encoding', 'traceparent', 'Accept', 'a b', 'a:b', '']) {
    assert.ok(isForbiddenHeader(name), name);
  }
  for (const name of ['X-Host', 'Idempotency-Key', 'User-Agent', 'If-Match', 'Prefer', 'Accept-Encoding'])
    assert.ok(!isForbiddenHeader(name));
});

suite('properties', () => {
  const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean());
  test('a decoded query value is the value', () =>
    fc.assert(
      fc.property(scalar, (value) => {
        assert.equal(decodeURIComponent(write({}, value)), `color=${value}`);
      }),
    ));
  test('no value of any style adds a pair or ends the query', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...queryStyles),
        fc.boolean(),
        fc.string({ unit: 'binary' }),
        (style, explode, value) => {
          const text = refusedOr(() => write({ style, explode, allowReserved: true }, value));
          assert.match(text, /^(?:color=[^&#\s]*|refused)$/);
        },
      ),
    ));
  test('encoding is never undone', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        assert.equal(decodeURIComponent(percentEncode(value)), value);
        assert.equal(
          decodeURIComponent(encodeReserved(value.replaceAll('%', ''))),
          value.replaceAll('%', ''),
        );
      }),
    ));
});

function refusedOr(write: () => string): string {
  try {
    return write();
  } catch (error) {
    assert.ok(error instanceof ToolError);
    return 'refused';
  }
}

const queryStyles = (Object.keys(parameterStyles) as ParameterStyle[]).filter((style) =>
  isStyleAllowed(style, 'query'),
);

suite('the style `cookie` (OpenAPI 3.2, Style Values; RFC 6265 4.1.1)', () => {
  const cookie = { in: 'cookie', style: 'cookie' } as const;
  test('nothing is percent-encoded', () => {
    assert.equal(
      write(cookie, "a%20b+c=='!#$&()*/:<=>?@[]^_`{|}~"),
      "color=a%20b+c=='!#$&()*/:<=>?@[]^_`{|}~",
    );
  });
  for (const value of [
    'a b',
    'a"',
    'a,b',
    'a;b',
    'a\\b',
    'é',
    'a\r\nb',
    '\0',
    ['a', 'b;c'],
    { 'a;b': 'c' },
    { 'a=b': 'c' },
  ]) {
    test(`refuses ${JSON.stringify(value)}`, () =>
      assert.throws(() => write(cookie, value), { code: 'invalid-argument' }));
  }
});

suite('arrays in arrays (OpenAPI 2.0, Items Object)', () => {
  const cases: readonly [binding: object, value: unknown, expected: string][] = [
    [{ itemSeparators: ['|'] }, [[1, 2], ['a b']], 'color=1%7C2&color=a%20b'],
    [{ itemSeparators: ['|'], explode: false }, [[1, 2], [3]], 'color=1%7C2,3'],
    [{ itemSeparators: ['|'] }, [[], [null, 1]], 'color=&color=1'],
    [
      { itemSeparators: ['|', ' '], style: 'tabDelimited', explode: false },
      [[[1, 2], [3]], [[4]]],
      'color=1%202%7C3%094',
    ],
    [{ itemSeparators: ['|'] }, [1, { a: 1 }], 'color=1&color=%7B%22a%22%3A1%7D'],
  ];
  for (const [binding, value, expected] of cases) {
    test(JSON.stringify(value), () => assert.equal(write(binding, value), expected));
  }
  const refused: readonly [separators: readonly string[], value: unknown][] = [
    [['|'], [['a|b']]],
    [[','], [[1, 'a,b']]],
    [['|', ' '], [[['a'], ['b c', 'd']]]],
  ];
  for (const [itemSeparators, value] of refused) {
    test(`refuses ${JSON.stringify(value)} with '${itemSeparators.join("' and '")}' between texts`, () =>
      assert.throws(() => write({ itemSeparators, explode: false }, value), { code: 'invalid-argument' }));
  }
});
