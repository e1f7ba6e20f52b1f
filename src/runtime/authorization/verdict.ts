/** What a token says. */
export type Claims = Readonly<Record<string, unknown>>;

/** What has come out about a token: what it says, why it is not taken, or that nobody knows now. */
export type Verdict = { readonly claims: Claims } | Refused | Unknown;

/** A token that is not taken. */
export interface Refused {
  /** A sentence that may be shown to anyone. */
  readonly reason: string;
  readonly finding: Finding;
}

/** What speaks against a token, for whoever runs the server. */
export interface Finding {
  /** A claim or header parameter (`aud`, `typ`), or a word for something else (`signature`). */
  readonly of: string;
  /** What stands there, and what has to. */
  readonly got?: unknown;
  readonly expected?: string;
}

/** Nobody can tell now whether a token is good. */
export interface Unknown {
  readonly retryAfterSeconds: number;
}

/** Finds out about a token. */
export type Check = (token: string) => Promise<Verdict>;

/** How far clocks may be apart, in seconds. */
export const clockSkew = 5;
