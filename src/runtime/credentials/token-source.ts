import { createHash } from 'node:crypto';
import type { Caller } from '../caller.js';
import type { Credential } from '../security.js';
import { within } from '../upstream/deadline.js';
import type { IsAllowedOrigin } from '../upstream/redirects.js';
import { createDiscover } from '../issuers/discovery.js';
import { createExpiringCache } from '../issuers/expiring-cache.js';
import { grantKindOf, wishedScopes } from './grants.js';
import { createAskIssuer } from '../issuers/issuer-request.js';
import { partOf } from './oauth-client.js';
import { obtainToken, type Errand, type KeptToken } from './obtain-token.js';
import { createRefreshChains, type RefreshTokenKeeper } from './refresh-tokens.js';
import { noToken } from './token-errors.js';
import type { TokenSource, TokenWish } from './token-wish.js';

/** What a source of tokens is made with. */
export interface TokenSourceSettings {
  /** Whether an issuer that only the document names may be asked: the API's own origin, and those that are allowed. */
  readonly isAllowedOrigin?: IsAllowedOrigin;
  /** Who keeps refresh tokens that an issuer replaces; missing: this process alone has them. */
  readonly refreshTokens?: RefreshTokenKeeper;
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
}

const mostTokens = 10_000;

/** Makes a source of access tokens with a memory of its own. */
export function createTokenSource(settings: TokenSourceSettings = {}): TokenSource {
  const { now = Date.now, isAllowedOrigin = () => false, refreshTokens } = settings;
  const ask = createAskIssuer(noToken);
  const obtaining = { ask, now, discover: createDiscover(ask, noToken, now), isAllowedOrigin, refreshTokens };
  const tokens = createExpiringCache<KeptToken>(mostTokens, now);
  const nameErrand = createNaming();
  return {
    get: async (wish) => {
      const errand = nameErrand(wish);
      const found = tokens.get(errand.name, () => obtainToken(errand, obtaining));
      const { token } = found instanceof Promise ? await within(wish.signal, found) : found;
      return token;
    },
    drop: (wish, token) => tokens.drop(nameErrand(wish).name, (kept) => kept.token === token),
  };
}

/** An errand by its name: those of one name bring the same token. */
interface NamedErrand extends Errand {
  readonly name: string;
}

function createNaming(): (wish: TokenWish) => NamedErrand {
  const chains = createRefreshChains();
  const clientOf = createClientNaming();
  return (wish) => {
    const kind = grantKindOf(wish);
    const client = clientOf(wish);
    if (kind === 'refresh') {
      const chain = chains(client, partOf(wish, 'refreshToken') ?? '');
      return { wish, kind, chain, name: `${kind} ${client} ${chain.generation}` };
    }
    const subject = kind === 'exchange' && wish.caller !== undefined ? digestOf(wish.caller) : '';
    // What would be asked for by the same words is the same, too.
    const name = [kind, client, subject, ...wishedScopes(wish)].join(' ');
    return { wish, kind, chain: undefined, name };
  };
}

/** What tells the tokens of one client from those of another. */
const clientParts = ['tokenUrl', 'issuer', 'clientId', 'audience', 'resource'] as const;

/** Names clients; most calls of a server have the same ones. */
function createClientNaming(): (wish: TokenWish) => string {
  const known = new WeakMap<Credential, { readonly schemeName: string; readonly name: string }>();
  return (wish) => {
    const { schemeName, credential } = wish;
    const last = known.get(credential);
    if (last?.schemeName === schemeName) return last.name;
    const name = JSON.stringify([schemeName, ...clientParts.map((part) => partOf(wish, part) ?? '')]);
    known.set(credential, { schemeName, name });
    return name;
  };
}

function digestOf({ subject, token }: Caller): string {
  return createHash('sha256').update(`${subject}\0${token}`).digest('base64');
}
