import type { Dispatcher } from 'undici';
import { createIssuerAgents, type ClientCertificate, type IssuerAgent } from './issuer-agents.js';
import { issuerUrlRule, readIssuerUrl } from './issuer-url.js';

/** A request to an issuer. */
export interface IssuerRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The certificate of the client, where one proves who it is. */
  readonly certificate?: ClientCertificate | undefined;
  /** Whether a second connection is tried where the first could not be made: nothing was sent then. */
  readonly reconnects?: true;
}

/**
 * Asks an issuer, and reads its whole answer, whatever its status is. Redirects are not followed; what goes wrong is an
 * error that names the origin and never what was sent.
 */
export type AskIssuer = (url: string, request?: IssuerRequest) => Promise<Response>;

const deadlineMs = 5_000;
const mostBytes = 1024 * 1024;

/** Makes the error for what is wrong with an issuer, be it the name that it has for itself. */
export type IssuerFault = (problem: string, ownName?: string) => Error;

/** Makes the function that asks issuers, with connections of its own. */
export function createAskIssuer(fault: IssuerFault): AskIssuer {
  const agents = createIssuerAgents(deadlineMs);
  return async (text, request = {}) => {
    const url = readIssuerUrl(text);
    if (url === undefined) throw fault(`the URL of its issuer ${issuerUrlRule}.`);
    const connections = await agents(request.certificate);
    const clock = AbortSignal.timeout(deadlineMs);
    try {
      return await send(url, request, connections, clock);
    } catch (error) {
      throw fault(`the issuer at ${url.origin} ${clock.aborted ? late : problemOf(error)}.`);
    }
  };
}

const late = `did not answer within ${deadlineMs / 1000} s`;

/** What the answer of an issuer is refused for. */
class UnusableAnswer extends Error {}

async function send(
  url: URL,
  request: IssuerRequest,
  { agent, unsent }: IssuerAgent,
  signal: AbortSignal,
): Promise<Response> {
  const { method = 'GET', headers = {}, body = null } = request;
  const options: Dispatcher.RequestOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    // What is read is bounded as it comes over the wire.
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
    signal,
  };
  try {
    return await read(await agent.request(options));
  } catch (error) {
    if (request.reconnects !== true || !(error instanceof Error) || !unsent.has(error)) throw error;
    return read(await agent.request(options));
  }
}

const bodiless: ReadonlySet<number> = new Set([204, 205]);

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  // What a body that is not read to its end has to say comes later, when nobody listens.
  body.on('error', () => undefined);
  const problem = problemOfStatus(statusCode);
  if (problem !== undefined) {
    body.destroy();
    throw new UnusableAnswer(problem);
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    size += piece.length;
    // Leaving the loop ends the connection.
    if (size > mostBytes) throw new UnusableAnswer('answers more than 1 MiB');
    pieces.push(piece);
  }
  const told = ['content-type', 'retry-after'].flatMap((name): readonly [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Response(bodiless.has(statusCode) ? null : Buffer.concat(pieces), {
    status: statusCode,
    headers: Object.fromEntries(told),
  });
}

function problemOfStatus(status: number): string | undefined {
  if (status >= 300 && status < 400) return 'redirects elsewhere, where secrets are not sent';
  return status > 599 ? `answers ${status}, which is no status` : undefined;
}

function problemOf(error: unknown): string {
  if (error instanceof UnusableAnswer) return error.message;
  const { code } = error as { readonly code?: unknown };
  return `cannot be reached (${typeof code === 'string' ? code : 'no answer'})`;
}
