import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCases, type CaseFolder } from './case-format.js';
import { readPending } from './pending.js';
import { runCases } from './run-cases.js';
import { linesOf, summaryOf, verdictOn } from './verdicts.js';

const usage = 'Usage: npm run cases -- [folder] [--only <id>]…';

function selected(folder: string, only: readonly string[]): readonly CaseFolder[] {
  const all = readCases(folder);
  const unknown = only.find((id) => !all.some((one) => one.case.id === id));
  if (unknown !== undefined) throw new Error(`There is no case '${unknown}' in ${folder}.`);
  return only.length === 0 ? all : all.filter((one) => only.includes(one.case.id));
}

function readArguments(): { readonly folder: string; readonly only: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string', multiple: true } },
    });
    const [folder = fileURLToPath(new URL('.', import.meta.url)), ...others] = positionals;
    if (others.length > 0) throw new Error('There is more than one folder.');
    return { folder: resolve(folder), only: values.only ?? [] };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

/** Runs a folder of cases, and prints a line for each and the totals. */
async function main(): Promise<void> {
  const { folder, only } = readArguments();
  const cases = selected(folder, only);
  if (cases.length === 0) throw new Error(`There are no cases in ${folder}.`);
  const pending = readPending(folder, foldersIn(folder));
  const results = await runCases(cases, ({ caseFolder, problems }) => {
    const { id } = caseFolder.case;
    console.log(linesOf(id, problems, pending.get(id)));
  });
  const { line, status } = summaryOf(
    results.map(({ caseFolder, problems }) => verdictOn(problems, pending.get(caseFolder.case.id))),
  );
  console.log(line);
  process.exitCode = status;
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

await main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
