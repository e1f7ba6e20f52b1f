import type { Override } from './runtime/tool.js';

/**
 * What tools do differently. Yours to edit: openapi2mcp never rewrites this file.
 *
 * An entry names a tool by its handle, which a module in src/tools exports; `call` makes the request
 * that the tool would have made, with whatever arguments, as often as it is called:
 *
 *     import { override } from './runtime/tool.js';
 *     import { listPets } from './tools/pets.js';
 *
 *     override(listPets, async (input, call) => {
 *       const pets = await call({ ...input, limit: 10 });
 *       return pets.filter((pet) => pet.status !== 'sold');
 *     }),
 *
 * A ToolError (runtime/tool-error.ts) is told to the model; of anything else that is thrown it hears nothing but that
 * something went wrong.
 */
export const overrides: readonly Override[] = [];
