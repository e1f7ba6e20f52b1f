import { laterChecks, verdictOn, type Later } from './later.js';
import type { TargetResult } from './run-documents.js';

/** What is printed for a document or payload file, and whether all is as expected. */
export interface Report {
  readonly lines: readonly string[];
  readonly isRight: boolean;
  /** Checks that hold, and those that are put off. */
  readonly held: number;
  readonly later: number;
}

const longest = 400;

/** Reports on one target: a line for itself, and one for each check that does not hold. */
export function reportOn(
  { id, figures, outcomes }: TargetResult,
  laters: readonly Later[] = laterChecks,
): Report {
  const judged = outcomes.map((outcome) => {
    const later = laters.find(({ check }) => check === `${id}/${outcome.check}`);
    return { outcome, later, verdict: verdictOn(outcome, later) };
  });
  const wrong = judged.flatMap(({ outcome: { check, problems }, verdict }) => {
    if (verdict === 'mended') return [`    ${check}: holds now; strike it from later.ts`];
    return verdict === 'failed'
      ? problems.map((problem) => `    ${check}: ${problem.slice(0, longest)}`)
      : [];
  });
  const unknown = laters
    .filter(({ check }) => check.startsWith(`${id}/`))
    .filter(({ check }) => !outcomes.some((outcome) => `${id}/${outcome.check}` === check))
    .map(({ check }) => `    ${check}: later.ts names a check that there is none of`);
  const put = judged.filter(({ verdict }) => verdict === 'later');
  const isRight = wrong.length + unknown.length === 0;
  const title = [isRight ? 'ok' : 'NOT OK', id, figures].filter((part) => part !== '').join(' ');
  return {
    lines: [
      title,
      ...wrong,
      ...unknown,
      ...put.map(
        ({ outcome, later }) => `later ${id}/${outcome.check}: issue ${later?.issue}: ${later?.reason}`,
      ),
    ],
    isRight,
    held: judged.filter(({ verdict }) => verdict === 'ok').length,
    later: put.length,
  };
}
