import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { createHttpHandler, type HttpGuards } from '../../src/runtime/http.js';

/** The revisions that clients speak. */
export type Era = '2025-11-25' | '2026-07-28';

/** Both. */
export const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

/** A JSON-RPC message as it came. */
export interface Answer {
  readonly status: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
  /** Notifications that came before the answer. */
  readonly notifications: readonly {
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
}

const guards: HttpGuards = {
  path: '/mcp',
  allowedHosts: ['localhost'],
  allowedOrigins: [],
  authorization: { mode: 'none' },
};

/** The SDK's client, connected to the servers of a factory by calls of a function. */
export async function connect(factory: McpServerFactory, era: Era): Promise<Client> {
  const handler = createHttpHandler(factory, guards);
  const mode = era === '2025-11-25' ? 'legacy' : 'auto';
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => {
        const request = new Request(url, init);
        request.headers.set('host', 'localhost');
        return handler.fetch(request);
      },
    }),
  );
  return client;
}

/** The envelope of a request of 2026-07-28. */
export function envelope(meta: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
}

/** A POST of 2026-07-28 with the headers that the revision asks for. */
export function post(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  more: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly url?: string;
    readonly meta?: Readonly<Record<string, unknown>>;
  } = {},
): Request {
  const name = params['name'] ?? params['uri'];
  return new Request(more.url ?? 'http://localhost/mcp', {
    method: 'POST',
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...more.headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: envelope(more.meta) },
    }),
  });
}

/** Sends one raw request of 2026-07-28 to the servers of a factory. */
export async function ask(factory: McpServerFactory, ...request: Parameters<typeof post>): Promise<Answer> {
  return readAnswer(await createHttpHandler(factory, guards).fetch(post(...request)));
}

/** Reads an answer, be it JSON or a stream. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const messages = isStream ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data) : [text];
  const parsed = messages.map((message) => JSON.parse(message) as Answer & { readonly method?: string });
  const notifications = parsed.filter(
    ({ method }) => method !== undefined,
  ) as unknown as Answer['notifications'];
  return { ...parsed.find(({ method }) => method === undefined), status: response.status, notifications };
}
