import type { PendingCase } from './pending.js';

/** How a case came out, against what `pending.txt` says of it. */
export type Verdict = 'passed' | 'failed' | 'pending' | 'mended';

const marks: Readonly<Record<Verdict, string>> = {
  passed: 'ok     ',
  failed: 'FAIL   ',
  pending: 'pending',
  mended: 'MENDED ',
};

/** The verdict on a case; a failure is expected where the case is put off, and success is not. */
export function verdictOn(problems: readonly string[], pending: PendingCase | undefined): Verdict {
  if (pending === undefined) return problems.length === 0 ? 'passed' : 'failed';
  return problems.length === 0 ? 'mended' : 'pending';
}

/** What is printed for a case: its verdict and name, and what one has to know of it below. */
export function linesOf(id: string, problems: readonly string[], pending: PendingCase | undefined): string {
  const verdict = verdictOn(problems, pending);
  const notes: Readonly<Record<Verdict, readonly string[]>> = {
    passed: [],
    failed: problems,
    pending: pending === undefined ? [] : [`issue ${pending.issue}: ${pending.reason}`],
    mended: ['it passes: strike it from pending.txt'],
  };
  return [`${marks[verdict]} ${id}`, ...notes[verdict].map((note) => `          ${note}`)].join('\n');
}

/** The closing line, and the exit status: 1 where any case came out otherwise than expected. */
export function summaryOf(verdicts: readonly Verdict[]): { readonly line: string; readonly status: 0 | 1 } {
  const count = (verdict: Verdict): number => verdicts.filter((one) => one === verdict).length;
  const totals = [`${count('passed')} passed`, `${count('failed')} failed`, `${count('pending')} pending`];
  if (count('mended') > 0) totals.push(`${count('mended')} mended but still listed as pending`);
  return {
    line: `${verdicts.length} cases: ${totals.join(', ')}`,
    status: count('failed') + count('mended') === 0 ? 0 : 1,
  };
}
