import { fileURLToPath } from 'node:url';
import type { Generation } from '../cases/observation.js';
import { runProcess } from '../tools/run-process.js';
import type { DocumentRun, Outcome, Problems } from './documents.js';
import { everyDocument, foreignEntries, type GeneratedDocument } from './generate-document.js';

/** The text of the file that must never be read. */
export const secret = 'CANARY-SECRET-7f3a';

/** A stack trace, or the name of an exception that only a bug lets out. */
const traces = /^ +at .+:\d+:\d+\)?$|RangeError|TypeError|internal error/m;

/** What holds for every generated document, whatever stands in it. */
export function generationOutcomes(generated: GeneratedDocument): readonly Outcome[] {
  const { first, second, pollution } = generated;
  return [
    { check: 'ends', problems: endingProblems(generated) },
    { check: 'limits', problems: limitProblems(generated) },
    { check: 'no traces', problems: [first, second].flatMap(traceProblems) },
    { check: 'stable', problems: differences(first, second) },
    { check: 'no pollution', problems: pollution },
  ];
}

function endingProblems({ document: { ends }, first, second, findings }: GeneratedDocument): Problems {
  const allowed = { written: [0], refused: [1], either: [0, 1] }[ends];
  const statuses = [first, second].flatMap((run) => {
    if (run.timedOut) return [`no end within ${everyDocument.milliseconds / 1000} s`];
    if (allowed.includes(run.status ?? -1)) return [];
    return [`exit ${run.status ?? 'by a signal'}: ${run.stderr.slice(0, 300)}`];
  });
  return [...statuses, ...(first.status === 1 ? refusalProblems(first, findings) : writingProblems(first))];
}

/** A refusal is one clear error with its place, and nothing written. */
function refusalProblems({ output }: Generation, findings: GeneratedDocument['findings']): Problems {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const placeless = errors.filter(({ file, line }) => file === undefined || line === undefined);
  return [
    ...(errors.length === 1 ? [] : [`${errors.length} errors in place of one`]),
    ...placeless.map(({ message }) => `an error does not name its place: ${message}`),
    ...(output.size === 0 ? [] : [`${output.size} files were written all the same`]),
  ];
}

function writingProblems({ status, output }: Generation): Problems {
  const needed = ['package.json', 'generated/manifest.json', 'openapi2mcp.lock.json', 'src/stdio.ts'];
  return status === 0 ? needed.filter((path) => !output.has(path)).map((path) => `${path} is missing`) : [];
}

function limitProblems({ document: { most }, usage: { cpuSeconds, peakMiB } }: GeneratedDocument): Problems {
  const seconds = most?.cpuSeconds ?? everyDocument.milliseconds / 1000;
  const memory = most?.peakMiB ?? everyDocument.peakMiB;
  return [
    ...(cpuSeconds < seconds ? [] : [`${cpuSeconds.toFixed(1)} s of CPU time, of at most ${seconds}`]),
    ...(peakMiB < memory ? [] : [`${peakMiB.toFixed(0)} MiB of memory, of at most ${memory}`]),
  ];
}

function traceProblems({ stdout, stderr }: Generation): Problems {
  const found = traces.exec(stderr) ?? traces.exec(stdout);
  return found === null ? [] : [`the output holds '${found[0].trim()}'`];
}

/** Two runs with the same input write the same. */
function differences(first: Generation, second: Generation): Problems {
  const paths = new Set([...first.output.keys(), ...second.output.keys()]);
  const different = [...paths].filter((path) => {
    const [one, other] = [first.output.get(path), second.output.get(path)];
    return one === undefined || other === undefined || !one.equals(other);
  });
  return different.map((path) => `${path} is different in a second run`);
}

/** What must nowhere have been written, read or asked for, once everything has ended. */
export async function closingOutcomes(
  { scratch, first, second, canary }: GeneratedDocument,
  outsideAfterwards: readonly string[],
  serverOutput: string,
): Promise<readonly Outcome[]> {
  const outside = [...first.changedOutside, ...second.changedOutside, ...outsideAfterwards];
  const hits = canary?.hits() ?? [];
  return [
    {
      check: 'no foreign files',
      problems: [
        ...new Set([...outside.map((path) => `changed outside of the output folder: ${path}`)]),
        ...(await foreignEntries(scratch)).map((path) => `a foreign file: ${path}`),
      ],
    },
    { check: 'no secrets', problems: secretProblems([first, second], serverOutput) },
    { check: 'no requests', problems: hits.map((line) => `canary: ${line.slice(0, 300)}`) },
  ];
}

/** Where the secret stands. */
export function secretProblems(runs: readonly Generation[], serverOutput: string): Problems {
  const texts = runs.flatMap(({ stdout, stderr, output }) => [
    ['stdout', stdout] as const,
    ['stderr', stderr] as const,
    ...[...output].map(([path, contents]) => [path, contents.toString('latin1')] as const),
  ]);
  return [...texts, ['the server', serverOutput] as const]
    .filter(([, text]) => text.includes(secret))
    .map(([place]) => `'${secret}' stands in ${place}`);
}

/** The findings of the AST oracle on a written project: payloads that became code, syntax errors, install scripts. */
export async function oracleProblems(project: string): Promise<Problems> {
  const oracle = fileURLToPath(new URL('tools/ast-oracle.mjs', import.meta.url));
  // The oracle parses with the compiler that it finds from the current folder.
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const { status, stdout, stderr } = await runProcess(process.execPath, [oracle, project], {
    cwd,
    timeoutMs: 60_000,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  // The last line is the count; without it the oracle did not come to its end.
  if (!/^\d+ files, \d+ findings$/.test(lines.at(-1) ?? ''))
    return [`the oracle failed: ${stderr.slice(0, 300)}`];
  return status === 0 ? [] : lines.slice(0, -1);
}

/** Why a run of a check came to nothing: the same for all, in words. */
export async function judgeChecks(run: DocumentRun): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [check, judge] of Object.entries(run.document.checks)) {
    const problems = await Promise.resolve()
      .then(() => judge(run))
      .catch((error: unknown) => [(error as Error).message]);
    outcomes.push({ check, problems });
  }
  return outcomes;
}
