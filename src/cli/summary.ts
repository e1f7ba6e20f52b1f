import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { GenerateResult, Summary } from '../generate.js';
import { countReasons } from '../plan/left-out.js';
import type { FileChange } from '../write/changes.js';
import type { Choices } from '../write/choices.js';
import type { Request } from './options.js';
import { printable } from './printable.js';

/** The result of a run that came to its end, in at most 12 lines; with `verbose` also a line per file. */
export function writeSummary(
  { summary, changes, diagnostics }: GenerateResult,
  { options: { mode }, report: { verbose }, isConfiguredAsLast }: Request,
): string {
  if (summary === undefined) return '';
  const changed = changes.filter(({ kind }) => kind !== 'unchanged' && kind !== 'keep');
  const listed = verbose || mode === 'dry-run' ? changed : [];
  const lines = [
    ...listed.map(({ kind, path }) => `${kind.padEnd(8)}${path}`),
    ...(verbose ? summary.leftOut : []).map(({ operation, reason }) => `left out  ${operation} (${reason})`),
    sizeLine(summary),
    ...leftOutLines(summary),
    ...lastRunLines(summary, isConfiguredAsLast),
    changesLine(summary, changed, mode),
    ...toolLines(summary),
    ...countLines(diagnostics, verbose),
    ...templateLines(changes),
    ...(mode === 'write' && changed.length > 0 ? [nextLine(summary, changed)] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** The last line of a run that was forbidden to write. */
export function writeRefusal(diagnostics: readonly Diagnostic[]): string {
  const counts = (['error', 'warning'] as const)
    .map((severity) => ({ severity, count: diagnostics.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => plural(count, severity));
  return `${counts.join(', ')}; nothing was written.\n`;
}

function sizeLine({ name, tools, operations, tokens }: Summary): string {
  const from = tools === operations ? '' : ` from ${plural(operations, 'operation')}`;
  return `${name}: ${plural(tools, 'tool')}${from}, about ${grouped(tokens)} tokens when listed`;
}

function leftOutLines({ leftOut }: Summary): readonly string[] {
  return leftOut.length === 0 ? [] : [`left out: ${countReasons(leftOut)}`];
}

/** Nobody has to wonder where a choice comes from that was not made this time. */
function lastRunLines({ choicesOfLastRun }: Summary, isConfiguredAsLast: boolean): readonly string[] {
  const options = [
    ...(isConfiguredAsLast ? ['--config'] : []),
    ...choicesOfLastRun.map((key) => flagOf[key]),
  ];
  return options.length === 0 ? [] : [`as in the last run: ${options.join(', ')}`];
}

const flagOf = {
  name: '--name',
  serverUrl: '--server-url',
  envPrefix: 'envPrefix',
  overlays: '--overlay',
  filter: '--filter',
  deprecated: '--no-deprecated',
  refRoot: '--ref-root',
  refHosts: '--allow-refs-from',
  allowHttp: '--allow-http',
  limits: '--limit',
  config: '--config',
} satisfies Record<keyof Choices, string>;

function changesLine(
  { folder }: Summary,
  changed: readonly FileChange[],
  mode: Request['options']['mode'],
): string {
  if (changed.length === 0) return `${folder} is up to date`;
  const deleted = changed.filter(({ kind }) => kind === 'delete').length;
  const written = changed.length - deleted;
  const counts = [
    ...(written > 0
      ? [`${mode === 'write' ? 'wrote' : 'would write'} ${plural(written, 'file')} to ${folder}`]
      : []),
    ...(deleted > 0 ? [`${mode === 'write' ? 'deleted' : 'would delete'} ${plural(deleted, 'file')}`] : []),
  ];
  return counts.join(', ');
}

function toolLines({ toolChanges }: Summary): readonly string[] {
  if (toolChanges === undefined) return [];
  const parts = (['added', 'removed', 'changed'] as const)
    .filter((key) => toolChanges[key].length > 0)
    .map((key) => `${toolChanges[key].length} ${key} (${namedFew(toolChanges[key])})`);
  return parts.length === 0 ? [] : [`tools since the last run: ${parts.join(', ')}`];
}

function countLines(diagnostics: readonly Diagnostic[], verbose: boolean): readonly string[] {
  const codes = new Map<string, number>();
  for (const { severity, code } of diagnostics) {
    if (severity === 'warning') codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const warnings = [...codes].map(([code, count]) => `${count} ${code}`).join(', ');
  const notes = diagnostics.filter(({ severity }) => severity === 'note').length;
  return [
    ...(warnings === '' ? [] : [`warnings: ${warnings}`]),
    ...(notes === 0 ? [] : [`${plural(notes, 'note')}${verbose ? '' : ' (--verbose shows them)'}`]),
  ];
}

function templateLines(changes: readonly FileChange[]): readonly string[] {
  const paths = changes.filter(({ templateChanged }) => templateChanged).map(({ path }) => path);
  if (paths.length === 0) return [];
  return [`yours, with a newer template (see --print-scaffold): ${namedFew(paths)}`];
}

function nextLine({ folder }: Summary, changed: readonly FileChange[]): string {
  const install = changed.some(({ path }) => path === 'package.json') ? ['npm install'] : [];
  return `next: ${[...(folder === '.' ? [] : [`cd ${quoted(folder)}`]), ...install, 'npm run build'].join(' && ')}`;
}

/** For a POSIX shell; the plain names of nearly all projects are right in every shell. */
function quoted(path: string): string {
  return /^[\w./\\:@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function namedFew(names: readonly string[]): string {
  const few = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${few}, …` : few;
}

function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1234567` → `1,234,567`, in every locale. */
function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
