import {
  createMcpHandler,
  isJsonContentType,
  readRequestBody,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { HttpSettings } from './environment.js';

/** MCP over Streamable HTTP as a web-standard handler. */
export interface HttpHandler {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends every stream that is still open. */
  readonly close: () => Promise<void>;
}

/** Which requests are served; the rest of the settings is the host's. */
export type HttpGuards = Pick<HttpSettings, 'path' | 'allowedHosts' | 'allowedOrigins'>;

const maxBodyBytes = 4 * 1024 * 1024;

/** Serves MCP at one path, to the hosts and origins that are allowed and to nobody else. */
export function createHttpHandler(factory: McpServerFactory, guards: HttpGuards): HttpHandler {
  const handler = createMcpHandler(factory, { maxRequestBodySize: maxBodyBytes });
  return {
    fetch: async (request) => refuse(request, guards) ?? (await serve(request, handler)),
    close: () => handler.close(),
  };
}

function refuse(request: Request, { path, allowedHosts, allowedOrigins }: HttpGuards): Response | undefined {
  const { headers, method, url } = request;
  const host = readHost(headers.get('host') ?? '');
  if (host === undefined) return refusal(400, 'The Host header is missing or malformed.');
  // A page whose name resolves to this machine is told apart by the Host header alone.
  if (!allowedHosts.includes(host)) return refusal(403, 'This host name is not allowed.');
  if (!isAllowedOrigin(headers.get('origin'), allowedOrigins))
    return refusal(403, 'This origin is not allowed.');
  if (new URL(url).pathname !== path) return refusal(404, 'There is nothing at this path.');
  return method === 'POST' ? undefined : refusal(405, 'Only POST is served.', { allow: 'POST' });
}

/** The host name of a Host header, lower case and without port. */
function readHost(header: string): string | undefined {
  if (!/^[\w\-.]+(:\d{0,5})?$|^\[[\da-f:.]+\](:\d{0,5})?$/i.test(header)) return undefined;
  return URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : undefined;
}

/** Browsers send an Origin header, other clients do not. */
function isAllowedOrigin(header: string | null, allowed: readonly string[]): boolean {
  if (header === null) return true;
  if (!URL.canParse(header)) return false;
  const { origin, hostname } = new URL(header);
  return origin !== 'null' && (allowed.includes(origin) || allowed.includes(hostname));
}

async function serve(request: Request, handler: McpHttpHandler): Promise<Response> {
  // The SDK answers what is no JSON without reading it.
  if (!isJsonContentType(request.headers.get('content-type'))) return handler.fetch(request);
  const body = await readRequestBody(request, maxBodyBytes).catch(() => undefined);
  if (body === undefined) return refusal(400, 'The body could not be read.');
  if (body.tooLarge) return refusal(413, `The body is over ${maxBodyBytes} bytes.`, { connection: 'close' });
  const message = parseMessage(body.text);
  if (message === undefined) return parseError();
  // Given what is read already, the SDK does not copy the request to read it again.
  return handler.fetch(request, { parsedBody: message });
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

function refusal(status: number, reason: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${reason}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
