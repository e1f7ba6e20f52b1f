import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { callOverride } from '../../src/runtime/override-call.js';
import { madeTool } from './made-manifest.js';
import { read, texts, textsOf, type Given } from './read-answer.js';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
const data = png.toString('base64');
const json = 'application/json';

function resource(mimeType: string, uri = 'response:///getPet', blob = data): CallToolResult {
  return { content: [{ type: 'resource', resource: { uri, mimeType, blob } }] };
}

suite('successful answers', () => {
  const cases: readonly [of: string, given: Given, expected: CallToolResult][] = [
    ['an object', { type: json, body: '{"a": 1}' }, { ...texts('{"a": 1}'), structuredContent: { a: 1 } }],
    ['an array', { type: json, body: '[]' }, { ...texts('[]'), structuredContent: [] }],
    [
      'zero',
      { type: 'application/vnd.api+json; charset=utf-8', body: '0' },
      { ...texts('0'), structuredContent: 0 },
    ],
    ['null', { type: json, body: 'null' }, { ...texts('null'), structuredContent: null }],
    ['false', { type: 'text/json', body: 'false' }, { ...texts('false'), structuredContent: false }],
    ['blank JSON', { type: json, body: ' \n' }, texts('The answer has no content.')],
    ['text', { type: 'text/plain', body: 'all\nquiet\u2028here' }, texts('all\nquiet\u2028here')],
    ['a page', { type: 'text/html', body: '<!doctype html><p>x' }, texts('<!doctype html><p>x')],
    ['XML', { type: 'application/xml', body: '<a/>' }, texts('<a/>')],
    [
      'SVG is text, not an image',
      { type: 'image/svg+xml', body: '<svg onload="x()"/>' },
      texts('<svg onload="x()"/>'),
    ],
    ['a form', { type: 'application/x-www-form-urlencoded', body: 'a=1' }, texts('a=1')],
    ['a message', { type: 'message/http', body: 'HTTP/1.1 200 OK' }, texts('HTTP/1.1 200 OK')],
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
    ['any other bytes', { type: 'application/pdf', body: png }, resource('application/pdf')],
    [
      'bytes with a file name (RFC 6266)',
      {
        type: 'application/pdf',
        headers: { 'content-disposition': 'attachment; filename="../ä b.pdf"' },
        body: png,
      },
      resource('application/pdf', 'response:///getPet/%C3%A4%20b.pdf'),
    ],
    [
      'bytes with a file name in a charset (RFC 8187)',
      {
        type: 'application/zip',
        headers: { 'content-disposition': "attachment; filename=x; filename*=UTF-8''%e2%82%ac.zip" },
        body: png,
      },
      resource('application/zip', 'response:///getPet/%E2%82%AC.zip'),
    ],
  ];
  for (const [of, given, expected] of cases) {
    test(of, async () => assert.deepEqual(await read(given), expected));
  }
});

suite('answers without content', () => {
  const cases: readonly [given: Given, expected: string][] = [
    [{ status: 204, reason: 'No Content' }, '204 No Content: the answer has no content.'],
    [{ status: 205, reason: 'Reset Content' }, '205 Reset Content: the answer has no content.'],
    [{ type: json }, '200 OK: the answer has no content.'],
    [{ type: 'image/png' }, '200 OK: the answer has no content.'],
    [{ status: 299, reason: '' }, '299: the answer has no content.'],
    [{ method: 'HEAD' }, '200 OK: the answer has no content.'],
  ];
  for (const [given, expected] of cases) {
    test(`${given.method ?? 'GET'} ${given.status ?? 200} ${given.type ?? ''}`, async () =>
      assert.deepEqual(textsOf(await read(given)), [expected]));
  }
});

suite('bytes that are over the limit', () => {
  const limits = { binaryBytes: 9 };
  for (const type of ['image/png', 'audio/wav', 'application/pdf']) {
    test(`${type} is told of by type and size`, async () => {
      const { content, _meta } = await read({ type, body: png, limits });
      const [block] = content;
      assert.ok(block?.type === 'text' && content.length === 1);
      assert.match(block.text, new RegExp(`^The content is ${type} of 10 bytes; up to 9 bytes are given\\.`));
      assert.match(block.text, /MCP_MAX_BINARY_BYTES/);
      assert.deepEqual(_meta, { 'openapi2mcp/truncated': { message: block.text, bytes: 10 } });
    });
  }
  test('up to the limit they are given', async () => {
    const { content } = await read({ type: 'image/png', body: png, limits: { binaryBytes: 10 } });
    assert.equal(content[0]?.type, 'image');
  });
  test('of bytes that were not all read nothing is given', async () => {
    const result = await read({ type: 'image/png', body: png, cut: 'size' });
    assert.match(textsOf(result)[0] ?? '', /of more than 10 bytes, which were not all read/);
    assert.equal(result.content.length, 1);
  });
});

suite('results of overrides', () => {
  test('a value is structure and text', () => {
    assert.deepEqual(structuredResult([1]), { ...texts('[1]'), structuredContent: [1] });
    assert.deepEqual(structuredResult(null), { ...texts('null'), structuredContent: null });
  });
  test('nothing is told in words', () => assert.deepEqual(structuredResult(undefined), texts('Done.')));

  test('an override is given the answer without what is noted of it', async () => {
    const given: unknown[] = [];
    const override = {
      toolName: 'getPet',
      run: async (input: never, call: (input: never) => Promise<unknown>) => given.push(await call(input)),
    };
    const request = (): Promise<CallToolResult> => read({ body: 'x', headers: { etag: '"1"' } });
    const context = { signal: new AbortController().signal, progress: () => undefined };
    await callOverride(override, {}, request, context, {
      tool: madeTool({ name: 'getPet' }),
      limits: defaultLimits,
    });
    assert.deepEqual(given, ['x']);
  });
});
