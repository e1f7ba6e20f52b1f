import type { InspectedTool, TokenCounter } from './inspection.js';
import { membersOf, mirroredArguments, type MirroredArgument } from './plan/headers/mirrored.js';
import type { JsonSchema } from './runtime/json-schema.js';

/** A part of an input schema: an argument, or a member of one. */
export interface SchemaPart {
  /** `body.name`. */
  readonly path: string;
  readonly tokens: number;
}

/** What is looked at of an argument: members of members are counted with them. */
const deepest = 2;

/** The parts of a tool's listed input schema that cost most, the most costly first. */
export function costliestParts(
  { listed: { inputSchema } }: InspectedTool,
  countTokens: TokenCounter,
  most: number,
): readonly SchemaPart[] {
  return partsOf(inputSchema, [])
    .map(([path, schema]) => {
      const name = JSON.stringify(path.at(-1));
      return { path: path.join('.'), tokens: countTokens(`${name}:${JSON.stringify(schema)}`) };
    })
    .sort((one, other) => other.tokens - one.tokens)
    .slice(0, most);
}

function partsOf(
  { properties }: JsonSchema,
  path: readonly string[],
): readonly (readonly [path: readonly string[], schema: JsonSchema])[] {
  return membersOf(properties).flatMap(([name, member]) => {
    const at = [...path, name];
    const below = at.length < deepest ? partsOf(member, at) : [];
    return below.length === 0 ? [[at, member] as const] : below;
  });
}

/** The arguments of a tool that clients repeat in headers. */
export function mirrorsOf({ listed }: InspectedTool): readonly MirroredArgument[] {
  return mirroredArguments(listed.inputSchema);
}
