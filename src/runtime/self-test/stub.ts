import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { digestChallenge } from './digest.js';
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
  let isChallenged = false;

  const server = createServer((request, response) => {
    void receive(request).then((received) => {
      if (!isChallenged && isToBeAsked(received, expected)) {
        isChallenged = true;
        return response.writeHead(401, { 'www-authenticate': digestChallenge }).end();
      }
      const problems =
        expected === undefined ? ['no request was expected'] : requestProblems(received, expected);
      verdicts.push(problems);
      const [status, body] = problems.length === 0 ? [200, answer] : [400, { problems }];
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    expect: (request, reply) => {
      [expected, answer, verdicts, isChallenged] = [request, reply, [], false];
    },
    problems: () => problemsOf(verdicts, isChallenged),
    received: () => verdicts.length + Number(isChallenged),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function problemsOf(verdicts: readonly (readonly string[])[], isChallenged: boolean): readonly string[] {
  if (verdicts.length === 1) return verdicts.flat();
  if (verdicts.length === 0 && isChallenged) return ['the challenge of the digest scheme was not answered'];
  return [`${verdicts.length} requests were made`, ...verdicts.flat()];
}

/** Digest begins with an answer 401, which says by what the credential is to be hidden. */
function isToBeAsked({ headers }: ReceivedRequest, expected: ExpectedRequest | undefined): boolean {
  const schemes = expected?.credentials.map(({ scheme }) => scheme) ?? [];
  const isDigest = schemes.some((scheme) => scheme.type === 'http' && scheme.scheme === 'digest');
  return isDigest && headers['authorization'] === undefined;
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
    target: url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()])),
    body: Buffer.concat(chunks),
  };
}
