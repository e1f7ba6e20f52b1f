import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import {
  encodeReserved,
  isForbiddenHeader,
  isStyleAllowed,
  isSupportedContent,
  parameterStyles,
  percentEncode,
  writeParameter,
  type ParameterLocation,
  type ParameterStyle,
} from '../../src/runtime/request/parameters.js';

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
    'color=blue&color=black&color=brown',
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
    ['a key of an object is encoded', {}, { 'a&b': 'c' }, 'a%26b=c'],
    ['__proto__ is a key like any other', {}, JSON.parse('{"__proto__":"p"}'), '__proto__=p'],
    [
      'everything but unreserved characters is encoded',
      {},
      "-._~!'()*&=+#/ é😀",
      'color=-._~%21%27%28%29%2A%26%3D%2B%23%2F%20%C3%A9%F0%9F%98%80',
    ],
    [
      'allowReserved keeps what a query may hold',
      { allowReserved: true },
      "a/b?c:d@e!$'()*,;=f",
      "color=a/b?c:d@e!$'()*,;=f",
    ],
    [
      'allowReserved does not let a value end',
      { allowReserved: true },
      'a&b#c[d]+ é',
      'color=a%26b%23c%5Bd%5D%2B%20%C3%A9',
    ],
    [
      'allowReserved keeps what is encoded (RFC 6570 3.2.3)',
      { allowReserved: true },
      'a%2Fb%zz',
      'color=a%2Fb%25zz',
    ],
    [
      'allowReserved is for queries alone',
      { in: 'path', style: 'simple', allowReserved: true },
      'a/b',
      'a%2Fb',
    ],
    [
      'deepObject nests',
      { style: 'deepObject' },
      { a: { b: 1, c: ['x', 'y'] }, d: null },
      'color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bc%5D=x&color%5Ba%5D%5Bc%5D=y',
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

suite('content (Parameter Object, content)', () => {
  const json = { style: undefined, explode: undefined, mediaType: 'application/json' };
  const binding = (location: ParameterLocation, mediaType = json.mediaType): ParameterBinding => ({
    property: 'p',
    name: 'p',
    in: location,
    mediaType,
  });
  test('JSON in a query is percent-encoded', () =>
    assert.deepEqual(writeParameter(binding('query'), { bell: 1, by: 'x y' }), [
      ['p', '%7B%22bell%22%3A1%2C%22by%22%3A%22x%20y%22%7D'],
    ]));
  test('a JSON string keeps its quotes', () =>
    assert.deepEqual(writeParameter(binding('query', 'application/vnd.x+json'), 'a'), [['p', '%22a%22']]));
  test('JSON in a header is ASCII', () =>
    assert.deepEqual(writeParameter(binding('header'), { a: 'é😀\n' }), [
      ['p', '{"a":"\\u00e9\\ud83d\\ude00\\n"}'],
    ]));
  test('null is not given', () => assert.deepEqual(writeParameter(binding('query'), null), []));
  test('text is sent as it is', () =>
    assert.deepEqual(writeParameter(binding('query', 'text/plain'), 'a'), [['p', 'a']]));
  test('JSON and text can be written', () => {
    assert.ok(isSupportedContent('application/json'));
    assert.ok(isSupportedContent('text/plain'));
    assert.ok(!isSupportedContent('application/xml'));
  });
});

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
  for (const name of ['X-Host', 'Idempotency-Key', 'User-Agent', 'If-Match', 'Prefer'])
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
          assert.match(write({ style, explode, allowReserved: true }, value), /^color=[^&#\s]*$/);
        },
      ),
    ));
  test('encoding is never undone', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        assert.equal(decodeURIComponent(percentEncode(value)), value);
        assert.doesNotMatch(encodeReserved(value), /[&#+[\]\s]/);
      }),
    ));
});

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
    [
      { itemSeparators: ['|', ' '], style: 'pipeDelimited', explode: false },
      [[[1, 2], [3]]],
      'color=1%202%7C3',
    ],
    [{ itemSeparators: ['|'] }, [1, { a: 1 }], 'color=1&color=%7B%22a%22%3A1%7D'],
  ];
  for (const [binding, value, expected] of cases) {
    test(JSON.stringify(value), () => assert.equal(write(binding, value), expected));
  }
});
