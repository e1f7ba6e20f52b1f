import type { GenerateResult } from '../generate.js';
import type { ExitCode } from './exit-codes.js';
import type { Finding, Place } from './findings.js';
import { printableJson } from './printable.js';

/** The result of a run as one JSON object, for programs. */
export function writeJson(
  findings: readonly Finding[],
  { summary, changes }: Pick<GenerateResult, 'summary' | 'changes'>,
  exitCode: ExitCode,
): string {
  return `${printableJson({ exitCode, summary, changes, diagnostics: findings.map(findingJson) })}\n`;
}

/** Findings alone as one JSON object, of a command that does no more than look. */
export function writeFindingsJson(findings: readonly Finding[], exitCode: ExitCode): string {
  return `${printableJson({ exitCode, findings: findings.map(findingJson) })}\n`;
}

/** A finding as programs get it. */
export function findingJson({ diagnostic, places, placeCount, ...place }: Finding): object {
  const { severity, code, message, help } = diagnostic;
  const several = placeCount === 1 ? {} : { placeCount, places: places.map(placeJson) };
  return { severity, code, message, help, ...placeJson(place), ...several };
}

function placeJson({ file, line, column, pointer }: Place): Place {
  return { file, line, column, pointer };
}
