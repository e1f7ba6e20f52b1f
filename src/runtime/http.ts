import {
  createMcpHandler,
  isJsonContentType,
  readRequestBody,
  type AuthInfo,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { createGate, type Gate } from './authorization/gate.js';
import { createSharing, isListedOrigin, type Sharing } from './cors.js';
import type { HttpSettings } from './environment.js';
import { refusal } from './refusal.js';

/** One HTTP request as its host has it: the content is not read before the request is known to be served. */
export interface HttpExchange {
  readonly method: string;
  /** Its origin counts for nothing: who is asked says the Host header. */
  readonly url: URL;
  readonly headers: Headers;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Reads the content as text, up to so many bytes; it throws where the client breaks off. */
  readonly readBody: (mostBytes: number) => Promise<RequestBody>;
}

/** The content of a request, where it is not larger than what is taken. */
export type RequestBody = { readonly tooLarge: true } | { readonly tooLarge: false; readonly text: string };

/** MCP over Streamable HTTP. */
export interface HttpHandler {
  /** Serves a web-standard request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves what a host has read of a request by means of its own, which costs less. */
  readonly answer: (exchange: HttpExchange) => Promise<Response>;
  /** Ends every stream that is still open. */
  readonly close: () => Promise<void>;
}

/** Which requests are served; the rest of the settings is the host's. */
export type HttpGuards = Pick<HttpSettings, 'path' | 'allowedHosts' | 'allowedOrigins' | 'authorization'> &
  Partial<Pick<HttpSettings, 'sharedOrigins'>>;

const maxBodyBytes = 4 * 1024 * 1024;

/** So much is still taken from who was told that it is too much: a connection that ends at once can lose the answer. */
const mostDrained = 4 * maxBodyBytes;

/** Serves MCP at one path, to the hosts, origins and callers that are allowed and to nobody else. */
export function createHttpHandler(factory: McpServerFactory, guards: HttpGuards): HttpHandler {
  const handler = createMcpHandler(factory, { maxRequestBodySize: maxBodyBytes });
  const gate = createGate(guards.authorization, guards.path);
  const sharing = createSharing(guards.sharedOrigins ?? []);
  const answerUnshared: HttpHandler['answer'] = async (exchange) => {
    const elsewhere = answerBefore(exchange, guards, { gate, sharing });
    if (elsewhere !== undefined) return elsewhere;
    const caller = await gate.admit(exchange);
    if (caller instanceof Response) return caller;
    const response = await serve(exchange, handler, caller);
    return response.status === 403 ? gate.restate(response, exchange) : response;
  };
  const answer: HttpHandler['answer'] = async (exchange) =>
    sharing.share(await answerUnshared(exchange), exchange);
  return {
    answer,
    fetch: (request) => answer(exchangeOf(request)),
    close: () => handler.close(),
  };
}

function exchangeOf(request: Request): HttpExchange {
  const { method, headers, signal } = request;
  const readBody = (mostBytes: number): Promise<RequestBody> => readRequestBody(request, mostBytes);
  return { method, url: new URL(request.url), headers, signal, readBody };
}

/** Answers what needs no caller: requests that are not served, and questions about where tokens come from. */
function answerBefore(
  exchange: HttpExchange,
  { path, allowedHosts, allowedOrigins }: HttpGuards,
  { gate, sharing }: { readonly gate: Gate; readonly sharing: Sharing },
): Response | undefined {
  const { headers, method, url } = exchange;
  const host = readHost(headers.get('host') ?? '');
  if (host === undefined) return refusal(400, 'The Host header is missing or malformed.');
  // A page whose name resolves to this machine is told apart by the Host header alone.
  if (!allowedHosts.includes(host)) return refusal(403, 'This host name is not allowed.');
  const told = gate.tell(exchange);
  if (told !== undefined) return told;
  const origin = headers.get('origin');
  // Browsers send an Origin header, other clients do not.
  if (origin !== null && !isListedOrigin(origin, allowedOrigins))
    return refusal(403, 'This origin is not allowed.');
  if (url.pathname !== path) return refusal(404, 'There is nothing at this path.');
  if (method === 'POST') return undefined;
  return sharing.preflight(exchange) ?? refusal(405, 'Only POST is served.', { allow: 'POST' });
}

/** The host name of a Host header, lower case and without port. */
function readHost(header: string): string | undefined {
  if (!/^[\w\-.]+(:\d{0,5})?$|^\[[\da-f:.]+\](:\d{0,5})?$/i.test(header)) return undefined;
  return URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : undefined;
}

async function serve(
  exchange: HttpExchange,
  handler: McpHttpHandler,
  authInfo: AuthInfo | undefined,
): Promise<Response> {
  const { method, url, headers, signal } = exchange;
  const request = new Request(url, { method, headers, signal });
  const options = authInfo === undefined ? {} : { authInfo };
  // The SDK answers what is no JSON without reading it.
  if (!isJsonContentType(headers.get('content-type'))) return handler.fetch(request, options);
  const body = await exchange.readBody(maxBodyBytes).catch(() => undefined);
  if (body === undefined) return refusal(400, 'The body could not be read.');
  if (body.tooLarge) return tooLarge(headers);
  const message = parseMessage(body.text);
  if (message === undefined) return parseError();
  // Given what is read already, the SDK does not read the request.
  return handler.fetch(request, { ...options, parsedBody: message });
}

/** RFC 9112 9.6: what is left of a body of known length is read, and dropped, by whoever hosts the handler. */
function tooLarge(headers: Headers): Response {
  const isDrained = Number(headers.get('content-length') ?? Infinity) <= mostDrained;
  return refusal(413, `The body is over ${maxBodyBytes} bytes.`, isDrained ? {} : { connection: 'close' });
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parseError(): Response {
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32700, message: 'The body is not JSON.' } },
    { status: 400 },
  );
}
