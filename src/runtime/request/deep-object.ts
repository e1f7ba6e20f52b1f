import { ToolError } from '../tool-error.js';
import type { Encode, Pair } from './parameters.js';
import { isGiven, isObject, scalarText } from './value-text.js';

const deepest = 32;

/** A value on its way down, and the name that it has so far. */
interface Place {
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}

/**
 * Writes the style `deepObject`. The Specification defines it for objects of scalars; what is within them is written
 * as qs, Rack and PHP read it: `a[b][c]=1` for objects, `a[]=1` for arrays of scalars, `a[0][b]=1` for other arrays.
 */
export function writeDeepObject(
  name: string,
  value: unknown,
  _explode: boolean,
  encode: Encode,
): readonly Pair[] {
  const pairs: Pair[] = [];
  const pending: Place[] = [{ name, value, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.depth > deepest)
      throw new ToolError('invalid-argument', 'An argument is nested too deeply to be sent.');
    const members = membersOf(next, encode);
    if (members === undefined && isGiven(next.value)) pairs.push([next.name, encode(scalarText(next.value))]);
    for (const member of members?.toReversed() ?? []) pending.push(member);
  }
  return pairs;
}

/** What is within a value; `undefined` for a scalar. */
function membersOf({ name, value, depth }: Place, encode: Encode): readonly Place[] | undefined {
  const below = (key: string, member: unknown): Place => ({
    name: `${name}${encode('[', 'separator')}${key}${encode(']', 'separator')}`,
    value: member,
    depth: depth + 1,
  });
  if (Array.isArray(value)) {
    const items = value.filter(isGiven);
    const isFlat = items.every((item) => typeof item !== 'object');
    return items.map((item, index) => below(isFlat ? '' : String(index), item));
  }
  if (!isObject(value)) return undefined;
  return Object.entries(value)
    .filter(([, member]) => isGiven(member))
    .map(([key, member]) => below(encode(checkedKey(key), 'name'), member));
}

/** Brackets are percent-encoded as data is, so that nothing could tell the two apart (OpenAPI 3.2, Appendix E). */
function checkedKey(key: string): string {
  if (key !== '' && !/[[\]]/.test(key)) return key;
  const problem =
    'cannot stand between brackets: it is empty, or has one itself in place of an object within';
  throw new ToolError('invalid-argument', `The name ${JSON.stringify(key)} ${problem}; nothing was sent.`);
}
