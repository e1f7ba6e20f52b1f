import type { STATUS_CODES } from 'node:http';
import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type * as Zlib from 'node:zlib';
import type { Agent } from 'undici';
import type { Limits } from '../limits.js';
import { createIdentityAgents, type ClientIdentity } from './identity-agents.js';

/** The connections to the API, and what is loaded with them for the first call: until then a server gets by without. */
export interface Connection {
  /** The connections by which a server is known as the one of a certificate, or as nobody. */
  readonly agentFor: (identity: ClientIdentity | undefined) => Agent;
  readonly zlib: typeof Zlib;
  readonly streams: { readonly Readable: typeof Readable };
  readonly reasons: typeof STATUS_CODES;
  readonly demand: Demand;
}

/** How many messages wait for a connection. */
export interface Demand {
  waiting: number;
}

// The clock of the call tells what did not come in time; what it waited for is closed a moment later.
const afterCall = 500;

/** Loads what calls need; connections are opened by the first message to an origin. */
export async function openConnection({ connectMs }: Pick<Limits, 'connectMs'>): Promise<Connection> {
  const [{ Agent, buildConnector }, zlib, streams, { STATUS_CODES: reasons }, tls] = await Promise.all([
    import('undici'),
    import('node:zlib'),
    import('node:stream'),
    import('node:http'),
    import('node:tls'),
  ]);
  const demand: Demand = { waiting: 0 };
  const agentWith = (secureContext?: SecureContext): Agent => {
    const timeout = connectMs + afterCall;
    const connect = buildConnector({ timeout, ...(secureContext !== undefined && { secureContext }) });
    // The call's own clock stands in for undici's; idle sockets close before servers' usual five seconds.
    return new Agent({
      // For a message that was given up, undici opens the next connection before it sees that there is nothing to send.
      connect: (options, callback) => {
        if (demand.waiting > 0) connect(options, callback);
        else callback(new Error('No message waits for a connection.'), null);
      },
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
    });
  };
  const agent = agentWith();
  const identified = createIdentityAgents(agentWith, tls);
  const agentFor: Connection['agentFor'] = (identity) => (identity ? identified(identity) : agent);
  return { agentFor, zlib, streams, reasons, demand };
}
