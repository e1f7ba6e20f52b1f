import type { Entry } from './entry.js';

/** What can be wrong with flags and configuration. */
export const optionsFindings = {
  'invalid-option': {
    severity: 'error',
    message: ({ option, problem }: { option: string; problem: string }) => `Option ${option}: ${problem}`,
    help: 'Run `openapi2mcp generate --help` for the options.',
  },
} satisfies Record<string, Entry>;
