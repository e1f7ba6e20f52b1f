import type { SchemaPool } from '../../model/model.js';
import { referenceOf } from '../schemas/references.js';
import { readSchema, readSchemas, recordOf, type Json } from '../schemas/shape.js';

const composing = ['allOf', 'anyOf', 'oneOf'] as const;

/** The schemas of members by the patterns of their names: flattened, they are those of any other member. */
export function patternMembersOf(whole: Json, schemas: SchemaPool): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, readonly Json[]>();
  const passed = new Set<Json>();
  const pending: Json[] = [whole];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === 'boolean' || passed.has(schema)) continue;
    passed.add(schema);
    for (const [pattern, value] of Object.entries(recordOf(schema['patternProperties']) ?? {}))
      found.set(pattern, [...(found.get(pattern) ?? []), readSchema(value) ?? true]);
    const name = referenceOf(schema);
    if (name !== undefined) pending.push(schemas.get(name)?.json ?? true);
    pending.push(...composing.flatMap((keyword) => readSchemas(schema[keyword])));
  }
  return found;
}
