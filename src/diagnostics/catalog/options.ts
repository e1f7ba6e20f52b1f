import type { Entry } from './entry.js';

/** What can be wrong with flags and configuration. */
export const optionsFindings = {
  'invalid-option': {
    severity: 'error',
    message: ({ option, problem }: { option: string; problem: string }) => `Option ${option}: ${problem}`,
    help: '`openapi2mcp --help` shows the options.',
  },
  'unknown-tool': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `Option --tool: ${problem}`,
    help: '`openapi2mcp inspect` lists the tools.',
  },
  'unusable-configuration': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `The configuration ${problem}`,
    help: 'Correct the file, name another with --config, or none with --config=.',
  },
  'filter-matches-nothing': {
    severity: 'warning',
    message: ({ filter, kind, meant }: { filter: string; kind: string; meant: string | undefined }) =>
      `The filter '${filter}' matches no operation${meant === undefined ? '.' : `; did you mean '${kind}:${meant}'?`}`,
    help: 'Write names as the document has them; `*` stands for any characters, `**` also for several segments of a path.',
  },
} satisfies Record<string, Entry>;
