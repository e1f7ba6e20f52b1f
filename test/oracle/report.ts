import { alignColumns } from '../corpus/report.js';
import { oracleDocuments } from './documents.js';
import { greatestShare, mostExceptions, type Exception } from './exceptions.js';
import { excusesOf } from './excuses.js';
import type { DocumentOutcome, OperationOutcome, Refusal } from './judge-tools.js';

/** An operation's calls that were taken, or refused for no good reason. */
function countedCalls({ calls, refusals }: OperationOutcome): number {
  return calls - refusals.filter((refusal) => excusesOf(refusal) !== undefined).length;
}

function unexcused({ refusals }: OperationOutcome): readonly Refusal[] {
  return refusals.filter((refusal) => excusesOf(refusal) === undefined);
}

interface Column {
  readonly title: string;
  readonly of: (operations: readonly OperationOutcome[]) => number;
}

const columns: readonly Column[] = [
  { title: 'operations', of: ({ length }) => length },
  { title: 'calls', of: (all) => sum(all, ({ calls }) => calls) },
  { title: 'from document', of: (all) => sum(all, ({ fromDocument }) => fromDocument) },
  { title: 'counted', of: (all) => sum(all, countedCalls) },
  { title: 'least', of: (all) => Math.min(...all.map(countedCalls)) },
  { title: 'excused', of: (all) => sum(all, (outcome) => outcome.calls - countedCalls(outcome)) },
  { title: 'not sent', of: (all) => sum(all, ({ foreseen }) => foreseen) },
  { title: 'refused', of: (all) => sum(all, (outcome) => unexcused(outcome).length) },
  { title: 'notes', of: (all) => sum(all, ({ notes }) => notes.length) },
];

/** A line a document and their sum: how many calls were made, how many of them count, and what was refused. */
export function writeTable(outcomes: readonly DocumentOutcome[]): string {
  const all = outcomes.flatMap(({ operations }) => operations);
  const times = (seconds: readonly number[]): string =>
    (seconds.reduce((total, each) => total + each, 0) / 1000).toFixed(0);
  return alignColumns([
    ['document', ...columns.map(({ title }) => title), 'load s', 'calls s'],
    ...outcomes.map(({ document, operations, loadMs, callMs }) => [
      document,
      ...columns.map(({ of }) => String(of(operations))),
      times([loadMs]),
      times([callMs]),
    ]),
    [
      `${outcomes.length} documents`,
      ...columns.map(({ of }) => String(of(all))),
      times(outcomes.map(({ loadMs }) => loadMs)),
      times(outcomes.map(({ callMs }) => callMs)),
    ],
  ]);
}

/** How often each exception was made, by document. */
export function countExcuses(outcomes: readonly DocumentOutcome[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const refusals = outcomes.flatMap(({ operations }) => operations.flatMap((outcome) => outcome.refusals));
  for (const refusal of refusals) {
    for (const { id, where } of new Set(excusesOf(refusal) ?? [])) {
      const place =
        where[refusal.document] === 'many' ? refusal.document : `${refusal.document} ${refusal.operation}`;
      counts.set(`${id}: ${place}`, (counts.get(`${id}: ${place}`) ?? 0) + 1);
    }
  }
  return counts;
}

/** What makes a run fail. */
export function findFaults(
  outcomes: readonly DocumentOutcome[],
  known: readonly Exception[],
  mended: readonly string[],
): readonly string[] {
  const all = outcomes.flatMap(({ document, operations }) =>
    operations.map((outcome) => ({ document, outcome })),
  );
  const counts = countExcuses(outcomes);
  const expected = known.flatMap(({ id, where }) =>
    Object.entries(where)
      .filter(([document]) => outcomes.some((outcome) => outcome.document === document))
      .flatMap(([document, operations]) =>
        operations === 'many'
          ? [`${id}: ${document}`]
          : operations.map((each) => `${id}: ${document} ${each}`),
      ),
  );
  const calls = sum(all, ({ outcome }) => outcome.calls);
  const excused = sum(all, ({ outcome }) => outcome.calls - countedCalls(outcome));
  return [
    ...all.flatMap(({ outcome }) => unexcused(outcome).map(writeRefusal)),
    ...all.flatMap(({ document, outcome }) =>
      outcome.problems.map((problem) => `${document} ${outcome.operation}: ${problem}`),
    ),
    ...all.flatMap(({ document, outcome }) => fewCalls(document, outcome)),
    ...expected
      .filter((place) => !counts.has(place))
      .map((place) => `${place}: no longer comes up: strike it`),
    ...mended.map((path) => `Prism takes the probe ${path}: strike its exception`),
    ...(known.length > mostExceptions
      ? [`${known.length} exceptions, at most ${mostExceptions} are allowed`]
      : []),
    // One document alone may have more of them.
    ...(outcomes.length >= oracleDocuments.length && excused > greatestShare * calls
      ? [`${excused} of ${calls} calls are excused: too many`]
      : []),
  ];
}

function fewCalls(document: string, outcome: OperationOutcome): readonly string[] {
  const excuses = outcome.refusals.flatMap((refusal) => excusesOf(refusal) ?? []);
  const isHidden = excuses.some(({ hidesOperation }) => hidesOperation === true);
  return countedCalls(outcome) > 0 || isHidden ? [] : [`${document} ${outcome.operation}: no call counts`];
}

/** A refusal with the request that shows it. */
export function writeRefusal({ document, operation, tool, values, exchange, violations }: Refusal): string {
  const found = violations.map(({ at, code, message }) => `  ${at} ${code}: ${message.slice(0, 300)}`);
  return [
    `${document} ${operation} (${tool.name}) is refused:`,
    ...found,
    `  arguments ${JSON.stringify(values).slice(0, 1000)}`,
    ...(exchange === undefined ? [] : [`  ${exchange.method} ${exchange.target}`]),
    ...(exchange === undefined || exchange.body.length === 0
      ? []
      : [`  ${JSON.stringify(exchange.body.toString().slice(0, 1000))}`]),
  ].join('\n');
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
