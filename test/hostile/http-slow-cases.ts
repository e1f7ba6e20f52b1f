import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type * as Settings from '../../src/runtime/environment.js';
import type * as HttpHost from '../../src/runtime/http.js';
import type * as NodeHost from '../../src/runtime/node.js';
import type { Recorder } from '../cases/recorder.js';
import type { Problems } from './documents.js';
import { plainCall, rawProblems, spending, type HttpCase, type HttpTarget } from './http-cases.js';
import { exchange, exchangeRaw, rightCall, rightHeaders } from './http-exchange.js';
import { envelope } from '../runtime/mcp-client.js';
import { inTurn } from '../tools/in-turn.js';

/** The cases that take their time or the whole server, by id. */
export const slowCases: ReadonlyMap<string, HttpCase> = new Map<string, HttpCase>([
  ['chunked-endless', chunkedEndless],
  ['slow-headers', slowHeaders],
  ['slow-body', slowBody],
  ['listen-flood', listenFlood],
  ['sse-not-read', sseNotRead],
]);

const head = [
  'POST /mcp HTTP/1.1',
  'Host: 127.0.0.1',
  ...Object.entries(rightHeaders).map((pair) => pair.join(': ')),
].join('\r\n');

async function chunkedEndless(target: HttpTarget): Promise<Problems> {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const pieces = async function* () {
    yield `${head}\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n"${'x'.repeat(0xffff)}\r\n`;
    for (;;) yield await Promise.resolve(chunk);
  };
  return spending(target, { cpuSeconds: 5, peakMiB: 64 }, async () => {
    const { text, isClosed } = await exchangeRaw(target.server.url, pieces(), 40_000);
    if (isClosed && text === '') return [];
    return rawProblems(text, [413, 408]);
  });
}

const slowSockets = 500;

/** Many that bring a byte every two seconds: none for long, and nobody else waits for them. */
async function slowHeaders(target: HttpTarget): Promise<Problems> {
  const drip = async function* () {
    yield 'POST /mcp HTTP/1.1\r\nX-Slow: ';
    for (;;) yield await delay(2000, 'x');
  };
  await warmUp(target);
  const before = await timeCalls(target);
  const sockets = Array.from({ length: slowSockets }, () => exchangeRaw(target.server.url, drip(), 20_000));
  await delay(1000);
  const meanwhile = await timeCalls(target);
  const ends = await Promise.all(sockets);
  const late = ends.filter(({ isClosed, milliseconds }) => !isClosed || milliseconds > 15_000);
  // On a machine that others keep busy, a call is slow without the sockets too.
  const most = Math.max(100, 3 * before);
  return [
    ...(meanwhile < most
      ? []
      : [`a plain call took ${meanwhile.toFixed(0)} ms, before ${before.toFixed(0)} ms`]),
    ...(late.length === 0 ? [] : [`${late.length} of ${slowSockets} sockets were open for longer than 15 s`]),
    ...(await plainCall(target)),
  ];
}

/** The median of what a few plain calls take, in milliseconds. */
async function timeCalls(target: HttpTarget): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 25; call += 1) {
    const started = performance.now();
    await plainCall(target);
    times.push(performance.now() - started);
  }
  return times.sort((left, right) => left - right)[12] ?? Infinity;
}

async function slowBody({ server }: HttpTarget): Promise<Problems> {
  const drip = async function* () {
    yield `${head}\r\nContent-Length: 1000\r\n\r\n{`;
    for (;;) yield await delay(2000, ' ');
  };
  const { text, isClosed } = await exchangeRaw(server.url, drip(), 35_000);
  if (!isClosed) return ['was still open after 35 s'];
  return text === '' ? [] : rawProblems(text, [408]);
}

const listeners = 5000;
const listenCap = 1000;

/** Streams that nobody ends: those above a cap are refused, the others cost little. */
async function listenFlood(target: HttpTarget): Promise<Problems> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true }, _meta: envelope() },
  });
  const headers = {
    'Mcp-Method': 'subscriptions/listen',
    'Mcp-Name': undefined,
    'Mcp-Param-Region': undefined,
  };
  const open = new Set<number>();
  await warmUp(target);
  return spending(target, { cpuSeconds: 30, peakMiB: 64 }, async () => {
    await inTurn(
      Array.from({ length: listeners }, (_, index) => index),
      async (index) => {
        open.add(index);
        const ended = exchange(target.server.url, { headers, body }).then(
          () => open.delete(index),
          () => open.delete(index),
        );
        // One that stays open is left so.
        await Promise.race([ended, delay(200, undefined, { ref: false })]);
      },
      100,
    );
    // Those that end are given the time for it.
    for (let waited = 0; waited < 30_000 && open.size > listenCap; waited += 100) await delay(100);
    const over = open.size > listenCap ? [`${open.size} streams are open`] : [];
    return [...over, ...(await plainCall(target))];
  });
}

/** A server that has just started has not yet taken the memory that any work takes. */
async function warmUp(target: HttpTarget): Promise<void> {
  for (let call = 0; call < 500; call += 1) await plainCall(target);
}

const unreadCalls = 2000;
const answerBytes = 60_000;
/** Answers beyond what the system's own buffers hold. */
const mostUnread = 2 ** 25;

/** Answers pile up for someone who does not read them: no further calls are made for them, and they are closed. */
async function sseNotRead(target: HttpTarget): Promise<Problems> {
  target.recorder.answerWith({ body: { text: 'x'.repeat(answerBytes) } });
  await warmUp(target);
  const bounded = await spending(target, { cpuSeconds: 60, peakMiB: 64 }, async () => {
    const { socket, calls } = await callUnread(target.server.url, target.recorder);
    socket.destroy();
    const unread = calls * answerBytes;
    return unread < mostUnread ? [] : [`${calls} answers were made that nobody read`];
  });
  return [...bounded, ...(await unreadIsClosed(target))];
}

/** Makes calls without reading an answer, one after the other, as long as the server takes them. */
async function callUnread(
  url: string,
  recorder: Recorder,
): Promise<{ readonly socket: Socket; readonly calls: number }> {
  const request = `${head}\r\nContent-Length: ${Buffer.byteLength(rightCall)}\r\n\r\n${rightCall}`;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  for (let calls = 0; calls < unreadCalls; calls += 1) {
    socket.write(request);
    await recorder.arrival(3000);
    if (recorder.take().length === 0) return { socket, calls };
  }
  return { socket, calls: unreadCalls };
}

/** The server's own code with a shorter time: the right one is longer than a check may take. */
async function unreadIsClosed({ folder, environment, recorder }: HttpTarget): Promise<Problems> {
  const at = (path: string): string => pathToFileURL(join(folder, 'dist', path)).href;
  const { listen } = (await import(at('runtime/node.js'))) as typeof NodeHost;
  const { createHttpHandler } = (await import(at('runtime/http.js'))) as typeof HttpHost;
  const { readHttpSettings } = (await import(at('runtime/environment.js'))) as typeof Settings;
  const { createServer } = (await import(at('server.js'))) as {
    readonly createServer: (environment: object) => McpServerFactory;
  };
  const settings = readHttpSettings(['--port', '0'], environment);
  const server = await listen(createHttpHandler(createServer(environment), settings), settings, shortLimits);
  try {
    const { socket } = await callUnread(server.url, recorder);
    // The first time that is over may find a write that has moved on since: the second one does not.
    await delay(3 * shortLimits.idleTimeout);
    // A paused socket learns that the other side is gone when it is written to.
    for (let writes = 0; writes < 20 && !socket.destroyed; writes += 1) {
      socket.write('\r\n');
      await delay(100);
    }
    const isClosed = socket.destroyed;
    socket.destroy();
    return isClosed ? [] : ['a connection that is not read is left open'];
  } finally {
    await server.close();
  }
}

const shortLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  idleTimeout: 2_000,
  graceTime: 1_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 1_000,
};
