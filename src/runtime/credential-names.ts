// Without those in which the same letters mean something else: author, keyword, design, insight.
const credentialWords =
  /auth(?!or(?!i[sz]))|token|key(?!word)|secret|(?<!de|as)sign(?!al|up)|(?<![a-z])sig(?![a-z])|cookie|credential|passw|pwd|session|jwt|hmac/i;

/** Whether the name of a header or of a parameter tells that its value is a credential. */
export function isCredentialName(name: string): boolean {
  return credentialWords.test(name);
}
