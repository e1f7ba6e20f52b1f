import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { ParameterBinding, UpstreamServer } from '../runtime/binding.js';
import type { ToolAnnotations, ToolDefinition } from '../runtime/manifest.js';
import { annotationsOf, type AnnotationStyle } from './annotations.js';
import type { Curation } from './curation/curation.js';
import type { InputPlanner, PlannedInput } from './input-schema.js';
import type { PlannedOutput } from './output-schema.js';
import type { PlannedTool } from './plan.js';
import type { PlannedBody } from './request-body.js';
import { cleanLine } from './texts/text.js';
import type { TextPlanner } from './texts/tool-texts.js';

/** An operation that becomes a tool, with what was decided about it before. */
export interface Candidate {
  readonly operation: Operation;
  readonly curation: Curation;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly identifier: string;
  readonly body: PlannedBody | undefined;
  readonly server: UpstreamServer | undefined;
}

/** Plans inputs and outputs of one document. */
interface SchemaPlanners {
  readonly planInput: InputPlanner;
  readonly planOutput: (operation: Operation) => PlannedOutput;
  readonly planTexts: TextPlanner;
  readonly scopesOf: (candidate: Candidate) => ToolDefinition['scopes'];
  /** How the annotations of a tool with this title are written. */
  readonly styleOf: (title: string) => AnnotationStyle;
}

/** One operation as a tool. */
export function planTool(
  candidate: Candidate,
  planners: SchemaPlanners,
  diagnostics: Diagnostics,
): PlannedTool {
  const { operation, curation, name, identifier, body } = candidate;
  const input = planners.planInput(operation, curation, body, diagnostics);
  reportListing(operation, name, input, diagnostics);
  const output = planners.planOutput(operation);
  if (output.omitted !== undefined) {
    diagnostics.report('output-schema-omitted', { tool: name, problem: output.omitted }, operation.origin);
  }
  const args = argumentsOf(input);
  const { isUndescribed, ...texts } = planners.planTexts({ operation, name, curation, args }, diagnostics);
  const annotations = annotationsOf(operation, curation, planners.styleOf(texts.title));
  const scopes = planners.scopesOf(candidate);
  return {
    origin: operation.origin,
    definition: defineTool(candidate, input, output, { texts, annotations, scopes }),
    ...(isUndescribed === true ? { isUndescribed } : {}),
    identifier,
    types: { input: input.type, output: output.type },
  };
}

/** Reports what of the arguments is not listed as the document has it. */
function reportListing(
  { origin }: Operation,
  tool: string,
  { cut, tooDeep, joined }: PlannedInput,
  diagnostics: Diagnostics,
): void {
  if (cut !== undefined) diagnostics.report('input-schema-cut', { tool, problem: cut }, origin);
  else if (tooDeep > 0) diagnostics.report('members-too-deep', { tool, places: tooDeep }, origin);
  if (joined > 0) diagnostics.report('alternatives-joined', { tool, places: joined }, origin);
}

/** What a tool says of itself beside its schemas. */
interface ToolWords {
  readonly texts: Pick<ToolDefinition, 'title' | 'description'>;
  readonly annotations: ToolAnnotations;
  readonly scopes: ToolDefinition['scopes'];
}

function defineTool(
  { operation, curation, name, aliases, server }: Candidate,
  input: PlannedInput,
  output: PlannedOutput,
  { texts, annotations, scopes }: ToolWords,
): ToolDefinition {
  const { operationId, method, path, security } = operation;
  const group = cleanLine(groupOf(operation, curation) ?? '');
  return {
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(operationId === undefined || operationId.trim() === '' ? {} : { operationId }),
    ...texts,
    ...(group === '' ? {} : { group }),
    inputSchema: input.inputSchema,
    ...(output.outputSchema === undefined ? {} : { outputSchema: output.outputSchema }),
    annotations,
    ...(curation.timeoutMs === undefined ? {} : { timeoutMs: curation.timeoutMs }),
    ...(scopes === undefined ? {} : { scopes }),
    request: {
      method,
      path,
      ...(server === undefined ? {} : { server }),
      parameters: input.parameters,
      ...(input.fixed.length === 0 ? {} : { fixed: input.fixed }),
      ...(input.body === undefined ? {} : { body: input.body }),
      accept: output.accept,
      ...(output.answerXml === undefined ? {} : { answerXml: output.answerXml }),
      security,
    },
  };
}

/** The parameters whose values are arguments. */
function argumentsOf({ parameters, fixed }: PlannedInput): readonly ParameterBinding[] {
  return parameters.filter(({ property }) => !fixed.some((each) => each.property === property));
}

/** What someone put in place of the operation's first tag, or that tag. */
export function groupOf({ group }: Operation, curation: Curation): string | undefined {
  return curation.group ?? group;
}
