import { grouped } from '../diagnostics/figures.js';
import type { OperationHead } from '../model/model.js';
import { routeOf } from './names/tool-names.js';

/** An operation that was not wanted, as reports tell of it. */
export interface LeftOut {
  /** `METHOD /path`. */
  readonly operation: string;
  readonly operationId: string | undefined;
  /** What excluded it: `filter`, `config`, `x-internal`, `deprecated`. */
  readonly reason: string;
}

/** Tells of operations that were not wanted; each has its reason. */
export function leftOutOf(reasons: ReadonlyMap<OperationHead, string>): readonly LeftOut[] {
  return [...reasons].map(([operation, reason]) => {
    return { operation: routeOf(operation), operationId: operation.operationId, reason };
  });
}

/** How many operations each reason leaves out: `12 by filter, 3 x-internal`. */
export function countReasons(leftOut: readonly LeftOut[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${grouped(count)} ${reason === 'filter' ? 'by ' : ''}${reason}`)
    .join(', ');
}
