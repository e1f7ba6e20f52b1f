import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolArguments } from './request/arguments.js';
import { fittingResult, isNote, structuredResult, type Fitting } from './answer/response.js';
import { errorOf, errorResult, ToolError } from './tool-error.js';
import type { Call, Override, OverrideContext } from './tool.js';

/** Makes the request that the manifest describes; its result has all that was read of the answer. */
type MakeRequest = (values: ToolArguments) => Promise<CallToolResult>;

/**
 * Does what an override does in place of the request; it throws what the override throws, but for a `ToolError`. What
 * the override makes of whole answers is cut to the limits.
 */
export async function callOverride(
  { run }: Override,
  values: ToolArguments,
  makeRequest: MakeRequest,
  context: OverrideContext,
  fitting: Fitting,
): Promise<CallToolResult> {
  const results = new Map<unknown, { readonly result: CallToolResult; readonly text: string | undefined }>();
  const failures = new Map<unknown, CallToolResult>();

  const call = async (input: ToolArguments): Promise<unknown> => {
    const result = await makeRequest(input);
    if (result.isError === true) {
      const failure = errorOf(result) ?? new ToolError('internal-error', textOf(result));
      failures.set(failure, result);
      throw failure;
    }
    const value = result.structuredContent ?? textOf(result);
    results.set(value, { result, text: JSON.stringify(value) });
    return value;
  };

  try {
    // The types of one tool's override were erased when it joined the list; the schema has checked the values.
    const value = await run(values as never, call as unknown as Call<never, never>, context);
    // What `call` gave and the override passes on untouched keeps its digits, its media and its texts.
    const known = results.get(value);
    return known !== undefined && known.text === JSON.stringify(value)
      ? await fittingResult(known.result)
      : structuredResult(value, fitting);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return failures.get(error) ?? errorResult(error);
  }
}

function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === 'text' && !isNote(block) ? [block.text] : [])).join('\n');
}
