import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import type { ListedTool } from '../tools/mcp-session.js';
import type { ToolReference } from './case-format.js';

/** The name that hosts take: FORMAT.md, always true, rule 3. */
export const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** A tool that a case names, or why there is none. */
export type FoundTool = { readonly name: string } | { readonly problem: string };

/** Finds the tool that a case means, as FORMAT.md has it under "Naming a tool". */
export function findTool(
  reference: ToolReference,
  listed: readonly ListedTool[],
  manifest: Manifest | undefined,
): FoundTool {
  if (typeof reference !== 'string') return { name: reference.literal };
  return reference.startsWith('~')
    ? findByText(reference.slice(1), listed)
    : findByOperation(reference, listed, manifest?.tools ?? []);
}

function findByText(text: string, listed: readonly ListedTool[]): FoundTool {
  const [tool, ...others] = listed.filter((one) => textOf(one).includes(text));
  if (tool === undefined) return { problem: `no tool's title or description holds '${text}'` };
  return others.length === 0
    ? tool
    : { problem: `more than one tool's title or description holds '${text}'` };
}

function findByOperation(
  operationId: string,
  listed: readonly ListedTool[],
  tools: readonly ToolDefinition[],
): FoundTool {
  const [tool, ...others] = tools.filter((one) => one.operationId === operationId);
  if (tool === undefined) return { problem: `no tool is made from operation '${operationId}'` };
  const keepsName = others.length === 0 && toolName.test(operationId);
  if (keepsName && tool.name !== operationId)
    return { problem: `operation '${operationId}' became '${tool.name}'` };
  if (!listed.some(({ name }) => name === tool.name)) return { problem: `tool '${tool.name}' is not listed` };
  return tool;
}

/** Title and description of a listed tool together. */
export function textOf({ title, annotations, description }: ListedTool): string {
  const shown = title ?? annotations?.['title'];
  return [shown, description].filter((text) => typeof text === 'string').join('\n');
}
