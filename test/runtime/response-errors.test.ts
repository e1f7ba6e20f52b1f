import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { read, textsOf, type Given } from './read-answer.js';

const problem = 'application/problem+json';
const json = 'application/json';
const head = (status: string, method = 'GET'): string =>
  `${status} from ${method} /pets/{id} [upstream-status]`;

/** The one text block of an error. */
async function errorTextOf(given: Given): Promise<string> {
  const result = await read(given);
  assert.equal(result.isError, true);
  assert.equal('structuredContent' in result, false);
  assert.equal(result.content.length, 1);
  return textsOf(result)[0] ?? assert.fail('no text');
}

/** The lines of an error: what it is, what may be done, what the API says. */
async function linesOf(given: Given): Promise<readonly string[]> {
  return (await errorTextOf(given)).split('\n');
}

suite('what may be done after a status', () => {
  const cases: readonly [status: number, method: string, advice: RegExp][] = [
    [101, 'GET', /no final answer/],
    [300, 'GET', /not followed/],
    [304, 'GET', /^Nothing has changed since/],
    [400, 'POST', /^Correct the arguments/],
    [401, 'GET', /refused the credentials of this server; no argument changes that/],
    [403, 'GET', /no argument changes that\. Tell the user/],
    [404, 'GET', /^Check the ids/],
    [405, 'GET', /do not call it again/],
    [407, 'GET', /credentials of this server/],
    [409, 'PUT', /present state/],
    [410, 'GET', /gone for good/],
    [412, 'PUT', /read it again/],
    [415, 'POST', /content of this type/],
    [418, 'GET', /^Change the arguments/],
    [422, 'POST', /^Correct the arguments/],
    [428, 'PUT', /^Read it first/],
    [429, 'POST', /too many calls/],
    [500, 'GET', /may be made again later/],
    [500, 'POST', /whether it did what was asked is not known/],
    [501, 'GET', /do not call it again/],
    [502, 'DELETE', /may be made again later/],
    [503, 'PATCH', /is not known/],
    [504, 'PUT', /may be made again later/],
    [599, 'QUERY', /may be made again later/],
  ];
  for (const [status, method, advice] of cases) {
    test(`${method} ${status}`, async () => {
      const [first, second, ...others] = await linesOf({ status, reason: 'R', method });
      assert.equal(first, head(`${status} R`, method));
      assert.match(second ?? '', advice);
      assert.deepEqual(others, []);
    });
  }
  test('of a status of no class nothing is known', async () =>
    assert.deepEqual(await linesOf({ status: 700, reason: '' }), [head('700')]));

  const hints: readonly [annotations: Given['annotations'], method: string, advice: RegExp][] = [
    [{ idempotentHint: true }, 'POST', /may be made again/],
    [{ readOnlyHint: true }, 'POST', /may be made again/],
    [{ idempotentHint: false }, 'PUT', /is not known/],
  ];
  for (const [annotations, method, advice] of hints) {
    test(`${method} with ${JSON.stringify(annotations)}`, async () => {
      const [, second] = await linesOf({ status: 500, method, ...(annotations && { annotations }) });
      assert.match(second ?? '', advice);
    });
  }
});

suite('Retry-After (RFC 9110 10.2.3)', () => {
  const date = 'Wed, 21 Oct 2037 07:28:00 GMT';
  const cases: readonly [of: string, headers: Given['headers'], expected: RegExp][] = [
    ['seconds', { 'retry-after': '30' }, / Try again after 30 s\.$/],
    ['a day', { 'retry-after': '86400' }, / Try again after 86400 s\.$/],
    ['a date', { 'retry-after': date, date: 'Wed, 21 Oct 2037 07:27:15 GMT' }, / Try again after 45 s\.$/],
    ['a date that is over', { 'retry-after': date, date: 'Wed, 21 Oct 2037 09:00:00 GMT' }, /after 0 s\.$/],
    ['a date by our clock', { 'retry-after': date }, /after \d{6,} s\.$/],
    ['neither', { 'retry-after': '-5; DROP' }, /next one\.$/],
    ['a fraction', { 'retry-after': '1.5' }, /next one\.$/],
    ['nothing', {}, /next one\.$/],
  ];
  for (const [of, headers, expected] of cases) {
    test(of, async () => {
      const [, advice] = await linesOf({ status: 429, ...(headers && { headers }) });
      assert.match(advice ?? '', expected);
    });
  }
  test('what is left of a rate limit is told with it', async () => {
    const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' };
    const [, advice] = await linesOf({ status: 429, headers });
    assert.match(advice ?? '', /Rate limit: 0 of 60 left, resets in 7 s\.$/);
  });
});

suite('redirects that are not followed', () => {
  const cases: readonly [location: string, place: string][] = [
    ['/pets/7?token=SECRET#x', 'It points to /pets/7.'],
    ['https://user:SECRET@other.example/a%20b?key=SECRET', 'It points to https://other.example/a%20b.'],
    ['javascript:alert(1)', "It points to a URL of scheme 'javascript:'."],
    ['file:///etc/passwd', "It points to a URL of scheme 'file:'."],
    ['http://[', 'It points to a place that is no URL.'],
  ];
  for (const [location, place] of cases) {
    test(location, async () => {
      const text = await errorTextOf({ status: 302, reason: 'Found', headers: { location } });
      assert.ok(text.startsWith(`${head('302 Found')}\n${place} This is not followed.`), text);
      assert.doesNotMatch(text, /SECRET/);
    });
  }
});

suite('the body of an error', () => {
  const cases: readonly [of: string, given: Given, body: readonly string[]][] = [
    ['nothing', {}, []],
    [
      'JSON as it came',
      { type: json, body: '{"why": "sunk",\n "id": 1.10}' },
      ['{"why": "sunk",', ' "id": 1.10}'],
    ],
    [
      'problem details (RFC 9457), its words first',
      {
        type: problem,
        body: '{"type":"https://x.example/p","status":404,"title":"No such shelf","detail":"7 is gone","balance":30}',
      },
      ['No such shelf: 7 is gone', '{"type":"https://x.example/p","status":404,"balance":30}'],
    ],
    ['problem details of words alone', { type: problem, body: '{"title":"Sunk","detail":"x"}' }, ['Sunk: x']],
    [
      'problem details with a number that would be rounded',
      { type: problem, body: '{"title":"Sunk","status":404,"id":12345678901234567890}' },
      ['Sunk', '{"title":"Sunk","status":404,"id":12345678901234567890}'],
    ],
    [
      'a title that is no problem',
      { type: json, body: '{"title":"x","pages":1}' },
      ['{"title":"x","pages":1}'],
    ],
    [
      'a usual shape stays as it is',
      { type: json, body: '{"error":{"message":"x","code":"E1"}}' },
      ['{"error":{"message":"x","code":"E1"}}'],
    ],
    [
      'JSON that is called text',
      { type: 'text/plain', body: '{"title":"Sunk","status":4}' },
      ['Sunk', '{"status":4}'],
    ],
    ['JSON of no type', { body: '{"a":1}' }, ['{"a":1}']],
    [
      'HTML as text',
      {
        type: 'text/html',
        body: '<html><style>x{}</style><!-- a > b --><h1>Bad</h1>\n<script>alert(1)</script><p>gate&amp;way',
      },
      ['Bad gate&way'],
    ],
    ['HTML that is called JSON', { type: json, body: '<html><h1>Login</h1>' }, ['Login']],
    ['an image', { type: 'image/png', body: Buffer.from([0x89, 0x50, 0, 0xff]) }, ['(4 bytes of image/png)']],
    ['text of a type that nobody knows', { type: 'application/vnd.x', body: 'no' }, ['no']],
    ['bytes of no type', { body: Buffer.from([0, 0xff]) }, ['(2 bytes of application/octet-stream)']],
    [
      'what nobody sees is gone',
      { type: 'text/plain', body: 'a\u001b[31m\u202eb\u200b\u{e0041}c\nd\te\u0000' },
      ['abc', 'd\te'],
    ],
    ['also where JSON escapes it', { type: json, body: '{"a":"\\u202e\\udb40\\udc41b"}' }, ['{"a":"b"}']],
    [
      'also in the words of problem details',
      { type: problem, body: '{"title":"a\\u0007\\u202e","status":1}' },
      ['a', '{"status":1}'],
    ],
    [
      'a stack is left out',
      {
        type: 'text/plain',
        body: 'Error: x\n    at run (/srv/app.js:1:2)\n    at main (/srv/app.js:3:4)\nend',
      },
      ['Error: x …', 'end'],
    ],
    [
      'a stack in JSON is left out',
      {
        type: json,
        body: '{"message":"x","stack":"Error: x\\n    at run (/srv/a.js:1:2)\\n    at b (/c.js:3:4)"}',
      },
      ['{"message":"x","stack":"Error: x …"}'],
    ],
    ['a charset', { type: 'text/plain; charset=latin1', body: Buffer.from([0xe9]) }, ['é']],
  ];
  for (const [of, given, body] of cases) {
    test(of, async () => assert.deepEqual((await linesOf({ status: 404, ...given })).slice(2), body));
  }

  const shapes: readonly [body: object, message: string][] = [
    [{ message: 'M1' }, 'M1'],
    [{ error: 'M1' }, 'M1'],
    [{ error: { code: 7, message: 'M1' } }, 'M1'],
    [{ errors: [{ message: 'M1' }, { detail: 'M2' }, 'M3'] }, 'M1; M2; M3'],
    [{ message: 'M1', errors: [{ reason: 'M2' }] }, 'M1; M2'],
    [{ error: { message: 'M1', details: [{ description: 'M2' }] } }, 'M1; M2'],
    [{ error_description: 'M1', error: 'invalid_grant' }, 'M1'],
  ];
  for (const [shape, message] of shapes) {
    test(`of a long ${JSON.stringify(shape)} the message comes first`, async () => {
      const body = JSON.stringify({ before: 'x'.repeat(5_000), ...shape });
      const lines = await linesOf({ status: 400, type: json, body });
      assert.equal(lines[2], message);
      assert.match(lines[3] ?? '', /^\{"before":"x+… \(cut\)$/);
    });
  }

  test('it is cut at 2 KiB, between characters', async () => {
    const [, , shown = ''] = await linesOf({
      status: 400,
      type: 'text/plain',
      body: `a${'😀'.repeat(100_000)}`,
    });
    assert.match(shown, /… \(cut\)$/);
    assert.ok(shown.length <= 2048 + 7, `${shown.length}`);
    assert.doesNotMatch(shown, /\p{Surrogate}/u);
  });
  for (const piece of ['\n', '\r\n', '\n\t ', '\\n\\t', '\n at x\n\n']) {
    test(`${JSON.stringify(piece)} in all that is read does not take long`, async () => {
      const body = piece.repeat(Math.ceil((16 * 1024) / piece.length));
      const start = process.cpuUsage().user;
      await errorTextOf({ status: 500, type: 'text/plain', body });
      assert.ok(process.cpuUsage().user - start < 150_000);
    });
  }
  const endless = [
    '<',
    '<script',
    '<!--',
    '<script>',
    '{"error":',
    '\n at x',
    '\\n at x',
    '[[',
    '&',
    '\u202e',
  ];
  for (const piece of endless) {
    for (const type of ['text/html', json]) {
      test(`${JSON.stringify(piece)} without an end is read in time as ${type}`, async () => {
        const start = process.cpuUsage().user;
        await errorTextOf({ status: 400, type, body: piece.repeat(500_000) });
        assert.ok(process.cpuUsage().user - start < 1_500_000);
      });
    }
  }
});

test('an error tells of no header and nothing of the URL but its template', async () => {
  const headers = {
    location: '/private',
    link: '</private>',
    'set-cookie': 'private',
    'www-authenticate': 'Bearer realm="private"',
    server: 'private',
  };
  const result = await read({ status: 500, headers, type: json, body: '{}' });
  assert.doesNotMatch(JSON.stringify(result), /private/);
  assert.equal('_meta' in result, false);
});
