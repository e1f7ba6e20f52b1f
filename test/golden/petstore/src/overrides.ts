import type { Override } from './runtime/tool.js';

/**
 * What tools do differently. Yours to edit: openapi2mcp never rewrites this file.
 *
 * An entry names a tool by its handle, which a module in src/tools exports; `call` makes the request
 * that the tool would have made:
 *
 *     import { override } from './runtime/tool.js';
 *     import { listPets } from './tools/pets.js';
 *
 *     override(listPets, (input, call) => call({ ...input, limit: 10 })),
 */
export const overrides: readonly Override[] = [];
