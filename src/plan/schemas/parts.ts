import type { JsonSchema } from '../../runtime/json-schema.js';

type Change = (part: JsonSchema, name?: string) => JsonSchema;

/** A listed schema with its parts changed, members with their names; the schema itself where no part is. */
export function mapParts(schema: JsonSchema, change: Change): JsonSchema {
  const { properties, items, additionalProperties, anyOf } = schema;
  const changed: Record<string, unknown> = {};
  const set = (keyword: string, value: unknown): void => {
    if (value !== schema[keyword]) changed[keyword] = value;
  };
  if (isSchema(properties)) set('properties', mapMembers(properties, change));
  if (isSchema(items)) set('items', change(items));
  if (isSchema(additionalProperties)) set('additionalProperties', change(additionalProperties));
  if (Array.isArray(anyOf)) set('anyOf', mapList(anyOf as readonly JsonSchema[], change));
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

function mapMembers(members: JsonSchema, change: Change): JsonSchema {
  const entries = Object.entries(members);
  const others = entries.map(([name, part]) => [name, change(part as JsonSchema, name)] as const);
  return others.every(([, part], at) => part === entries[at]?.[1]) ? members : Object.fromEntries(others);
}

function mapList(list: readonly JsonSchema[], change: Change): readonly JsonSchema[] {
  const others = list.map((part) => change(part));
  return others.every((part, at) => part === list[at]) ? list : others;
}
