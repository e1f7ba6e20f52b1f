/** Whether a text is a `b64token` of RFC 6750 2.1, which can stand in an Authorization header. */
export function isBearerToken(text: string): boolean {
  return /^[\w\-.~+/]+=*$/.test(text);
}
