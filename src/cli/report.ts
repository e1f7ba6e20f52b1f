import type { Colors } from 'picocolors/types.js';
import { catalog, type Severity } from '../diagnostics/catalog.js';
import type { Entry } from '../diagnostics/catalog/entry.js';
import { grouped } from '../diagnostics/figures.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Finding, Place } from './findings.js';
import type { ReportOptions } from './options.js';
import { printable } from './printable.js';

/** How many findings of one code are printed where nobody asked for all. */
const shownPerCode = 20;

/** Whether a finding is shown: notes only to whoever asks for them, and to programs; what ends a run always. */
export function isShown({ severity }: Diagnostic, { quiet, verbose, json, strict }: ReportOptions): boolean {
  if (json) return true;
  if (quiet) return severity === 'error' || (strict && severity === 'warning');
  return verbose || severity !== 'note';
}

/** Whether nothing has to be done about a finding. */
export function needsNothing({ code }: Diagnostic): boolean {
  const entry: Entry = catalog[code];
  return entry.needsNothing === true;
}

/** The report: `file:line:column: severity: message [code]`, and under the first of each code what to change. */
export function writeReport(
  findings: readonly Finding[],
  { verbose }: ReportOptions,
  colors: Colors,
): string {
  const counts = new Map<string, number>();
  const lines: string[] = [];
  for (const finding of findings) {
    const { code, help } = finding.diagnostic;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count > shownPerCode && !verbose) continue;
    lines.push(writeFinding(finding, colors));
    if (count === 1) lines.push(`    ${help}`);
    if (verbose) lines.push(...placeLines(finding));
  }
  for (const [code, count] of counts) {
    if (count <= shownPerCode || verbose) continue;
    lines.push(colors.dim(`… and ${grouped(count - shownPerCode)} more [${code}]; --verbose shows all`));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function writeFinding(finding: Finding, colors: Colors): string {
  const { severity, message, code } = finding.diagnostic;
  const place = placeOf(finding);
  const start = place === '' ? '' : `${colors.bold(place)}: `;
  return `${start}${paint(severity, colors)}: ${printable(message)} ${colors.dim(`[${code}]`)}`;
}

/** Where else a finding holds that is about several places. */
function placeLines({ places, placeCount }: Finding): readonly string[] {
  if (places.length === 0) return [];
  const more = placeCount > places.length ? `, and ${grouped(placeCount - places.length)} more` : '';
  return [`    at ${places.map(placeOf).join(', ')}${more}`];
}

/** `file:line:column`, as far as it is known. */
export function placeOf({ file, line, column }: Place): string {
  return printable([file, line, column].filter((part) => part !== undefined).join(':'));
}

function paint(severity: Severity, colors: Colors): string {
  const paints = { error: colors.red, warning: colors.yellow, note: colors.cyan } satisfies Record<
    Severity,
    unknown
  >;
  return paints[severity](severity);
}
