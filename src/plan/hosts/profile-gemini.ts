import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Loss } from './losses.js';
import { mapParts } from '../schemas/parts.js';
import { branchesOf, isNull, rewriteSchema, withBranches } from './profile-rewrite.js';
import { asText, isEmptyObject, leaveOutMixed, nameContainer, nameTypes } from './profile-strict.js';
import { listOf, withNote, wordsOfSchema } from './schema-words.js';

/** Tells a list of more than `most` values in words. */
export function shortenEnum(schema: JsonSchema, most: number): JsonSchema {
  const { enum: values, ...rest } = schema;
  if (!Array.isArray(values) || values.length <= most) return schema;
  return withNote(rest, `One of ${listOf(values.map((value) => JSON.stringify(value)))}.`);
}

/** Lists objects without a list of members as text, and names the types of every value: both are asked within arguments. */
export function nameAll(root: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  const named = (schema: JsonSchema): JsonSchema => {
    const told = nameTypes(nameContainer(schema, lose), lose);
    return isEmptyObject(told) ? asText(told) : told;
  };
  return mapParts(root, (part) =>
    rewriteSchema(
      rewriteSchema(part, (schema) => leaveOutMixed(schema, lose, isEmptyObject)),
      named,
    ),
  );
}

/** Says by `nullable` what a branch of `anyOf` says by its type; beside values of any type nothing can say it. */
export function useNullable(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  const branches = branchesOf(schema);
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === branches.length) return schema;
  const nullable = others.map((branch) => orNullable(branch, lose));
  return withBranches(schema, nullable);
}

function orNullable(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  if (schema['type'] !== undefined) return { ...schema, nullable: true };
  const branches = branchesOf(schema);
  // Validators of JSON Schema refuse `nullable` without a type beside it.
  if (branches.length === 0) lose('unnamed');
  return branches.length === 0
    ? schema
    : { ...schema, anyOf: branches.map((branch) => orNullable(branch, lose)) };
}

/** Leaves `additionalProperties` out; what it says of the values of a map is told in words. */
export function leaveOutAdditional(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  if (additionalProperties === undefined) return schema;
  if (typeof additionalProperties !== 'object') return rest;
  const words = wordsOfSchema(additionalProperties as JsonSchema);
  return withNote(rest, `Members of any name: ${words}.`);
}
