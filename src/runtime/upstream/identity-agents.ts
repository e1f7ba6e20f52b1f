import type * as Tls from 'node:tls';
import type { Agent } from 'undici';
import { keepRecent } from '../keep-recent.js';
import { ToolError } from '../tool-error.js';

/** A client certificate, by which a server is known in its connections. */
export interface ClientIdentity {
  /** All three in PEM. */
  readonly certificate: string;
  readonly key: string;
  /** What the API is trusted by in place of the usual certificates. */
  readonly authority?: string;
  /** The variables that it comes from. */
  readonly variables: readonly string[];
}

// Of more than one there are when a certificate has been replaced; its connections end with their last call.
const mostAgents = 8;

/** Makes the function that gives each identity connections of its own: none is ever shared with another. */
export function createIdentityAgents(
  agentWith: (context: Tls.SecureContext) => Agent,
  tls: Pick<typeof Tls, 'createSecureContext'>,
): (identity: ClientIdentity) => Agent {
  const agents = new Map<string, Agent>();
  return (identity) => {
    const id = JSON.stringify([identity.certificate, identity.key, identity.authority]);
    const agent = agents.get(id) ?? agentWith(contextOf(identity, tls));
    for (const old of keepRecent(agents, id, agent, mostAgents)) void old.close();
    return agent;
  };
}

function contextOf(
  { certificate, key, authority, variables }: ClientIdentity,
  { createSecureContext }: Pick<typeof Tls, 'createSecureContext'>,
): Tls.SecureContext {
  try {
    return createSecureContext({ cert: certificate, key, ...(authority !== undefined && { ca: authority }) });
  } catch (error) {
    throw new ToolError(
      'invalid-credentials',
      `The client certificate cannot be used${reasonOf(error)}. Correct ${variables.join(' and ')}; nothing was sent.`,
    );
  }
}

/** What OpenSSL says is wrong, in a word of its own: never what it was given. */
function reasonOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : '';
}
