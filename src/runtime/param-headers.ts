import type { ListedTool } from './listed-tool.js';
import { ownMember } from './own-member.js';

/** A header that repeats no argument of its call, though the tool has one for it. */
export interface StrayHeader {
  /** `Mcp-Param-Region`. */
  readonly header: string;
  /** `body.region`. */
  readonly argument: string;
}

interface Place {
  readonly path: readonly string[];
  readonly schema: unknown;
  /** What the call gives there. */
  readonly value: unknown;
}

/**
 * The first header that repeats an argument which the call does not give, so that whoever routes by headers would see
 * another call than the server. The SDK compares the headers of the arguments that are given.
 */
export function strayHeader(
  { inputSchema }: Pick<ListedTool, 'inputSchema'>,
  args: unknown,
  headers: Headers,
): StrayHeader | undefined {
  // Annotations stand at places that `properties` alone lead to.
  const open: Place[] = [{ path: [], schema: inputSchema, value: args }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { path, schema, value } = place;
    const name = memberOf(schema, 'x-mcp-header');
    const header = `Mcp-Param-${String(name)}`;
    if (typeof name === 'string' && isToken(name) && headers.has(header) && !isScalar(value))
      return { header, argument: path.join('.') };
    const properties = memberOf(schema, 'properties');
    for (const [key, property] of Object.entries(properties ?? {}).toReversed()) {
      open.push({ path: [...path, key], schema: property, value: memberOf(value, key) });
    }
  }
  return undefined;
}

/** Whether `Headers` takes a name; the tools of others may be annotated with what is none. */
function isToken(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+$/.test(name);
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return ownMember(value as Readonly<Record<string, unknown>>, name);
}
