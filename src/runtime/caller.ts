/** As whom the API is called: as this server, or as whoever calls it, by a token that is exchanged (RFC 8693). */
export type Identity = 'service' | 'exchange';

/** Who calls, as the credential of an HTTP request says; on stdio, and without authorization, there is none. */
export interface Caller {
  /** `sub` of the token, or the name of a static one. */
  readonly subject: string;
  /** `client_id` or `azp` of the token. */
  readonly clientId: string | undefined;
  /** What the token allows; `undefined` for everything. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** What the token says, as its issuer has signed or told it; none of a static one. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The credential itself: it is exchanged, and never sent to the API. */
  readonly token: string;
  /** When the token ends, in seconds since 1970; `undefined` for never. */
  readonly expiresAt: number | undefined;
  /** As whom the API is called for it. */
  readonly identity: Identity;
}
