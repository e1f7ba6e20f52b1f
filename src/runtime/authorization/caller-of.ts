import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Caller, Identity } from '../caller.js';

/** Hands a caller to the SDK, which carries it to whatever answers the request. */
export function authInfoOf(caller: Caller, resourceMetadataUrl?: string): AuthInfo {
  const { token, clientId = caller.subject, scopes = [], expiresAt } = caller;
  return {
    token,
    clientId,
    scopes: [...scopes],
    ...(expiresAt !== undefined && { expiresAt }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
    extra: { caller },
  };
}

/** Who calls, as a gate has found out; `undefined` on stdio and without authorization. */
export type CallerOf = (authInfo: AuthInfo | undefined) => Caller | undefined;

/**
 * Makes the function that reads what a gate hands over. A gate of the owner's own tells it in the SDK's terms: its tokens
 * can do what their scopes say, have no claims, and the API is called for them as the server's settings say.
 */
export function createCallerOf(identity: Identity): CallerOf {
  return (authInfo) => authInfo && callerIn(authInfo, identity);
}

function callerIn(authInfo: AuthInfo, identity: Identity): Caller {
  const { clientId, scopes, token, expiresAt, extra } = authInfo;
  const caller = extra?.['caller'];
  if (isCaller(caller, token)) return caller;
  const claims = Object.create(null) as Caller['claims'];
  return {
    subject: clientId,
    clientId,
    scopes: new Set(scopes),
    claims,
    token,
    expiresAt,
    identity,
  };
}

/** What another gate takes over from a token cannot hold that very token. */
function isCaller(value: unknown, token: string): value is Caller {
  return typeof value === 'object' && value !== null && 'token' in value && value.token === token;
}
