import type { CallToolResult } from '@modelcontextprotocol/server';
import { keepPromise } from './answers.js';
import { readArguments, type ArgumentRules, type ToolArguments } from './arguments.js';
import type { CallContext, CallTool } from './call.js';
import { logCrash } from './crash-log.js';
import type { JsonSchema, ObjectSchema } from './json-schema.js';
import type { Manifest, ToolAnnotations } from './manifest.js';
import { callOverride } from './override-call.js';
import { structuredResult } from './response.js';
import { errorResult, ToolError } from './tool-error.js';
import type { Override } from './tool.js';
import { createValidators } from './validation.js';

/** A tool as `tools/list` tells of it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
}

/** A tool that is not made from an operation of the API. */
export interface OwnTool extends ListedTool {
  /** Gives the structured content of the result; a `ToolError` that it throws is told to the client. */
  readonly run: (values: ToolArguments, context: CallContext) => Promise<unknown>;
}

/** A tool of a running server. */
export interface CallableTool {
  readonly listed: ListedTool;
  /** Never throws: whatever goes wrong is a result. */
  readonly call: (given: ToolArguments, context: CallContext) => Promise<CallToolResult>;
}

/** What the tools of a server are made from. */
interface ToolParts {
  readonly manifest: Manifest;
  readonly callTool: CallTool;
  readonly overrides: readonly Override[];
  readonly tools: readonly OwnTool[];
}

type Perform = (values: ToolArguments, context: CallContext) => Promise<CallToolResult>;

/** The tools of a server by name, in the order in which they are listed. */
export function createTools({
  manifest,
  callTool,
  overrides,
  tools,
}: ToolParts): ReadonlyMap<string, CallableTool> {
  const validatorOf = createValidators();
  const overrideOf = new Map(overrides.map((override) => [override.toolName, override]));
  const callable = (tool: ListedTool & ArgumentRules, perform: Perform): CallableTool => ({
    listed: listedPart(tool),
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
    const overridden: Perform | undefined =
      override && ((values, context) => callOverride(override, values, (input) => request(input, context)));
    byName.set(tool.name, callable(tool, overridden ?? request));
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

function listedPart({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ListedTool): ListedTool {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
  };
}
