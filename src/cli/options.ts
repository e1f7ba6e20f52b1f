import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Diagnostics, type Diagnostic } from '../diagnostics/diagnostics.js';
import { configurationOfLastRun, type GenerateOptions } from '../generate-options.js';
import type { SourceFile } from '../load/document.js';
import { absolute } from '../value-rules.js';
import { commandLine, programFor } from './command-text.js';
import { isCommand, type CommandName } from './commands.js';
import { findConfiguration } from './configuration-file.js';
import type { ConfigurationOutcome, ReadConfiguration } from './configuration.js';
import { checkUse } from './flag-checks.js';
import { choicesOfFlags } from './flag-choices.js';
import { checkFlagNames, firstWord } from './flag-names.js';
import type { FlagValues } from './flags.js';
import { readHeaders } from './headers.js';
import { parseFlags } from './parse-flags.js';

/** What the command line asks for. */
export interface Request {
  readonly wants: 'help' | 'version' | 'schema' | 'scaffold' | 'project' | 'inspection' | 'lint';
  readonly command: CommandName;
  readonly options: Omit<GenerateOptions, 'cwd' | 'stdin' | 'env'>;
  /** Path of the scaffolded file that is to be printed. */
  readonly scaffold: string;
  readonly report: ReportOptions;
  readonly inspection: InspectionOptions;
  /** Whether the report has colours; `undefined` leaves it to the environment. */
  readonly color: boolean | undefined;
  /** The same command again, less what it says of its report, for whoever goes on from here. */
  readonly again: string;
  /** The command that writes, for whoever only looked. */
  readonly writing: string;
  /** Whether the configuration is that of the last run, which nobody named this time. */
  readonly isConfiguredAsLast: boolean;
  /** The document that the configuration is for, where another one was named. */
  readonly otherDocument: string | undefined;
  /** Where there are any, nothing else of the request counts but how to report them. */
  readonly mistakes: readonly Diagnostic[];
  /** The configuration, to find the positions of findings in. */
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** How much is printed, and in which form. */
export interface ReportOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly json: boolean;
  /** Whether a warning stops a run: it is a reason then. */
  readonly strict: boolean;
}

/** What `inspect` and `lint` look at. */
export interface InspectionOptions {
  /** The one that is shown in full, in any of its names. */
  readonly tool: string | undefined;
  /** Whether tokens are counted, not estimated. */
  readonly countsTokens: boolean;
  /** The hosts whose rules are checked, with commas; `undefined` leaves them to the default. */
  readonly hosts: string | undefined;
}

/** Where a command line is read. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the arguments of the command line and the configuration; mistakes are the user's, so they are returned. */
export async function readRequest(args: readonly string[], { cwd, env }: Surroundings): Promise<Request> {
  const diagnostics = new Diagnostics();
  const word = firstWord(args);
  const command = isCommand(word) ? word : 'generate';
  checkFlagNames(args, command, diagnostics);
  const values: FlagValues = diagnostics.hasErrors ? { _: [] } : await parseFlags(args);
  const positionals = isCommand(word) ? values._.slice(1) : values._;
  checkUse(positionals, command, values, diagnostics);
  const wants = wantOf(command, values);
  const choices = choicesOfFlags(values, cwd, diagnostics);
  const headers = readHeaders(values.header ?? [], env, diagnostics);
  const [document] = positionals;
  const { read, files, ...configured } = readers.has(wants)
    ? await readConfigured(values, document, cwd, diagnostics)
    : unconfigured;
  const strict = values.strict ?? read?.strict ?? false;
  return {
    wants,
    command,
    scaffold: values['print-scaffold'] ?? '',
    options: {
      document: document ?? read?.document,
      output: values.output ?? read?.output,
      headers,
      choices,
      configuration: read?.configuration,
      ...(values.config === '' ? { forgetsConfiguration: true } : {}),
      mode: command === 'generate' ? modeOf(values) : 'dry-run',
      force: values.force === true,
      strict,
    },
    report: { ...reportOf(values, args), strict },
    inspection: inspectionOf(values),
    color: values.color,
    ...commandsOf(command, values, positionals, env),
    ...configured,
    mistakes: diagnostics.all,
    files,
  };
}

/** How to go on: with the same command, or with the one that writes. */
function commandsOf(
  command: CommandName,
  values: FlagValues,
  positionals: readonly string[],
  env: Surroundings['env'],
): Pick<Request, 'again' | 'writing'> {
  const program = programFor(env);
  const again = commandLine(program, values);
  if (command === 'generate') return { again, writing: again };
  return { again, writing: commandLine(program, { ...values, _: ['generate', ...positionals] }) };
}

function otherDocumentOf(
  read: ReadConfiguration | undefined,
  document: string | undefined,
  cwd: string,
): string | undefined {
  if (read?.document === undefined || document === undefined) return undefined;
  return absolute(read.document, cwd) === absolute(document, cwd) ? undefined : read.document;
}

/** What needs a document. */
const readers: ReadonlySet<Request['wants']> = new Set(['project', 'scaffold', 'inspection', 'lint']);

/** Reads the configuration: of `--config`, else of the current folder, else of the last run. */
async function readConfigured(
  values: FlagValues,
  document: string | undefined,
  cwd: string,
  diagnostics: Diagnostics,
): Promise<Configured> {
  // A command line that cannot be read does not say which one it is.
  if (diagnostics.hasErrors && Object.keys(values).length === 1) return unconfigured;
  const { file, isOfLastRun } = configurationFor(values, cwd, diagnostics);
  if (file === undefined) return unconfigured;
  const { readConfiguration, reportMissingDocument } = await import('./configuration.js');
  const outcome = await readConfiguration(file, cwd, diagnostics);
  if (document === undefined && outcome.read !== undefined) {
    reportMissingDocument(outcome.read, cwd, diagnostics);
  }
  const otherDocument = otherDocumentOf(outcome.read, document, cwd);
  return { ...outcome, isConfiguredAsLast: isOfLastRun, otherDocument };
}

type Configured = ConfigurationOutcome & Pick<Request, 'isConfiguredAsLast' | 'otherDocument'>;

const unconfigured: Configured = {
  read: undefined,
  files: new Map(),
  isConfiguredAsLast: false,
  otherDocument: undefined,
};

function configurationFor(
  { config, output }: FlagValues,
  cwd: string,
  diagnostics: Diagnostics,
): { readonly file: string | undefined; readonly isOfLastRun: boolean } {
  const given = (file: string | undefined) => ({ file, isOfLastRun: false });
  if (config !== undefined) return given(config === '' ? undefined : resolve(cwd, config));
  const here = findConfiguration(cwd, diagnostics);
  if (here !== undefined || diagnostics.hasErrors) return given(here);
  const last = configurationOfLastRun(resolve(cwd, output ?? '.'));
  if (last === undefined || existsSync(last)) return { file: last, isOfLastRun: true };
  const problem = `that of the last run, ${relative(cwd, last)}, is not there; give another, or --config= for none.`;
  diagnostics.report('invalid-option', { option: '--config', problem });
  return given(undefined);
}

function reportOf(
  { quiet, verbose, json }: FlagValues,
  args: readonly string[],
): Omit<ReportOptions, 'strict'> {
  return {
    quiet: quiet === true,
    verbose: verbose === true,
    // Also where the rest cannot be read: whoever asks for JSON gets JSON.
    json: json ?? args.includes('--json'),
  };
}

function inspectionOf({ tool, tokens, hosts }: FlagValues): InspectionOptions {
  return { tool, countsTokens: tokens === true, hosts: hosts?.join(',') };
}

function wantOf(command: CommandName, values: FlagValues): Request['wants'] {
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  return values['print-scaffold'] === undefined ? wants[command] : 'scaffold';
}

const wants: Readonly<Record<CommandName, Request['wants']>> = {
  generate: 'project',
  inspect: 'inspection',
  lint: 'lint',
  schema: 'schema',
};

function modeOf(values: FlagValues): GenerateOptions['mode'] {
  if (values.check === true) return 'check';
  return values['dry-run'] === true || values['print-scaffold'] !== undefined ? 'dry-run' : 'write';
}
