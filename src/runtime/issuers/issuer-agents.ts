import { createHash } from 'node:crypto';
import type { Agent } from 'undici';
import { keepRecent } from '../keep-recent.js';

/** A certificate by which a client proves who it is (RFC 8705), with its private key: PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** The connections to issuers for one certificate, or for none. */
export interface IssuerAgent {
  readonly agent: Agent;
  /** Errors of requests for which there was no connection: nothing of them was sent. */
  readonly unsent: WeakSet<Error>;
}

/** Finds the connections for a certificate. */
export type IssuerAgents = (certificate: ClientCertificate | undefined) => Promise<IssuerAgent>;

// Certificates are renewed now and then; the connections of earlier ones are closed.
const mostAgents = 16;

/** Makes connections to issuers, which are opened on first use. */
export function createIssuerAgents(connectMs: number): IssuerAgents {
  const agents = new Map<string, Promise<IssuerAgent>>();
  return (certificate) => {
    const name = certificate === undefined ? '' : digestOf(certificate);
    const opened = agents.get(name) ?? openAgent(connectMs, certificate);
    const closing = keepRecent(agents, name, opened, mostAgents);
    for (const old of closing) void old.then(({ agent }) => agent.close());
    return opened;
  };
}

function digestOf({ cert, key }: ClientCertificate): string {
  return createHash('sha256').update(`${cert}\0${key}`).digest('base64');
}

async function openAgent(
  connectMs: number,
  certificate: ClientCertificate | undefined,
): Promise<IssuerAgent> {
  const { Agent, buildConnector } = await import('undici');
  const unsent = new WeakSet<Error>();
  const connect = buildConnector({ timeout: connectMs, ...certificate });
  const agent = new Agent({
    connect: (options, callback) =>
      connect(options, (...outcome) => {
        if (outcome[0] !== null) unsent.add(outcome[0]);
        callback(...outcome);
      }),
    // The clock of a request stands in for undici's; idle sockets close before servers' usual five seconds.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
  });
  return { agent, unsent };
}
