import {
  isJSONRPCRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type ListToolsResult,
  type McpServerFactory,
  type MessageExtraInfo,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { createCallTool, type CallContext } from './call.js';
import type { Hooks } from './hooks.js';
import { readLimits, type Limits } from './limits.js';
import type { Manifest } from './manifest.js';
import { describeOperations, operationsResource } from './operations-resource.js';
import { strayHeader, type StrayHeader } from './param-headers.js';
import { callParams, cursorParams, promptParams, uriParams } from './request-params.js';
import type { Credentials } from './security.js';
import { byEveryName, createTools, type CallableTool, type OwnTool } from './tool-call.js';
import type { Override } from './tool.js';
import { quoteName } from './validation.js';

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
  return serveTools(manifest, createTools({ manifest, callTool, overrides, tools, limits }));
}

/** Makes servers that share their tools and every answer that can be made beforehand. */
export function serveTools(manifest: Manifest, tools: ReadonlyMap<string, CallableTool>): McpServerFactory {
  // Readonly at our side, never changed at the SDK's.
  const list = { tools: [...tools.values()].map(({ listed }) => listed) } as unknown as ListToolsResult;
  let operations: string | undefined;
  const shared: Shared = {
    manifest,
    tools: byEveryName(tools),
    list,
    operations: () => (operations ??= describeOperations(manifest)),
  };
  return () => new ManifestServer(shared);
}

interface Shared {
  readonly manifest: Manifest;
  /** By every name, those that are not listed too. */
  readonly tools: ReadonlyMap<string, CallableTool>;
  readonly list: ListToolsResult;
  readonly operations: () => string;
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
  readonly #tools: ReadonlyMap<string, CallableTool>;

  constructor({ manifest, tools, list, operations }: Shared) {
    const { instructions } = manifest;
    super(manifest.server, { ...options, ...(instructions !== undefined && { instructions }) });
    this.#tools = tools;
    const { server } = this;
    server.setRequestHandler('tools/list', { params: cursorParams }, () => list);
    server.setRequestHandler(
      'tools/call',
      { params: callParams },
      async ({ name, arguments: given = {} }, context) => {
        const tool = tools.get(name);
        if (tool === undefined) throw unknown('tool', name);
        const { progress, end } = progressOf(context);
        const result = await tool.call(given, { signal: context.mcpReq.signal, progress });
        end();
        return server.projectCallToolResult(result, tool.listed.outputSchema);
      },
    );
    server.setRequestHandler('resources/list', { params: cursorParams }, () => ({
      resources: [operationsResource],
    }));
    server.setRequestHandler('resources/templates/list', { params: cursorParams }, () => ({
      resourceTemplates: [],
    }));
    server.setRequestHandler('resources/read', { params: uriParams }, ({ uri }) => {
      if (uri !== operationsResource.uri) throw unknown('resource', uri);
      return { contents: [{ uri, mimeType: operationsResource.mimeType, text: operations() }] };
    });
    server.setRequestHandler('prompts/list', { params: cursorParams }, () => ({ prompts: [] }));
    server.setRequestHandler('prompts/get', { params: promptParams }, ({ name }) => {
      throw unknown('prompt', name);
    });
  }

  /** The SDK compares `Mcp-Param-*` headers with the arguments by this schema, before the call is dispatched. */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#tools.get(name)?.listed.inputSchema;
  }

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
    const tool = this.#tools.get(String(name));
    const stray = tool && strayHeader(tool.listed, given, headers);
    return stray && { jsonrpc: '2.0', id: message.id, error: headerMismatch(stray) };
  }
}

function headerMismatch({ header, argument }: StrayHeader): JSONRPCErrorResponse['error'] {
  const reason = `the header ${header} is there, and the argument '${argument}' is not`;
  // The SDK's enumeration does not name the code of HeaderMismatch.
  return { code: -32020, message: `Headers and body disagree: ${reason}.` };
}

function unknown(kind: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${kind}: ${quoteName(name, 128)}`);
}

/** The SDK tells of malformed params by a dump of many lines; `error.message` is to be one concise sentence. */
function withShortError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !message.error.message.includes('\n')) return message;
  const [sentence = ''] = message.error.message.split(':', 1);
  // A result that MCP does not allow is no fault of the client, as the SDK's code for it says.
  const code = sentence.endsWith('result') ? ProtocolErrorCode.InternalError : message.error.code;
  return { ...message, error: { code, message: sentence } };
}

/** Tells the client how far a call is: only if it asked to hear, and never after the call was cancelled or answered. */
function progressOf({ mcpReq }: ServerContext): {
  readonly progress: CallContext['progress'];
  readonly end: () => void;
} {
  const progressToken = mcpReq._meta?.progressToken;
  let sent = 0;
  let open = progressToken !== undefined;
  return {
    progress: (message) => {
      if (!open || mcpReq.signal.aborted || progressToken === undefined) return;
      const params = { progressToken, progress: ++sent, message };
      // A client that is gone needs no progress, and its call ends by the signal.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    end: () => {
      open = false;
    },
  };
}
