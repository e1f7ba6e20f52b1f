import type { Entry } from './entry.js';

/** What is found when listed tools are held against hosts and budgets. */
export const hostFindings = {
  'host-rule-broken': {
    severity: 'warning',
    message: ({
      tool,
      host,
      problem,
      place,
      fault,
    }: {
      tool: string;
      host: string;
      problem: string;
      /** A pointer into the input schema; empty for the tool as a whole. */
      place: string;
      /** Whether no document can bring this about by itself. */
      fault: boolean;
    }) => {
      const at = place === '' ? '' : ` (at ${place} of its input schema)`;
      const whose = fault ? ' This is a fault of the generator.' : '';
      return `Tool '${tool}' is listed in a way that ${host} does not take: ${problem}${at}.${whose}`;
    },
    help: 'Leave the operation out, or change it by an overlay, until hosts take the tool; report faults of the generator.',
  },
  'long-served-names': {
    severity: 'warning',
    message: ({
      host,
      count,
      most,
      longest,
    }: {
      host: string;
      count: number;
      most: number;
      longest: string;
    }) =>
      `With the server's key ${host} makes more than ${most} characters of ${count === 1 ? 'the name of one tool' : `the names of ${count} tools`}, such as '${longest}'.`,
    help: 'Set `tools.maxToolNameLength`, give tools shorter names, or know the server by a shorter key in the host.',
  },
  'list-over-budget': {
    severity: 'warning',
    message: ({ found, budget, limit }: { found: string; budget: string; limit: number }) =>
      `The list of tools has ${found}; the budget (\`tools.budgets.${budget}\`) is ${limit}.`,
    help: 'Choose operations with --filter, or raise the budget where the models and hosts that are meant take more.',
  },
  'tool-over-budget': {
    severity: 'warning',
    message: ({ tool, tokens, limit }: { tool: string; tokens: number; limit: number }) =>
      `Tool '${tool}' takes about ${tokens} tokens; the budget (\`tools.budgets.toolTokens\`) is ${limit}.`,
    help: 'Shorten descriptions or take members out by an overlay, or raise the budget.',
  },
  'description-over-budget': {
    severity: 'warning',
    message: ({ tool, characters, limit }: { tool: string; characters: number; limit: number }) =>
      `The description of tool '${tool}' has ${characters} characters; the budget (\`tools.budgets.descriptionCharacters\`) is ${limit}.`,
    help: 'Say it in fewer words: `description` of the operation in the configuration, or an overlay.',
  },
  'profile-limitation': {
    severity: 'note',
    message: ({
      profile,
      problem,
      uses = 1,
    }: {
      profile: string;
      problem: string;
      /** Tools that it is about. */
      uses?: number;
    }) => `Profile '${profile}': ${problem} (${uses === 1 ? 'one tool' : `${uses} tools`}).`,
    help: 'Nothing needs to change where this is not needed; other profiles do without it.',
  },
} satisfies Record<string, Entry>;
