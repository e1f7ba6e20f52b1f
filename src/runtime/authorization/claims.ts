import type { Caller } from '../caller.js';
import { ownMember } from '../own-member.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import { clockSkew, type Claims, type Refused } from './verdict.js';

/** Longer names are no names. */
const longestName = 1_024;

/** What of the claims speaks against a token, as it was signed or told: whom it is for, when, and as what. */
export function faultOf(claims: Claims, audience: string): Refused | undefined {
  const fault = faults.find(({ holds }) => !holds(claims, audience));
  return fault && refusedFor(fault.of, claims, audience);
}

/** The refusal for a claim that is not as it has to be. */
export function refusedFor(of: CheckedClaim, claims: Claims, expected: string): Refused {
  return { reason: reasons[of], finding: { of, got: ownMember(claims, of), expected } };
}

/** What is said of a claim that is not as it has to be. */
const reasons = {
  aud: 'The token is not for this server: `aud` is missing or names others.',
  iss: 'The token is of another issuer, or has no `iss`.',
  exp: 'The token has expired, or has no `exp`.',
  nbf: 'The token is not valid yet: `nbf` lies ahead.',
  iat: 'The token was issued in the future: `iat` lies ahead.',
  token_type: 'The token is no access token.',
  token_use: 'The token is no access token.',
} as const;

/** The name of a claim that is looked at. */
type CheckedClaim = keyof typeof reasons;

/** Whether a claim is one that is looked at. */
export function isCheckedClaim(name: unknown): name is CheckedClaim {
  return typeof name === 'string' && Object.hasOwn(reasons, name);
}

const faults: readonly {
  readonly of: CheckedClaim;
  readonly holds: (claims: Claims, audience: string) => boolean;
}[] = [
  {
    of: 'aud',
    holds: (claims, audience) => {
      const aud = ownMember(claims, 'aud');
      return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
    },
  },
  { of: 'exp', holds: (claims) => isTime(ownMember(claims, 'exp'), (exp) => exp > now() - clockSkew) },
  {
    of: 'nbf',
    holds: (claims) => mayBe(claims, 'nbf', (nbf) => isTime(nbf, (time) => time <= now() + clockSkew)),
  },
  {
    of: 'iat',
    holds: (claims) => mayBe(claims, 'iat', (iat) => isTime(iat, (time) => time <= now() + clockSkew)),
  },
  // Issuers tell refresh tokens and ID tokens apart by these, where RFC 9068's `typ` does not.
  {
    of: 'token_type',
    holds: (claims) => mayBe(claims, 'token_type', isOneOf(['bearer', 'dpop', 'access_token'])),
  },
  { of: 'token_use', holds: (claims) => mayBe(claims, 'token_use', isOneOf(['access', 'access_token'])) },
];

function now(): number {
  return Date.now() / 1000;
}

function isTime(value: unknown, holds: (seconds: number) => boolean): boolean {
  return typeof value === 'number' && Number.isFinite(value) && holds(value);
}

function mayBe(claims: Claims, name: string, holds: (value: unknown) => boolean): boolean {
  const value = ownMember(claims, name);
  return value === undefined || holds(value);
}

function isOneOf(values: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && values.includes(value.toLowerCase());
}

/** Who calls, by the claims of a token that is good. */
export function callerOfClaims(
  claims: Claims,
  token: string,
  { scopeClaim, identity }: Pick<OAuthAuthorization, 'scopeClaim' | 'identity'>,
): Caller | Refused {
  const clientId = nameIn(claims, 'client_id') ?? nameIn(claims, 'azp');
  // A token of a client that acts for nobody may have no other subject than the client.
  const subject = Object.hasOwn(claims, 'sub') ? nameIn(claims, 'sub') : clientId;
  const expiresAt = ownMember(claims, 'exp');
  if (subject === undefined || typeof expiresAt !== 'number')
    return { reason: 'The token does not say whose it is.', finding: { of: 'sub' } };
  return {
    subject,
    clientId,
    scopes: new Set(scopesIn(ownMember(claims, scopeClaim))),
    claims,
    token,
    expiresAt,
    identity,
  };
}

function nameIn(claims: Claims, name: string): string | undefined {
  const value = ownMember(claims, name);
  return typeof value === 'string' && value !== '' && value.length <= longestName ? value : undefined;
}

/** Scopes as a text with spaces between them (RFC 8693 4.2), or as an array. */
function scopesIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list
    .flatMap((each) => (typeof each === 'string' ? each.split(' ') : []))
    .filter((scope) => scope !== '');
}
