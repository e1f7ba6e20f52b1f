import type { Override } from './runtime/tool.js';

/**
 * What tools do differently. Yours to edit: openapi2mcp never rewrites this file.
 *
 * An entry is `override(handle, async (input, call) => …)`: the handle comes from a module in
 * src/tools, and `call(input)` makes the request that the tool would have made.
 */
export const overrides: readonly Override[] = [];
