import type { RpcAnswer, StdioServer } from './stdio-server.js';

/** A protocol revision that a session speaks. */
export type Era = '2026-07-28' | '2025-11-25';

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** A client's side of the protocol, by hand, so that nothing between a test and the wire mends an answer. */
export interface McpSession {
  /** All pages of `tools/list`. */
  listTools(): Promise<readonly ListedTool[]>;
  callTool(name: string, toolArguments: unknown, timeoutMs?: number): Promise<RpcAnswer>;
}

const clientInfo = { name: 'openapi2mcp-tests', version: '1' };

/** Opens a session in the given revision: by `server/discover`, or by `initialize` before 2026-07-28. */
export async function openSession(server: StdioServer, era: Era): Promise<McpSession> {
  const meta = era === '2026-07-28' ? await discover(server, era) : await initialize(server, era);
  return {
    listTools: () => listTools(server, meta),
    callTool: (name, toolArguments, timeoutMs) =>
      server.request('tools/call', { name, arguments: toolArguments, ...meta }, timeoutMs),
  };
}

async function discover(server: StdioServer, era: Era): Promise<object> {
  const meta = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  resultOf(await server.request('server/discover', meta));
  return meta;
}

async function initialize(server: StdioServer, era: Era): Promise<object> {
  const params = { protocolVersion: era, capabilities: {}, clientInfo };
  const result = resultOf(await server.request('initialize', params));
  if (result['protocolVersion'] !== era) {
    throw new Error(`The server answers ${era} with ${JSON.stringify(result['protocolVersion'])}.`);
  }
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {};
}

async function listTools(server: StdioServer, meta: object): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  for (let cursor: unknown, pages = 0; pages < 1000; pages += 1) {
    const params = cursor === undefined ? meta : { ...meta, cursor };
    const result = resultOf(await server.request('tools/list', params));
    if (!Array.isArray(result['tools'])) throw new Error('tools/list has no array `tools`.');
    tools.push(...(result['tools'] as readonly ListedTool[]));
    cursor = result['nextCursor'];
    if (cursor === undefined) return tools;
  }
  throw new Error('tools/list does not come to an end.');
}

/** The `result` of an answer; fails with the error that came instead. */
export function resultOf({ message, line }: RpcAnswer): Readonly<Record<string, unknown>> {
  const result = message['result'];
  if (typeof result !== 'object' || result === null)
    throw new Error(`There is no result in ${line.slice(0, 500)}`);
  return result as Readonly<Record<string, unknown>>;
}
