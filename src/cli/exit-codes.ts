import type { Code } from '../diagnostics/catalog.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';

/** Every exit code. All but `done` mean that nothing was written. */
export const exitCodes = {
  done: 0,
  /** The document, or a finding that forbids writing. */
  finding: 1,
  usage: 2,
  network: 4,
  /** Disk or permission, or another run holds the folder. */
  disk: 5,
  /** Our mistake. */
  bug: 70,
  interrupted: 130,
} as const;

/** The exit codes that a run can end with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Errors that are not the document's fault. */
const causes: Partial<Record<Code, 'usage' | 'network' | 'disk'>> = {
  'invalid-option': 'usage',
  'unknown-tool': 'usage',
  'unknown-operation-setting': 'usage',
  'unusable-setting': 'usage',
  'unusable-configuration': 'usage',
  unreachable: 'network',
  'write-failed': 'disk',
  'folder-busy': 'disk',
};

/** What a run's findings make it end with; of several causes the one to mend first. */
export function exitCodeOf(diagnostics: readonly Diagnostic[], strict: boolean): ExitCode {
  const forbidding = diagnostics.filter(
    ({ severity }) => severity === 'error' || (strict && severity === 'warning'),
  );
  const found = new Set(forbidding.map(({ code }) => causes[code] ?? 'finding'));
  for (const cause of ['usage', 'network', 'disk', 'finding'] as const) {
    if (found.has(cause)) return exitCodes[cause];
  }
  return exitCodes.done;
}
