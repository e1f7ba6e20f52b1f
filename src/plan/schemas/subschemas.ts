import { escapeToken } from '../../diagnostics/pointer.js';
import type { JsonSchema } from '../../runtime/json-schema.js';

/** A schema within a tool's input schema, and the way that leads to it. */
export interface Subschema {
  readonly schema: JsonSchema;
  /** `undefined` for the input schema itself. */
  readonly parent: Subschema | undefined;
  /** The reference tokens that lead here from the parent. */
  readonly tokens: readonly string[];
  /** How many objects and arrays hold a value of it, itself included: the arguments as a whole are the first. */
  readonly level: number;
}

type Holds = 'one' | 'list' | 'map';

/** The keywords that hold schemas of values one level deeper, or of the same value (JSON Schema 2020-12, Core 10). */
const holders: readonly (readonly [keyword: string, holds: Holds, isDeeper: boolean])[] = [
  ['properties', 'map', true],
  ['items', 'one', true],
  ['additionalProperties', 'one', true],
  ['anyOf', 'list', false],
  ['oneOf', 'list', false],
  ['allOf', 'list', false],
  ['not', 'one', false],
  ['if', 'one', false],
  ['then', 'one', false],
  ['else', 'one', false],
  ['prefixItems', 'list', true],
  ['contains', 'one', true],
  ['patternProperties', 'map', true],
  ['dependentSchemas', 'map', false],
  ['$defs', 'map', false],
];

/** A schema and all within it, the outer ones first. */
export function* subschemasOf(schema: JsonSchema): Generator<Subschema> {
  // A work list: rich schemas are as deep as their document.
  const open: Subschema[] = [placed(schema, undefined, [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inner = innerOf(next);
    for (let at = inner.length - 1; at >= 0; at--) {
      const subschema = inner[at];
      if (subschema !== undefined) open.push(subschema);
    }
  }
}

/** The pointer to a subschema from the input schema. */
export function pointerToSubschema(subschema: Subschema): string {
  const tokens: string[] = [];
  for (let at: Subschema | undefined = subschema; at !== undefined; at = at.parent)
    tokens.unshift(...at.tokens);
  return tokens.map((token) => `/${escapeToken(token)}`).join('');
}

function innerOf(parent: Subschema): readonly Subschema[] {
  const inner: Subschema[] = [];
  for (const [keyword, holds, isDeeper] of holders) {
    const value = parent.schema[keyword];
    if (typeof value !== 'object' || value === null) continue;
    const add = (part: unknown, tokens: readonly string[]): void => {
      // Schemas that are `true` or `false` have nothing in them.
      if (typeof part === 'object' && part !== null)
        inner.push(placed(part as JsonSchema, parent, tokens, isDeeper));
    };
    if (holds === 'one') add(value, [keyword]);
    else for (const [key, part] of Object.entries(value)) add(part, [keyword, key]);
  }
  return inner;
}

function placed(
  schema: JsonSchema,
  parent: Subschema | undefined,
  tokens: readonly string[],
  isDeeper = true,
): Subschema {
  const around =
    parent === undefined ? 0 : isDeeper || !isContainer(parent.schema) ? parent.level : parent.level - 1;
  return { schema, parent, tokens, level: around + (isContainer(schema) ? 1 : 0) };
}

/** Whether a schema says something of what is in an object or array, be it that it takes other values too. */
export function isContainer({ type, properties, items }: JsonSchema): boolean {
  return type === 'object' || type === 'array' || properties !== undefined || items !== undefined;
}
