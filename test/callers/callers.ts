import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { authInfoOf } from '../../src/runtime/authorization/caller-of.js';
import type { AuditRecord } from '../../src/runtime/authorization/audit.js';
import type { Caller } from '../../src/runtime/caller.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import type { CallContext, CallTool } from '../../src/runtime/call.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools, type OwnTool } from '../../src/runtime/tool-call.js';
import type { Override } from '../../src/runtime/tool.js';
import type { Visibility } from '../../src/runtime/authorization/variables.js';
import { post, readAnswer, type Answer } from '../runtime/mcp-client.js';

/** Where the tokens of a made caller come from. */
export const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

/** A caller with these scopes, with what a test is about put in. */
export function madeCaller(scopes: readonly string[] | undefined, parts: Partial<Caller> = {}): Caller {
  return {
    subject: 'user-1',
    clientId: 'client-1',
    scopes: scopes && new Set(scopes),
    claims: {},
    token: 'TOKEN-of-user-1',
    expiresAt: undefined,
    identity: 'service',
    ...parts,
  };
}

/** What a server is made of here. */
export interface Parts {
  readonly callTool?: CallTool;
  readonly overrides?: readonly Override[];
  readonly tools?: readonly OwnTool[];
  readonly visibility?: Visibility;
  /** Collects what is told of calls. */
  readonly records?: AuditRecord[];
}

/** An API that answers with the name of the tool; what came with the calls is kept in `contexts`. */
export function echoing(contexts: CallContext[] = []): CallTool {
  return (tool, _, context) => {
    contexts.push(context);
    return Promise.resolve(structuredResult({ tool: tool.name }));
  };
}

/** Servers of a manifest. */
export function factoryOf(
  manifest: Manifest,
  { callTool = echoing(), overrides = [], tools = [], visibility = 'all', records = [] }: Parts = {},
): McpServerFactory {
  const callable = createTools({ manifest, callTool, overrides, tools });
  return serveTools(manifest, callable, { visibility, audit: (record) => records.push(record) });
}

/** An answer, with what stands in its `WWW-Authenticate` header. */
export interface AskedAnswer extends Answer {
  readonly challenge: string | null;
}

/** Sends a request for a caller, as the gate would hand it on. */
export async function send(
  factory: McpServerFactory,
  caller: Caller | undefined,
  request: Request,
): Promise<AskedAnswer> {
  const authInfo = caller && authInfoOf(caller, metadataUrl);
  const response = await createMcpHandler(factory).fetch(request, { ...(authInfo && { authInfo }) });
  const challenge = response.headers.get('www-authenticate');
  return { ...(await readAnswer(response)), challenge };
}

/** Sends a request of 2026-07-28 for a caller. */
export function ask(
  factory: McpServerFactory,
  caller: Caller | undefined,
  ...request: Parameters<typeof post>
): Promise<AskedAnswer> {
  return send(factory, caller, post(...request));
}

/** A POST of the 2025 revisions: one message, or several. */
export function legacyPost(body: unknown): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-03-26',
    },
    body: JSON.stringify(body),
  });
}

/** A call of the 2025 revisions. */
export function legacyCall(name: string, id = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } };
}
