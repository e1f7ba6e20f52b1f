/** Whether a text is a `scope-token` of RFC 6749 3.3: one word of visible ASCII. */
export function isScopeToken(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
}

/** What clients ask an issuer for and no token has to hold: a refresh token is between the two of them alone. */
export const notAsked: ReadonlySet<string> = new Set(['offline_access']);
