import { grouped } from '../figures.js';
import type { Entry } from './entry.js';

/** A setting about scopes that nothing checks. */
export interface ScopesWithoutOAuth {
  readonly setting: string;
  readonly mode: keyof typeof modeWords;
  /** Settings of this kind. */
  readonly uses?: number;
}

/** Whom a mode without scopes lets in. */
const modeWords = {
  none: "with 'none' whoever reaches the server over HTTP may call every tool",
  bearer: "with 'bearer' every client that has a token may call every tool",
  unchosen: 'none is chosen, so that whoever reaches the server over HTTP may call every tool',
};

/** What is found about who may call a server, and as whom it calls. */
export const accessFindings = {
  'scope-not-asked': {
    severity: 'warning',
    message: ({ setting, scope, meant }: { setting: string; scope: string; meant: string | undefined }) =>
      `The setting '${setting}' speaks of the scope '${scope}', which no tool asks for${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
    help: 'Write scopes as the document names them; `openapi2mcp inspect --tool` shows those of a tool.',
  },
  'scopes-without-oauth': {
    severity: 'warning',
    message: ({ setting, mode, uses = 1 }: ScopesWithoutOAuth) =>
      `The setting '${setting}'${uses === 1 ? '' : ` and ${grouped(uses - 1)} more about scopes`} will do nothing: scopes count only in the mode 'oauth', and ${modeWords[mode]}.`,
    help: "Write `auth: 'oauth'` under `server` (or give --auth oauth), or leave the operations out that not every client may call.",
  },
  'equal-scopes': {
    severity: 'note',
    message: ({ scopes }: { scopes: readonly string[] }) =>
      `The scopes ${scopes.map((scope) => `'${scope}'`).join(' and ')} imply one another: a token with one of them is taken as one with all.`,
    help: 'Under `implies` name the narrower scopes of a broader one, unless they are meant to be equal.',
  },
  'not-exchangeable': {
    severity: 'warning',
    message: ({ tools }: { tools: readonly string[] }) =>
      `No call of ${namesOf(tools)} will reach the API: with the identity 'exchange' every call carries a token of its caller, which the security requirements there have no place for.`,
    help: "Leave these operations out, or write `identity: 'service'`.",
  },
} satisfies Record<string, Entry>;

/** Names that a sentence can hold. */
const mostNames = 5;

function namesOf(tools: readonly string[]): string {
  const named = tools.slice(0, mostNames).map((tool) => `'${tool}'`);
  const more = tools.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
