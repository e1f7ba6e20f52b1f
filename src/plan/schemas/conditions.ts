import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Flat } from './flatten.js';
import { readSchema, recordOf, type Json, type Members, type Shape } from './shape.js';
import { typeBits } from './types.js';

const conditions = ['if', 'then', 'else'] as const;

/**
 * The members that schemas name which hold under a condition alone, with what is said of them: what else the schemas ask
 * of them is not asked of every value.
 */
export function conditionalNames(
  schema: JsonSchema,
  flatten: (schema: Json) => Flat,
): ReadonlyMap<string, Json> {
  const parts = [
    ...conditions.map((keyword) => schema[keyword]),
    ...Object.values(recordOf(schema['dependentSchemas']) ?? {}),
  ];
  const shapes = parts
    .map(readSchema)
    .flatMap((part) => (part === undefined ? [] : flatten(part).alternatives));
  const named = new Map<string, Json>();
  for (const [name, member] of shapes.flatMap(({ members }) => [...(members?.properties ?? [])])) {
    if (member !== false && !named.has(name)) named.set(name, wordsOf(member));
  }
  return named;
}

function wordsOf(member: Json): Json {
  const description = typeof member === 'boolean' ? undefined : member['description'];
  return typeof description === 'string' ? { description } : true;
}

/** A shape that names these members too, where it takes them. */
export function withNames(shape: Shape, names: ReadonlyMap<string, Json>): Shape {
  const { types, members } = shape;
  if ((types & typeBits.object) === 0) return shape;
  const { properties, additional, required, tags } = members ?? noMembers;
  if (additional !== undefined && additional !== true) return shape;
  const added = [...names].filter(([name]) => !properties.has(name));
  return {
    ...shape,
    members: { properties: new Map([...properties, ...added]), additional, required, tags },
  };
}

const noMembers: Members = {
  properties: new Map<string, Json>(),
  additional: undefined,
  required: new Set<string>(),
  tags: new Map(),
};
