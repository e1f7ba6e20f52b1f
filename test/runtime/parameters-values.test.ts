import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import type { ParameterLocation } from '../../src/runtime/request/parameters.js';
import { writeParameter } from '../../src/runtime/request/write-parameter.js';

/** Ways to send a parameter called `p`. */
const ways = {
  path: { in: 'path', style: 'simple', explode: false },
  label: { in: 'path', style: 'label', explode: true },
  matrix: { in: 'path', style: 'matrix', explode: true },
  query: { in: 'query', style: 'form', explode: true },
  joined: { in: 'query', style: 'form', explode: false },
  deep: { in: 'query', style: 'deepObject', explode: true },
  header: { in: 'header', style: 'simple', explode: false },
  cookie: { in: 'cookie', style: 'form', explode: true },
  plainCookie: { in: 'cookie', style: 'cookie', explode: true },
} as const satisfies Record<string, object>;

type Way = keyof typeof ways;

function write(way: object, value: unknown): string {
  const binding = { property: 'p', name: 'p', in: 'query' as ParameterLocation, ...way };
  const pairs = writeParameter(binding as ParameterBinding, value);
  if (binding.in === 'path' || binding.in === 'header') return pairs.map(([, text]) => text).join('');
  return pairs.map(([name, text]) => `${name}=${text}`).join(binding.in === 'query' ? '&' : '; ');
}

type Texts = Partial<Record<Way, string>>;

/** What each way makes of a value. */
const kinds: Readonly<Record<string, readonly (readonly [value: unknown, texts: Texts])[]>> = {
  'false and 0 are values': [
    [
      false,
      {
        path: 'false',
        label: '.false',
        matrix: ';p=false',
        query: 'p=false',
        header: 'false',
        cookie: 'p=false',
      },
    ],
    [0, { path: '0', label: '.0', matrix: ';p=0', query: 'p=0', header: '0', plainCookie: 'p=0' }],
    [-0, { query: 'p=0' }],
    [
      [false, 0],
      { path: 'false,0', label: '.false.0', matrix: ';p=false;p=0', joined: 'p=false,0', header: 'false,0' },
    ],
    [
      { a: false, b: 0 },
      { path: 'a,false,b,0', label: '.a=false.b=0', deep: 'p%5Ba%5D=false&p%5Bb%5D=0' },
    ],
  ],
  'an empty text is a value (RFC 6570 2.3)': [
    ['', { label: '.', matrix: ';p', query: 'p=', joined: 'p=', deep: 'p=', header: '', cookie: 'p=' }],
    [
      ['', 'a'],
      { path: ',a', label: '..a', matrix: ';p;p=a', query: 'p=&p=a', joined: 'p=,a', header: ',a' },
    ],
    [{ a: '' }, { matrix: ';a', query: 'a=', joined: 'p=a,', deep: 'p%5Ba%5D=', cookie: 'a=' }],
  ],
  'null and what is empty are not given (RFC 6570 2.3)': [
    [null, { path: '', query: '', deep: '', header: '', cookie: '' }],
    [[], { path: '', label: '', matrix: '', query: '', joined: '', deep: '', header: '', plainCookie: '' }],
    [{}, { path: '', label: '', matrix: '', query: '', joined: '', deep: '', header: '', plainCookie: '' }],
    [
      [null, undefined, 1, null],
      { path: '1', label: '.1', matrix: ';p=1', query: 'p=1', joined: 'p=1', deep: 'p%5B%5D=1' },
    ],
    [
      { a: null, b: 1 },
      { path: 'b,1', label: '.b=1', matrix: ';b=1', query: 'b=1', joined: 'p=b,1', header: 'b,1' },
    ],
    [{ a: null, 'a]': null, b: [] }, { deep: '' }],
    [
      { a: [], b: {}, c: null },
      { path: '', label: '', matrix: '', query: '', joined: '', deep: '', header: '', plainCookie: '' },
    ],
    [
      { a: {}, b: 1, c: [] },
      { path: 'b,1', label: '.b=1', matrix: ';b=1', query: 'b=1', joined: 'p=b,1', header: 'b,1' },
    ],
  ],
  'numbers are written as JSON writes them': [
    [9007199254740991, { path: '9007199254740991', query: 'p=9007199254740991', header: '9007199254740991' }],
    ['9007199254740993', { path: '9007199254740993', query: 'p=9007199254740993' }],
    ['00012', { query: 'p=00012' }],
    [1.5, { path: '1.5', label: '.1.5', query: 'p=1.5' }],
    [1e21, { query: 'p=1e%2B21', header: '1e+21' }],
    [1e-7, { query: 'p=1e-7', path: '1e-7' }],
  ],
  'dates and times are texts': [
    ['2024-02-29', { path: '2024-02-29', query: 'p=2024-02-29', header: '2024-02-29' }],
    [
      '2024-02-29T12:30:00+01:00',
      {
        path: '2024-02-29T12%3A30%3A00%2B01%3A00',
        query: 'p=2024-02-29T12%3A30%3A00%2B01%3A00',
        header: '2024-02-29T12:30:00+01:00',
        plainCookie: 'p=2024-02-29T12:30:00+01:00',
      },
    ],
  ],
  'letters of the world are UTF-8': [
    ['é', { path: '%C3%A9', query: 'p=%C3%A9', cookie: 'p=%C3%A9' }],
    ['日本', { path: '%E6%97%A5%E6%9C%AC', matrix: ';p=%E6%97%A5%E6%9C%AC' }],
    ['😀', { path: '%F0%9F%98%80', query: 'p=%F0%9F%98%80' }],
    ['e\u0301', { path: 'e%CC%81' }],
    [{ é: 'ü' }, { query: '%C3%A9=%C3%BC', deep: 'p%5B%C3%A9%5D=%C3%BC' }],
  ],
  'reserved characters are data (RFC 3986 2.2)': [
    [
      ':/?#[]@',
      { path: '%3A%2F%3F%23%5B%5D%40', query: 'p=%3A%2F%3F%23%5B%5D%40', cookie: 'p=%3A%2F%3F%23%5B%5D%40' },
    ],
    [
      "!$&'()*+,;=",
      { path: '%21%24%26%27%28%29%2A%2B%2C%3B%3D', query: 'p=%21%24%26%27%28%29%2A%2B%2C%3B%3D' },
    ],
    ['%41%', { path: '%2541%25', query: 'p=%2541%25', header: '%41%', plainCookie: 'p=%41%' }],
    ['-._~', { path: '-._~', query: 'p=-._~' }],
    [['a,b', 'c'], { path: 'a%2Cb,c', joined: 'p=a%2Cb,c', cookie: 'p=a%2Cb; p=c' }],
    [{ 'a=b,c': '=' }, { path: 'a%3Db%2Cc,%3D', label: '.a%3Db%2Cc=%3D', query: 'a%3Db%2Cc=%3D' }],
  ],
  'a value within a value is JSON, but an array in an exploded form repeats its name': [
    [[[1, 2], 3], { path: '%5B1%2C2%5D,3', query: 'p=%5B1%2C2%5D&p=3' }],
    [[{ a: 1 }], { path: '%7B%22a%22%3A1%7D', query: 'p=%7B%22a%22%3A1%7D' }],
    [{ a: { b: [1] } }, { query: 'a=%7B%22b%22%3A%5B1%5D%7D', joined: 'p=a,%7B%22b%22%3A%5B1%5D%7D' }],
    [{ a: [1, 2] }, { query: 'a=1&a=2', matrix: ';a=1;a=2', label: '.a=%5B1%2C2%5D', cookie: 'a=1; a=2' }],
  ],
  'deepObject goes all the way down, as qs, Rack and PHP read it': [
    [{ a: { b: { c: 1 } } }, { deep: 'p%5Ba%5D%5Bb%5D%5Bc%5D=1' }],
    [{ a: ['x', 'y'] }, { deep: 'p%5Ba%5D%5B%5D=x&p%5Ba%5D%5B%5D=y' }],
    [
      { a: [{ b: 1, c: 2 }, { b: 3 }] },
      { deep: 'p%5Ba%5D%5B0%5D%5Bb%5D=1&p%5Ba%5D%5B0%5D%5Bc%5D=2&p%5Ba%5D%5B1%5D%5Bb%5D=3' },
    ],
    [{ a: [[1], 2] }, { deep: 'p%5Ba%5D%5B0%5D%5B%5D=1&p%5Ba%5D%5B1%5D=2' }],
    [{ a: [null, { b: 1 }] }, { deep: 'p%5Ba%5D%5B0%5D%5Bb%5D=1' }],
    [['x', 'y'], { deep: 'p%5B%5D=x&p%5B%5D=y' }],
    ['x', { deep: 'p=x' }],
    [JSON.parse('{"__proto__":{"constructor":1}}'), { deep: 'p%5B__proto__%5D%5Bconstructor%5D=1' }],
  ],
};

for (const [of, rows] of Object.entries(kinds)) {
  suite(of, () => {
    for (const [value, texts] of rows) {
      for (const [way, text] of Object.entries(texts)) {
        test(`${JSON.stringify(value)} by ${way}`, () => assert.equal(write(ways[way as Way], value), text));
      }
    }
  });
}

suite(
  'allowReserved (OpenAPI 3.2, Parameter Object: RFC 6570 3.2.3, as far as the location goes along)',
  () => {
    const rows: readonly [way: Way, value: unknown, text: string][] = [
      ['query', "a/b?c:d@e!$'()*,;=f", "p=a/b?c:d@e!$'()*,;=f"],
      ['query', 'a&b#c[d]+ é', 'p=a%26b%23c%5Bd%5D%2B%20%C3%A9'],
      ['query', 'a%2Fb%zz%', 'p=a%2Fb%25zz%25'],
      ['query', { 'a=b': 'c=d' }, 'a%3Db=c=d'],
      ['joined', ['a/b', 'c'], 'p=a/b,c'],
      ['deep', { 'a/b': 'c/d' }, 'p%5Ba%2Fb%5D=c/d'],
      ['path', "a:@!$&'()*+,;=b", "a:@!$&'()*+,;=b"],
      ['path', 'a/b?c#d[e]', 'a%2Fb%3Fc%23d%5Be%5D'],
      ['path', 'a%2Fb%', 'a%2Fb%25'],
      ['label', ['a:b', 'c/d'], '.a:b.c%2Fd'],
      ['matrix', ['a@b', '?'], ';p=a@b;p=%3F'],
      ['cookie', 'a/b=c,d;e "', 'p=a/b=c%2Cd%3Be%20%22'],
    ];
    for (const [way, value, text] of rows) {
      test(`${JSON.stringify(value)} by ${way}`, () =>
        assert.equal(write({ ...ways[way], allowReserved: true }, value), text));
    }
  },
);

suite('what a way has no text for is refused', () => {
  const delimited = (style: string, more: object = {}): object => ({ style, explode: false, ...more });
  const rows: readonly [of: string, way: object, value: unknown][] = [
    ['half of a surrogate pair in a query', ways.query, 'a\ud800'],
    ['half of a surrogate pair in a path', ways.path, '\udc00'],
    ['half of a surrogate pair in a header', ways.header, '\ud800'],
    ['half of a surrogate pair in a cookie', ways.plainCookie, '\ud800'],
    ['half of a surrogate pair in a name', ways.query, { '\ud800': 1 }],
    ['half of a surrogate pair, reserved', { ...ways.query, allowReserved: true }, '\ud800'],
    ['a control character in a path', ways.matrix, 'a\u0085b'],
    ['a control character in a name in a path', ways.label, { 'a\nb': 1 }],
    ['a line end in a header', ways.header, ['a', 'b\r\nX-Injected: 1']],
    ['a line end in a name in a header', { ...ways.header, explode: true }, { 'a\nInjected': 'b' }],
    ['a space in a plain cookie', ways.plainCookie, 'a b'],
    ['a name that is none of a cookie', ways.plainCookie, { 'a;b': 1 }],
    ['a space between spaces (OpenAPI 3.2, Appendix E)', delimited('spaceDelimited'), ['a b', 'c']],
    ['a space in a name between spaces', delimited('spaceDelimited'), { 'a b': 'c' }],
    ['a bar between bars', delimited('pipeDelimited'), ['a|b']],
    ['a bar in JSON between bars', delimited('pipeDelimited'), [{ a: '|' }]],
    ['a bar between bars in a header', delimited('pipeDelimited', { in: 'header' }), ['a|b']],
    ['a tab between tabs', delimited('tabDelimited'), ['a\tb']],
    ['a bracket in a name in brackets (OpenAPI 3.2, Appendix E)', ways.deep, { 'a]b': 1 }],
    ['a bracket in a name further down', ways.deep, { a: [{ '[': 1 }] }],
    ['no name in brackets', ways.deep, { '': 1 }],
  ];
  for (const [of, way, value] of rows) {
    test(of, () =>
      assert.throws(() => write(way, value), {
        code: 'invalid-argument',
        message: /^(?:(?!Injected)[\x20-\x7e])*nothing was sent\.$|surrogate/s,
      }),
    );
  }
  test('but not where it is one value', () => {
    assert.equal(write(delimited('spaceDelimited'), 'a b'), 'p=a%20b');
    assert.equal(write(delimited('pipeDelimited'), 'a|b'), 'p=a%7Cb');
    assert.equal(write({ style: 'spaceDelimited', explode: true }, ['a b', 'c']), 'p=a%20b&p=c');
  });
});
