import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ScopeChallenge,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { audited, tellRefused, type Audit } from './authorization/audit.js';
import type { CallerOf } from './authorization/caller-of.js';
import {
  describeScopes,
  scopeChallenge,
  wantedScopes,
  type Allows,
  type ScopeSets,
} from './authorization/scopes.js';
import type { Caller } from './caller.js';
import { startProgress } from './progress.js';
import type { ToolArguments } from './request/arguments.js';
import type { CallableTool } from './tool-call.js';
import { errorResult, ToolError } from './tool-error.js';
import { quoteName } from './validation.js';

/** What decides about calls of a server, whoever makes them. */
export interface CallRules {
  /** By every name, those that are not listed too. */
  readonly tools: ReadonlyMap<string, CallableTool>;
  readonly callerOf: CallerOf;
  readonly allows: Allows;
  readonly audit: Audit;
}

/** What a caller has to be asked for before its call is let in; `undefined` where nothing is missing. */
export function challengeCall(
  { tools, allows, audit }: CallRules,
  name: string,
  caller: Caller | undefined,
): ScopeChallenge | undefined {
  const tool = tools.get(name);
  if (tool === undefined || allows(caller, tool.scopes)) return undefined;
  const challenge = scopeChallenge(tool.scopes);
  if (challenge !== undefined)
    tellRefused({ audit, caller, tool: tool.listed.name }, 'insufficient-scope', challenge.scopes);
  return challenge;
}

/** Answers `tools/call`, and looks at scopes whatever transport has brought it here. */
export async function callTool(
  { tools, callerOf, allows, audit }: CallRules,
  name: string,
  given: ToolArguments,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = tools.get(name);
  const caller = callerOf(context.http?.authInfo);
  const call = { audit, caller, tool: tool?.listed.name };
  if (tool === undefined) {
    tellRefused(call, 'unknown-tool');
    throw unknownName('tool', name);
  }
  return audited(call, async () => {
    if (!allows(caller, tool.scopes)) return refusal(tool.scopes);
    const { progress, end } = startProgress(context);
    const inbound = context.http?.req?.headers;
    const origin = { ...(caller && { caller }), ...(inbound && { inbound }) };
    const result = await tool.call(given, { signal: context.mcpReq.signal, progress, ...origin });
    end();
    return result;
  });
}

/** What is said where nothing was asked for before. */
function refusal(sets: ScopeSets | undefined): CallToolResult {
  const wanted = describeScopes(wantedScopes(sets));
  return errorResult(
    new ToolError('insufficient-scope', `The token of this client lacks ${wanted}; nothing was sent.`),
  );
}

/** The error for a name that this server does not know. */
export function unknownName(kind: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${kind}: ${quoteName(name, 128)}`);
}
