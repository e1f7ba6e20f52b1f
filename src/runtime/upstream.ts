import type { STATUS_CODES } from 'node:http';
import type { Agent, Dispatcher, request as sendRequest } from 'undici';
import { acceptedCodings, checkLength, readContent } from './answer/content-coding.js';
import type { Limits } from './limits.js';
import { ownMember } from './own-member.js';
import type { UpstreamRequest } from './request/request.js';
import { ToolError } from './tool-error.js';

/** The API's answer, read whole and decoded. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  /** By lower-case name; several of one name as a list. */
  readonly headers: AnswerHeaders;
  /** Decoded. */
  readonly body: Buffer;
  /** Why the content was not read to its end; missing where it was. */
  readonly cut?: 'size' | 'time' | 'events';
}

/** The header fields of an answer. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The first value of a header field. */
export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = ownMember(headers, name);
  return typeof value === 'string' ? value : value?.[0];
}

/** How one request is sent. */
interface SendOptions {
  /** Aborts when the call is over: its deadline, or its client's wish. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

/** Sends a request to the API. */
export type Send = (request: UpstreamRequest, options: SendOptions) => Promise<Answer>;

const mostRedirects = 5;

/** A sender with connections of its own, which are opened on first use. */
export function createSend(limits: Limits): Send {
  let loading: Promise<Connection> | undefined;
  return async (request, options) => {
    loading ??= openConnection(limits);
    return sendOver(await loading, request, options);
  };
}

/** What is loaded for the first call: until then a server gets by without. */
interface Connection {
  readonly agent: Agent;
  readonly request: typeof sendRequest;
  readonly reasons: typeof STATUS_CODES;
}

async function openConnection({ connectMs }: Limits): Promise<Connection> {
  const [{ Agent, request }, { STATUS_CODES: reasons }] = await Promise.all([
    import('undici'),
    import('node:http'),
  ]);
  // The call's own deadline stands in for undici's; idle sockets close before servers' usual five seconds.
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
  });
  return { agent, request, reasons };
}

async function sendOver(
  connection: Connection,
  request: UpstreamRequest,
  options: SendOptions,
): Promise<Answer> {
  const response = await follow(connection, request, options);
  options.progress('Headers received');
  const { statusCode: status, headers } = response;
  const reason = connection.reasons[status] ?? '';
  const body = await readBody(response, request.method);
  options.progress('Body read');
  return {
    status,
    reason,
    headers,
    body,
  };
}

/** Sends a request, and again where a GET or HEAD is redirected within its origin. */
async function follow(
  { agent, request: send }: Connection,
  request: UpstreamRequest,
  { signal, progress }: SendOptions,
): Promise<Dispatcher.ResponseData> {
  let url = request.url;
  for (let redirects = 0; ; redirects += 1) {
    const pending = send(url, {
      dispatcher: agent,
      method: request.method,
      headers: ['accept-encoding', acceptedCodings, ...[...request.headers].flat()],
      body: request.body?.bytes ?? null,
      signal,
    });
    if (redirects === 0) progress('Request sent');
    const response = await pending.catch((error: unknown) => {
      throw new ToolError(
        'upstream-unreachable',
        `No answer came from the API${codeOf(error)}: it cannot be reached, hung up, or does not speak HTTP.`,
      );
    });
    const next = targetOf(response, request.method, url);
    if (next === undefined) return response;
    await response.body.dump();
    if (redirects === mostRedirects) {
      throw new ToolError('refused-redirect', `The API redirected more than ${mostRedirects} times.`);
    }
    url = next;
  }
}

const redirections: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where a redirect leads that is followed; `undefined` for any other answer. */
function targetOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  method: string,
  from: URL,
): URL | undefined {
  const location = headerOf(headers, 'location');
  if (location === undefined || !redirections.has(statusCode) || !URL.canParse(location, from.href)) return;
  const target = new URL(location, from.href);
  // Credentials belong to an origin, and so does the trust in what a request does there.
  if (target.origin !== from.origin) {
    discard(body);
    throw new ToolError(
      'refused-redirect',
      `The API answered ${statusCode} and pointed to ${placeOf(target)}, another origin, which is not followed.`,
    );
  }
  return method === 'GET' || method === 'HEAD'
    ? new URL(`${target.origin}${target.pathname}${target.search}`)
    : undefined;
}

/** A URL without its query, which may hold secrets. */
function placeOf({ origin, protocol, pathname }: URL): string {
  return origin === 'null' ? `a URL of scheme '${protocol}'` : `${origin}${pathname}`;
}

async function readBody(
  { statusCode: status, body, headers }: Dispatcher.ResponseData,
  method: string,
): Promise<Buffer> {
  try {
    // To a HEAD the length is that of the answer to a GET.
    if (method !== 'HEAD') checkLength(Number(headerOf(headers, 'content-length') ?? 0), status);
    return await readContent(body, headers['content-encoding'], status);
  } catch (error) {
    discard(body);
    if (error instanceof ToolError) throw error;
    const problem = `The API answered ${status}, but its answer could not be read to its end${codeOf(error)}.`;
    throw new ToolError('unreadable-response', problem);
  }
}

/** Lets go of a body, and of its connection; the error that this makes is nobody's to handle. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined).destroy();
}

/** The code of a failed connection, and nothing else: its message would tell of hosts and addresses. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  const isCode = (candidate: unknown): boolean =>
    typeof candidate === 'string' && /^[A-Z][A-Z0-9_]*$/.test(candidate);
  const found = [cause?.code, code].find(isCode);
  return typeof found === 'string' ? ` (${found})` : '';
}
