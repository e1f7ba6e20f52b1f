import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../load/document.js';
import { exitCodeOf, type ExitCode } from './exit-codes.js';
import { plural } from './figures.js';
import { findingsOf } from './findings.js';
import { writeFindingsJson } from './json-report.js';
import type { Request } from './options.js';
import { printable } from './printable.js';
import { isShown, writeReport } from './report.js';
import type { Terminal } from './run.js';

/** What decides how a refusal is told. */
type RefusedRequest = Pick<Request, 'report' | 'color' | 'files' | 'otherDocument'>;

/** Ends a command that only looks, where there is nothing to look at: says why. */
export async function finishRefused(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, SourceFile>,
  { report, color, files: configuration, otherDocument }: RefusedRequest,
  { writeResult, writeTalk, colors }: Terminal,
  exitCode = exitCodeOf(diagnostics, false),
): Promise<ExitCode> {
  const shown = diagnostics.filter((diagnostic) => isShown(diagnostic, report));
  const findings = await findingsOf(shown, new Map([...configuration, ...files]));
  if (report.json) {
    writeResult(writeFindingsJson(findings, exitCode));
    return exitCode;
  }
  writeTalk(writeReport(findings, report, color === undefined ? colors : picocolors.createColors(color)));
  writeTalk(`${countsOf(diagnostics)}.\n`);
  for (const line of otherDocumentLines(diagnostics, { otherDocument })) writeTalk(`${line}\n`);
  return exitCode;
}

/** Why the settings of a configuration fit nothing, where it was written for another document than the one that was named. */
export function otherDocumentLines(
  diagnostics: readonly Diagnostic[],
  { otherDocument }: Pick<Request, 'otherDocument'>,
): readonly string[] {
  const isMisfit = diagnostics.some(({ code }) => code === 'unknown-operation-setting');
  if (otherDocument === undefined || !isMisfit) return [];
  return [`The configuration is for ${printable(otherDocument)}; \`--config=\` leaves it aside.`];
}

/** How many findings of each severity there are: `1 error, 2 warnings`. */
export function countsOf(diagnostics: readonly Diagnostic[]): string {
  return (['error', 'warning', 'note'] as const)
    .map((severity) => ({ severity, count: diagnostics.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => plural(count, severity))
    .join(', ');
}

/** The colours of a result. */
export function resultColorsOf({ color }: Pick<Request, 'color'>, { resultColors }: Terminal): Colors {
  return color === undefined ? resultColors : picocolors.createColors(color);
}
