import { joinAll } from './merge.js';
import { examplesNote } from './notes.js';
import { shared } from './same.js';
import type { Shape } from './shape.js';
import { typeBits } from './types.js';

/** Numbers that stand for one value each are one number with several values. */
export function joinNumbers(shapes: readonly Shape[]): readonly Shape[] {
  const constants = shapes.filter(isNumbers);
  const [first] = constants;
  if (first === undefined || constants.length < 2) return shapes;
  const joined = joinAll(constants);
  const others = new Set(constants.slice(1));
  return shapes.flatMap((shape) => (shape === first ? [joined] : others.has(shape) ? [] : [shape]));
}

function isNumbers({ types, values }: Shape): boolean {
  return values !== undefined && (types & ~(typeBits.integer | typeBits.fraction)) === 0;
}

/** A branch whose values all fit another branch forbids nothing and allows nothing: its values are told in words. */
export function dropTaken(shapes: readonly Shape[]): readonly Shape[] {
  if (shapes.length < 2) return shapes;
  const kept: Shape[] = [];
  const told = new Map<Shape, readonly unknown[]>();
  for (const [at, shape] of shapes.entries()) {
    // Of two that take the same values the first stays.
    const wider = shapes.find(
      (other, place) => place !== at && takes(other, shape) && (place < at || !takes(shape, other)),
    );
    if (wider === undefined) kept.push(shape);
    else told.set(wider, [...(told.get(wider) ?? []), ...(shape.values ?? [])]);
  }
  return kept.map((shape) => {
    const values = told.get(shape) ?? [];
    if (values.length === 0 || shape.values !== undefined) return shape;
    return { ...shape, notes: [...shape.notes, examplesNote(values)] };
  });
}

/** Whether every value of `one` is surely one of `wide`; members and items are not looked into. */
function takes(wide: Shape, one: Shape): boolean {
  if ((one.types & ~wide.types) !== 0) return false;
  if (wide.members !== undefined || wide.items !== undefined) return false;
  if (one.members !== undefined || one.items !== undefined) return false;
  const { values } = wide;
  if (values !== undefined)
    return one.values !== undefined && shared(one.values, values).length === one.values.length;
  return Object.entries(wide.limits).every(([keyword, limit]) => one.limits[keyword] === limit);
}

/** What branches take in bytes: as they stand, and as one object that takes what each does. */
export interface UnionCost {
  readonly apart: number;
  readonly joined: number;
}

/** Branches that take more are more than a model reads at once. */
const mostApart = 6000;
/** What joining must save, since it says less of each branch: so many bytes, and of the branches this share. */
const least = 250;
const leastShare = 0.3;

/** Whether objects are listed as one: where they take too much as they stand, or repeat each other. */
export function joinCostly({ apart, joined }: UnionCost): boolean {
  const saved = apart - joined;
  return apart > mostApart ? saved > 0 : saved >= least && saved >= apart * leastShare;
}
