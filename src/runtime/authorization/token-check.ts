import { createAskIssuer } from '../issuers/issuer-request.js';
import { createIntrospection } from './introspection.js';
import { createIssuerKeys, type IssuerKeys } from './issuer-keys.js';
import { createKeysFetcher, fault } from './issuer-metadata.js';
import { loadJose, type JoseLibrary } from './jose-library.js';
import { createJwtCheck, readJoseHeader } from './jwt-check.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import type { Check, Refused } from './verdict.js';

/** What is loaded for the first token: until then a server gets by without. */
export interface TokenTools {
  readonly jose: JoseLibrary;
  readonly keys: IssuerKeys;
}

const noJwt: Refused = {
  reason: 'The token is no JWT, and no others are taken here.',
  finding: { of: 'no-jwt' },
};

/** Checks access tokens: JWTs by the keys of their issuer, others by asking it, where that is set up. */
export function createTokenCheck(authorization: OAuthAuthorization): Check {
  const { introspection, issuer, jwksUrl } = authorization;
  const ask = createAskIssuer(fault);
  let loading: Promise<TokenTools> | undefined;
  const load = (): Promise<TokenTools> =>
    (loading ??= loadJose().then((jose) => ({
      jose,
      keys: createIssuerKeys({ jose, fetchKeys: createKeysFetcher(issuer, jwksUrl, ask) }),
    })));
  const introspect =
    introspection === undefined
      ? undefined
      : createIntrospection(authorization, introspection, { ask, load });
  let checkJwt: ReturnType<typeof createJwtCheck> | undefined;
  return async (token) => {
    const header = readJoseHeader(token);
    if (header === undefined) return introspect?.(token) ?? noJwt;
    if (checkJwt === undefined) {
      const { jose, keys } = await load();
      checkJwt = createJwtCheck(authorization, jose, keys);
    }
    return checkJwt(token, header);
  };
}
