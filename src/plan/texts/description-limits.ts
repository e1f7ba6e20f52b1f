import type { Operation, Schema, SchemaPool } from '../../model/model.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { referenceOf } from '../schemas/references.js';
import { fullDescriptions } from '../schemas/listing-steps.js';
import type { PlacedSchema } from '../schemas/places.js';

/** Characters that are listed of descriptions at the first level and below it. */
export const [firstLevel, deeperLevels] = fullDescriptions;

/** Characters that are listed of a Schema Object's own description, at most. */
export type LimitOf = (schema: JsonSchema) => number;

/** Where an argument begins, and whether something else describes it. */
interface Root {
  readonly schema: Schema;
  readonly isDescribed: boolean;
}

/** Tells the schemas that are arguments from the members of others; of the latter less is listed. */
export function descriptionLimits(
  operations: readonly Operation[],
  placed: readonly PlacedSchema[],
  pool: SchemaPool,
): LimitOf {
  const limits = new Map<JsonSchema, number>();
  for (const { schema, isDescribed } of operations.flatMap(rootsOf)) {
    for (const each of sameLevel(schema, pool)) {
      // What a Parameter Object says stands in place of what its schema says.
      const limit = isDescribed ? Infinity : firstLevel;
      limits.set(each, Math.min(limit, limits.get(each) ?? Infinity));
    }
  }
  const members = placed.filter(({ schema }) => !limits.has(schema));
  for (const { schema } of members) {
    const target = pool.get(referenceOf(schema) ?? '')?.json;
    if (typeof target === 'object') limits.set(target, deeperLevels);
  }
  return (schema) => limits.get(schema) ?? deeperLevels;
}

function rootsOf({ parameters, requestBody }: Operation): readonly Root[] {
  const contents = requestBody?.content ?? [];
  return [
    ...parameters.map(({ schema, description }) => ({ schema, isDescribed: description !== undefined })),
    ...contents.flatMap(({ schema }) => {
      return schema === undefined ? [] : [{ schema, isDescribed: requestBody?.description !== undefined }];
    }),
  ];
}

/** A schema with those that describe the same value: what it refers to, and what `allOf` joins. */
function sameLevel({ json: root }: Schema, pool: SchemaPool): ReadonlySet<JsonSchema> {
  const found = new Set<JsonSchema>();
  // A work list: the depth of a schema is not ours to choose.
  const open: unknown[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    // What stands where a schema belongs is read as one.
    const schema = next as JsonSchema;
    if (found.has(schema)) continue;
    found.add(schema);
    const parts: unknown = schema['allOf'];
    const joined: readonly unknown[] = Array.isArray(parts) ? parts : [];
    open.push(pool.get(referenceOf(schema) ?? '')?.json, ...joined);
  }
  return found;
}
