import type { Listing } from './inline.js';
import { fittingNames, untyped, withoutLimits, type Finish } from './narrowing.js';

/** What an inliner is told of one step. */
export type Spelling = Pick<Listing, 'depth' | 'descriptions'>;

/** One way to list an argument. */
export interface ListingStep extends Spelling {
  /** The bytes that an input schema may take in which an argument is listed so. */
  readonly mostBytes: number;
  /** What is done with the schema when it is written. */
  readonly finish?: Finish;
  /** What is not listed any more for the sake of hosts, in words, of an argument of this name. */
  readonly leavesOut: (name: string) => string | undefined;
}

/** A host drops tools whose input schema is larger, without a word. */
export const mostBytes = 16_000;
/** What the deepest level may take with all above it: it is what a model needs least. */
const mostWithDepth = 6000;

/** Characters of descriptions on the first level and below it, where there is room for them. */
export const fullDescriptions: Spelling['descriptions'] = [160, 80];

/**
 * How an argument is listed, the fullest way first: what lies deepest goes first, then descriptions, limits, types and
 * names, but a member of the body that is required is named to the end. Levels count from the argument, which is on
 * level 0.
 */
export const listingSteps: readonly [ListingStep, ...ListingStep[]] = [
  { ...levels(5, fullDescriptions), mostBytes: mostWithDepth, leavesOut: nothing },
  { ...levels(4, fullDescriptions), leavesOut: nothing },
  levels(3, fullDescriptions),
  levels(2, fullDescriptions),
  levels(2, [160, 0]),
  levels(1, fullDescriptions),
  levels(1, [160, 0]),
  levels(1, [0, 0]),
  {
    ...levels(1, [0, 0]),
    finish: withoutLimits,
    leavesOut: (name) => `limits and values of '${name}' are not all listed`,
  },
  {
    ...levels(1, [0, 0]),
    finish: untyped,
    leavesOut: (name) => `'${name}' is listed by names alone`,
  },
  {
    ...levels(1, [0, 0]),
    finish: fittingNames,
    leavesOut: (name) => `not all members of '${name}' are listed`,
  },
];

function levels(depth: number, descriptions: Spelling['descriptions']): ListingStep {
  return {
    depth,
    descriptions,
    mostBytes,
    leavesOut: (name) => `nothing below level ${depth} of '${name}' is listed`,
  };
}

/** Levels that are deeper than models read are no loss. */
function nothing(): undefined {
  return undefined;
}
