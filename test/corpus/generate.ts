import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type PackageDependencies } from '../tools/projects.js';
import { plainEnvironment, runProcess, type ProcessResult } from '../tools/run-process.js';
import type { CorpusDocument } from './corpus.js';
import { createUsageMeter, type Usage } from './usage.js';

/** What the command line made of one document. */
export interface Generated {
  readonly document: CorpusDocument;
  /** The project's folder, in a workspace where its dependencies are installed; `undefined` where none was written. */
  readonly project: string | undefined;
  readonly usage: Usage;
  readonly problems: { readonly generate: readonly string[]; readonly cpu: readonly string[] };
}

const greatestCpuSeconds = 60;
const timeoutMs = 120_000;

/** Runs `program generate` on a document, into a new folder below `folder`. */
export async function generateProject(
  program: string,
  document: CorpusDocument,
  folder: string,
): Promise<Generated> {
  const output = join(folder, document.id);
  const meter = createUsageMeter();
  const result = await runProcess(
    process.execPath,
    [program, 'generate', document.file, '--output', output],
    {
      cwd: folder,
      env: plainEnvironment(meter.environment),
      timeoutMs,
    },
  );
  const usage = meter.total();
  const cpu = usage.cpuSeconds > greatestCpuSeconds ? [`${usage.cpuSeconds.toFixed(0)} s of CPU time`] : [];
  const generate = document.operations === 0 ? refusalProblems(result, output) : successProblems(result);
  const written = generate.length === 0 && existsSync(output);
  return { document, project: written ? await adopt(output) : undefined, usage, problems: { generate, cpu } };
}

function successProblems(result: ProcessResult): readonly string[] {
  return result.status === 0 ? [] : [describe(result)];
}

/** A document that describes no operation is refused, and nothing is written. */
function refusalProblems(result: ProcessResult, output: string): readonly string[] {
  return [
    ...(result.status === 1 && /\[no-operations\]/.test(result.stderr) ? [] : [describe(result)]),
    ...(existsSync(output) ? ['something was written all the same'] : []),
  ];
}

function describe({ status, timedOut, stderr }: ProcessResult): string {
  return `${timedOut ? `killed after ${timeoutMs / 1000} s` : `exit status ${status}`}: ${stderr.trim().slice(-1500)}`;
}

async function adopt(output: string): Promise<string> {
  const packageJson = JSON.parse(readFileSync(join(output, 'package.json'), 'utf8')) as PackageDependencies;
  const workspace = await createWorkspace(packageJson);
  return workspace.adopt(output);
}
