import {
  isJSONRPCRequest,
  McpServer,
  ProtocolErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type McpRequestContext,
  type McpServerFactory,
  type MessageExtraInfo,
  type ScopeChallengeHandler,
  type Transport,
} from '@modelcontextprotocol/server';
import { createAudit, type Audit } from './authorization/audit.js';
import { createCallerOf } from './authorization/caller-of.js';
import { readIdentity } from './authorization/identity.js';
import { createAllows } from './authorization/scopes.js';
import type { Visibility } from './authorization/variables.js';
import { createViews, readVisibility, type View } from './authorization/visibility.js';
import { createCallTool } from './call.js';
import { callTool, challengeCall, unknownName, type CallRules } from './call-request.js';
import type { Caller, Identity } from './caller.js';
import type { RefreshTokenKeeper } from './credentials/refresh-tokens.js';
import type { Hooks } from './hooks.js';
import { readLimits, type Limits } from './limits.js';
import type { Manifest } from './manifest.js';
import { operationsResource } from './operations-resource.js';
import { strayHeader, type StrayHeader } from './param-headers.js';
import { callParams, cursorParams, promptParams, uriParams } from './request-params.js';
import type { Credentials } from './security.js';
import { byEveryName, createTools, type CallableTool, type OwnTool } from './tool-call.js';
import type { Override } from './tool.js';

/** What a server is made of. */
export interface ServerParts {
  readonly manifest: Manifest;
  readonly credentials: Credentials;
  /** Where base URLs and server variables are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a call may take; missing: what the environment says. */
  readonly limits?: Limits;
  /** The longest that one call may take, where `limits` does not say it: older projects have it in their server.ts. */
  readonly timeoutMs?: number;
  /** Code that takes part in every call. */
  readonly hooks?: Hooks;
  /** What tools do differently. */
  readonly overrides?: readonly Override[];
  /** Tools that are not made from an operation of the API. */
  readonly tools?: readonly OwnTool[];
  /** Takes note of every call of a caller that is known; missing: stderr does. */
  readonly audit?: Audit;
  /** Keeps refresh tokens that an issuer replaces; missing: the next start goes by those that are configured. */
  readonly refreshTokens?: RefreshTokenKeeper;
}

/** Makes the servers that the SDK asks for: one per connection on stdio, one per request over HTTP. */
export function createServerFactory({
  manifest,
  overrides = [],
  tools = [],
  timeoutMs,
  ...settings
}: ServerParts): McpServerFactory {
  const limits = settings.limits ?? {
    ...readLimits(settings.environment),
    ...(timeoutMs !== undefined && { callMs: timeoutMs }),
  };
  const callTool = createCallTool(manifest, { ...settings, limits });
  return serveTools(manifest, createTools({ manifest, callTool, overrides, tools, limits }), {
    visibility: readVisibility(settings.environment, manifest.access),
    identity: readIdentity(settings.environment, manifest.access) ?? 'service',
    ...(settings.audit && { audit: settings.audit }),
  });
}

/** What is done about callers, where it is not what is usual. */
interface CallerSettings {
  readonly visibility?: Visibility;
  /** As whom the API is called for callers of a gate that does not say it. */
  readonly identity?: Identity;
  readonly audit?: Audit;
}

/** Makes servers that share their tools and every answer that can be made beforehand. */
export function serveTools(
  manifest: Manifest,
  tools: ReadonlyMap<string, CallableTool>,
  { visibility = 'all', identity = 'service', audit = createAudit() }: CallerSettings = {},
): McpServerFactory {
  const allows = createAllows(manifest.access?.implies);
  const viewFor = createViews({ manifest, tools: [...tools.values()], visibility, allows });
  const callerOf = createCallerOf(identity);
  const shared: Shared = { manifest, tools: byEveryName(tools), viewFor, callerOf, allows, audit };
  return (context) => new ManifestServer(shared, context);
}

interface Shared extends CallRules {
  readonly manifest: Manifest;
  readonly viewFor: (caller: Caller | undefined) => View;
}

/** What lists say changes with a new release alone, and is the same for every client. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

const options = {
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
  },
  cacheHints: {
    'server/discover': cacheHint,
    'tools/list': cacheHint,
    'resources/list': cacheHint,
    'resources/templates/list': cacheHint,
    'resources/read': cacheHint,
    'prompts/list': cacheHint,
  },
} as const;

/**
 * The SDK's server with handlers that answer from shared tables. Over HTTP there is one instance
 * per request, so nothing is registered, converted or compiled in it.
 */
class ManifestServer extends McpServer {
  readonly #shared: Shared;
  readonly #opener: Caller | undefined;

  /** The context is of the request, or of the connection, that a server is made for. */
  constructor(shared: Shared, { authInfo, era }: McpRequestContext) {
    const { manifest, viewFor, callerOf } = shared;
    const { instructions } = manifest;
    super(manifest.server, { ...options, ...(instructions !== undefined && { instructions }) });
    this.#shared = shared;
    this.#opener = callerOf(authInfo);
    const { server } = this;
    const cacheOf = ({ cache }: View): View['cache'] => (era === 'modern' ? cache : {});
    server.setRequestHandler('tools/list', { params: cursorParams }, (_, { http }) => {
      const view = viewFor(callerOf(http?.authInfo));
      return { ...view.list, ...cacheOf(view) };
    });
    server.setRequestHandler(
      'tools/call',
      { params: callParams },
      async ({ name, arguments: given = {} }, context) => {
        const result = await callTool(shared, name, given, context);
        return server.projectCallToolResult(result, shared.tools.get(name)?.listed.outputSchema);
      },
    );
    server.setRequestHandler('resources/list', { params: cursorParams }, () => ({
      resources: [operationsResource],
    }));
    server.setRequestHandler('resources/templates/list', { params: cursorParams }, () => ({
      resourceTemplates: [],
    }));
    server.setRequestHandler('resources/read', { params: uriParams }, ({ uri }, { http }) => {
      if (uri !== operationsResource.uri) throw unknownName('resource', uri);
      const view = viewFor(callerOf(http?.authInfo));
      const contents = [{ uri, mimeType: operationsResource.mimeType, text: view.operations() }];
      return { contents, ...cacheOf(view) };
    });
    server.setRequestHandler('prompts/list', { params: cursorParams }, () => ({ prompts: [] }));
    server.setRequestHandler('prompts/get', { params: promptParams }, ({ name }) => {
      throw unknownName('prompt', name);
    });
  }

  /**
   * The SDK compares `Mcp-Param-*` headers with the arguments by this schema, before the call is dispatched: not for
   * who may not call, since what is wrong there is the scope.
   */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    const tool = this.#shared.tools.get(name);
    return tool && this.#shared.allows(this.#opener, tool.scopes) ? tool.listed.inputSchema : undefined;
  }

  /** The SDK asks before a request is dispatched, and answers with 403 where there is a challenge. */
  override resolveScopeChallenge: ScopeChallengeHandler = ({ request: { method, params }, authInfo }) => {
    const name = params?.['name'];
    // Params of another shape are refused where the call is dispatched.
    if (method !== 'tools/call' || typeof name !== 'string') return undefined;
    return challengeCall(this.#shared, name, this.#shared.callerOf(authInfo));
  };

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, sendOptions) => send(withShortError(message), sendOptions);
    await super.connect(transport);
    const dispatch = transport.onmessage;
    transport.onmessage = (message, extra) => {
      const refusal = this.#refusalOf(message, extra);
      if (refusal === undefined) dispatch?.(message, extra);
      // A client that is gone hears of no error.
      else transport.send(refusal).catch(() => undefined);
    };
  }

  /** Why a call is not dispatched: a header of it repeats what it does not hold. Older revisions have no such headers. */
  #refusalOf(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): JSONRPCErrorResponse | undefined {
    const headers = extra?.request?.headers;
    if (headers === undefined || extra?.classification?.era !== 'modern') return undefined;
    if (!isJSONRPCRequest(message) || message.method !== 'tools/call') return undefined;
    const { name, arguments: given } = message.params ?? {};
    const tool = typeof name === 'string' ? this.#shared.tools.get(name) : undefined;
    const stray = tool && strayHeader(tool.listed, given, headers);
    return stray && { jsonrpc: '2.0', id: message.id, error: headerMismatch(stray) };
  }
}

function headerMismatch({ header, argument }: StrayHeader): JSONRPCErrorResponse['error'] {
  const reason = `the header ${header} is there, and the argument '${argument}' is not`;
  // The SDK's enumeration does not name the code of HeaderMismatch.
  return { code: -32020, message: `Headers and body disagree: ${reason}.` };
}

/** The SDK tells of malformed params by a dump of many lines; `error.message` is to be one concise sentence. */
function withShortError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !message.error.message.includes('\n')) return message;
  const [sentence = ''] = message.error.message.split(':', 1);
  // A result that MCP does not allow is no fault of the client, as the SDK's code for it says.
  const code = sentence.endsWith('result') ? ProtocolErrorCode.InternalError : message.error.code;
  return { ...message, error: { code, message: sentence } };
}
