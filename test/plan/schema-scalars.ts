import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { Pick } from '../properties/mutations.js';

const words = [
  '',
  'a',
  'ab',
  'abc',
  '1',
  '2026-11-30',
  '2026-11-30T00:00:00Z',
  'a@example.com',
  'Grüße',
  '😀',
];

/** Text of the lengths and the pattern that are asked for (Validation 6.3). */
export function makeString(demands: readonly JsonSchema[], pick: Pick): string {
  const [pattern] = demands.flatMap((schema) =>
    typeof schema['pattern'] === 'string' ? [schema['pattern']] : [],
  );
  const least = Math.max(0, ...numbersOf(demands, 'minLength'));
  const most = Math.min(...numbersOf(demands, 'maxLength'), Infinity);
  const isLong = (text: string): boolean => lengthOf(text) >= least && lengthOf(text) <= most;
  const matching = pattern === undefined ? [] : matchesOf(pattern);
  const fitting = matching.filter(isLong);
  if (matching.length > 0) return choose(fitting.length > 0 ? fitting : matching, pick);
  const length = pick(3) === 0 && most < 1000 ? most : least;
  const word = choose(words.filter(isLong), pick) as string | undefined;
  return word !== undefined && pick(3) > 0 ? word : 'x'.repeat(Math.min(length, 100_000));
}

/** A string's length counts characters, not UTF-16 units (Validation 6.3.1). */
function lengthOf(text: string): number {
  return [...text].length;
}

const known = new Map<string, readonly string[]>();

/** Some texts that match a pattern; none where it says more than a generator can follow. */
function matchesOf(pattern: string): readonly string[] {
  const found = known.get(pattern) ?? sampleMatches(pattern);
  known.set(pattern, found);
  return found;
}

function sampleMatches(pattern: string): readonly string[] {
  try {
    const expression = new RegExp(pattern, 'u');
    // The generator knows no word boundaries.
    const followed = new RegExp(pattern.replaceAll('\\b', ''), 'u');
    const made = fc.sample(fc.stringMatching(followed, { size: 'small' }), { seed: 1, numRuns: 12 });
    return made.filter((text) => expression.test(text));
  } catch {
    return [];
  }
}

/** A number near the bounds that are set (Validation 6.2). */
export function makeNumber(demands: readonly JsonSchema[], isInteger: boolean, pick: Pick): number {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((keyword) =>
    numbersOf(demands, keyword),
  );
  const least = Math.max(
    -Infinity,
    ...numbersOf(demands, 'minimum'),
    ...numbersOf(demands, 'exclusiveMinimum'),
  );
  const most = Math.min(
    Infinity,
    ...numbersOf(demands, 'maximum'),
    ...numbersOf(demands, 'exclusiveMaximum'),
  );
  const steps = isInteger ? [0, 1, -1] : [0, 1, -1, 0.5, -0.5, 0.001, -0.001];
  const base = choose([0, 1, 7, 100, 1e12, ...bounds, ...bounds], pick);
  const clamped = Math.min(Math.max(base + choose(steps, pick), least), most);
  const [multiple] = numbersOf(demands, 'multipleOf');
  const stepped = multiple === undefined ? clamped : Math.ceil(clamped / multiple) * multiple;
  return isInteger ? Math.ceil(stepped) : stepped;
}

function numbersOf(demands: readonly JsonSchema[], keyword: string): readonly number[] {
  return demands.map((schema) => schema[keyword]).filter((value) => typeof value === 'number');
}

function choose<T>(values: readonly T[], pick: Pick): T {
  return values[pick(values.length)] as T;
}
