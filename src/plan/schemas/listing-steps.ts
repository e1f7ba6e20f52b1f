import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Listing } from './inline.js';

/** What an inliner is told of one step. */
export type Spelling = Pick<Listing, 'depth' | 'descriptions'>;

/** One way to list an argument. */
export interface ListingStep extends Spelling {
  /** What is done with the schema when it is written. */
  readonly finish?: (schema: JsonSchema) => JsonSchema;
  /** What is not listed any more, in words, of an argument of this name. */
  readonly leavesOut: (name: string) => string;
}

/** Characters of descriptions on the first level and below it, where there is room for them. */
export const fullDescriptions: Spelling['descriptions'] = [160, 80];

/**
 * How an argument is listed, the fullest way first: what lies deepest goes first, then descriptions, then types. A member
 * of the body that is required is named to the end. Levels count from the root of the input schema, as hosts do: the
 * fifth is that of depth 4.
 */
export const listingSteps: readonly [ListingStep, ListingStep, ...ListingStep[]] = [
  levels(4, fullDescriptions),
  levels(3, fullDescriptions),
  levels(2, fullDescriptions),
  levels(2, [160, 0]),
  levels(1, fullDescriptions),
  levels(1, [160, 0]),
  levels(1, [0, 0]),
  {
    ...levels(1, [0, 0]),
    finish: untyped,
    leavesOut: (name) => `'${name}' is listed by names alone`,
  },
  {
    ...levels(1, [0, 0]),
    finish: requiredAlone,
    leavesOut: (name) => `of '${name}' only required members are listed`,
  },
];

function levels(depth: number, descriptions: Spelling['descriptions']): ListingStep {
  return {
    depth,
    descriptions,
    leavesOut: (name) => `nothing below level ${depth} of '${name}' is listed`,
  };
}

/** Members keep their names alone. */
function untyped(schema: JsonSchema): JsonSchema {
  const { properties, ...rest } = schema;
  if (properties === undefined) return takesMembers(schema) ? schema : {};
  const names = Object.keys(properties as JsonSchema);
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

/** Members that are not required lose their names: there are more than any host takes. */
function requiredAlone(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema;
  if (properties === undefined) return takesMembers(schema) ? schema : {};
  const all = Object.keys(properties as JsonSchema);
  const kept = all.filter((name) => Array.isArray(required) && required.includes(name));
  return {
    type: 'object',
    description: `${all.length - kept.length} members are not listed.`,
    properties: Object.fromEntries(kept.map((name) => [name, {}])),
    ...(kept.length === 0 ? {} : { required: kept }),
    additionalProperties: true,
  };
}

function takesMembers({ type }: JsonSchema): boolean {
  return type === 'object';
}
