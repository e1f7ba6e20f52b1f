import type { Pick } from '../properties/mutations.js';
import { changeInstance } from './instance-changes.js';
import { withoutMarked, type OneWay } from './one-way-members.js';
import { instanceOf } from './schema-instances.js';
import type { Json, Judge, Pool } from './schema-judge.js';

/** A schema of a document beside what is listed for it. */
export interface Pair {
  readonly document: Json;
  readonly pool: Pool;
  readonly accepts: Judge;
  readonly isListed: Judge;
  /** The mark of members that do not go the way that the schema is listed for. */
  readonly leftOut: OneWay;
}

/** What came of the instances of one schema. */
export interface Trial {
  /** How many instances the document accepts. */
  readonly accepted: number;
  /** Of those, the ones that are refused as listed. */
  readonly refused: readonly unknown[];
}

/** Makes `count` instances and as many changed ones, and tries those that the document accepts. */
export function tryInstances(pair: Pair, count: number, pick: Pick): Trial {
  let accepted = 0;
  const refused: unknown[] = [];
  // Of a schema that few values fit more are tried, up to the first that does.
  for (let made = 0; made < count || (accepted === 0 && made < 10 * count); made += 1) {
    const value = instanceOf(pair.document, pair.pool, pick);
    if (value === undefined) continue;
    const fitting = [value, changeInstance(value, pick)].filter(pair.accepts);
    accepted += fitting.length;
    refused.push(...fitting.filter((each) => !isTaken(each, pair)));
  }
  return { accepted, refused };
}

/** Whether a value that the document accepts is accepted as listed, without the members that do not go this way. */
export function isTaken(value: unknown, { document, pool, isListed, leftOut: mark }: Pair): boolean {
  const leaving = { mark, pool, isSpared: (): boolean => false };
  return (
    isListed(withoutMarked(value, [document], { ...leaving, reach: 'surely' })) ||
    isListed(withoutMarked(value, [document], { ...leaving, reach: 'maybe' })) ||
    isTakenByBranch(value, { document, pool, isListed, leftOut: mark })
  );
}

// A value has few members, and a number of subsets that doubles with each has to end.
const mostMarked = 6;

/** A branch of a choice leaves out what it marks itself, which can be what another one asks for. */
function isTakenByBranch(
  value: unknown,
  { document, pool, isListed, leftOut: mark }: Omit<Pair, 'accepts'>,
): boolean {
  const marked = new Set<string>();
  const leave = (isSpared: (pointer: string) => boolean): unknown =>
    withoutMarked(value, [document], { mark, reach: 'maybe', pool, isSpared });
  leave((pointer) => marked.add(pointer).size > 0);
  const places = [...marked].slice(0, mostMarked);
  return Array.from({ length: 2 ** places.length }, (_, subset) => subset).some((subset) =>
    isListed(leave((pointer) => ((subset >> places.indexOf(pointer)) & 1) === 1)),
  );
}
