import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { generate, readGeneratorVersion, type GenerateResult } from '../generate.js';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.js';
import { findingsOf } from './findings.js';
import { writeJson } from './json-report.js';
import { readRequest, type Request } from './options.js';
import { finishRefused } from './refusal.js';
import { isShown, writeReport } from './report.js';
import { writeRefusal, writeSummary } from './summary.js';

/** What a run has to do with the outside. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: () => Promise<Uint8Array>;
  /** Results. */
  readonly writeResult: (text: string) => void;
  /** All else. */
  readonly writeTalk: (text: string) => void;
  /** Of talk. */
  readonly colors: Colors;
  readonly resultColors: Colors;
  /** How wide results may be; `undefined` where no terminal shows them. */
  readonly columns: number | undefined;
  /** Called in the same turn in which a project was written: from then on the run counts as done. */
  readonly settle: (exitCode: ExitCode) => void;
}

/** One run of the command line, up to its exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const request = await readRequest(args, terminal);
  if (request.mistakes.length > 0) return refuse(request, terminal);
  if (request.wants === 'help') return printHelp(request, terminal);
  if (request.wants === 'version') return print(`${readGeneratorVersion()}\n`, terminal);
  if (request.wants === 'schema') return printSchema(terminal);
  if (request.wants === 'inspection') return inspect(request, terminal);
  if (request.wants === 'lint') return lint(request, terminal);
  const { cwd, stdin, env } = terminal;
  const result = await generate({ ...request.options, cwd, stdin, env });
  terminal.settle(exitCodeOf(result.diagnostics, request.options.strict));
  return request.wants === 'scaffold'
    ? printScaffold(request, result, terminal)
    : finish(request, result, terminal);
}

function print(text: string, { writeResult }: Terminal): ExitCode {
  writeResult(text);
  return exitCodes.done;
}

async function printHelp({ command }: Request, terminal: Terminal): Promise<ExitCode> {
  const { helpText } = await import('./help.js');
  return print(`${await helpText(command)}\n`, terminal);
}

async function inspect(request: Request, terminal: Terminal): Promise<ExitCode> {
  const { runInspection } = await import('./inspect.js');
  return runInspection(request, terminal);
}

async function lint(request: Request, terminal: Terminal): Promise<ExitCode> {
  const { runLint } = await import('./lint.js');
  return runLint(request, terminal);
}

/** Ends a run whose command line or configuration cannot be used. */
function refuse(request: Request, terminal: Terminal): Promise<ExitCode> {
  return request.command === 'generate'
    ? finish(request, refused(request.mistakes), terminal, exitCodes.usage)
    : finishRefused(request.mistakes, new Map(), request, terminal, exitCodes.usage);
}

async function printSchema(terminal: Terminal): Promise<ExitCode> {
  const { configurationSchema } = await import('./configuration-check.js');
  return print(configurationSchema(), terminal);
}

/** Prints what a run found and did. */
async function finish(
  request: Request,
  result: GenerateResult,
  terminal: Terminal,
  exitCode = exitCodeOf(result.diagnostics, request.options.strict),
): Promise<ExitCode> {
  const { diagnostics } = result;
  const { report } = request;
  // Positions are looked up by reading a file once more: only for what is shown.
  const shown = diagnostics.filter((diagnostic) => isShown(diagnostic, report));
  const findings = await findingsOf(shown, new Map([...request.files, ...result.files]));
  if (report.json) {
    terminal.writeResult(writeJson(findings, result, exitCode));
    return exitCode;
  }
  const colors = request.color === undefined ? terminal.colors : picocolors.createColors(request.color);
  terminal.writeTalk(writeReport(findings, report, colors));
  if (exitCode !== exitCodes.done) terminal.writeTalk(writeRefusal(result, request));
  else if (!report.quiet) terminal.writeResult(writeSummary(result, request));
  return exitCode;
}

/** Prints the text that a file of the user's would start from today. */
function printScaffold(request: Request, result: GenerateResult, terminal: Terminal): Promise<ExitCode> {
  const path = request.scaffold.replaceAll('\\', '/').replace(/^\.\//, '');
  const scaffolded = result.output.filter(({ ownership }) => ownership === 'scaffolded');
  const file = scaffolded.find((one) => one.path === path);
  if (file !== undefined) {
    terminal.writeResult(file.contents);
    return Promise.resolve(exitCodes.done);
  }
  if (result.output.length === 0) return finish(request, result, terminal);
  const diagnostics = new Diagnostics();
  const problem = `'${path}' is none of ${scaffolded.map((one) => one.path).join(', ')}.`;
  diagnostics.report('invalid-option', { option: '--print-scaffold', problem });
  return finish(request, refused(diagnostics.all), terminal);
}

function refused(diagnostics: readonly Diagnostic[]): GenerateResult {
  return { diagnostics, files: new Map(), output: [], changes: [], summary: undefined };
}
