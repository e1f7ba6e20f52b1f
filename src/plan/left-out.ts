import type { LeftOut } from './plan.js';

/** How many operations each reason leaves out: `12 by --filter, 3 x-internal`. */
export function countReasons(leftOut: readonly LeftOut[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason.startsWith('-') ? 'by ' : ''}${reason}`)
    .join(', ');
}
