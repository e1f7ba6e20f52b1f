import type { ToolDefinition } from '../../runtime/manifest.js';

/** The parts of a tool that `tools/list` sends: what only the runtime reads is left out. */
export const listedParts = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  '_meta',
] as const satisfies readonly (keyof ToolDefinition)[];

/** One of `listedParts`. */
export type ListedPart = (typeof listedParts)[number];

/** A tool as hosts get to see it. */
export type ListedTool = Pick<ToolDefinition, ListedPart>;

/** A tool as `tools/list` sends it. */
export function listedTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
  listedSchema,
  _meta,
}: ToolDefinition): ListedTool {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: listedSchema ?? inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}
