import { createHash } from 'node:crypto';
import { ownMember } from '../own-member.js';
import type { Denial } from './challenge.js';
import { createProofCheck, type ProofCheck } from './dpop.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import type { InboundRequest, TokenScheme } from './presented.js';
import type { Claims, Unknown } from './verdict.js';

/** A token that is good, and the request that it came with. */
export interface Confirmable {
  readonly claims: Claims;
  readonly token: string;
  readonly scheme: TokenScheme;
  readonly request: InboundRequest;
}

/** Whether whoever sent a token is who it was made out to; `undefined` where nothing speaks against it. */
export type Confirm = (given: Confirmable) => Promise<Denial | Unknown | undefined>;

/** What a `cnf` claim (RFC 7800) can hold, and this server can check. */
type Binding = 'jkt' | 'x5t#S256';

/** Makes the function that asks for the proof which a bound token needs: without it the token is as good as stolen. */
export function createConfirmation({
  dpop,
  resource,
  certificateHeader,
}: Pick<OAuthAuthorization, 'dpop' | 'resource' | 'certificateHeader'>): Confirm {
  const checkProof = dpop === 'refuse' ? undefined : createProofCheck(resource);
  return async (given) => {
    const bindings = bindingsOf(given.claims);
    if (bindings === undefined) return denied('The token is bound to something that is not known here.');
    const isBoundToKey = bindings.has('jkt');
    if (dpop === 'require' && !isBoundToKey) return denied('The token has to be bound to a key by DPoP.');
    if (given.scheme === 'DPoP' && !isBoundToKey) return denied('The token is not bound to a key by DPoP.');
    // Whoever issued it has bound it (RFC 9449 5), and there is nothing to hold a proof against.
    if (!isBoundToKey && isCalledBound(given.claims))
      return denied('The token does not say to which key it is bound.');
    const certificate = bindings.get('x5t#S256');
    if (certificate !== undefined && !hasCertificate(given.request, certificate, certificateHeader))
      return denied('The token is bound to another certificate, or to one that is not told.');
    return confirmKey(given, bindings.get('jkt'), checkProof);
  };
}

async function confirmKey(
  { token, scheme, request }: Confirmable,
  thumbprint: string | undefined,
  checkProof: ProofCheck | undefined,
): Promise<Denial | Unknown | undefined> {
  if (thumbprint === undefined) return undefined;
  if (checkProof === undefined) return denied('Tokens that are bound to a key are not taken here.');
  // RFC 9449 7.1: whoever has stolen such a token would send it as a plain one.
  if (scheme !== 'DPoP') return denied('The token is bound to a key: it has to be sent by DPoP.');
  return checkProof(request, token, thumbprint);
}

function isCalledBound(claims: Claims): boolean {
  const type = ownMember(claims, 'token_type');
  return typeof type === 'string' && type.toLowerCase() === 'dpop';
}

/** What a token is bound to; `undefined` where that cannot be checked. */
function bindingsOf(claims: Claims): ReadonlyMap<Binding, string> | undefined {
  const bindings = new Map<Binding, string>();
  if (!Object.hasOwn(claims, 'cnf')) return bindings;
  const cnf = ownMember(claims, 'cnf');
  if (typeof cnf !== 'object' || cnf === null || Array.isArray(cnf)) return undefined;
  for (const [name, value] of Object.entries(cnf)) {
    const isKnown = name === 'jkt' || name === 'x5t#S256';
    if (!isKnown || typeof value !== 'string' || value === '') return undefined;
    bindings.set(name, value);
  }
  return bindings.size === 0 ? undefined : bindings;
}

/** Whether the proxy in front of the server has seen the certificate of a thumbprint (RFC 9440 2.2, RFC 8705 3.1). */
function hasCertificate(
  { headers }: InboundRequest,
  thumbprint: string,
  headerName: string | undefined,
): boolean {
  const value = headerName === undefined ? null : headers.get(headerName);
  const [, base64 = ''] = /^\s*:([A-Za-z\d+/]+={0,2}):\s*$/.exec(value ?? '') ?? [];
  if (base64 === '') return false;
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64url') === thumbprint;
}

function denied(reason: string): Denial {
  return { error: 'invalid_token', reason, finding: { of: 'cnf' } };
}
