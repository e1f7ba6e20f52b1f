import type { Entry } from './entry.js';

/** What is found while a project is written. */
export const writeFindings = {
  'other-document': {
    severity: 'error',
    message: ({ path, document }: { path: string; document: string }) =>
      `${path} was generated from '${document}', with which this document has no tool in common; nothing was written.`,
    help: 'Name another folder with --output, or use --force to turn this one into a server of another API.',
  },
  'edited-file': {
    severity: 'error',
    message: ({ path }: { path: string }) =>
      `${path} was edited since it was generated; nothing was written.`,
    help: 'Move the edit to src/overrides.ts, or use --force to replace the file.',
  },
  'foreign-file': {
    severity: 'error',
    message: ({ path }: { path: string }) =>
      `${path} stands where a generated file belongs, and openapi2mcp did not write it; nothing was written.`,
    help: 'Move it elsewhere, or use --force to replace the file (a folder is never replaced).',
  },
  'foreign-directory': {
    severity: 'error',
    message: ({ path, problem }: { path: string; problem: string }) =>
      `${path} ${problem}; nothing was written.`,
    help: 'Name a new folder with --output, or one that holds nothing but the configuration, the document and its overlays.',
  },
  'unreadable-lock': {
    severity: 'error',
    message: ({ path, problem }: { path: string; problem: string }) =>
      `${path} cannot be used: ${problem}; nothing was written.`,
    help: 'Restore the file from version control; after a merge conflict either side will do.',
  },
  'dependency-kept': {
    severity: 'warning',
    message: ({ path, name, problem }: { path: string; name: string; problem: string }) =>
      `${path}: ${name} is left as it is: ${problem}`,
    help: 'Correct package.json by hand.',
  },
  'query-not-kept': {
    severity: 'note',
    message: ({ lock }: { lock: string }) =>
      `The query of the document's URL is not kept in ${lock}, since it may hold a secret.`,
    help: 'Give the whole URL again when you generate again.',
  },
  'folder-busy': {
    severity: 'error',
    message: ({ path, holder }: { path: string; holder: string }) =>
      `${path} is being written by ${holder}; nothing was written.`,
    help: 'Wait until the other run has ended, and run again.',
  },
  'out-of-date': {
    severity: 'error',
    message: ({ path, change }: { path: string; change: string }) => `${path} would be changed (${change}).`,
    help: 'Run the same without --check, and commit the result.',
  },
  'write-failed': {
    severity: 'error',
    message: ({ path, problem }: { path: string; problem: string }) =>
      `${path} cannot be written: ${problem}`,
    help: 'Make room or give the right to write, and run again.',
  },
} satisfies Record<string, Entry>;
