import { listIn, type IssuerMetadata } from '../issuers/discovery.js';

/** What OpenID Connect Core 11 asks for a refresh token by. */
const offline = ['openid', 'offline_access'] as const;

/**
 * The scopes to ask for: those that are wanted, and those that bring a refresh token where the issuer is one of OpenID
 * Connect and says that it has them.
 */
export function loginScopes(
  wanted: readonly string[],
  metadata: IssuerMetadata | undefined,
): readonly string[] {
  const offered = metadata === undefined ? [] : (listIn(metadata, 'scopes_supported') ?? []);
  const isOffered = offline.every((scope) => offered.includes(scope));
  return [...new Set([...wanted, ...(isOffered ? offline : [])])];
}

/** OpenID Connect Core 11: who asks for offline access asks for consent, or the issuer leaves it out. */
export function promptFor(scopes: readonly string[], chosen: string | undefined): string | undefined {
  const prompt = chosen ?? (scopes.includes('offline_access') ? 'consent' : '');
  return prompt === '' ? undefined : prompt;
}
