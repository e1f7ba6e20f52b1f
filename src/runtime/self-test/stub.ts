import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestProblems, type ExpectedRequest, type ReceivedRequest } from './requests.js';

/** A stand-in for the API: it answers a request only if it is the one that is expected. */
export interface StubApi {
  readonly baseUrl: string;
  /** Says which request comes next and what it is answered with. */
  readonly expect: (request: ExpectedRequest, answer: unknown) => void;
  /** What was wrong with the requests since then; empty where there was one and it was right. */
  readonly problems: () => readonly string[];
  /** How many requests there were since then. */
  readonly received: () => number;
  readonly stop: () => Promise<void>;
}

/** A base URL with a path, so that a server which drops it is found out. */
const basePath = '/base';

/** Starts the stub on a free port of this machine. */
export async function startStubApi(): Promise<StubApi> {
  let expected: ExpectedRequest | undefined;
  let answer: unknown;
  let verdicts: (readonly string[])[] = [];

  const server = createServer((request, response) => {
    void receive(request).then((received) => {
      const problems =
        expected === undefined ? ['no request was expected'] : requestProblems(received, expected);
      verdicts.push(problems);
      const [status, body] = problems.length === 0 ? [200, answer] : [400, { problems }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    expect: (request, reply) => {
      [expected, answer, verdicts] = [request, reply, []];
    },
    problems: () =>
      verdicts.length === 1 ? verdicts.flat() : [`${verdicts.length} requests were made`, ...verdicts.flat()],
    received: () => verdicts.length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = request;
  const at = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, at);
  return {
    method,
    path: path.startsWith(basePath) ? path.slice(basePath.length) : `(outside the base URL) ${path}`,
    query: url.slice(at + 1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()])),
    body: Buffer.concat(chunks),
  };
}
