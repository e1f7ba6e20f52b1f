import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What an issuer was asked, and what it answered. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Every pair of a form, in order; none where the content is no form. */
  readonly form: readonly (readonly [name: string, value: string])[];
  readonly status: number;
  /** Its members where the answer is a JSON object. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** An answer on its way back, which a test may change. */
export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly body: Buffer;
}

/** Changes an answer, or gives it back as it is. */
export type Tamper = (path: string, answer: ProxiedAnswer) => ProxiedAnswer;

/** Stands where an issuer says that it is, and keeps what is asked of it. */
export interface RecordingProxy {
  readonly url: string;
  readonly forwardTo: (port: number) => void;
  /** The exchanges at a path since they were last taken. */
  readonly take: (path: string) => readonly Exchange[];
  /** Changes answers from now on; without a function, none. */
  readonly tamper: (change?: Tamper) => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy on a free port of the loopback; it answers 503 until it knows where to go. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  let target: number | undefined;
  let change: Tamper = (_, answer) => answer;
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname;
    forward(incoming, target, exchanges).then(
      (answer) => {
        const { status, headers, body } = change(path, answer);
        response.writeHead(status, headers).end(body);
      },
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (port) => (target = port),
    take: (path) => {
      const taken = exchanges.filter((each) => each.path === path);
      exchanges.splice(0, exchanges.length, ...exchanges.filter((each) => each.path !== path));
      return taken;
    },
    tamper: (given = (_, answer) => answer) => (change = given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(
  incoming: IncomingMessage,
  port: number | undefined,
  exchanges: Exchange[],
): Promise<ProxiedAnswer> {
  if (port === undefined) throw new Error('The issuer does not listen yet.');
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await buffer(incoming);
  const answer = await ask({ method, url, headers, body, port });
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  exchanges.push({
    method,
    path: pathname,
    query: searchParams,
    headers,
    form: isForm(headers) ? [...new URLSearchParams(body.toString())] : [],
    status: answer.status,
    answer: jsonObject(answer.body),
  });
  return answer;
}

interface Question {
  readonly method: string;
  readonly url: string;
  /** `host` among them, as it came: the issuer makes its URLs of it. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly port: number;
}

function ask({ method, url, headers, body, port }: Question): Promise<ProxiedAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { host: '127.0.0.1', port, method, path: url, headers, timeout: 10_000 },
      (incoming) => {
        buffer(incoming).then((content) => {
          const kept = { ...incoming.headers };
          delete kept['transfer-encoding'];
          resolve({ status: incoming.statusCode ?? 502, headers: kept, body: content });
        }, reject);
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error('The issuer does not answer.')));
    outgoing.once('error', reject).end(body);
  });
}

function isForm({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return /^application\/x-www-form-urlencoded(?:;|$)/i.test(type);
}

function jsonObject(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
