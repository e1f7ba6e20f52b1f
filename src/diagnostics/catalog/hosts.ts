import { grouped } from '../figures.js';
import type { Entry } from './entry.js';

const effects = { refuses: 'does not take', degrades: 'works worse with' };

/** What is found when listed tools are held against hosts and budgets. */
export const hostFindings = {
  'host-rule-broken': {
    severity: 'warning',
    message: ({
      tool,
      host,
      problem,
      place,
      effect,
      fault,
      rivals,
      uses = 1,
    }: {
      tool: string;
      host: string;
      /** What the host does with such a tool. */
      effect: 'refuses' | 'degrades';
      problem: string;
      /** A pointer into the input schema; empty for the tool as a whole. */
      place: string;
      /** Whether no document can bring this about by itself. */
      fault: boolean;
      /** The chosen profiles that may ask for the contrary. */
      rivals: readonly string[];
      /** Tools that it is about. */
      uses?: number;
    }) => {
      const at = place === '' ? '' : ` (at ${place} of its input schema)`;
      const whose = fault ? ' This is a fault of the generator.' : '';
      const instead =
        rivals.length === 0
          ? ''
          : ` Profile ${rivals.join(' or ')} may ask for it: drop one of the profiles.`;
      const which = uses === 1 ? `Tool '${tool}' is` : `${grouped(uses)} tools, such as '${tool}', are`;
      return `${which} listed in a way that ${host} ${effects[effect]}: ${problem}${at}.${whose}${instead}`;
    },
    help: 'Leave the operation out, or change it by an overlay, until hosts take the tool; report faults of the generator.',
  },
  'long-served-names': {
    severity: 'warning',
    message: ({
      host,
      count,
      most,
      room,
      start,
      longest,
    }: {
      host: string;
      count: number;
      most: number;
      /** What is left of `most` to a tool's own name. */
      room: number;
      /** What stands before that. */
      start: string;
      longest: string;
    }) =>
      `With the server's key ${host} makes more than ${most} characters of ${count === 1 ? 'the name of one tool' : `the names of ${count} tools`}, such as '${longest}'; ${room} are left to a tool's own name (${most} less '${start}').`,
    help: 'Set `tools.maxToolNameLength` to that number, or give the server a shorter `name`; a name that the configuration sets is not shortened.',
  },
  'list-over-budget': {
    severity: 'warning',
    message: ({ found, budget, limit }: { found: string; budget: string; limit: number }) =>
      `The list of tools has ${found}; the budget (\`tools.budgets.${budget}\`) is ${grouped(limit)}.`,
    help: 'Choose operations with --filter, or raise the budget where the models and hosts that are meant take more.',
  },
  'tool-over-budget': {
    severity: 'warning',
    message: ({ tool, tokens, limit }: { tool: string; tokens: number; limit: number }) =>
      `Tool '${tool}' takes about ${grouped(tokens)} tokens; the budget (\`tools.budgets.toolTokens\`) is ${grouped(limit)}.`,
    help: '`openapi2mcp inspect --tool` names the parts that cost most: shorten their descriptions or take members out by an overlay, or raise the budget.',
  },
  'description-over-budget': {
    severity: 'warning',
    message: ({ tool, characters, limit }: { tool: string; characters: number; limit: number }) =>
      `The description of tool '${tool}' has ${grouped(characters)} characters; the budget (\`tools.budgets.descriptionCharacters\`) is ${grouped(limit)}.`,
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
    }) => `Profile '${profile}': ${problem} (${uses === 1 ? 'one tool' : `${grouped(uses)} tools`}).`,
    help: 'Nothing needs to change where this is not needed; other profiles do without it.',
  },
} satisfies Record<string, Entry>;
