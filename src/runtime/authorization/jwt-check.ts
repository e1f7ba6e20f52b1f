import { faultOf, isCheckedClaim, refusedFor } from './claims.js';
import type { IssuerKeys } from './issuer-keys.js';
import {
  signatureAlgorithms,
  type JoseHeader,
  type JoseLibrary,
  type JwtRules,
  type VerificationKey,
} from './jose-library.js';
import { ownMember } from '../own-member.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import type { TokenType } from './variables.js';
import { clockSkew, type Claims, type Refused, type Verdict } from './verdict.js';

/** The JOSE Header of a token; `undefined` where it is no JWS, and so no JWT that could be read. */
export function readJoseHeader(token: string): JoseHeader | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8'));
    const isHeader = typeof header === 'object' && header !== null && 'alg' in header;
    return isHeader && typeof header.alg === 'string' ? (header as JoseHeader) : undefined;
  } catch {
    return undefined;
  }
}

/** What checks the JWTs of an issuer (RFC 9068). */
export function createJwtCheck(
  { issuer, audience, tokenType }: Pick<OAuthAuthorization, 'issuer' | 'audience' | 'tokenType'>,
  jose: JoseLibrary,
  keys: IssuerKeys,
): (token: string, header: JoseHeader) => Promise<Verdict> {
  const rules: JwtRules = {
    algorithms: [...signatureAlgorithms],
    issuer,
    audience,
    requiredClaims: ['exp'],
    clockTolerance: clockSkew,
  };
  return async (token, header) => {
    const fault = faultOfHeader(header, tokenType);
    if (fault !== undefined) return fault;
    const found = await keys.find(header);
    if ('retryAfterSeconds' in found) return found;
    const verified = await verifyByAny(jose, token, found, rules);
    if ('reason' in verified) return foreign(token, verified, issuer);
    const { claims } = verified;
    return faultOf(claims, audience) ?? idTokenFault(claims, tokenType) ?? verified;
  };
}

function faultOfHeader({ alg, crit, typ }: JoseHeader, tokenType: TokenType): Refused | undefined {
  if (!signatureAlgorithms.includes(alg))
    return { reason: 'The algorithm of the token is not taken.', finding: { of: 'alg' } };
  // None is understood here, and all of them are said to matter (RFC 7515 4.1.11).
  if (crit !== undefined)
    return {
      reason: 'The token asks for an extension that is not known (`crit`).',
      finding: { of: 'crit' },
    };
  if (typeRules[tokenType](typ)) return undefined;
  return {
    reason: 'The `typ` of the token is not that of access tokens.',
    finding: { of: 'typ', got: typ, expected: tokenType },
  };
}

/** `typ` is a media type, whose case does not matter and whose `application/` may be left out (RFC 7515 4.1.9). */
function isType(typ: unknown, name: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === name;
}

/** Issuers that do not follow RFC 9068 write `JWT` or nothing; those that do are taken all the same. */
const typeRules: Readonly<Record<TokenType, (typ: unknown) => boolean>> = {
  'at+jwt': (typ) => isType(typ, 'at+jwt'),
  JWT: (typ) => typ === undefined || isType(typ, 'jwt') || isType(typ, 'at+jwt'),
};

/** Where `typ` does not tell them apart, an ID Token is known by what OpenID Connect puts into it alone. */
function idTokenFault(claims: Claims, tokenType: TokenType): Refused | undefined {
  const isIdToken = ['nonce', 'at_hash', 'c_hash'].some((name) => Object.hasOwn(claims, name));
  return tokenType === 'JWT' && isIdToken
    ? { reason: 'The token is an ID Token.', finding: { of: 'id-token' } }
    : undefined;
}

/** Verifies a token by the first key that its signature is by; keys in its own header are never looked at. */
async function verifyByAny(
  { jwtVerify }: JoseLibrary,
  token: string,
  keys: readonly VerificationKey[],
  rules: JwtRules,
): Promise<{ readonly claims: Claims } | Refused> {
  let refused: Refused = {
    reason: 'The key of the token is not one of the issuer.',
    finding: { of: 'key' },
  };
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, rules);
      return { claims: payload };
    } catch (error) {
      refused = refusedBy(error, rules);
    }
  }
  return refused;
}

/** What jose refuses a token for; the claims of its errors are those of a token whose signature is good. */
function refusedBy(error: unknown, { issuer = '', audience = '' }: JwtRules): Refused {
  const { code, claim, payload } = error as Readonly<Record<'code' | 'claim' | 'payload', unknown>>;
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED')
    return { reason: 'The signature of the token is wrong.', finding: { of: 'signature' } };
  const isOfClaim = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' || code === 'ERR_JWT_EXPIRED';
  if (!isOfClaim || !isCheckedClaim(claim))
    return { reason: 'The token is malformed.', finding: { of: 'malformed' } };
  return refusedFor(claim, payload as Claims, claim === 'iss' ? issuer : audience);
}

/** A token by no key of the issuer says itself whose it is: that is told to whoever runs the server, and not believed. */
function foreign(token: string, refused: Refused, issuer: string): Refused {
  if (refused.finding.of !== 'key' && refused.finding.of !== 'signature') return refused;
  const iss = claimedIssuer(token);
  return iss === issuer ? refused : { ...refused, finding: { of: 'iss', got: iss, expected: issuer } };
}

function claimedIssuer(token: string): unknown {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return ownMember(JSON.parse(text) as Claims, 'iss');
  } catch {
    return undefined;
  }
}
