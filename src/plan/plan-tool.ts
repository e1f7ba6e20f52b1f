import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { UpstreamServer } from '../runtime/binding.js';
import type { ToolDefinition } from '../runtime/manifest.js';
import { annotationsOf } from './annotations.js';
import type { InputPlanner, PlannedInput } from './input-schema.js';
import type { PlannedOutput } from './output-schema.js';
import type { PlannedTool } from './plan.js';
import type { PlannedBody } from './request-body.js';
import { routeOf } from './tool-names.js';
import { cleanLine, cleanText, cutBytes, cutCharacters, saying } from './text.js';
import { wordsOf } from './words.js';

/** An operation that becomes a tool, with what was decided about it before. */
export interface Candidate {
  readonly operation: Operation;
  readonly name: string;
  readonly identifier: string;
  readonly body: PlannedBody | undefined;
  readonly server: UpstreamServer | undefined;
}

/** Plans inputs and outputs of one document. */
export interface SchemaPlanners {
  readonly planInput: InputPlanner;
  readonly planOutput: (operation: Operation) => PlannedOutput;
}

/** One operation as a tool. */
export function planTool(
  candidate: Candidate,
  planners: SchemaPlanners,
  diagnostics: Diagnostics,
): PlannedTool {
  const { operation, name, identifier, body } = candidate;
  const input = planners.planInput(operation, body, diagnostics);
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
  { operation, name, server }: Candidate,
  input: PlannedInput,
  output: PlannedOutput,
): ToolDefinition {
  const { operationId, method, path, security } = operation;
  const group = cleanLine(operation.tags[0] ?? '');
  return {
    name,
    ...(operationId === undefined ? {} : { operationId }),
    title: titleOf(operation, name),
    description: descriptionOf(operation),
    ...(group === '' ? {} : { group }),
    inputSchema: input.inputSchema,
    ...(output.outputSchema === undefined ? {} : { outputSchema: output.outputSchema }),
    annotations: annotationsOf(method),
    request: {
      method,
      path,
      ...(server === undefined ? {} : { server }),
      parameters: input.parameters,
      ...(input.body === undefined ? {} : { body: input.body }),
      accept: output.accept,
      security,
    },
  };
}

const longestTitle = 120;

/** A host cuts longer descriptions itself, wherever the limit falls. */
const mostBytes = 2000;

function titleOf({ summary }: Operation, name: string): string {
  const text = cleanLine(summary ?? '');
  if (text !== '') return cutCharacters(text, longestTitle);
  const words = wordsOf(name).join(' ');
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The summary, and the description where it says more. */
function descriptionOf(operation: Operation): string {
  const summary = cleanLine(operation.summary ?? '');
  const description = cleanText(operation.description ?? '');
  const texts = saysMore(description, summary) ? [summary, description] : [summary];
  const whole = startsWith(description, summary)
    ? description
    : texts.filter((text) => text !== '').join('\n\n');
  const told = whole === '' ? `Sends ${cleanLine(routeOf(operation))}.` : whole;
  return cutBytes(operation.deprecated ? `[deprecated] ${told}` : told, mostBytes);
}

function saysMore(description: string, summary: string): boolean {
  const known = saying(summary).join(' ');
  return description !== '' && saying(description).join(' ') !== known;
}

function startsWith(description: string, summary: string): boolean {
  const rest = description.slice(summary.length);
  return summary !== '' && description.startsWith(summary) && /^(?:$|[\s.:;,!?])/.test(rest);
}
