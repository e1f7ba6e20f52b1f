import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallTool } from '../../src/runtime/call.js';
import { SettingError } from '../../src/runtime/settings.js';
import { createHttpHandler } from '../../src/runtime/http.js';
import { listen, type PeerLimits, type RunningServer } from '../../src/runtime/node.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { eras, post, readAnswer } from './mcp-client.js';

const manifest = madeManifest([madeTool({ name: 'listBoats' })]);
const guards = {
  path: '/mcp',
  allowedHosts: ['127.0.0.1', 'localhost'],
  allowedOrigins: [],
  authorization: { mode: 'none' },
} as const;

/** Times short enough to wait for. */
const limits: PeerLimits = {
  headersTimeout: 400,
  requestTimeout: 800,
  connectionsCheckingInterval: 100,
  keepAliveTimeout: 1_000,
  idleTimeout: 1_500,
  graceTime: 1_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 200,
};

const running: RunningServer[] = [];

after(async () => {
  for (const server of running) await server.close();
});

async function start(
  callTool: CallTool,
  chosen: Partial<PeerLimits> = {},
): Promise<RunningServer & { readonly port: number }> {
  const factory = serveTools(manifest, createTools({ manifest, callTool, overrides: [], tools: [] }));
  const settings = { host: '127.0.0.1', port: 0, path: '/mcp' };
  const server = await listen(createHttpHandler(factory, guards), settings, { ...limits, ...chosen });
  running.push(server);
  return { ...server, port: Number(new URL(server.url).port) };
}

function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve: (value) => resolve(value) };
}

const ok: CallTool = () => Promise.resolve(structuredResult({ ok: true }));

/** A call over the wire, as fetch sends it. */
function request(url: string, method = 'tools/call', signal?: AbortSignal): Promise<Response> {
  const { headers, body } = post(method, method === 'tools/call' ? { name: 'listBoats' } : {});
  headers.delete('host');
  return fetch(url, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
    ...(signal && { signal }),
  });
}

/** All that comes back on a socket for these bytes, until it is closed. */
async function exchange(port: number, ...pieces: readonly (string | number)[]): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1');
  const received = readAll(socket);
  for (const piece of pieces) {
    if (typeof piece === 'number') await delay(piece);
    else if (!socket.destroyed) socket.write(piece);
  }
  return received;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

suite('the SDK’s client over HTTP', () => {
  for (const era of eras) {
    test(`lists and calls with ${era}`, async () => {
      const { url } = await start(ok);
      const mode = era === '2025-11-25' ? 'legacy' : 'auto';
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        ['listBoats'],
      );
      assert.deepEqual((await client.callTool({ name: 'listBoats' })).structuredContent, { ok: true });
      await client.close();
    });
  }
});

suite('requests that are not well formed', () => {
  const cases: readonly [of: string, head: string, status: RegExp][] = [
    ['HTTP/1.0 without Host', 'POST /mcp HTTP/1.0\r\n\r\n', /^HTTP\/1\.\d 400/],
    ['HTTP/1.1 without Host', 'POST /mcp HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'two Host headers',
      'GET /mcp HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    [
      'a malformed Host header',
      'GET /mcp HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    [
      'a host that is not allowed',
      'GET /mcp HTTP/1.1\r\nHost: rebind.example.test\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 403/,
    ],
    [
      'a target that looks like a host',
      'POST //localhost/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      /^HTTP\/1\.1 404/,
    ],
    [
      'an absolute target',
      'POST http://other/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      /^HTTP\/1\.1 404/,
    ],
    [
      'length and chunks together (RFC 9112 6.1)',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    [
      'headers over the limit',
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431/,
    ],
  ];
  for (const [of, head, status] of cases) {
    test(`${of}: ${status.source}, and the connection ends`, async () => {
      const { port } = await start(ok);
      assert.match(await exchange(port, head), status);
    });
  }

  test('bodies of 5 MiB get 413 each time, whoever is faster (RFC 9112 9.6)', async () => {
    const { port } = await start(ok);
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const length = 5 * 1024 * 1024;
    for (let times = 0; times < 20; times += 1) {
      const text = await exchange(
        port,
        `${head}Content-Length: ${length}\r\nConnection: close\r\n\r\n`,
        'x'.repeat(length),
      );
      assert.match(text, /^HTTP\/1\.1 413/);
    }
  });

  test('a body without end gets 413', async () => {
    const { port } = await start(ok);
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const head =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.match(await exchange(port, head, chunk, chunk, chunk, chunk, chunk), /^HTTP\/1\.1 413/);
  });
});

suite('slow peers', () => {
  test('lose their connection, and others do not notice', async () => {
    const { port, url } = await start(ok);
    const slowHeaders = Array.from({ length: 50 }, () =>
      exchange(port, 'POST /mcp HTTP/1.1\r\n', 200, 'H', 200, 'o', 200, 's', 200, 't', 1_000, 'x'),
    );
    const head =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    const slowBody = exchange(port, head, '{', 300, '"', 300, 'a', 300, '"', 1_000, ':');
    await delay(100);
    const began = performance.now();
    assert.equal((await request(url)).status, 200);
    assert.ok(performance.now() - began < 500);
    for (const text of await Promise.all(slowHeaders)) assert.match(text, /^(HTTP\/1\.1 408|$)/);
    assert.match(await slowBody, /^(HTTP\/1\.1 408|$)/);
  });

  test('that do not read their answer are closed', { timeout: 60_000 }, async () => {
    const big = 'x'.repeat(32 * 1024 * 1024);
    const { port } = await start(() => Promise.resolve({ content: [{ type: 'text', text: big }] }), {
      idleTimeout: 500,
    });
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const { headers, body } = post('tools/call', { name: 'listBoats' });
    const text = await new Response(body).text();
    const lines = [...headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    socket.write(`POST /mcp HTTP/1.1\r\n${lines}\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
    socket.pause();
    await delay(3_000);
    socket.resume();
    const received = await readAll(socket);
    assert.ok(received.length < big.length, 'the answer was cut where its reader stopped');
  });
});

suite('a client that hangs up', () => {
  test('aborts its call', async () => {
    const aborted = deferred<number>();
    const { url } = await start((_, __, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(performance.now()));
      return new Promise(() => undefined);
    });
    const leave = new AbortController();
    const call = request(url, 'tools/call', leave.signal);
    await delay(200);
    const left = performance.now();
    leave.abort();
    await assert.rejects(call);
    assert.ok((await aborted.promise) - left < 500);
  });
});

suite('the end of a server', () => {
  test('waits for calls in flight and takes no new connection', async () => {
    const { promise: released, resolve: release } = deferred<undefined>();
    const server = await start(async () => {
      await released;
      return structuredResult({ done: true });
    });
    const call = request(server.url);
    await delay(200);
    const closed = server.close();
    await delay(100);
    await assert.rejects(request(server.url));
    release(undefined);
    assert.deepEqual((await readAnswer(await call)).result?.['structuredContent'], { done: true });
    await closed;
  });

  test('does not wait longer than is allowed', async () => {
    const server = await start(() => new Promise(() => undefined), { graceTime: 300 });
    const call = request(server.url).then(
      (response) => response.status,
      () => 'cut',
    );
    await delay(200);
    const began = performance.now();
    await server.close();
    assert.ok(performance.now() - began < 2_000);
    assert.notEqual(await call, 200);
  });
});

test('a port that is taken is a setting to change', async () => {
  const { port } = await start(ok);
  const handler = createHttpHandler(serveTools(manifest, new Map()), guards);
  await assert.rejects(listen(handler, { host: '127.0.0.1', port, path: '/mcp' }), (error) => {
    assert.ok(error instanceof SettingError);
    assert.match(
      error.message,
      /^Port \d+ of 127\.0\.0\.1 is in use\. Choose another: PORT=3001 npm start, or npm start -- --port 3001\.$/,
    );
    return true;
  });
});
