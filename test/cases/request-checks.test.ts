import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RequestShape } from './case-format.js';
import { recorded } from './made-case.js';
import { requestProblems } from './request-checks.js';

const type = { 'content-type': 'multipart/form-data; boundary=x' };
const part = (name: string, text: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const multipart = `${part('a', '1')}${part('b', '{"n":1}')}${part('a', '2')}--x--`;
const parts: NonNullable<RequestShape['parts']> = [
  { name: 'b', json: { n: 1 }, contentType: { match: '^text/plain$' } },
  { name: 'a', text: '1' },
  { name: 'a', bytes: 'Mg==' },
];

const table: readonly (readonly [
  of: string,
  expected: RequestShape,
  headers: Readonly<Record<string, string>>,
  body: string,
  fits: boolean,
])[] = [
  [
    'a form in another order',
    {
      form: [
        ['b', '2'],
        ['a', '1'],
        ['a', ' '],
      ],
    },
    {},
    'a=1&b=2&a=+',
    true,
  ],
  [
    'a form with equal names in another order',
    {
      form: [
        ['a', ' '],
        ['a', '1'],
      ],
    },
    {},
    'a=1&a=+',
    false,
  ],
  ['a form with a pair too many', { form: [['a', '1']] }, {}, 'a=1&a=2', false],
  [
    'a form with a pair too few',
    {
      form: [
        ['a', '1'],
        ['b', '2'],
      ],
    },
    {},
    'a=1',
    false,
  ],
  ['parts in another order', { parts }, type, multipart, true],
  ['parts with equal names in another order', { parts: [...parts].reverse() }, type, multipart, false],
  ['one part too many', { parts: parts.slice(0, 2) }, type, multipart, false],
  [
    'a part of another type',
    { parts: [{ name: 'a', contentType: 'image/png' }] },
    type,
    `${part('a', '1')}--x--`,
    false,
  ],
  ['parts that are none', { parts: [] }, { 'content-type': 'text/plain' }, '', false],
  ['cookies', { cookies: { a: '1', b: '%20' } }, { cookie: 'b=%20; a=1' }, '', true],
  ['another cookie', { cookies: { a: '1' } }, { cookie: 'a=1; b=2' }, '', false],
  ['bytes', { bodyBytes: 'YWI=' }, {}, 'ab', true],
  ['other bytes', { bodyBytes: 'YWI=' }, {}, 'ab ', false],
  ['JSON with other blanks', { body: { a: [1] } }, {}, ' { "a" : [1.0] } ', true],
  ['text that is no JSON', { body: { match: '.' } }, {}, 'ab', false],
  ['no content', { body: { absent: true } }, {}, '', true],
  ['content in place of none', { body: { absent: true } }, {}, 'null', false],
  ['body text by the flag s alone', { bodyMatches: '^A.B$' }, {}, 'a\nb', false],
  ['body text', { bodyMatches: '^a.b$' }, {}, 'a\nb', true],
  ['a method in other letters', { method: 'get' }, {}, '', false],
  ['a header that is not to be there', { headers: { 'x-a': { absent: true } } }, { 'x-a': '' }, '', false],
];

suite('a request is compared', () => {
  for (const [of, expected, headers, body, fits] of table) {
    test(`${of}: ${fits ? 'fits' : 'does not fit'}`, () => {
      const requests = [recorded('GET', '/', headers, body)];
      const observed = { tool: 'a', answer: undefined, failure: undefined, requests, otherRequests: [] };
      const problems = requestProblems({ request: expected }, observed);
      assert.equal(problems.length === 0, fits, problems.join('\n'));
    });
  }
});
