import type { Entry } from './entry.js';

/** What can be wrong with flags and configuration. */
export const optionsFindings = {
  'invalid-option': {
    severity: 'error',
    message: ({ option, problem }: { option: string; problem: string }) => `Option ${option}: ${problem}`,
    help: 'Run `openapi2mcp --help` for the options, `openapi2mcp schema` for the keys of a configuration.',
  },
  'filter-matches-nothing': {
    severity: 'warning',
    message: ({ filter, kind, meant }: { filter: string; kind: string; meant: string | undefined }) =>
      `The filter '${filter}' matches no operation${meant === undefined ? '.' : `; did you mean '${kind}:${meant}'?`}`,
    help: 'Write names as the document has them; `*` stands for any characters, `**` also for several segments of a path.',
  },
} satisfies Record<string, Entry>;
