/** A refresh token in whose place an issuer has given another one. */
export interface ReplacedToken {
  /** As the document names it. */
  readonly schemeName: string;
  /** The environment variable that a refresh token of the scheme is configured by. */
  readonly variable: string;
  readonly usedUp: string;
  readonly refreshToken: string;
}

/** Keeps refresh tokens that an issuer replaces, where they outlive this process. */
export interface RefreshTokenKeeper {
  /** Is handed each token that took the place of one that is used up. */
  readonly keep: (replaced: ReplacedToken) => void | Promise<void>;
  /**
   * The token that stands by now where `known` once was, since another process or a person has replaced it; `undefined`
   * where there is none.
   */
  readonly successorOf: (variable: string, known: string) => Promise<string | undefined>;
}

/** A refresh token and those that took its place: an issuer may give a new one with each use (RFC 6749 6). */
export interface RefreshChain {
  /** As it was configured when the chain began, or as its owner has kept it since. */
  configured: string;
  /** The last one. */
  current: string;
  /** Whether the issuer has refused the last one. */
  isRefused: boolean;
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
    const generation = (known?.generation ?? 0) + 1;
    const chain = { configured, current: configured, isRefused: false, generation };
    chains.set(client, chain);
    return chain;
  };
}
