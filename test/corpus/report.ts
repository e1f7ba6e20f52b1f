import type { Pending } from './corpus.js';
import { isRight, stages, type Verdict } from './judge.js';
import type { TokenFigures } from './token-figures.js';

interface Column {
  readonly title: string;
  readonly of: (verdict: Verdict) => string;
  /** Of all documents. */
  readonly total: (verdicts: readonly Verdict[]) => string;
}

const columns: readonly Column[] = [
  { title: 'document', of: ({ document }) => document.id, total: ({ length }) => `${length} documents` },
  { title: 'outcome', of: outcomeOf, total: (verdicts) => `${verdicts.filter(isRight).length} ok` },
  summed('operations', ({ document }) => document.operations),
  summed('tools', ({ inspection }) => inspection?.tools),
  {
    title: 'coverage',
    of: ({ inspection }) => (inspection === undefined ? '-' : share(inspection.coverage)),
    total: (verdicts) => {
      const all = verdicts.flatMap(({ inspection }) => inspection?.coverage ?? []);
      return share({ named: sum(all, ({ named }) => named), total: sum(all, ({ total }) => total) });
    },
  },
  summed('CPU s', ({ usage }) => usage.cpuSeconds, 1),
  greatest('MiB', ({ usage }) => usage.peakMiB),
  summed('tokens', ({ inspection }) => inspection?.figures.tokens),
  summed('with outputs', ({ inspection }) => inspection?.figures.withOutputs),
  {
    title: 'more',
    of: ({ inspection }) => (inspection === undefined ? '-' : outputShare([inspection.figures])),
    total: (verdicts) => outputShare(verdicts.flatMap(({ inspection }) => inspection?.figures ?? [])),
  },
  greatest('largest input', ({ inspection }) => inspection?.largestInput),
  summed('host violations', ({ problems }) => problems.hosts?.length),
];

/** One line a document: `ok` or the stages that it fails at, and figures; the last line sums them up. */
export function writeTable(verdicts: readonly Verdict[]): string {
  return alignColumns([
    columns.map(({ title }) => title),
    ...verdicts.map((verdict) => columns.map(({ of }) => of(verdict))),
    columns.map(({ total }) => total(verdicts)),
  ]);
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

function outcomeOf({ problems }: Verdict): string {
  const failed = stages.filter((stage) => (problems[stage]?.length ?? 0) > 0);
  return failed.length === 0 ? 'ok' : `FAIL ${failed.join(',')}`;
}

type Figure = (verdict: Verdict) => number | undefined;

function summed(title: string, figure: Figure, digits = 0): Column {
  return {
    title,
    of: (verdict) => figure(verdict)?.toFixed(digits) ?? '-',
    total: (verdicts) => sum(verdicts, (verdict) => figure(verdict) ?? 0).toFixed(digits),
  };
}

function greatest(title: string, figure: Figure): Column {
  return {
    title,
    of: (verdict) => figure(verdict)?.toFixed(0) ?? '-',
    total: (verdicts) => Math.max(0, ...verdicts.map((verdict) => figure(verdict) ?? 0)).toFixed(0),
  };
}

function sum<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((total, item) => total + figure(item), 0);
}

function share({ named, total }: { readonly named: number; readonly total: number }): string {
  // Cut, not rounded: 100 % means all.
  return `${(Math.floor((total === 0 ? 1 : named / total) * 1000) / 10).toFixed(1)} %`;
}

function outputShare(figures: readonly TokenFigures[]): string {
  const tokens = sum(figures, (figure) => figure.tokens);
  const withOutputs = sum(figures, (figure) => figure.withOutputs);
  return `${(tokens === 0 ? 0 : (withOutputs / tokens - 1) * 100).toFixed(1)} %`;
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
