import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../json-schema.js';
import { isEmptyResult } from './response.js';
import { describeViolation, type ValidatorOf } from '../validation.js';

/**
 * Makes a result keep what the tool list promises of it: structured content that fits the
 * `outputSchema`, and the same data as text beside it.
 */
export async function keepPromise(
  result: CallToolResult,
  outputSchema: JsonSchema | undefined,
  validatorOf: ValidatorOf,
): Promise<CallToolResult> {
  if (result.isError === true) return withoutStructure(result);
  if (outputSchema === undefined) return withText(result);
  const validate = await validatorOf(outputSchema);
  if (result.structuredContent === undefined) {
    // An answer without content fits a schema that allows null, or one that requires nothing.
    const standIn = isEmptyResult(result)
      ? [null, {}].find((value) => validate(value) === undefined)
      : undefined;
    return standIn === undefined
      ? differingAnswer(result, 'it could not be given as a structure')
      : { ...result, structuredContent: standIn };
  }
  const violation = validate(result.structuredContent);
  return violation === undefined
    ? withText(result)
    : differingAnswer(withText(result), describeViolation(violation));
}

/** Clients of older revisions check the structured content of errors too, so an error has none. */
function withoutStructure(result: CallToolResult): CallToolResult {
  if (result.structuredContent === undefined) return result;
  const { structuredContent, ...rest } = withText(result);
  return structuredContent === undefined ? result : rest;
}

function withText(result: CallToolResult): CallToolResult {
  const { structuredContent, content } = result;
  if (structuredContent === undefined || content.some(({ type }) => type === 'text')) return result;
  return { ...result, content: [...content, { type: 'text', text: JSON.stringify(structuredContent) }] };
}

/** The data is not lost where an API differs from its document, and a call that worked is not made again. */
function differingAnswer(result: CallToolResult, reason: string): CallToolResult {
  const note =
    'The call to the API succeeded and must not be repeated; ' +
    `its answer, which follows, does not fit this tool's output schema: ${reason}.`;
  return {
    ...withoutStructure(result),
    isError: true,
    content: [{ type: 'text', text: note }, ...result.content],
  };
}
