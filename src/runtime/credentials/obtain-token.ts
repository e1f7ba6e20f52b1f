import { logCrash } from '../crash-log.js';
import { ToolError } from '../tool-error.js';
import type { Expiring } from './expiring-cache.js';
import {
  advised,
  checkExchanged,
  clientCredentialsRequest,
  exchangeRequest,
  refreshRequest,
} from './grants.js';
import type { AskIssuer } from './issuer-request.js';
import type { RefreshChain } from './refresh-tokens.js';
import type { Grant } from './token-answer.js';
import { findTokenEndpoint, type EndpointSettings, type GrantKind } from './token-endpoint.js';
import { noToken, RefusedGrant } from './token-errors.js';
import { planLifetime } from './token-lifetime.js';
import { requestGrant, type TokenRequest } from './token-request.js';
import type { TokenWish } from './token-wish.js';

/** A token to be had. */
export interface Errand {
  readonly wish: TokenWish;
  readonly kind: GrantKind;
  /** That of a refresh. */
  readonly chain: RefreshChain | undefined;
}

/** A token in memory. */
export interface KeptToken extends Expiring {
  readonly token: string;
  /** `undefined` where they are those that were asked for. */
  readonly scopes: readonly string[] | undefined;
}

/** Is handed the refresh token that took the place of a scheme's earlier one. */
export type OnRefreshToken = (schemeName: string, refreshToken: string) => void | Promise<void>;

/** What tokens are obtained with. */
export interface ObtainSettings extends EndpointSettings {
  readonly ask: AskIssuer;
  readonly now: () => number;
  readonly onRefreshToken: OnRefreshToken | undefined;
}

/** Asks an issuer for a token, and plans how long it is used. */
export async function obtainToken(errand: Errand, settings: ObtainSettings): Promise<KeptToken> {
  const startedAt = settings.now();
  const latest = endOfCaller(errand, startedAt);
  const { token, scopes, lifetimeMs } = await ways[errand.kind](errand, settings);
  const kept = { token, scopes, ...planLifetime({ startedAt, lifetimeMs, latest }) };
  if (settings.now() < kept.endsAt) return kept;
  throw noToken('the token that its issuer gave had ended before it could be used.');
}

/** How a grant is asked for. */
const ways: { readonly [Kind in GrantKind]: (errand: Errand, settings: ObtainSettings) => Promise<Grant> } = {
  clientCredentials: (errand, settings) => request(errand, clientCredentialsRequest(errand.wish), settings),
  refresh,
  exchange,
};

async function request(
  { wish, kind }: Errand,
  wanted: TokenRequest,
  settings: ObtainSettings,
): Promise<Grant> {
  const endpoint = await findTokenEndpoint(wish, kind, settings);
  try {
    return await requestGrant(wish, endpoint, wanted, settings.ask);
  } catch (error) {
    throw error instanceof RefusedGrant ? advised(error, wish, kind) : error;
  }
}

async function refresh(errand: Errand, settings: ObtainSettings): Promise<Grant> {
  const { wish, chain } = errand;
  const current = chain?.current;
  if (chain === undefined || current === undefined) {
    const refusal = new RefusedGrant(
      'invalid_grant',
      'The issuer has refused the refresh token: invalid_grant.',
    );
    throw advised(refusal, wish, 'refresh');
  }
  try {
    const grant = await request(errand, refreshRequest(wish, current), settings);
    const { refreshToken = current } = grant;
    chain.current = refreshToken;
    if (refreshToken !== current) void keep(wish.schemeName, refreshToken, settings);
    return grant;
  } catch (error) {
    if (error instanceof RefusedGrant && error.error === 'invalid_grant') chain.current = undefined;
    throw error;
  }
}

/** Whether it can be kept decides nothing about the access token that came with it. */
async function keep(
  schemeName: string,
  refreshToken: string,
  { onRefreshToken }: ObtainSettings,
): Promise<void> {
  try {
    await onRefreshToken?.(schemeName, refreshToken);
  } catch (error) {
    logCrash('keeping a refresh token', error);
  }
}

async function exchange(errand: Errand, settings: ObtainSettings): Promise<Grant> {
  const subjectToken = errand.wish.caller?.token ?? '';
  const grant = await request(errand, exchangeRequest(errand.wish, subjectToken), settings);
  checkExchanged(grant, subjectToken);
  return grant;
}

/** What is exchanged for a caller's token does not outlive it. */
function endOfCaller({ wish, kind }: Errand, time: number): number | undefined {
  const { expiresAt } = wish.caller ?? {};
  if (kind !== 'exchange' || expiresAt === undefined) return undefined;
  if (time < expiresAt * 1000) return expiresAt * 1000;
  throw new ToolError(
    'invalid-credentials',
    'The token of the caller has ended, and nothing was sent. The caller has to sign in again.',
  );
}
