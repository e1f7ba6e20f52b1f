import { logCrash } from '../crash-log.js';
import { ToolError } from '../tool-error.js';
import { within } from '../upstream/deadline.js';
import type { Expiring } from '../issuers/expiring-cache.js';
import {
  advised,
  checkExchanged,
  clientCredentialsRequest,
  exchangeRequest,
  refreshRequest,
} from './grants.js';
import type { AskIssuer } from '../issuers/issuer-request.js';
import type { RefreshChain, RefreshTokenKeeper, ReplacedToken } from './refresh-tokens.js';
import type { Grant } from './token-answer.js';
import { findTokenEndpoint, type EndpointSettings, type GrantKind } from './token-endpoint.js';
import { noToken, RefusedGrant, variableOf } from './token-errors.js';
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
}

/** What tokens are obtained with. */
export interface ObtainSettings extends EndpointSettings {
  readonly ask: AskIssuer;
  readonly now: () => number;
  /** Who keeps refresh tokens that an issuer replaces. */
  readonly refreshTokens: RefreshTokenKeeper | undefined;
}

/** Asks an issuer for a token, and plans how long it is used. */
export async function obtainToken(errand: Errand, settings: ObtainSettings): Promise<KeptToken> {
  const startedAt = settings.now();
  const latest = endOfCaller(errand, startedAt);
  const { token, lifetimeMs } = await ways[errand.kind](errand, settings);
  const kept = { token, ...planLifetime({ startedAt, lifetimeMs, latest }) };
  if (settings.now() < kept.endsAt) return kept;
  throw noToken('the token that its issuer gave had ended before it could be used.');
}

/** How a grant is asked for. */
const ways: { readonly [Kind in GrantKind]: (errand: Errand, settings: ObtainSettings) => Promise<Grant> } = {
  clientCredentials: (errand, settings) =>
    requestToken(errand, clientCredentialsRequest(errand.wish), settings),
  refresh,
  exchange,
};

/** Asks the token endpoint of a wish for a grant; a refusal says what to do about it. */
export async function requestToken(
  { wish, kind }: Pick<Errand, 'wish' | 'kind'>,
  wanted: TokenRequest,
  settings: EndpointSettings & Pick<ObtainSettings, 'ask'>,
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
  if (chain === undefined) throw advised(refusedToken(), wish, 'refresh');
  // A used-up token is not even shown: some issuers take back all that came of it.
  await follow(errand, chain, settings);
  if (chain.isRefused) throw advised(refusedToken(), wish, 'refresh');
  try {
    return await refreshBy(errand, chain, settings);
  } catch (error) {
    if (!chain.isRefused || !(await follow(errand, chain, settings))) throw error;
    return await refreshBy(errand, chain, settings);
  }
}

function refusedToken(): RefusedGrant {
  return new RefusedGrant('invalid_grant', 'The issuer has refused the refresh token: invalid_grant.');
}

/** Goes on with the token that another process or a person has put in the place of a chain's; whether there is one. */
async function follow(
  { wish: { scheme } }: Errand,
  chain: RefreshChain,
  { refreshTokens }: ObtainSettings,
): Promise<boolean> {
  const variable = variableOf(scheme, 'refreshToken');
  const successor = await attempt('looking for a refresh token', async () =>
    refreshTokens?.successorOf(variable, chain.current),
  );
  if (successor === undefined) return false;
  chain.current = successor;
  chain.isRefused = false;
  return true;
}

async function refreshBy(errand: Errand, chain: RefreshChain, settings: ObtainSettings): Promise<Grant> {
  const { schemeName, scheme } = errand.wish;
  const { current: usedUp } = chain;
  try {
    const grant = await requestToken(errand, refreshRequest(errand.wish, usedUp), settings);
    const { refreshToken = usedUp } = grant;
    chain.current = refreshToken;
    const variable = variableOf(scheme, 'refreshToken');
    if (refreshToken !== usedUp) await keep({ schemeName, variable, usedUp, refreshToken }, settings);
    return grant;
  } catch (error) {
    if (error instanceof RefusedGrant && error.error === 'invalid_grant') chain.isRefused = true;
    throw error;
  }
}

/** A refresh token that is lost is a login that is lost, so a call waits for it to be kept, and not for ever. */
const mostKeepingMs = 2000;

async function keep(replaced: ReplacedToken, { refreshTokens }: ObtainSettings): Promise<void> {
  const signal = AbortSignal.timeout(mostKeepingMs);
  await attempt('keeping a refresh token', () =>
    within(signal, Promise.resolve(refreshTokens?.keep(replaced))),
  );
}

/** Whether a token can be kept decides nothing about the access token that came with it. */
async function attempt<Value>(
  what: string,
  work: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    logCrash(what, error);
    return undefined;
  }
}

async function exchange(errand: Errand, settings: ObtainSettings): Promise<Grant> {
  const subjectToken = errand.wish.caller?.token ?? '';
  const grant = await requestToken(errand, exchangeRequest(errand.wish, subjectToken), settings);
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
