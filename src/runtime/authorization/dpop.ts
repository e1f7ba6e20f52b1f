import { createHash } from 'node:crypto';
import { ownMember } from '../own-member.js';
import type { Denial } from './challenge.js';
import { loadJose, signatureAlgorithms, type JoseLibrary, type VerifiedJwt } from './jose-library.js';
import type { InboundRequest } from './presented.js';
import { createReplayGuard } from './replay-guard.js';
import type { Claims, Unknown } from './verdict.js';

/** Checks the proof that comes with a token which is bound to the key of this thumbprint. */
export type ProofCheck = (
  request: InboundRequest,
  token: string,
  thumbprint: string,
) => Promise<Denial | Unknown | undefined>;

const second = 1_000;

/** How far from now a proof may have been made, in seconds. */
const proofWindow = 60;

/** As many as a server that is never idle sees in two windows, and not more than fits into memory. */
const mostProofs = 200_000;

const longestProof = 8 * 1024;
const longestId = 256;

/** Makes the check of RFC 9449 4.3 for requests to a resource: each proof is good for one request. */
export function createProofCheck(resource: string, now: () => number = Date.now): ProofCheck {
  const target = targetOf(new URL(resource));
  // From the first moment at which a proof is taken to beyond the last.
  const keptMs = (2 * proofWindow + 1) * second;
  const isFresh = createReplayGuard({ keptMs, most: mostProofs, now });
  let loading: Promise<JoseLibrary> | undefined;
  return async ({ headers, method }, token, thumbprint) => {
    const proof = headers.get('dpop') ?? '';
    // Two headers are joined by a comma, which no proof holds.
    if (proof.length > longestProof || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(proof))
      return denied('There has to be one DPoP header, with a proof.');
    const jose = await (loading ??= loadJose());
    const verified = await verify(jose, proof);
    if (verified === undefined) return denied('The proof is not signed as it has to be.');
    const { payload } = verified;
    const fault = faultOf(payload, { method, target, token, seconds: now() / second });
    if (fault !== undefined) return denied(fault);
    if ((await thumbprintOf(jose, verified)) !== thumbprint)
      return denied('The proof is by another key than that of the token.');
    // Last, so that only whoever has the key leaves anything here.
    switch (isFresh(`${thumbprint} ${String(payload['jti'])}`)) {
      case 'new':
        return undefined;
      case 'seen':
        return denied('The proof was used before.');
      case 'full':
        return { retryAfterSeconds: proofWindow };
    }
  };
}

/** The proof of a header, where its signature is by the public key in it. */
async function verify(
  { jwtVerify, EmbeddedJWK }: JoseLibrary,
  proof: string,
): Promise<VerifiedJwt | undefined> {
  try {
    const rules = { algorithms: [...signatureAlgorithms], typ: 'dpop+jwt' };
    const verified = await jwtVerify(proof, EmbeddedJWK, rules);
    // Of extensions none is understood here.
    return verified.protectedHeader['crit'] === undefined ? verified : undefined;
  } catch {
    return undefined;
  }
}

async function thumbprintOf(
  jose: JoseLibrary,
  { protectedHeader }: VerifiedJwt,
): Promise<string | undefined> {
  // `verify` has looked at it.
  return jose.calculateJwkThumbprint(protectedHeader['jwk'] as Readonly<Record<string, unknown>>, 'sha256');
}

interface Expected {
  readonly method: string;
  readonly target: string;
  readonly token: string;
  readonly seconds: number;
}

function faultOf(payload: Claims, { method, target, token, seconds }: Expected): string | undefined {
  const jti = ownMember(payload, 'jti');
  if (typeof jti !== 'string' || jti === '' || jti.length > longestId)
    return 'The proof has no `jti` that can be remembered.';
  if (ownMember(payload, 'htm') !== method) return 'The proof is for another method.';
  const htu = ownMember(payload, 'htu');
  if (typeof htu !== 'string' || !URL.canParse(htu) || targetOf(new URL(htu)) !== target)
    return 'The proof is for another URL.';
  const iat = ownMember(payload, 'iat');
  if (typeof iat !== 'number' || !(Math.abs(seconds - iat) <= proofWindow))
    return 'The proof is too old, or of the future.';
  const digest = createHash('sha256').update(token).digest('base64url');
  return ownMember(payload, 'ath') === digest ? undefined : 'The proof is for another token.';
}

/** A URL as `htu` compares them: normalized, without query and fragment. */
function targetOf({ origin, pathname }: URL): string {
  return origin + pathname;
}

function denied(reason: string): Denial {
  return { error: 'invalid_dpop_proof', reason, finding: { of: 'proof' } };
}
