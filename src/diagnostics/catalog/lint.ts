import { grouped } from '../figures.js';
import type { Entry } from './entry.js';

/** What hosts have against tools. */
export interface HostDetails {
  readonly host: string;
  readonly problem: string;
  /** The first that it is about. */
  readonly tool: string;
  /** Tools that it is about. */
  readonly uses?: number;
}

function toolsOf(first: string, uses: number): string {
  return uses === 1 ? `tool '${first}'` : `${grouped(uses)} tools, such as '${first}'`;
}

/** What `lint` alone tells: what forbids nothing, and makes tools harder to choose. */
export const lintFindings = {
  'description-missing': {
    severity: 'note',
    message: ({ tool }: { tool: string }) =>
      `Tool '${tool}' has neither summary nor description; the words of its name stand in their place.`,
    help: 'Give the operation a `summary` that starts with a verb, and say in its `description` when to use it.',
  },
  'description-restates-name': {
    severity: 'note',
    message: ({ tool, description }: { tool: string; description: string }) =>
      `The description of tool '${tool}' says no more than its name: '${description}'`,
    help: 'Say when to use the tool, what it gives back, or what it does not do.',
  },
  'description-short': {
    severity: 'note',
    message: ({ tool, description }: { tool: string; description: string }) =>
      `The description of tool '${tool}' is short: '${description}'`,
    help: 'Say when to use the tool, and where its ids come from; 40 to 80 words are good.',
  },
  'description-long': {
    severity: 'note',
    message: ({ tool, problem }: { tool: string; problem: string }) =>
      `The description of tool '${tool}' is long: ${problem}`,
    help: 'Put what the tool does into a short first sentence, and leave out what its parameters say.',
  },
  'host-refuses': {
    severity: 'warning',
    message: ({ host, problem, tool, uses = 1 }: HostDetails) =>
      `${host} refuses ${toolsOf(tool, uses)}: ${problem}.`,
    help: 'List the tools with --profile for this host where there is such a profile; do without the host, or without the tools.',
  },
  'host-works-worse': {
    severity: 'note',
    message: ({ host, problem, tool, uses = 1 }: HostDetails) =>
      `${host} works worse with ${toolsOf(tool, uses)}: ${problem}.`,
    help: 'List the tools with --profile for this host where there is such a profile; for other hosts nothing needs to change.',
  },
  'list-beyond-host': {
    severity: 'warning',
    message: ({ host, problem }: { host: string; problem: string }) =>
      `The list of tools is more than ${host} takes: ${problem}.`,
    help: 'Choose operations with --filter, or make a server of each part.',
  },
} satisfies Record<string, Entry>;
