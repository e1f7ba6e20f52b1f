import type { CallToolResult } from '@modelcontextprotocol/server';
import { keepPromise } from './answer/promise.js';
import type { ScopeSets } from './authorization/scopes.js';
import { readArguments, type ArgumentRules, type ToolArguments } from './request/arguments.js';
import type { CallContext, CallTool } from './call.js';
import { logCrash } from './crash-log.js';
import { listedTool, type ListedTool } from './listed-tool.js';
import { defaultLimits, type Limits } from './limits.js';
import type { Manifest, ToolDefinition } from './manifest.js';
import { callOverride } from './override-call.js';
import { structuredResult } from './answer/response.js';
import { errorResult, ToolError } from './tool-error.js';
import type { Override, OverrideContext } from './tool.js';
import { startDeadline, timesOf, within } from './upstream/deadline.js';
import { startOutcome } from './upstream/outcome.js';
import { createValidators } from './validation.js';

/** A tool that is not made from an operation of the API. */
export interface OwnTool extends ListedTool {
  /** What a client's token has to allow: any one of these sets is enough. Missing: every client may call it. */
  readonly scopes?: ScopeSets;
  /** Gives the structured content of the result; a `ToolError` that it throws is told to the client. */
  readonly run: (values: ToolArguments, context: OverrideContext) => Promise<unknown>;
}

/** A tool of a running server. */
export interface CallableTool {
  readonly listed: ListedTool;
  /** Further names by which clients may call it. */
  readonly aliases: readonly string[];
  /** What a caller's token has to allow: whoever calls it has seen to that. */
  readonly scopes: ScopeSets | undefined;
  /** Never throws: whatever goes wrong is a result. */
  readonly call: (given: ToolArguments, context: CallContext) => Promise<CallToolResult>;
}

/** What of a tool is not listed. */
type Unlisted = Pick<ToolDefinition, 'aliases' | 'scopes'>;

/** What the tools of a server are made from. */
interface ToolParts {
  readonly manifest: Manifest;
  readonly callTool: CallTool;
  readonly overrides: readonly Override[];
  readonly tools: readonly OwnTool[];
  /** Missing: the presets. */
  readonly limits?: Limits;
}

type Perform = (values: ToolArguments, context: CallContext) => Promise<CallToolResult>;

/** The tools of a server by name, in the order in which they are listed. */
export function createTools({
  manifest,
  callTool,
  overrides,
  tools,
  limits = defaultLimits,
}: ToolParts): ReadonlyMap<string, CallableTool> {
  const validatorOf = createValidators();
  const overrideOf = new Map(overrides.map((override) => [override.toolName, override]));
  const callable = (tool: ListedTool & ArgumentRules & Unlisted, perform: Perform): CallableTool => ({
    listed: listedTool(tool),
    aliases: tool.aliases ?? [],
    scopes: tool.scopes,
    call: async (given, context) => {
      try {
        const read = await readArguments(tool, given, validatorOf);
        if ('problem' in read) return errorResult(new ToolError('invalid-argument', read.problem));
        return await keepPromise(await perform(read.values, context), tool.outputSchema, validatorOf);
      } catch (error) {
        if (error instanceof ToolError) return errorResult(error);
        logCrash(`tool ${tool.name}`, error);
        return errorResult(new ToolError('internal-error', 'Something went wrong inside this server.'));
      }
    },
  });

  const byName = new Map<string, CallableTool>();
  for (const tool of manifest.tools) {
    const override = overrideOf.get(tool.name);
    const request: Perform = (values, context) => callTool(tool, values, context);
    byName.set(tool.name, callable(tool, override ? overridden(tool, request, override, limits) : request));
  }
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are named '${tool.name}'.`);
    byName.set(tool.name, callable(tool, ran(tool)));
  }
  return byName;
}

function ran(tool: OwnTool): Perform {
  return async (values, context) => structuredResult(await tool.run(values, known(context)));
}

/** An override has the time of a call for all that it does, and for every call that it makes. */
function overridden(tool: ToolDefinition, request: Perform, override: Override, limits: Limits): Perform {
  const times = timesOf(limits, tool.timeoutMs);
  return async (values, context) => {
    const deadline = startDeadline(times, startOutcome(tool), context.signal);
    deadline.enter('override');
    const own = { ...context, signal: deadline.signal };
    try {
      const callWhole = (input: ToolArguments) => request(input, { ...own, isWhole: true });
      const work = callOverride(override, values, callWhole, known(own), { tool, limits });
      return await within(deadline.signal, work);
    } finally {
      deadline.stop();
    }
  };
}

/** What of a call code of the server's owner is told: never the caller's token, nor the headers it came in. */
function known({ signal, progress, caller }: CallContext): OverrideContext {
  if (caller === undefined) return { signal, progress };
  const { subject, clientId, scopes, claims } = caller;
  return { signal, progress, caller: { subject, clientId, scopes, claims } };
}

/** Tools by every name that clients may call them by; two tools with one name are a fault of whoever made them. */
export function byEveryName(tools: ReadonlyMap<string, CallableTool>): ReadonlyMap<string, CallableTool> {
  const named = new Map(tools);
  for (const tool of tools.values()) {
    for (const alias of tool.aliases) {
      const other = named.get(alias);
      if (other !== undefined && other !== tool) throw new Error(`Two tools are named '${alias}'.`);
      named.set(alias, tool);
    }
  }
  return named;
}
