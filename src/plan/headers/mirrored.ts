import type { JsonSchema } from '../../runtime/json-schema.js';
import type { ToolDefinition } from '../../runtime/manifest.js';

/** A member of a tool's arguments that clients repeat in a header. */
export interface MirroredArgument {
  /** `body.region`. */
  readonly path: string;
  /** `Mcp-Param-Region`. */
  readonly header: string;
}

/** The arguments with `x-mcp-header`, of a listed schema: it leads to all of them by `properties` alone. */
export function mirroredArguments(schema: JsonSchema): readonly MirroredArgument[] {
  const mirrored: MirroredArgument[] = [];
  const open: (readonly [path: readonly string[], schema: JsonSchema])[] = [[[], schema]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [path, { 'x-mcp-header': name, properties }] = part;
    if (typeof name === 'string') mirrored.push({ path: path.join('.'), header: `Mcp-Param-${name}` });
    const members = membersOf(properties).map(([key, member]) => [[...path, key], member] as const);
    // The last is taken first: the order is the document's.
    open.push(...members.toReversed());
  }
  return mirrored;
}

/** The headers in which clients repeat arguments of these tools, each once. */
export function mirroredHeaders(tools: readonly ToolDefinition[]): readonly string[] {
  const mirrored = tools.flatMap(({ listedSchema, inputSchema }) =>
    mirroredArguments(listedSchema ?? inputSchema),
  );
  return [...new Set(mirrored.map(({ header }) => header))];
}

/** The Schema Objects among the values of `properties`; boolean schemas say nothing more. */
export function membersOf(properties: unknown): readonly (readonly [name: string, schema: JsonSchema])[] {
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === 'object' && entry[1] !== null,
  );
}
