import type { JsonSchema } from '../../runtime/json-schema.js';

/** What becomes of one schema, once those within it are changed. */
type Change = (schema: JsonSchema) => JsonSchema;

/** A listed schema with every schema in it changed, the inner ones first. Listed schemas are a few levels deep. */
export function rewriteSchema(schema: JsonSchema, change: Change): JsonSchema {
  return change(rewriteParts(schema, (part) => rewriteSchema(part, change)));
}

/** A listed schema with the schemas directly in it changed. */
export function rewriteParts(schema: JsonSchema, change: Change): JsonSchema {
  const changed: Record<string, unknown> = { ...schema };
  for (const keyword of ['items', 'additionalProperties']) {
    const part = schema[keyword];
    if (isSchema(part)) changed[keyword] = change(part);
  }
  const { properties, anyOf } = schema;
  if (isSchema(properties)) {
    const members = Object.entries(properties).map(
      ([name, part]) => [name, change(part as JsonSchema)] as const,
    );
    changed['properties'] = Object.fromEntries(members);
  }
  if (Array.isArray(anyOf)) changed['anyOf'] = anyOf.map((branch: JsonSchema) => change(branch));
  return changed;
}

/** A schema less one of its keywords. */
export function lessKeyword(schema: JsonSchema, keyword: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

/** The members that an object schema lists. */
export function membersOf({
  properties,
}: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  // Listed members are schemas, never booleans.
  return isSchema(properties) ? Object.entries(properties as Readonly<Record<string, JsonSchema>>) : [];
}

/** The members that have to be given. */
export function requiredOf({ required }: JsonSchema): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? (required as readonly string[]) : []);
}

/** The branches of a union. */
export function branchesOf({ anyOf }: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
}

/** Whether a branch is null alone. */
export function isNull({ type }: JsonSchema): boolean {
  return type === 'null';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
