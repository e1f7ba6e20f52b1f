import type { Outcome } from './documents.js';

/** A check that a later issue makes right. */
export interface Later {
  /** `<document or payload file>/<check>` */
  readonly check: string;
  /** The issue. */
  readonly issue: number;
  readonly reason: string;
}

/** Every check that does not hold yet. One that does hold has to be struck from here: the run fails until it is. */
export const laterChecks: readonly Later[] = [];

/** How a check came out, against what is known of it. */
export type Verdict = 'ok' | 'failed' | 'later' | 'mended';

/** The verdict on a check. */
export function verdictOn({ problems }: Outcome, later: Later | undefined): Verdict {
  if (later === undefined) return problems.length === 0 ? 'ok' : 'failed';
  return problems.length === 0 ? 'mended' : 'later';
}
