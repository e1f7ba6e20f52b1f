import type { TokenWish } from '../credentials/token-wish.js';
import type { Credential, SecurityScheme } from '../security.js';
import type { Finding } from './report.js';
import type { DoctorSettings } from './settings.js';
import { standIn } from './tools.js';

/** A scheme whose tokens an issuer gives, with the credential that is configured. */
export interface TokenScheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly credential: Credential;
}

/** What tokens are asked for with. */
export interface TokenSettings extends DoctorSettings {
  /** Whether tokens are exchanged for those of callers. */
  readonly isExchange: boolean;
  /** Whether refresh tokens are used, each of which an issuer may replace then. */
  readonly usesRefreshToken: boolean;
}

/** What was found about the tokens of a scheme. */
export interface TokenFindings {
  readonly findings: readonly Finding[];
  /** By the name of a tool, the scopes that it asks for and its token does not have. */
  readonly ungranted: ReadonlyMap<string, readonly string[]>;
}

/** What calls would want a token for. */
export function wishOf(
  { name: schemeName, scheme, credential }: TokenScheme,
  scopes: readonly string[],
  isExchange = false,
): TokenWish {
  const { signal } = new AbortController();
  return { schemeName, scheme, credential, scopes, caller: isExchange ? standIn : undefined, signal };
}
