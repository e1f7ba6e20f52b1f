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
  const without = (reach: 'surely' | 'maybe'): unknown =>
    withoutMarked(value, [document], { mark, reach, pool });
  return isListed(without('surely')) || isListed(without('maybe'));
}
