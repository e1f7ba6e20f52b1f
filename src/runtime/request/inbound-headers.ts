import { isCredentialName } from '../credential-names.js';
import { isForbiddenHeader, isToken } from './encoding.js';

// What clients and proxies prove who they are by, beside what its name tells to be a credential.
const proofs = /(?:^|-)(?:dpop|cert(?:s|ificates?)?|mtls|assertion|saml(?:response)?)(?:-|$)/i;

// What proxies that sign users in hand on: the token, what it says, or whose it is. Names with a word of credentials
// (X-Auth-Request-Email, X-Forwarded-Access-Token) are told by that.
const identities = /(?:^|-)(?:oidc|client-principal|userinfo|iap)(?:-|$)/i;

/** Says why a header of a client's request can be no source of values; `undefined` where it can be one. */
export function inboundHeaderProblem(name: string): string | undefined {
  if (!isToken(name)) return `'${name}' is no name of a header (RFC 9110).`;
  if (isCredentialName(name) || proofs.test(name) || identities.test(name)) {
    return `the header '${name}' carries what a client proves itself by, which never goes to the API.`;
  }
  if (isForbiddenHeader(name)) {
    return `the header '${name}' is about the client's own request; it is never passed on.`;
  }
  return undefined;
}
