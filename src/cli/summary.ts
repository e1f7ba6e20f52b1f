import { choiceRules } from '../choices.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import { grouped } from '../diagnostics/figures.js';
import type { Summary } from '../generate-summary.js';
import type { GenerateResult } from '../generate.js';
import { countReasons } from '../plan/left-out.js';
import type { FileChange } from '../write/changes.js';
import { changesOf, fileLines, folderLines } from './change-lines.js';
import { pathWord } from './command-text.js';
import { namedFew, plural } from './figures.js';
import type { Request } from './options.js';
import { printable } from './printable.js';
import { otherDocumentLines } from './refusal.js';

/** The result of a run that came to its end, in at most 12 lines; with `verbose` also a line per file. */
export function writeSummary(
  { summary, changes, diagnostics }: GenerateResult,
  { options: { mode }, report: { verbose }, isConfiguredAsLast }: Request,
): string {
  if (summary === undefined) return '';
  const changed = changesOf(changes);
  const lines = [
    ...(verbose ? fileLines(changes) : mode === 'dry-run' ? folderLines(changes) : []),
    ...(verbose ? summary.leftOut : []).map(({ operation, reason }) => `left out  ${operation} (${reason})`),
    sizeLine(summary),
    ...leftOutLines(summary),
    ...lastRunLines(summary, isConfiguredAsLast),
    ...authLines(summary),
    changesLine(summary, changed, mode),
    ...toolLines(summary),
    ...countLines(diagnostics, verbose),
    ...templateLines(changes),
    ...(mode === 'write' && changed.length > 0 ? nextLines(summary, changed) : []),
  ];
  return linesText(lines);
}

/** The last lines of a run that was forbidden to write: what was found, and how to bring a stale project up to date. */
export function writeRefusal({ diagnostics, summary }: GenerateResult, request: Request): string {
  const counts = (['error', 'warning'] as const)
    .map((severity) => ({ severity, count: diagnostics.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => plural(count, severity));
  const isStale = diagnostics.some(({ code }) => code === 'out-of-date');
  const lines = [
    `${counts.join(', ')}; nothing was written.`,
    ...(isStale && summary !== undefined ? toolLines(summary) : []),
    ...otherDocumentLines(diagnostics, request),
    ...(isStale ? [`next: ${request.writing}`] : []),
  ];
  return linesText(lines);
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
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
    ...choicesOfLastRun.map((choice) => choiceRules[choice].flag),
  ];
  return options.length === 0 ? [] : [`as in the last run: ${options.join(', ')}`];
}

/** Who may call a server is nothing to change unseen, whichever of flag, configuration and last run decided it. */
function authLines({ authChange }: Summary): readonly string[] {
  return authChange === undefined ? [] : [`clients over HTTP: ${authChange.to} (was ${authChange.from})`];
}

function changesLine(
  { folder }: Summary,
  changed: readonly FileChange[],
  mode: Request['options']['mode'],
): string {
  const place = folder === '.' ? 'this folder' : folder;
  if (changed.length === 0) return `${place} is up to date`;
  const deleted = changed.filter(({ kind }) => kind === 'delete').length;
  const written = changed.length - deleted;
  const counts = [
    ...(written > 0
      ? [`${mode === 'write' ? 'wrote' : 'would write'} ${plural(written, 'file')} to ${place}`]
      : []),
    ...(deleted > 0 ? [`${mode === 'write' ? 'deleted' : 'would delete'} ${plural(deleted, 'file')}`] : []),
  ];
  return counts.join(', ');
}

function toolLines({ toolChanges }: Summary): readonly string[] {
  if (toolChanges === undefined) return [];
  const parts = (['added', 'removed', 'changed'] as const)
    .filter((key) => toolChanges[key].length > 0)
    .map((key) => `${grouped(toolChanges[key].length)} ${key} (${namedFew(toolChanges[key])})`);
  const renamed = toolChanges.renamed.map(({ from, to }) => `${from} → ${to}`);
  if (renamed.length > 0) parts.unshift(`${grouped(renamed.length)} renamed (${namedFew(renamed)})`);
  return parts.length === 0 ? [] : [`tools since the last run: ${parts.join(', ')}`];
}

function countLines(diagnostics: readonly Diagnostic[], verbose: boolean): readonly string[] {
  const codes = new Map<string, number>();
  for (const { severity, code } of diagnostics) {
    if (severity === 'warning') codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const warnings = [...codes].map(([code, count]) => `${grouped(count)} ${code}`).join(', ');
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const names = notes.filter(({ code }) => code === 'tool-name-made').length;
  if (notes.length === 1 && names === 1) {
    const hint = verbose ? '' : ' (--verbose)';
    return [...warningLines(warnings), `1 note: a tool name was made from an id${hint}`];
  }
  const about =
    names === 0 ? '' : `, ${grouped(names)} on ${names === 1 ? 'a tool name' : 'tool names'} made from ids`;
  return [
    ...warningLines(warnings),
    ...(notes.length === 0
      ? []
      : [`${plural(notes.length, 'note')}${about}${verbose ? '' : ' (--verbose shows them)'}`]),
  ];
}

function warningLines(warnings: string): readonly string[] {
  return warnings === '' ? [] : [`warnings: ${warnings}`];
}

function templateLines(changes: readonly FileChange[]): readonly string[] {
  const paths = changes.filter(({ templateChanged }) => templateChanged).map(({ path }) => path);
  if (paths.length === 0) return [];
  return [`yours, and would start differently today (see --print-scaffold): ${namedFew(paths)}`];
}

/** In a fresh project all that is left to do; `.env` is its owner's, so that later runs do not speak of it. */
function nextLines({ folder, needsSettings }: Summary, changed: readonly FileChange[]): readonly string[] {
  const isFresh = changed.some(({ path, kind }) => path === '.env.example' && kind === 'create');
  const isToFill = isFresh && needsSettings;
  const steps = [
    ...(folder === '.' ? [] : [`cd ${pathWord(folder)}`]),
    ...(changed.some(({ path }) => path === 'package.json') ? ['npm install'] : []),
    'npm run build',
    ...(isToFill ? ['cp .env.example .env'] : []),
  ];
  return [
    `next: ${steps.join(' && ')}`,
    ...(isToFill ? ['then: fill in .env, and let npm run doctor say what is missing'] : []),
  ];
}
