import type { JsonSchema } from '../../runtime/json-schema.js';
import { mapParts } from '../schemas/parts.js';

/** What becomes of one schema, once those within it are changed. */
type Change = (schema: JsonSchema) => JsonSchema;

/** A listed schema with every schema in it changed, the inner ones first. Listed schemas are a few levels deep. */
export function rewriteSchema(schema: JsonSchema, change: Change): JsonSchema {
  return change(mapParts(schema, (part) => rewriteSchema(part, change)));
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

/** A schema with these branches in place of its own; a single one becomes part of it. */
export function withBranches(schema: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const rest = lessKeyword(schema, 'anyOf');
  const [only, ...more] = branches;
  if (only === undefined) return schema;
  return more.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: branches };
}

/** Whether a branch is null alone. */
export function isNull({ type }: JsonSchema): boolean {
  return type === 'null';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
