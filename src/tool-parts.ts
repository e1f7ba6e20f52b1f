import type { InspectedTool, TokenCounter } from './inspection.js';
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
      const key = path.at(-1) ?? '';
      return {
        path: path.join('.'),
        tokens: countTokens(`${JSON.stringify(key)}:${JSON.stringify(schema)}`),
      };
    })
    .sort((one, other) => other.tokens - one.tokens)
    .slice(0, most);
}

type Part = readonly [path: readonly string[], schema: JsonSchema];

function partsOf(schema: JsonSchema, path: readonly string[]): readonly Part[] {
  return Object.entries(membersOf(schema)).flatMap(([key, member]): readonly Part[] => {
    const at = [...path, key];
    const below = at.length < deepest ? partsOf(member, at) : [];
    return below.length === 0 ? [[at, member]] : below;
  });
}

/** The arguments that clients repeat in a header, with that header's name. */
export function mirroredArguments({
  listed: { inputSchema },
}: InspectedTool): readonly (readonly [path: string, header: string])[] {
  const mirrored: (readonly [string, string])[] = [];
  const open: Part[] = [[[], inputSchema]];
  for (let part = open.shift(); part !== undefined; part = open.shift()) {
    const [path, schema] = part;
    const name = schema['x-mcp-header'];
    if (typeof name === 'string') mirrored.push([path.join('.'), `Mcp-Param-${name}`]);
    open.push(...Object.entries(membersOf(schema)).map(([key, member]): Part => [[...path, key], member]));
  }
  return mirrored;
}

/** The Schema Objects under `properties`; names are the document's. */
function membersOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  if (typeof properties !== 'object' || properties === null) return {};
  // A listed schema is JSON Schema: what stands there are schemas, of which `true` and `false` say nothing more.
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema | boolean>>);
  return Object.fromEntries(
    members.filter((entry): entry is [string, JsonSchema] => typeof entry[1] === 'object'),
  );
}
