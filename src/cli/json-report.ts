import type { GenerateResult } from '../generate.js';
import type { ExitCode } from './exit-codes.js';
import type { Finding } from './findings.js';
import { printableJson } from './printable.js';

/** The result of a run as one JSON object, for programs. */
export function writeJson(
  findings: readonly Finding[],
  { summary, changes }: Pick<GenerateResult, 'summary' | 'changes'>,
  exitCode: ExitCode,
): string {
  const diagnostics = findings.map(({ diagnostic, file, line, column, pointer }) => ({
    severity: diagnostic.severity,
    code: diagnostic.code,
    message: diagnostic.message,
    help: diagnostic.help,
    file,
    line,
    column,
    pointer,
  }));
  return `${printableJson({ exitCode, summary, changes, diagnostics })}\n`;
}
