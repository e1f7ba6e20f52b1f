/** A refresh token and those that took its place: an issuer may give a new one with each use (RFC 6749 6). */
export interface RefreshChain {
  /** As it was configured when the chain began, or as its owner has kept it since. */
  configured: string;
  /** The one to use; `undefined` once the issuer has refused it. */
  current: string | undefined;
  /** Counts the tokens that were configured in one another's place: access tokens of earlier ones are not used. */
  readonly generation: number;
}

/** Finds the chain of a client's refresh token. */
export type RefreshChains = (client: string, configured: string) => RefreshChain;

/** Makes a memory of refresh tokens, one chain for each client. */
export function createRefreshChains(): RefreshChains {
  const chains = new Map<string, RefreshChain>();
  return (client, configured) => {
    const known = chains.get(client);
    // Its owner has kept the new one, and hands it out from now on.
    if (known?.current === configured) known.configured = configured;
    if (known?.configured === configured) return known;
    const chain = { configured, current: configured, generation: (known?.generation ?? 0) + 1 };
    chains.set(client, chain);
    return chain;
  };
}
