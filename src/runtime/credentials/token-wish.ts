import type { Caller } from '../caller.js';
import type { Credential, SecurityScheme } from '../security.js';

/** What an access token is wanted for. */
export interface TokenWish {
  /** As the document names it. */
  readonly schemeName: string;
  /** Of type `oauth2` or `openIdConnect`. */
  readonly scheme: SecurityScheme;
  /** The parts that are set; a ready `token` among them is never asked for here. */
  readonly credential: Credential;
  /** Those of the operation's Security Requirement Object. */
  readonly scopes: readonly string[];
  /** Whose token is exchanged, where its `identity` says so; otherwise the token is this server's own. */
  readonly caller: Caller | undefined;
  /** Aborts when nobody waits any more; what others wait for goes on. */
  readonly signal: AbortSignal;
}

/** Obtains access tokens, and keeps them in memory as long as they are good. */
export interface TokenSource {
  /** A token that is good now; a `ToolError` tells why there is none, and never what was sent to whom. */
  readonly get: (wish: TokenWish) => Promise<string>;
  /** Forgets a token that the API has refused. */
  readonly drop: (wish: TokenWish, token: string) => void;
}
