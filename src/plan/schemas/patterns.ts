import { isExpression } from './pattern-cursor.js';
import { parsePattern } from './pattern-parse.js';
import { isCountable, lengthOf, writePattern } from './pattern-text.js';
import type { Shape } from './shape.js';

/** Hosts hand longer ones to engines that refuse them, and models read them wrong. */
const longestPattern = 120;

/** What becomes of a `pattern`. */
export type PatternFate =
  | { readonly listed: string; /** What it had of other dialects. */ readonly foreign: readonly string[] }
  | { readonly problem: string; /** Whether nothing is wrong with it. */ readonly isLegal: boolean };

/** How a pattern is listed, so that every host's engine and the emitted server's read it, and read it alike. */
export function fateOf(pattern: string): PatternFate {
  const parsed = parsePattern(pattern);
  if ('problem' in parsed) return { problem: parsed.problem.says, isLegal: parsed.problem.isLegal };
  if (!isCountable(parsed.choices)) return { problem: 'it repeats a part too often', isLegal: true };
  const listed = writePattern(parsed.choices);
  if (!/^[\x20-\x7e]*$/.test(listed)) return { problem: 'it has characters beyond ASCII', isLegal: true };
  if (listed.length > longestPattern) {
    return { problem: `it has more than ${longestPattern} characters`, isLegal: true };
  }
  // Whatever was read, this is what an engine of ECMA-262 has to take.
  return isExpression(listed)
    ? { listed, foreign: parsed.foreign }
    : { problem: 'it is no expression of ECMA-262', isLegal: false };
}

/** Patterns that every host's engine reads, and reads alike; of others stays how long a text they take. */
export function portablePatterns(shape: Shape): Shape {
  const { pattern, ...rest } = shape.limits;
  if (typeof pattern !== 'string') return shape;
  const fate = fateOf(pattern);
  if (!('listed' in fate)) return { ...shape, limits: { ...rest, ...lengthsBeside(pattern, rest) } };
  // What fits every text forbids nothing.
  if (idle.has(fate.listed)) return { ...shape, limits: rest };
  return fate.listed === pattern ? shape : { ...shape, limits: { ...shape.limits, pattern: fate.listed } };
}

/** Expressions that fit every text. */
const idle = new Set(['^', '$', '.*', '^.*', '.*$', '[\\s\\S]*', '^[\\s\\S]*$']);

type Limits = Shape['limits'];

/** The lengths of a pattern that is not listed, where they are tighter than those beside it. */
function lengthsBeside(pattern: string, limits: Limits): Limits {
  const parsed = parsePattern(pattern);
  const length = 'problem' in parsed ? undefined : lengthOf(parsed.choices);
  if (length === undefined) return {};
  const least = Math.max(length.least, numberOf(limits['minLength']) ?? 0);
  const most = Math.min(length.most, numberOf(limits['maxLength']) ?? Infinity);
  return {
    ...(least > 0 ? { minLength: least } : {}),
    ...(most < Infinity ? { maxLength: most } : {}),
  };
}

/** Lengths that the pattern beside them holds already. */
export function impliedLengths(shape: Shape): Shape {
  const { pattern, minLength, maxLength, ...rest } = shape.limits;
  if (typeof pattern !== 'string' || (minLength === undefined && maxLength === undefined)) return shape;
  const parsed = parsePattern(pattern);
  const length = 'problem' in parsed ? undefined : lengthOf(parsed.choices);
  if (length === undefined) return shape;
  const isLeastSaid = (numberOf(minLength) ?? 0) <= length.least;
  const isMostSaid = (numberOf(maxLength) ?? Infinity) >= length.most;
  const kept = {
    ...(isLeastSaid || minLength === undefined ? {} : { minLength }),
    ...(isMostSaid || maxLength === undefined ? {} : { maxLength }),
  };
  return { ...shape, limits: { ...rest, ...kept, pattern } };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
