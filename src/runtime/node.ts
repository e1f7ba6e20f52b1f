import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exitOnCrash, logCrash } from './crash-log.js';
import type { HttpSettings } from './environment.js';
import { SettingError } from './settings.js';
import type { HttpExchange, HttpHandler, RequestBody } from './http.js';

/** What one peer may take: a slow or greedy one must not keep others waiting. */
export interface PeerLimits {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** How often the two are looked after. */
  readonly connectionsCheckingInterval: number;
  readonly keepAliveTimeout: number;
  /** How long a connection may rest while an answer is due: one whose reader is gone is closed. */
  readonly idleTimeout: number;
  /** How long calls in flight may take once the server was asked to stop. */
  readonly graceTime: number;
  readonly maxHeaderSize: number;
  readonly maxConnections: number;
}

/** Times in milliseconds, sizes in bytes. */
const defaultLimits: PeerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  idleTimeout: 120_000,
  graceTime: 20_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 1_000,
};

const restAfterCall = 90_000;

const tooLargeStatus = 413;

// What a timer takes.
const longestTimer = 2 ** 31 - 1;

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  /** Stops accepting, lets calls in flight end, then closes what is left. */
  readonly close: () => Promise<void>;
}

/** Serves a handler on `node:http`. */
export async function listen(
  handler: HttpHandler,
  settings: Pick<HttpSettings, 'host' | 'port' | 'path'>,
  limits: PeerLimits = defaultLimits,
): Promise<RunningServer> {
  const calls = new Set<Promise<void>>();
  let closing = false;
  const server = createServer({ ...limits }, (request, response) => {
    // A client that goes on asking over a connection it keeps would hold up the end.
    if (closing) response.setHeader('connection', 'close');
    const exchange = answer(handler, request, response).finally(() => calls.delete(exchange));
    calls.add(exchange);
  });
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleTimeout);
  await startListening(server, settings);

  const close = async (): Promise<void> => {
    closing = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const grace = delay(limits.graceTime).then(() => calls.clear());
    // A connection that is kept may bring one more call while others end.
    while (calls.size > 0) await Promise.race([grace, ...calls]);
    await handler.close();
    server.closeIdleConnections();
    server.closeAllConnections();
    await closed;
  };
  return { url: urlOf(server, settings.path), close };
}

/** Serves a handler until the process is asked to stop. */
export async function serve(handler: HttpHandler, settings: HttpSettings): Promise<void> {
  exitOnCrash();
  // A call may last as long as the API is given, and its connection rests all the while.
  const idleTimeout = Math.min(settings.upstreamTimeoutMs + restAfterCall, longestTimer);
  const { url, close } = await listen(handler, settings, { ...defaultLimits, idleTimeout });
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  console.error(`Listening on ${url}`);
}

function startListening(server: Server, { host, port }: Pick<HttpSettings, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = 'error' }: NodeJS.ErrnoException) => {
      const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
      const example = port === 3001 ? 3002 : 3001;
      const advice = `Choose another: PORT=${example} npm start, or npm start -- --port ${example}.`;
      reject(new SettingError(`Port ${port} of ${host} ${problem}. ${advice}`));
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function urlOf(server: Server, path: string): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${path}`;
}

async function answer(
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    await write(await handler.answer(exchangeOf(request, gone.signal)), response, request);
  } catch (error) {
    if (gone.signal.aborted) return;
    logCrash('request', error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

function exchangeOf(request: IncomingMessage, signal: AbortSignal): HttpExchange {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const headers = new Headers();
  // Header by header as they came: two of a kind are joined, which no check takes for either.
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  // The Host header is the handler's to judge, so it is kept out of the URL.
  const target = new URL(`http://localhost${url.startsWith('/') ? url : '/'}`);
  return { method, url: target, headers, signal, readBody: (mostBytes) => readBody(request, mostBytes) };
}

async function readBody(request: IncomingMessage, mostBytes: number): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return { tooLarge: true };
  const chunks: Buffer[] = [];
  let length = 0;
  // What is left unread is the response's to drop, once it has been written.
  const content = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > mostBytes) return { tooLarge: true };
    chunks.push(chunk);
  }
  // A byte order mark is no part of the text.
  return { tooLarge: false, text: new TextDecoder().decode(Buffer.concat(chunks)) };
}

async function write(answer: Response, response: ServerResponse, request: IncomingMessage): Promise<void> {
  const { status, headers, body } = answer;
  const head = Object.fromEntries(headers);
  if (headers.get('content-type')?.startsWith('text/event-stream') === true && body !== null) {
    response.writeHead(status, head);
    await pipeline(Readable.fromWeb(body), response);
    return;
  }
  // What is whole already leaves in one piece.
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(status, body === null ? head : { ...head, 'content-length': bytes.length });
  if (status === tooLargeStatus && headers.get('connection') !== 'close') {
    // A connection that is closed while its peer still sends can lose the answer (RFC 9112 9.6).
    response.write(bytes);
    await drop(request);
    response.end();
  } else response.end(bytes);
}

/** Takes in what is left of a request, and keeps nothing of it; the time of a request bounds it. */
async function drop(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise((resolve) => {
    request.once('end', resolve).once('close', resolve).resume();
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
