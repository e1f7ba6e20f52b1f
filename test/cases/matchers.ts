import type { Expected } from './case-format.js';

/** Whether two values that are no matchers are the same. */
export type Equality = (expected: unknown, actual: unknown) => boolean;

type JsonObject = Readonly<Record<string, unknown>>;
type Matcher = (operand: unknown, actual: unknown, equal: Equality) => boolean;

/** Every matcher of FORMAT.md. `undefined` stands for a value that is not there. */
const matchers: ReadonlyMap<string, Matcher> = new Map([
  [
    'anyOf',
    (values, actual, equal) => (values as readonly Expected[]).some((value) => holds(value, actual, equal)),
  ],
  ['match', (pattern, actual) => typeof actual === 'string' && matches(pattern as string, actual)],
  ['absent', (_, actual) => actual === undefined],
  ['unwrap', (value, actual, equal) => holds(value, actual, equal) || holdsWrapped(value, actual, equal)],
] satisfies [string, Matcher][]);

/** Whether a value is as expected: equal, or let through by a matcher, also deep inside. */
export function holds(expected: Expected, actual: unknown, equal: Equality = same): boolean {
  const matcher = matcherOf(expected);
  if (matcher !== undefined) return matcher(actual, equal);
  if (Array.isArray(expected)) return Array.isArray(actual) && holdsAll(expected, actual, equal);
  if (isObject(expected)) return isObject(actual) && holdsMembers(expected, actual, equal);
  return equal(expected, actual);
}

/** Whether text matches a pattern of FORMAT.md, with the flags of most of them. */
export function matches(pattern: string, text: string, flags = 'is'): boolean {
  return new RegExp(pattern, flags).test(text);
}

function same(expected: unknown, actual: unknown): boolean {
  return expected === actual;
}

function matcherOf(expected: Expected): ((actual: unknown, equal: Equality) => boolean) | undefined {
  if (!isObject(expected)) return undefined;
  const [member, ...others] = Object.entries(expected);
  if (member === undefined || others.length > 0) return undefined;
  const matcher = matchers.get(member[0]);
  return matcher && ((actual, equal) => matcher(member[1], actual, equal));
}

function holdsWrapped(value: Expected, actual: unknown, equal: Equality): boolean {
  if (!isObject(actual)) return false;
  const members = Object.values(actual);
  return members.length === 1 && holds(value, members[0], equal);
}

function holdsAll(expected: readonly Expected[], actual: readonly unknown[], equal: Equality): boolean {
  return (
    expected.length === actual.length && expected.every((value, index) => holds(value, actual[index], equal))
  );
}

function holdsMembers(expected: JsonObject, actual: JsonObject, equal: Equality): boolean {
  const names = Object.keys(expected);
  const foreign = Object.keys(actual).some((name) => !Object.hasOwn(expected, name));
  return !foreign && names.every((name) => holds(expected[name], ownValue(actual, name), equal));
}

/** A member that is an object's own; inherited ones do not count. */
export function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
