import { readdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCases, type CaseFolder } from './case-format.js';
import { readPending, type PendingCase } from './pending.js';
import { runCases } from './run-cases.js';

const usage = 'Usage: npm run cases -- [folder] [--only <id>]…';

/** How a case came out, against what `pending.txt` says of it. */
type Verdict = 'passed' | 'failed' | 'pending' | 'mended';

const marks: Readonly<Record<Verdict, string>> = {
  passed: 'ok     ',
  failed: 'FAIL   ',
  pending: 'pending',
  mended: 'MENDED ',
};

function verdictOn(problems: readonly string[], pending: PendingCase | undefined): Verdict {
  if (pending === undefined) return problems.length === 0 ? 'passed' : 'failed';
  return problems.length === 0 ? 'mended' : 'pending';
}

function lineOf(
  verdict: Verdict,
  id: string,
  problems: readonly string[],
  pending: PendingCase | undefined,
): string {
  const notes = {
    passed: [],
    failed: problems,
    pending: pending === undefined ? [] : [`issue ${pending.issue}: ${pending.reason}`],
    mended: ['it passes: strike it from pending.txt'],
  };
  return [`${marks[verdict]} ${id}`, ...notes[verdict].map((note) => `          ${note}`)].join('\n');
}

function selected(folder: string, only: readonly string[]): readonly CaseFolder[] {
  const all = readCases(folder);
  const unknown = only.find((id) => !all.some((one) => one.case.id === id));
  if (unknown !== undefined) throw new Error(`There is no case '${unknown}' in ${folder}.`);
  return only.length === 0 ? all : all.filter((one) => only.includes(one.case.id));
}

/** Runs a folder of cases, prints a line for each and totals; the exit status is 1 on any surprise. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', multiple: true }, verbose: { type: 'boolean' } },
  });
  if (positionals.length > 1) throw new Error(usage);
  const folder = resolve(positionals[0] ?? fileURLToPath(new URL('.', import.meta.url)));
  const cases = selected(folder, values.only ?? []);
  if (cases.length === 0) throw new Error(`There are no cases in ${folder}.`);
  const pending = readPending(folder, folderNames(folder));
  const totals: Record<Verdict, number> = { passed: 0, failed: 0, pending: 0, mended: 0 };
  await runCases(cases, ({ caseFolder, problems }) => {
    const { id } = caseFolder.case;
    const verdict = verdictOn(problems, pending.get(id));
    totals[verdict] += 1;
    console.log(lineOf(verdict, id, problems, pending.get(id)));
  });
  const mended = totals.mended === 0 ? '' : `, ${totals.mended} mended but still listed as pending`;
  console.log(
    `${cases.length} cases: ${totals.passed} passed, ${totals.failed} failed, ${totals.pending} pending${mended}`,
  );
  process.exitCode = totals.failed + totals.mended === 0 ? 0 : 1;
}

function folderNames(folder: string): readonly string[] {
  return readdirSync(realpathSync(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

await main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
