import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { createHttpHandler, type HttpGuards } from '../../src/runtime/http.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { envelope, post, readAnswer } from './mcp-client.js';

const boats = madeTool({
  name: 'listBoats',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    additionalProperties: false,
  },
});
const manifest = madeManifest([boats]);
const tools = createTools({
  manifest,
  callTool: () => Promise.resolve(structuredResult({ ok: true })),
  overrides: [],
  tools: [],
});
const guards: HttpGuards = {
  path: '/mcp',
  allowedHosts: ['localhost', '127.0.0.1', '[::1]', 'mcp.example.com'],
  allowedOrigins: ['localhost', 'https://app.example.com'],
  authorization: { mode: 'none' },
};
const { fetch } = createHttpHandler(serveTools(manifest, tools), guards);

type Headers = Readonly<Record<string, string>>;

const call = (headers: Headers, args: Headers = {}) =>
  post('tools/call', { name: 'listBoats', arguments: args }, { headers });

suite('the Host header (DNS rebinding)', () => {
  const cases: readonly [host: string, status: number][] = [
    ['localhost', 200],
    ['LocalHost:3000', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:3000', 200],
    ['mcp.example.com', 200],
    ['rebind.example.test', 403],
    ['localhost.example.test', 403],
    ['127.0.0.1.example.test', 403],
    ['', 400],
    ['a, localhost', 400],
    ['localhost/x', 400],
    ['user@localhost', 400],
    ['localhost:port', 400],
    ['[::1', 400],
  ];
  for (const [host, status] of cases) {
    test(`'${host}' gets ${status}`, async () => assert.equal((await fetch(call({ host }))).status, status));
  }
});

suite('the Origin header (streamable-http "Security & Endpoint")', () => {
  const cases: readonly [origin: string, status: number][] = [
    ['http://localhost:5173', 200],
    ['https://app.example.com', 200],
    ['http://app.example.com', 403],
    ['https://app.example.com:444', 403],
    ['https://evil.example.test', 403],
    ['http://localhost.evil.example.test', 403],
    ['null', 403],
    ['localhost', 403],
    ['', 403],
    ['file:///', 403],
  ];
  for (const [origin, status] of cases) {
    test(`'${origin}' gets ${status}`, async () =>
      assert.equal((await fetch(call({ origin }))).status, status));
  }
});

suite('the place', () => {
  for (const url of [
    'http://localhost/',
    'http://localhost/mcp/',
    'http://localhost/MCP',
    'http://localhost//mcp',
    'http://localhost/mcp/x',
  ]) {
    test(`${url} gets 404`, async () =>
      assert.equal((await fetch(post('tools/list', {}, { url }))).status, 404));
  }
  test('a query is let pass', async () =>
    assert.equal((await fetch(post('tools/list', {}, { url: 'http://localhost/mcp?a=b' }))).status, 200));

  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']) {
    test(`${method} gets 405`, async () => {
      const response = await fetch(
        new Request('http://localhost/mcp', { method, headers: { host: 'localhost' } }),
      );
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'POST');
    });
  }
});

suite('headers against the body', () => {
  const cases: readonly [of: string, request: () => Request, status: number, code: number][] = [
    ['another name', () => call({ 'mcp-name': 'other' }), 400, -32020],
    ['two names', () => call({ 'mcp-name': 'listBoats, listBoats' }), 400, -32020],
    ['another method', () => call({ 'mcp-method': 'tools/list' }), 400, -32020],
    ['another version', () => call({ 'mcp-protocol-version': '2025-11-25' }), 400, -32020],
    ['a missing parameter header', () => call({}, { region: 'eu' }), 400, -32020],
    [
      'a parameter header that is no base64',
      () => call({ 'mcp-param-region': '=?base64?%%%?=' }, { region: 'eu' }),
      400,
      -32020,
    ],
  ];
  for (const [of, request, status, code] of cases) {
    test(`${of} gets ${status} and ${code}`, async () => {
      const answer = await readAnswer(await fetch(request()));
      assert.equal(answer.status, status);
      assert.equal(answer.error?.code, code);
    });
  }
});

suite('bodies', () => {
  const raw = (body: RequestInit['body'], headers: Headers = {}) =>
    fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          host: 'localhost',
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: body ?? null,
        duplex: 'half',
      }),
    );

  test('that are no JSON by their type get 415', async () =>
    assert.equal((await raw('{}', { 'content-type': 'text/plain' })).status, 415));

  for (const body of ['{', '', '\u0000']) {
    test(`${JSON.stringify(body)} gets -32700`, async () => {
      const answer = await readAnswer(await raw(body));
      assert.equal(answer.status, 400);
      assert.equal(answer.error?.code, -32700);
    });
  }

  test('over 4 MiB get 413 by their length, unread', async () => {
    let read = 0;
    const body = new ReadableStream(
      { pull: (controller) => controller.enqueue(new Uint8Array((read += 1024))) },
      { highWaterMark: 0 },
    );
    assert.equal((await raw(body, { 'content-length': String(5 * 1024 * 1024) })).status, 413);
    assert.equal(read, 0);
  });

  test('without end get 413 at the limit', async () => {
    let sent = 0;
    const chunk = new Uint8Array(64 * 1024).fill(32);
    const body = new ReadableStream({
      pull: (controller) => {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    assert.equal((await raw(body)).status, 413);
    assert.ok(sent < 5 * 1024 * 1024, `${sent} bytes were read`);
  });

  test('with 10,000 calls of 2026-07-28 in one array get 400', async () => {
    const one = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'listBoats', _meta: envelope() },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
    assert.equal((await raw(JSON.stringify(Array.from({ length: 10_000 }, () => one)), headers)).status, 400);
  });

  test('with 10,000 calls of an older revision in one array are refused as a whole', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listBoats' } };
    assert.equal((await raw(JSON.stringify(Array.from({ length: 10_000 }, () => one)))).status, 400);
  });
});

test('a stream of notifications ends at once, since no list changes (basic/patterns/subscriptions)', async () => {
  const answer = await readAnswer(
    await fetch(post('subscriptions/listen', { notifications: { toolsListChanged: true } })),
  );
  assert.equal(answer.result?.['resultType'], 'complete');
  assert.deepEqual(
    answer.notifications.map(({ params }) => params['notifications']),
    [{}],
  );
});

interface EdgeCase {
  readonly id: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Starts with the status. */
  readonly expect: string;
}

suite('the cases of the hostile set that a method and headers make', () => {
  const file = new URL('../hostile/payloads/mcp-http-cases.json', import.meta.url);
  const cases = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly EdgeCase[]) : [];
  for (const { id, method, headers = {}, expect } of cases) {
    if (method === undefined && Object.keys(headers).length === 0) continue;
    test(`${id}: ${expect}`, async () => {
      const joined = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
      const request = call(joined, id.startsWith('param') ? { region: 'eu' } : {});
      const bare = new Request(request.url, { method: method ?? 'POST', headers: request.headers });
      const response = await fetch(method === undefined ? request : bare);
      assert.equal(response.status, Number.parseInt(expect, 10));
    });
  }
});
