import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { redactor } from '../../src/runtime/redaction.js';
import { answerResult, structuredResult } from '../../src/runtime/answer/response.js';
import { isCallToolResult, type CallToolResult } from '@modelcontextprotocol/server';
import { defaultLimits } from '../../src/runtime/limits.js';

const tool: ToolDefinition = {
  name: 'getPet',
  inputSchema: { type: 'object', properties: {} },
  request: { method: 'GET', path: '/pets/{id}', parameters: [], accept: [], security: [] },
};

interface Given {
  readonly status?: number;
  readonly reason?: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly retryAfter?: string;
  readonly accept?: readonly string[];
  readonly secrets?: readonly string[];
}

function read(given: Given): CallToolResult {
  const { status = 200, reason = 'OK', type, body = '', retryAfter, accept = [], secrets = [] } = given;
  const headers = { 'content-type': type, 'retry-after': retryAfter };
  const answer = { status, reason, headers, body: Buffer.from(body) };
  const reading = { redact: redactor(secrets), limits: defaultLimits };
  const result = answerResult(answer, { ...tool, request: { ...tool.request, accept } }, reading);
  assert.ok(isCallToolResult(result));
  return result;
}

function text(...lines: readonly string[]): CallToolResult {
  return { content: [{ type: 'text', text: lines.join('\n') }] };
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
const data = png.toString('base64');

suite('successful answers', () => {
  const cases: readonly [of: string, given: Given, expected: CallToolResult][] = [
    [
      'an object',
      { type: 'application/json', body: '{"a": 1}' },
      { ...text('{"a": 1}'), structuredContent: { a: 1 } },
    ],
    ['an array', { type: 'application/json', body: '[]' }, { ...text('[]'), structuredContent: [] }],
    [
      'zero',
      { type: 'application/vnd.api+json; charset=utf-8', body: '0' },
      { ...text('0'), structuredContent: 0 },
    ],
    ['null', { type: 'application/json', body: 'null' }, { ...text('null'), structuredContent: null }],
    ['false', { type: 'text/json', body: 'false' }, { ...text('false'), structuredContent: false }],
    [
      'JSON that is none',
      { type: 'application/json', body: '{"a": [' },
      text('The API calls this JSON, but it is not valid JSON:', '{"a": ['),
    ],
    ['no content', { status: 204, reason: 'No Content' }, text('204 No Content: the answer has no content.')],
    ['no JSON', { type: 'application/json' }, text('200 OK: the answer has no content.')],
    ['blank JSON', { type: 'application/json', body: ' \n' }, text('The answer has no content.')],
    ['text', { type: 'text/plain', body: 'all\nquiet\u2028here' }, text('all\nquiet\u2028here')],
    ['a charset', { type: 'text/plain; charset="ISO-8859-1"', body: Buffer.from([0xe9]) }, text('é')],
    [
      'a charset of JSON',
      { type: 'application/json;charset=latin1', body: Buffer.from([0x22, 0xe9, 0x22]) },
      { ...text('"é"'), structuredContent: 'é' },
    ],
    ['a charset that nobody knows', { type: 'text/plain; charset=none', body: 'é' }, text('é')],
    [
      'a byte order mark',
      { type: 'application/json', body: '\ufeff1' },
      { ...text('1'), structuredContent: 1 },
    ],
    ['XML', { type: 'application/xml', body: '<a/>' }, text('<a/>')],
    ['SVG', { type: 'image/svg+xml', body: '<svg/>' }, text('<svg/>')],
    [
      'an image',
      { type: 'image/png', body: png },
      { content: [{ type: 'image', data, mimeType: 'image/png' }] },
    ],
    [
      'audio',
      { type: 'Audio/WAV; x=1', body: png },
      { content: [{ type: 'audio', data, mimeType: 'audio/wav' }] },
    ],
    [
      'any other bytes',
      { type: 'application/pdf', body: png },
      {
        content: [
          {
            type: 'resource',
            resource: { uri: 'response:///getPet', mimeType: 'application/pdf', blob: data },
          },
        ],
      },
    ],
    [
      'no type, but a declared one',
      { accept: ['*/*', 'application/json'], body: '[1]' },
      { ...text('[1]'), structuredContent: [1] },
    ],
    ['no type and text', { body: 'é' }, text('é')],
    [
      'no type and bytes',
      { body: png, type: 'nonsense' },
      {
        content: [
          {
            type: 'resource',
            resource: { uri: 'response:///getPet', mimeType: 'application/octet-stream', blob: data },
          },
        ],
      },
    ],
  ];
  for (const [of, given, expected] of cases) test(of, () => assert.deepEqual(read(given), expected));

  test('no digit is lost in the text', () => {
    const body = '{"id": 12345678901234567890, "price": 1.10, "e": 1E400}';
    assert.deepEqual(read({ type: 'application/json', body }).content, text(body).content);
  });
  test('__proto__ is a member like any other', () => {
    const { structuredContent } = read({ type: 'application/json', body: '{"__proto__":{"polluted":1}}' });
    assert.deepEqual(Object.keys(structuredContent as object), ['__proto__']);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
  test('what is nested without an end is text', () => {
    const body = '['.repeat(100_000) + ']'.repeat(100_000);
    const result = read({ type: 'application/json', body });
    assert.equal('structuredContent' in result, false);
    assert.deepEqual(result, text('Nested more than 200 levels deep, so it is given as text alone:', body));
    const allowed = '['.repeat(200) + ']'.repeat(200);
    assert.ok('structuredContent' in read({ type: 'application/json', body: allowed }));
  });
});

suite('multipart/mixed (RFC 2046 5.1.1)', () => {
  const body = Buffer.concat([
    Buffer.from(
      'preamble\r\n--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b\r\ncontent-type: image/png\r\n\r\n',
    ),
    png,
    Buffer.from('\r\n--b\r\n\r\nno header\r\n--b\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n'),
    Buffer.from('--b\r\ncontent-type: application/zip\r\n\r\nzip\r\n--b--\r\nepilogue'),
  ]);
  const blob = Buffer.from('zip').toString('base64');
  const expected: CallToolResult['content'] = [
    { type: 'text', text: 'hello' },
    { type: 'image', data, mimeType: 'image/png' },
    { type: 'text', text: 'no header' },
    {
      type: 'resource',
      resource: { uri: 'response:///getPet/4', mimeType: 'application/json', text: '{"a":1}' },
    },
    { type: 'resource', resource: { uri: 'response:///getPet/5', mimeType: 'application/zip', blob } },
  ];
  test('one block for each part', () =>
    assert.deepEqual(read({ type: 'multipart/mixed; boundary="b"', body }), { content: expected }));
  test('a part whose end is missing', () =>
    assert.deepEqual(read({ type: 'multipart/mixed; boundary=b', body: '--b\r\n\r\nhalf' }), text('half')));
  for (const type of ['multipart/mixed', 'multipart/mixed; boundary=other']) {
    test(`${type} stays whole`, () => assert.equal(read({ type, body }).content[0]?.type, 'resource'));
  }
});

suite('answers that are errors', () => {
  function errorText(given: Given): string {
    const result = read(given);
    assert.equal(result.isError, true);
    assert.equal('structuredContent' in result, false);
    const [block, ...others] = result.content;
    assert.equal(others.length, 0);
    return block?.type === 'text' ? block.text : assert.fail('no text');
  }

  const cases: readonly [of: string, given: Given, expected: string][] = [
    [
      'a status alone',
      { status: 500, reason: 'Internal Server Error' },
      '500 Internal Server Error from GET /pets/{id} [upstream-status]',
    ],
    ['an unknown status', { status: 599, reason: '' }, '599 from GET /pets/{id} [upstream-status]'],
    [
      'a redirect that is not followed',
      { status: 302, reason: 'Found' },
      '302 Found from GET /pets/{id} [upstream-status]',
    ],
    [
      'problem details (RFC 9457)',
      {
        status: 404,
        reason: 'Not Found',
        type: 'application/problem+json',
        body: '{"title": "No such shelf"}',
      },
      '404 Not Found from GET /pets/{id} [upstream-status]\n{"title": "No such shelf"}',
    ],
    [
      'HTML as text',
      {
        status: 502,
        reason: 'Bad Gateway',
        type: 'text/html',
        body: '<html><style>x{}</style><!-- a > b --><h1>Bad</h1>\n<script>alert(1)</script><p>gateway',
      },
      '502 Bad Gateway from GET /pets/{id} [upstream-status]\nBad gateway',
    ],
    [
      'bytes',
      { status: 500, reason: 'E', type: 'image/png', body: png },
      '500 E from GET /pets/{id} [upstream-status]\n(6 bytes of image/png)',
    ],
    [
      'a delay',
      { status: 429, reason: 'Too Many Requests', retryAfter: '30' },
      '429 Too Many Requests from GET /pets/{id} [upstream-status]\nTry again after 30 s.',
    ],
    [
      'a date',
      { status: 503, reason: 'E', retryAfter: 'Wed, 21 Oct 2037 07:28:00 GMT' },
      '503 E from GET /pets/{id} [upstream-status]\nTry again after Wed, 21 Oct 2037 07:28:00 GMT.',
    ],
    [
      'a delay that is none',
      { status: 503, reason: 'E', retryAfter: 'soon' },
      '503 E from GET /pets/{id} [upstream-status]',
    ],
    [
      'characters that nobody sees',
      { status: 400, reason: 'E', type: 'text/plain', body: 'a\u001b[31m\u202eb\u200b\u{e0041}c\nd\te' },
      '400 E from GET /pets/{id} [upstream-status]\na[31mbc\nd\te',
    ],
  ];
  for (const [of, given, expected] of cases) test(of, () => assert.equal(errorText(given), expected));

  test('a long body is cut', () => {
    const shown = errorText({ status: 400, reason: 'E', type: 'text/plain', body: '😀'.repeat(100_000) });
    assert.ok(shown.length < 2200, `${shown.length}`);
    assert.match(shown, /… \(cut\)$/);
    assert.doesNotMatch(shown, /\p{Surrogate}/u);
  });
  for (const piece of ['<', '<script', '<!--', '<script>']) {
    test(`${piece} without an end is read in time`, () => {
      const start = process.cpuUsage().user;
      errorText({ status: 400, reason: 'E', type: 'text/html', body: piece.repeat(1_000_000) });
      assert.ok(process.cpuUsage().user - start < 1_000_000);
    });
  }
});

suite('secrets', () => {
  const secrets = ['SECRETq71/x', 'SECRETq71%2Fx', 'abc'];
  test('are taken out of errors and answers', () => {
    for (const status of [200, 400]) {
      const body = '{"youSent": "/x?token=SECRETq71%2Fx&again=SECRETq71/x"}';
      const result = read({ status, type: 'application/json', body, secrets });
      assert.doesNotMatch(JSON.stringify(result), /SECRET/);
      assert.match(JSON.stringify(result), /\[redacted\]/);
    }
  });
  test('do not falsify an answer where they are short', () =>
    assert.deepEqual(read({ type: 'text/plain', body: 'abc', secrets }), text('abc')));
});

suite('results of overrides', () => {
  test('a value is structure and text', () => {
    assert.deepEqual(structuredResult([1]), { ...text('[1]'), structuredContent: [1] });
    assert.deepEqual(structuredResult(null), { ...text('null'), structuredContent: null });
  });
  test('nothing is told in words', () => assert.deepEqual(structuredResult(undefined), text('Done.')));
});
