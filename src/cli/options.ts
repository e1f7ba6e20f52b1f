import { Diagnostics, type Diagnostic } from '../diagnostics/diagnostics.js';
import type { GenerateOptions } from '../generate-options.js';
import { didYouMean } from './did-you-mean.js';
import { flags, parseFlags, type FlagValues } from './flags.js';

/** What the command line asks for. */
export interface Request {
  readonly wants: 'help' | 'version' | 'scaffold' | 'project';
  readonly options: Omit<GenerateOptions, 'cwd' | 'stdin' | 'env'>;
  /** Path of the scaffolded file that is to be printed. */
  readonly scaffold: string;
  readonly report: ReportOptions;
  /** Where there are any, nothing else of the request counts but how to report them. */
  readonly mistakes: readonly Diagnostic[];
}

/** How much is printed, and in which form. */
export interface ReportOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly json: boolean;
}

/** Reads the arguments of the command line; mistakes are the user's, so they are returned. */
export async function readRequest(args: readonly string[]): Promise<Request> {
  const diagnostics = new Diagnostics();
  checkNames(args, diagnostics);
  const values: FlagValues = diagnostics.hasErrors ? { _: [] } : await parseFlags(args);
  const positionals = values._[0] === 'generate' ? values._.slice(1) : values._;
  checkPositionals(positionals, diagnostics);
  checkValues(values, diagnostics);
  return {
    wants: wantOf(values),
    scaffold: values['print-scaffold'] ?? '',
    options: {
      document: positionals[0],
      output: values.output,
      headers: [],
      choices: {
        ...(values.name === undefined ? {} : { name: values.name }),
        ...(values['server-url'] === undefined ? {} : { serverUrl: values['server-url'] }),
      },
      configuration: undefined,
      mode: modeOf(values),
      force: values.force === true,
      strict: values.strict === true,
    },
    report: {
      quiet: values.quiet === true,
      verbose: values.verbose === true,
      // Also where the rest cannot be read: whoever asks for JSON gets JSON.
      json: values.json ?? args.includes('--json'),
    },
    mistakes: diagnostics.all,
  };
}

function wantOf(values: FlagValues): Request['wants'] {
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  return values['print-scaffold'] === undefined ? 'project' : 'scaffold';
}

function modeOf(values: FlagValues): GenerateOptions['mode'] {
  if (values.check === true) return 'check';
  return values['dry-run'] === true || values['print-scaffold'] !== undefined ? 'dry-run' : 'write';
}

/** yargs would take an unknown name as a flag, and any word as `false`. */
function checkNames(args: readonly string[], diagnostics: Diagnostics): void {
  const end = args.indexOf('--');
  for (const argument of end === -1 ? args : args.slice(0, end)) {
    const [, dashes, name = '', value] = /^(--?)([^=]+)(?:=([^]*))?$/.exec(argument) ?? [];
    if (dashes === undefined) continue;
    const option = findFlag(dashes, name);
    if (option === undefined) reportUnknown(`${dashes}${name}`, diagnostics);
    else if (option.type === 'boolean' && value !== undefined && !/^(true|false)$/.test(value)) {
      diagnostics.report('invalid-option', { option: `--${name}`, problem: 'it takes no value.' });
    }
  }
}

function findFlag(dashes: string, name: string): { readonly type: string } | undefined {
  const found = Object.entries(flags).find(([long, flag]) =>
    dashes === '--' ? long === name : 'alias' in flag && flag.alias === name,
  );
  return found?.[1];
}

function reportUnknown(written: string, diagnostics: Diagnostics): void {
  const names = Object.entries(flags).flatMap(([long, flag]) => [
    `--${long}`,
    ...('alias' in flag ? [`-${flag.alias}`] : []),
  ]);
  const meant = didYouMean(written, names);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  diagnostics.report('invalid-option', { option: written, problem: `there is no such option${hint}` });
}

function checkPositionals(positionals: readonly string[], diagnostics: Diagnostics): void {
  for (const extra of positionals.slice(1)) {
    const command = didYouMean(positionals[0] ?? '', ['generate']) !== undefined;
    const problem = command
      ? `it follows '${positionals[0]}', which is no command; did you mean generate?`
      : 'only one document is read at a time.';
    diagnostics.report('invalid-option', { option: extra, problem });
  }
  if (positionals[0] === '') {
    diagnostics.report('invalid-option', { option: '<document>', problem: 'it is empty.' });
  }
}

function checkValues(values: FlagValues, diagnostics: Diagnostics): void {
  for (const [name, check] of Object.entries(checks)) {
    const value = values[name as keyof typeof checks];
    const problem = value === undefined ? undefined : value === '' ? 'it needs a value.' : check(value);
    if (problem !== undefined) diagnostics.report('invalid-option', { option: `--${name}`, problem });
  }
  for (const [one, other] of contradictions) {
    if (!isGiven(values[one]) || !isGiven(values[other])) continue;
    diagnostics.report('invalid-option', { option: `--${one}`, problem: `it contradicts --${other}.` });
  }
}

const contradictions = [
  ['check', 'dry-run'],
  ['quiet', 'verbose'],
  ['json', 'print-scaffold'],
] as const;

function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}

/** What is wrong with the value of a text option. */
const checks = {
  output: () => undefined,
  name: (value) =>
    value.length <= 64 && /^(@[a-z0-9-][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(value)
      ? undefined
      : 'a package name has up to 64 lower-case letters, digits, `.`, `_` and `-`, first a letter or a digit.',
  'server-url': (value) => {
    if (!URL.canParse(value)) return 'it is no absolute URL.';
    const { protocol, username, password, search, hash } = new URL(value);
    if (protocol !== 'http:' && protocol !== 'https:') return 'it is neither http nor https.';
    if (username !== '' || password !== '')
      return 'it holds credentials; set them when the server is started.';
    return search === '' && hash === '' ? undefined : 'a base URL has no query and no fragment.';
  },
  'print-scaffold': () => undefined,
} satisfies Record<string, (value: string) => string | undefined>;
