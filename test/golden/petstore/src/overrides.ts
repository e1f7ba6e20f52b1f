import type { Override } from './runtime/tool.js';

/**
 * What tools do differently. Yours to edit: openapi2mcp never rewrites this file.
 *
 * An entry names a tool by its handle. The modules in src/tools export one for each tool, typed by the document; `tool`
 * makes one of any name. `call` makes the request that the tool would have made, with whatever arguments, as often as it
 * is called:
 *
 *     import { ToolError } from './runtime/tool-error.js';
 *     import { override, tool, type Override } from './runtime/tool.js';
 *
 *     const getThing = tool<{ id?: number }, unknown>('getThing');
 *
 *     export const overrides: readonly Override[] = [
 *       override(getThing, async (input, call) => {
 *         if (input.id === 0) throw new ToolError('invalid-argument', 'There is no thing 0.');
 *         return await call(input);
 *       }),
 *     ];
 *
 * A ToolError is told to the model; of anything else that is thrown it hears nothing but that something went wrong.
 */
export const overrides: readonly Override[] = [];
