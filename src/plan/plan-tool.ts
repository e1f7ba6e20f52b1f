import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { UpstreamServer } from '../runtime/binding.js';
import type { ToolDefinition } from '../runtime/manifest.js';
import { annotationsOf } from './annotations.js';
import type { Curation } from './curation/curation.js';
import type { InputPlanner, PlannedInput } from './input-schema.js';
import type { PlannedOutput } from './output-schema.js';
import type { PlannedTool } from './plan.js';
import type { PlannedBody } from './request-body.js';
import { descriptionOf, titleOf } from './tool-texts.js';
import { cleanLine } from './text.js';

/** An operation that becomes a tool, with what was decided about it before. */
export interface Candidate {
  readonly operation: Operation;
  readonly curation: Curation;
  readonly name: string;
  readonly identifier: string;
  readonly body: PlannedBody | undefined;
  readonly server: UpstreamServer | undefined;
}

/** Plans inputs and outputs of one document. */
interface SchemaPlanners {
  readonly planInput: InputPlanner;
  readonly planOutput: (operation: Operation) => PlannedOutput;
}

/** One operation as a tool. */
export function planTool(
  candidate: Candidate,
  planners: SchemaPlanners,
  diagnostics: Diagnostics,
): PlannedTool {
  const { operation, curation, name, identifier, body } = candidate;
  const input = planners.planInput(operation, curation, body, diagnostics);
  if (input.cut !== undefined) {
    diagnostics.report('input-schema-cut', { tool: name, problem: input.cut }, operation.origin);
  }
  const output = planners.planOutput(operation);
  if (output.omitted !== undefined) {
    diagnostics.report('output-schema-omitted', { tool: name, problem: output.omitted }, operation.origin);
  }
  return {
    origin: operation.origin,
    definition: defineTool(candidate, input, output),
    identifier,
    types: { input: input.type, output: output.type },
  };
}

function defineTool(
  { operation, curation, name, server }: Candidate,
  input: PlannedInput,
  output: PlannedOutput,
): ToolDefinition {
  const { operationId, method, path, security } = operation;
  const group = cleanLine(groupOf(operation, curation) ?? '');
  return {
    name,
    ...(operationId === undefined ? {} : { operationId }),
    title: titleOf(curation.title ?? operation.summary, name),
    description: descriptionOf(operation, curation),
    ...(group === '' ? {} : { group }),
    inputSchema: input.inputSchema,
    ...(output.outputSchema === undefined ? {} : { outputSchema: output.outputSchema }),
    annotations: annotationsOf(method, curation.annotations),
    request: {
      method,
      path,
      ...(server === undefined ? {} : { server }),
      parameters: input.parameters,
      ...(input.fixed.length === 0 ? {} : { fixed: input.fixed }),
      ...(input.body === undefined ? {} : { body: input.body }),
      accept: output.accept,
      security,
    },
  };
}

/** What someone put in place of the operation's first tag, or that tag. */
export function groupOf({ group }: Operation, curation: Curation): string | undefined {
  return curation.group ?? group;
}
