import type { CallToolResult } from '@modelcontextprotocol/server';
import { keepPromise } from './answer/promise.js';
import { readArguments, type ArgumentRules, type ToolArguments } from './request/arguments.js';
import type { CallContext, CallTool } from './call.js';
import { logCrash } from './crash-log.js';
import { listedTool, type ListedTool } from './listed-tool.js';
import { defaultLimits, type Limits } from './limits.js';
import type { Manifest, ToolDefinition } from './manifest.js';
import { callOverride } from './override-call.js';
import { structuredResult } from './answer/response.js';
import { errorResult, ToolError } from './tool-error.js';
import type { Override } from './tool.js';
import { startDeadline, timesOf, within } from './upstream/deadline.js';
import { startOutcome } from './upstream/outcome.js';
import { createValidators } from './validation.js';

/** A tool that is not made from an operation of the API. */
export interface OwnTool extends ListedTool {
  /** Gives the structured content of the result; a `ToolError` that it throws is told to the client. */
  readonly run: (values: ToolArguments, context: CallContext) => Promise<unknown>;
}

/** A tool of a running server. */
export interface CallableTool {
  readonly listed: ListedTool;
  /** Further names by which clients may call it. */
  readonly aliases: readonly string[];
  /** Never throws: whatever goes wrong is a result. */
  readonly call: (given: ToolArguments, context: CallContext) => Promise<CallToolResult>;
}

interface Aliases {
  readonly aliases?: readonly string[];
}

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
  const callable = (tool: ListedTool & ArgumentRules & Aliases, perform: Perform): CallableTool => ({
    listed: listedTool(tool),
    aliases: tool.aliases ?? [],
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
    byName.set(
      tool.name,
      callable(tool, async (values, context) => structuredResult(await tool.run(values, context))),
    );
  }
  return byName;
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
      const work = callOverride(override, values, callWhole, own, { tool, limits });
      return await within(deadline.signal, work);
    } finally {
      deadline.stop();
    }
  };
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
