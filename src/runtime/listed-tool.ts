import type { ToolDefinition } from './manifest.js';

/** The parts of a tool that `tools/list` sends: what only the server reads is left out. */
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

/** A tool as `tools/list` tells of it. */
export type ListedTool = Pick<ToolDefinition, ListedPart>;

/** The listed parts of a tool. */
export function listedTool(tool: ListedTool & Pick<ToolDefinition, 'listedSchema'>): ListedTool {
  const parts = listedParts.flatMap((part) =>
    tool[part] === undefined ? [] : [[part, tool[part]] as const],
  );
  // Entries lose the types of their keys: these are parts of the tool, each under its own name.
  const given = Object.fromEntries(parts) as unknown as ListedTool;
  return tool.listedSchema === undefined ? given : { ...given, inputSchema: tool.listedSchema };
}
