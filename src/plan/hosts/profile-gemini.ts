import type { JsonSchema } from '../../runtime/json-schema.js';
import { branchesOf, isNull, lessKeyword } from './profile-rewrite.js';
import { listOf, withNote, wordsOfSchema } from './schema-words.js';

/** Tells a list of more than `most` values in words. */
export function shortenEnum(schema: JsonSchema, most: number): JsonSchema {
  const { enum: values, ...rest } = schema;
  if (!Array.isArray(values) || values.length <= most) return schema;
  return withNote(rest, `One of ${listOf(values.map((value) => JSON.stringify(value)))}.`);
}

/** Says by `nullable` what a branch of `anyOf` says by its type. */
export function useNullable(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === branches.length) return schema;
  const rest = lessKeyword(schema, 'anyOf');
  const [only, ...more] = others.map((branch) =>
    branch['type'] === undefined ? branch : { ...branch, nullable: true },
  );
  if (only === undefined) return schema;
  return more.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: [only, ...more] };
}

/** Leaves `additionalProperties` out; what it says of the values of a map is told in words. */
export function leaveOutAdditional(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  if (additionalProperties === undefined) return schema;
  if (typeof additionalProperties !== 'object') return rest;
  const words = wordsOfSchema(additionalProperties as JsonSchema);
  return withNote(rest, `Members of any name: ${words}.`);
}
