import { createHttpHandler, type HttpHandler } from '../../src/runtime/http.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { readAuthorization, type Authorization } from '../../src/runtime/authorization/settings.js';
import type { Caller } from '../../src/runtime/caller.js';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { post } from './mcp-client.js';

/** The audience of the servers here. */
export const audience = 'https://mcp.example.com/mcp';

/** The least that a resource server with tokens of this issuer is set up by. */
export function oauthVariables(issuer: string): Readonly<Record<string, string>> {
  return { MCP_AUTH: 'oauth', MCP_ISSUER: issuer, MCP_AUDIENCE: audience, MCP_IDENTITY: 'service' };
}

/** Tools that ask for the scopes `read` and `write`. */
export const scopedTools: readonly ToolDefinition[] = [
  madeTool({ name: 'listBoats', scopes: [['read']] }),
  madeTool({
    name: 'makeBoat',
    scopes: [['write', 'read']],
    request: { method: 'POST', path: '/boats', parameters: [], accept: [], security: [] },
  }),
];

/** A server behind a gate, with the callers that it let in. */
export interface GatedServer {
  readonly fetch: HttpHandler['fetch'];
  readonly callers: (Caller | undefined)[];
  /** Calls a tool with this Authorization header. */
  readonly call: (authorization?: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** How a server is authorized by variables. */
export function authorizationBy(
  environment: Readonly<Record<string, string>>,
  manifest: Manifest = madeManifest(scopedTools),
): Authorization {
  return readAuthorization(environment, manifest, { name: '127.0.0.1', acceptsAnyone: false });
}

/** Makes a server whose tools answer at once. */
export function gatedServer(
  authorization: Authorization,
  tools: readonly ToolDefinition[] = scopedTools,
): GatedServer {
  const manifest = madeManifest(tools);
  const callers: (Caller | undefined)[] = [];
  const callable = createTools({
    manifest,
    callTool: (_, __, { caller }) => {
      callers.push(caller);
      return Promise.resolve(structuredResult({ ok: true }));
    },
    overrides: [],
    tools: [],
  });
  const { fetch, close } = createHttpHandler(serveTools(manifest, callable), {
    path: '/mcp',
    allowedHosts: ['localhost', 'mcp.example.com'],
    allowedOrigins: ['https://app.example.com'],
    authorization,
  });
  return {
    fetch,
    close,
    callers,
    call: (given, headers = {}) =>
      fetch(
        post(
          'tools/call',
          { name: 'listBoats', arguments: {} },
          { headers: { ...(given !== undefined && { authorization: given }), ...headers } },
        ),
      ),
  };
}
