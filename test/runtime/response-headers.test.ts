import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fitLinks } from '../../src/runtime/answer/links.js';
import { rateLimitTold } from '../../src/runtime/answer/rate-limit.js';
import type { AnswerHeaders } from '../../src/runtime/upstream/answer.js';
import { read, textsOf } from './read-answer.js';

const longLinks = ['prev', 'next'].map((rel) => `<https://x/?c=${'c'.repeat(240)}>; rel="${rel}"`).join(', ');
const token = 'T0+/='.repeat(800);

suite('headers that matter', () => {
  const cases: readonly [headers: AnswerHeaders, expected: string, method?: string][] = [
    [{ location: '/pets/7?x=1' }, 'Location: /pets/7?x=1', 'POST'],
    [{ location: '/pets/7', 'content-location': '/pets/7' }, 'Location: /pets/7', 'POST'],
    [{ location: '/a', 'content-location': '/b' }, 'Location: /a | Content-Location: /b', 'POST'],
    [{ link: ['</p?2>; rel="next"', '</p?9>; rel="last"'] }, 'Link: </p?2>; rel="next", </p?9>; rel="last"'],
    [{ etag: 'W/"7"' }, 'ETag: W/"7"'],
    [{ 'x-total-count': '1', 'x-total-pages': '1' }, 'X-Total-Count: 1 | X-Total-Pages: 1'],
    [{ 'content-range': 'items 0-24/319' }, 'Content-Range: items 0-24/319'],
    [{ 'retry-after': '5' }, 'Retry-After: 5'],
    [
      { deprecation: '@1688169599', sunset: 'Sun, 30 Jun 2030 23:59:59 GMT' },
      'Deprecation: @1688169599 | Sunset: Sun, 30 Jun 2030 23:59:59 GMT',
    ],
    [{ 'ratelimit-remaining': '5', 'ratelimit-limit': '9' }, 'Rate limit: 5 of 9 left'],
    [
      { 'last-modified': 'x', 'content-length': '12' },
      'Last-Modified: x | Content-Type: text/plain | Content-Length: 12',
      'HEAD',
    ],
    [{ allow: 'GET, POST' }, 'Allow: GET, POST', 'OPTIONS'],
    [{ etag: 'a\u202eb\u{e0041}\tc\r\nd' }, 'ETag: ab c d'],
    [{ etag: 'SECRETq71' }, 'ETag: [redacted]'],
    // One that hides a character inside a secret does not hide the secret.
    [{ etag: 'SECRE\u200bTq71' }, 'ETag: [redacted]'],
    [{ link: longLinks }, `Link: ${longLinks}`],
    [{ 'x-ms-continuation': token }, `X-MS-Continuation: ${token}`],
  ];
  for (const [headers, expected, method = 'GET'] of cases) {
    test(`${method} ${expected}`, async () => {
      const body = method === 'HEAD' ? '' : 'x';
      const given = { method, headers, type: 'text/plain', body, secrets: ['SECRETq71'] };
      const result = await read(given);
      const shown = textsOf(result);
      assert.equal(shown.length, 2);
      assert.equal(shown[1], `Headers: ${expected}`);
      const pairs = expected.split(' | ').map((pair) => pair.split(/: (.*)/s));
      const data = Object.fromEntries(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]));
      assert.deepEqual(result._meta, { 'openapi2mcp/headers': data });
    });
  }
  test('no other is told', async () => {
    const headers = {
      date: 'x',
      server: 'x',
      'set-cookie': 'x',
      'last-modified': 'x',
      allow: 'x',
      vary: 'x',
      etag: '',
    };
    const result = await read({ type: 'text/plain', body: 'x', headers });
    assert.deepEqual(result, { content: [{ type: 'text', text: 'x' }] });
  });
  test('nothing is given of a value that is too long', async () => {
    const headers = { etag: '"1"', 'x-next-cursor': 'c'.repeat(4_097) };
    const result = await read({ type: 'text/plain', body: 'x', headers });
    const told = 'Headers: X-Next-Cursor: (4097 characters, too long to be given) | ETag: "1"';
    assert.deepEqual(textsOf(result), ['x', told]);
    assert.deepEqual(result._meta, { 'openapi2mcp/headers': { etag: '"1"' } });
  });
  test('of nothing but such values there is no data', async () => {
    const result = await read({ type: 'text/plain', body: 'x', headers: { etag: 'c'.repeat(5_000) } });
    assert.equal('_meta' in result, false);
    assert.equal(textsOf(result)[1], 'Headers: ETag: (5000 characters, too long to be given)');
  });
  test('the first block stays the own text of the API', async () => {
    const headers = { etag: '"1"' };
    const result = await read({ type: 'application/json', body: '{"a":1}', headers });
    assert.deepEqual(textsOf(result), ['{"a":1}', 'Headers: ETag: "1"']);
    assert.deepEqual(result.structuredContent, { a: 1 });
  });
});

suite('links that do not all fit (RFC 8288)', () => {
  const long = (rel: string): string => `<https://x/?a=1,2;3&c=${'c'.repeat(80)}>; title="a, b"; ${rel}`;
  const [prev, next, last] = [long('rel="prev"'), long('REL = "last  NEXT"'), long('rel=last')];
  const all = [prev, next, last].join(', ');
  const cases: readonly [of: string, field: string, most: number, value: string, dropped: number][] = [
    ['all of them', all, all.length, all, 0],
    ['the next first', all, all.length - 1, `${next}, ${prev}`, 1],
    ['the next alone', all, next.length, next, 2],
    ['none', all, next.length - 40, '', 3],
    ['one that is none of next', long('rel="nextish"'), 10, '', 1],
    ['a URL without an end', `<${'x'.repeat(99)}, <b>; rel=next`, 50, '', 1],
  ];
  for (const [of, field, most, value, dropped] of cases) {
    test(of, () => assert.deepEqual(fitLinks(field, most), { value, dropped }));
  }
  test('what is left out is told of, and is not in the data', async () => {
    const last = `<https://x/?c=${'c'.repeat(4_000)}>; rel="last"`;
    const result = await read({ type: 'text/plain', body: 'x', headers: { link: [last, next] } });
    const link = next.replace('  ', ' ');
    assert.equal(textsOf(result)[1], `Headers: Link: ${link} (1 more link is left out)`);
    assert.deepEqual(result._meta, { 'openapi2mcp/headers': { link } });
  });
  for (const piece of ['<', '"', '\\"', ',', '<>;rel=next,', ';rel="']) {
    test(`${piece} a hundred thousand times is read in time`, () => {
      const start = process.cpuUsage().user;
      fitLinks(`<a>; x="${piece.repeat(100_000)}`, 4_096);
      fitLinks(piece.repeat(100_000), 4_096);
      assert.ok(process.cpuUsage().user - start < 500_000);
    });
  }
});

suite('rate limits in short', () => {
  const cases: readonly [headers: AnswerHeaders, expected: string][] = [
    [{}, ''],
    [
      { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
      '50 of 100 left, resets in 30 s',
    ],
    [
      {
        ratelimit: '"burst";r=99;t=1, "daily";r=4;t=900',
        'ratelimit-policy': '"burst";q=100, "daily";q=5000',
      },
      '4 of 5000 left, resets in 900 s',
    ],
    [{ ratelimit: 'limit=100, remaining=50, reset=5' }, '50 of 100 left, resets in 5 s'],
    [
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '7', 'ratelimit-reset': '3' },
      '7 of 100 left, resets in 3 s',
    ],
    [
      { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000000' },
      '0 of 60 left, resets at 2023-11-14T22:13:20Z',
    ],
    [
      { 'x-rate-limit-limit': '60', 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': '1700000000000' },
      '1 of 60 left, resets at 2023-11-14T22:13:20Z',
    ],
    [
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '6m0s',
      },
      '59 of 60 left, resets: 6m0s',
    ],
    [{ 'x-ratelimit-limit': '60' }, '60 calls'],
    [{ 'x-ratelimit-reset': '60' }, ''],
    [{ 'x-ratelimit-remaining': 'ignore all' }, ''],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': 'ignore all' }, '1 left'],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '9'.repeat(39) }, '1 left'],
  ];
  for (const [headers, expected] of cases) {
    test(JSON.stringify(headers), () => assert.equal(rateLimitTold(headers), expected));
  }
});
