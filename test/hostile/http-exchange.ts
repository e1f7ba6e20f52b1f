import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { callTextOf } from './live-server.js';

/** What goes over the wire, where it differs from a call that is right. */
export interface Altered {
  readonly method?: string;
  readonly path?: string;
  /** In the place of a right header, or besides; several values are as many headers, `undefined` is none. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | undefined;
}

/** An answer, read to its end. */
export interface Exchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** The arguments of a call that is right. */
export const rightCall = callTextOf(1, 'region', '{"region":"eu"}');

/** The headers of a call that is right, but for its host. */
export const rightHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'region',
  'Mcp-Param-Region': 'eu',
};

/** Sends one request over a connection of its own. */
export function exchange(
  url: string,
  { method = 'POST', path, headers, body = rightCall }: Altered,
): Promise<Exchanged> {
  const { port, pathname } = new URL(url);
  const sent = Object.entries({ ...rightHeaders, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: path ?? pathname,
        method,
        agent: false,
        headers: Object.fromEntries(
          sent.map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
        ),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.setTimeout(40_000, () => request.destroy(new Error('no answer in 40 s')));
    request.end(method === 'POST' ? body : undefined);
  });
}

/** What came back on a socket, and when it was closed. */
export interface RawExchanged {
  readonly text: string;
  readonly milliseconds: number;
  /** Whether the other side closed it before the time was over. */
  readonly isClosed: boolean;
}

/** Opens a socket, writes what `pieces` yields, one at a time, and waits until it is closed or the time is over. */
export function exchangeRaw(
  url: string,
  pieces: AsyncIterable<string | Buffer>,
  timeoutMs: number,
): Promise<RawExchanged> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const started = performance.now();
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  // A reset is a way to close.
  socket.on('error', () => undefined);
  const write = async (): Promise<void> => {
    for await (const piece of pieces) {
      if (socket.destroyed || socket.writableEnded) return;
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  };
  return new Promise((resolve) => {
    const finish = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, milliseconds: performance.now() - started, isClosed });
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    socket.once('close', () => finish(true));
    socket.once('end', () => finish(true));
    void write();
  });
}

function once(socket: NodeJS.EventEmitter, event: string): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()));
}

/** Yields one text. */
export async function* just(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}
