import type { ObjectSigns } from '../../runtime/binding.js';
import type { Flattener } from '../schemas/flatten.js';
import { isSame } from '../schemas/same.js';
import type { Json, Members } from '../schemas/shape.js';

/**
 * The members by which an object is known to be of `branch` and of none of `others`: required ones that the others do
 * not name, or whose listed values are none of theirs. `undefined` where nothing tells it from one of them.
 */
export function signsOf(
  branch: Members,
  others: readonly Members[],
  flattener: Flattener,
): ObjectSigns | undefined {
  const signs = new Map<string, readonly unknown[]>();
  for (const other of others) {
    const sign = [...branch.required]
      .map((name) => signAgainst(name, branch, other, flattener))
      .find((found) => found !== undefined);
    if (sign === undefined) return undefined;
    signs.set(...sign);
  }
  return Object.fromEntries(signs);
}

function signAgainst(
  name: string,
  branch: Members,
  other: Members,
  flattener: Flattener,
): [name: string, values: readonly unknown[]] | undefined {
  const own = valuesOf(branch.properties.get(name), flattener);
  const theirs = other.properties.get(name);
  if (theirs === undefined) return [name, own ?? []];
  const values = valuesOf(theirs, flattener);
  if (own === undefined || values === undefined) return undefined;
  const isApart = own.every((value) => !values.some((each) => isSame(each, value)));
  return isApart ? [name, own] : undefined;
}

/** The scalars that a schema lists, where it takes nothing else. */
function valuesOf(schema: Json | undefined, flattener: Flattener): readonly unknown[] | undefined {
  if (schema === undefined) return undefined;
  const lists = flattener.flatten(schema).alternatives.map(({ values }) => values);
  if (lists.length === 0 || lists.some((values) => values === undefined)) return undefined;
  const values = lists.flatMap((list) => list ?? []);
  return values.every((value) => typeof value !== 'object') ? values : undefined;
}
