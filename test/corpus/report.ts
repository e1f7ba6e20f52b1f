import type { Pending } from './corpus.js';
import { isRight, stages, type Verdict } from './judge.js';

const columns = ['operations', 'tools', 'coverage', 'CPU s', 'peak MiB', 'bytes', 'tokens'] as const;

/** One line a document: the outcome of each stage, and figures; the last line holds the sums. */
export function writeTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(rowOf);
  const header = ['document', ...stages, ...columns];
  return alignColumns([header, ...rows, totals(verdicts)]);
}

/** What went wrong, with the first problems of each stage. */
export function writeProblems(verdicts: readonly Verdict[], most = 5): string {
  const lines = verdicts.flatMap(({ document, problems }) =>
    stages.flatMap((stage) => {
      const found = problems[stage] ?? [];
      const shown = found.slice(0, most).map((problem) => `    ${problem.replaceAll('\n', '\n    ')}`);
      const rest = found.length > most ? [`    and ${found.length - most} more`] : [];
      return found.length === 0 ? [] : [`${document.id}, ${stage}:`, ...shown, ...rest];
    }),
  );
  return lines.join('\n');
}

/** Of all operations at most so many may become no tool. */
const mostSkipped = 0.005;

/** What differs from the list of operations that are known to become no tool, and what no list may excuse. */
export function findSkippedSurprises(
  verdicts: readonly Verdict[],
  known: readonly string[],
): readonly string[] {
  const skipped = verdicts.flatMap(({ document, skipped }) => skipped.map((one) => `${document.id} ${one}`));
  const judged = new Set(verdicts.map(({ document }) => document.id));
  const expected = known.filter((line) => judged.has(line.split(' ', 1)[0] ?? ''));
  const operations = verdicts.reduce((total, { document }) => total + document.operations, 0);
  return [
    ...skipped.filter((line) => !known.includes(line)).map((line) => `left out: ${line}`),
    ...expected.filter((line) => !skipped.includes(line)).map((line) => `strike from skipped.txt: ${line}`),
    ...skipped.filter((line) => /respon|answer/i.test(line)).map((line) => `for a response alone: ${line}`),
    ...(verdicts.length > 1 && skipped.length > mostSkipped * operations
      ? [`${skipped.length} of ${operations} operations are left out`]
      : []),
  ];
}

/** What differs from the list of documents that are known to fail: such a difference fails the run. */
export function findSurprises(
  verdicts: readonly Verdict[],
  pending: ReadonlyMap<string, Pending>,
): readonly string[] {
  const judged = new Set(verdicts.map(({ document }) => document.id));
  return [
    ...verdicts.flatMap((verdict) => {
      const { id } = verdict.document;
      if (isRight(verdict))
        return pending.has(id) ? [`${id} comes out right: strike it from pending.txt`] : [];
      return pending.has(id) ? [] : [`${id} fails`];
    }),
    ...[...pending.keys()].filter((id) => !judged.has(id)).map((id) => `${id} in pending.txt is no document`),
  ];
}

function rowOf({ document, problems, usage, inspection }: Verdict): readonly string[] {
  const outcomes = stages.map((stage) => {
    const found = problems[stage];
    return found === undefined ? '-' : found.length === 0 ? 'ok' : 'FAIL';
  });
  const { coverage } = inspection ?? {};
  return [
    document.id,
    ...outcomes,
    String(document.operations),
    String(inspection?.tools ?? '-'),
    coverage === undefined ? '-' : share(coverage.named, coverage.total),
    usage.cpuSeconds.toFixed(1),
    usage.peakMiB.toFixed(0),
    String(inspection?.bytes ?? '-'),
    String(inspection?.estimatedTokens ?? '-'),
  ];
}

function totals(verdicts: readonly Verdict[]): readonly string[] {
  const sum = (figure: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, verdict) => total + figure(verdict), 0);
  const right = verdicts.filter(isRight).length;
  return [
    `${right} of ${verdicts.length} right`,
    ...stages.map((stage) => String(sum(({ problems }) => (problems[stage]?.length === 0 ? 1 : 0)))),
    String(sum(({ document }) => document.operations)),
    String(sum(({ inspection }) => inspection?.tools ?? 0)),
    share(
      sum(({ inspection }) => inspection?.coverage.named ?? 0),
      sum(({ inspection }) => inspection?.coverage.total ?? 0),
    ),
    sum(({ usage }) => usage.cpuSeconds).toFixed(1),
    Math.max(0, ...verdicts.map(({ usage }) => usage.peakMiB)).toFixed(0),
    String(sum(({ inspection }) => inspection?.bytes ?? 0)),
    String(sum(({ inspection }) => inspection?.estimatedTokens ?? 0)),
  ];
}

function share(part: number, whole: number): string {
  // Cut, not rounded: 100 % means all.
  return `${(Math.floor((whole === 0 ? 1 : part / whole) * 1000) / 10).toFixed(1)} %`;
}

/** The first column stands left, all others right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
