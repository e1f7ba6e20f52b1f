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
  /** Operations that became no tool because something in them is broken: `METHOD /path: reason`. */
  readonly skipped: readonly string[];
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
    [program, 'generate', document.file, '--output', output, '--json'],
    {
      cwd: folder,
      env: plainEnvironment(meter.environment),
      timeoutMs,
    },
  );
  const usage = meter.total();
  const cpu = usage.cpuSeconds > greatestCpuSeconds ? [`${usage.cpuSeconds.toFixed(0)} s of CPU time`] : [];
  const { diagnostics = [] } = reportOf(result);
  const codes = diagnostics.map(({ code }) => code);
  const generate =
    document.operations === 0 ? refusalProblems(result, codes, output) : successProblems(result);
  const written = generate.length === 0 && existsSync(output);
  const skipped = diagnostics.flatMap(({ code, message }) =>
    code === 'operation-skipped' ? [message.replace(' is left out:', ':')] : [],
  );
  const project = written ? await adopt(output) : undefined;
  return { document, project, usage, skipped, problems: { generate, cpu } };
}

/** What `--json` prints. */
interface Report {
  readonly diagnostics?: readonly { readonly code: string; readonly message: string }[];
}

function reportOf({ stdout }: ProcessResult): Report {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
}

function successProblems(result: ProcessResult): readonly string[] {
  return result.status === 0 ? [] : [describe(result)];
}

/** A document that describes no operation is refused, and nothing is written. */
function refusalProblems(result: ProcessResult, codes: readonly string[], output: string): readonly string[] {
  return [
    ...(result.status === 1 && codes.includes('no-operations') ? [] : [describe(result)]),
    ...(existsSync(output) ? ['something was written all the same'] : []),
  ];
}

function describe({ status, timedOut, stderr, stdout }: ProcessResult): string {
  return `${timedOut ? `killed after ${timeoutMs / 1000} s` : `exit status ${status}`}: ${(stderr + stdout).trim().slice(-1500)}`;
}

async function adopt(output: string): Promise<string> {
  const packageJson = JSON.parse(readFileSync(join(output, 'package.json'), 'utf8')) as PackageDependencies;
  const workspace = await createWorkspace(packageJson);
  return workspace.adopt(output);
}
