import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createHttpHandler } from '../../src/runtime/http.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { listen, type RunningServer } from '../../src/runtime/node.js';
import { createServerFactory } from '../../src/runtime/server.js';
import { startApi, type LoopbackApi } from './loopback-api.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { eras, post, type Era } from './mcp-client.js';

let api: LoopbackApi;
let server: RunningServer;

before(async () => {
  api = await startApi();
  const upstream = { url: api.url, variables: {}, env: 'BOATS_BASE_URL' };
  const factory = createServerFactory({
    manifest: madeManifest([madeTool({ name: 'listBoats' })], { upstream }),
    credentials: () => Promise.resolve(undefined),
    environment: {},
    limits: defaultLimits,
  });
  const guards = {
    path: '/mcp',
    allowedHosts: ['127.0.0.1'],
    allowedOrigins: [],
    authorization: { mode: 'none' },
  } as const;
  const handler = createHttpHandler(factory, guards);
  server = await listen(handler, { host: '127.0.0.1', port: 0, path: '/mcp' });
});

after(async () => {
  await server.close();
  api.stop();
});

const silent: RequestListener = () => undefined;

/** Sends headers and one event, and then nothing. */
const half: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
};

/** A call as a client of this revision sends it. */
function call(era: Era, signal: AbortSignal): Promise<Response> {
  if (era === '2026-07-28') {
    const { headers, body } = post('tools/call', { name: 'listBoats' }, { meta: { progressToken: 1 } });
    headers.delete('host');
    return fetch(server.url, { method: 'POST', headers, body, duplex: 'half', signal });
  }
  const params = { name: 'listBoats', _meta: { progressToken: 1 } };
  return fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal,
  });
}

/** Waits until something holds; fails after a second. */
async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + 2_000;
  while (!isSo()) {
    assert.ok(performance.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Lets clients go away in the middle of their calls; the times until the API saw that, in milliseconds. */
async function disconnect(era: Era, count: number, answer: RequestListener): Promise<readonly number[]> {
  const closedAt: number[] = [];
  let arrived = 0;
  api.answer = (request, response) => {
    arrived += 1;
    response.once('close', () => closedAt.push(performance.now()));
    answer(request, response);
  };
  const client = new AbortController();
  const calls = Array.from({ length: count }, async () => {
    const response = await call(era, client.signal);
    await response.text();
  });
  const ended = Promise.allSettled(calls);
  await until('All calls reach the API.', () => arrived === count);
  const start = performance.now();
  client.abort();
  const outcomes = await ended;
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  await until('Nothing stays open.', () => api.open === 0);
  return closedAt.map((at) => at - start);
}

// Other processes may hold this one up, so the quietest of some rounds tells how long it takes.
const atOnce = 10;
const rounds = 10;

for (const era of eras) {
  suite(`a client of ${era} that goes away`, () => {
    test('takes the request to the API with it, within 100 ms', async () => {
      const slowest: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const times = await disconnect(era, atOnce, round % 2 === 0 ? silent : half);
        assert.equal(times.length, atOnce);
        slowest.push(Math.max(...times));
      }
      const shown = slowest.map((ms) => ms.toFixed(0)).join(', ');
      assert.ok(Math.min(...slowest) < 100, `${shown} ms`);
      assert.ok(Math.max(...slowest) < 2_000, `${shown} ms`);
    });
  });

  suite(`the SDK’s client of ${era}`, () => {
    // To a server without sessions a client of 2025 cannot say which call it means, but it can hang up.
    const wish = era === '2025-11-25' ? 'hangs up' : 'cancels a call';
    test(`that ${wish} ends the request to the API, and gets nothing more`, async () => {
      const mode = era === '2025-11-25' ? 'legacy' : 'auto';
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const received: string[] = [];
      // Notes what comes in, as the client gets it.
      const spy: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        if (response.body === null) return response;
        const noted = response.body.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform: (chunk, controller) => {
              received.push(Buffer.from(chunk).toString());
              controller.enqueue(chunk);
            },
          }),
        );
        return new Response(noted, response);
      };
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { fetch: spy }));
      await client.listTools();
      const controller = new AbortController();
      let closed: Promise<unknown> = Promise.resolve();
      const arrived = new Promise<void>((resolve) => {
        api.answer = (request, response) => {
          closed = once(response, 'close');
          half(request, response);
          resolve();
        };
      });
      const pending = client.callTool(
        { name: 'listBoats' },
        { signal: controller.signal, onprogress: () => undefined },
      );
      await arrived;
      await until('The event is told of.', () => received.join('').includes('event 1'));
      const before = received.length;
      const start = performance.now();
      if (era === '2025-11-25') await client.close();
      else controller.abort('no longer wanted');
      await assert.rejects(pending);
      await closed;
      const ms = performance.now() - start;
      assert.ok(ms < 1_000, `${ms.toFixed(0)} ms`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(received.slice(before), []);
      await client.close();
    });
  });
}
