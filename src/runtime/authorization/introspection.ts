import { createHash } from 'node:crypto';
import { clientSecretBasic } from '../issuers/client-secret-basic.js';
import { createExpiringCache, type Expiring } from '../issuers/expiring-cache.js';
import type { AskIssuer } from '../issuers/issuer-request.js';
import { readJsonObject } from '../issuers/json-answer.js';
import { fetchOptions } from '../issuers/oauth-library.js';
import { ownMember } from '../own-member.js';
import { faultOf, refusedFor } from './claims.js';
import { loadIntrospectionLibrary } from './introspection-library.js';
import { readJoseHeader } from './jwt-check.js';
import { signatureAlgorithms } from './jose-library.js';
import type { IntrospectionSettings, OAuthAuthorization } from './oauth-settings.js';
import type { TokenTools } from './token-check.js';
import { clockSkew, type Check, type Claims, type Refused, type Verdict } from './verdict.js';

const second = 1_000;

/** How long an answer is believed: a token that is taken back is let in no longer than this. */
const longestGood = 10 * second;
const longestBad = 5 * second;
const mostTokens = 10_000;

/** As long as the cache keeps a failure. */
const retryAfterSeconds = 2;

interface Known extends Expiring {
  readonly verdict: { readonly claims: Claims } | Refused;
}

interface IntrospectionParts {
  readonly ask: AskIssuer;
  readonly load: () => Promise<TokenTools>;
}

/** Checks tokens by asking their issuer about them (RFC 7662); each once for all who wait. */
export function createIntrospection(
  authorization: OAuthAuthorization,
  settings: IntrospectionSettings,
  parts: IntrospectionParts,
): Check {
  const known = createExpiringCache<Known>(mostTokens, () => Date.now());
  const find = async (token: string): Promise<Known> => {
    const answer = await introspect(token, authorization, settings, parts).catch(tell);
    const verdict = verdictOn(answer, authorization);
    const endsAt = endOf(verdict);
    return { verdict, refreshAt: endsAt, endsAt };
  };
  return async (token): Promise<Verdict> => {
    // What is kept in memory lets nobody in.
    const name = createHash('sha256').update(token).digest('base64');
    try {
      return (await known.get(name, () => find(token))).verdict;
    } catch {
      return { retryAfterSeconds };
    }
  };
}

/** Tells the operator why nobody knows of a token, once for all who wait. */
function tell(error: unknown): never {
  const problem = error instanceof Error ? error.message : 'no answer';
  console.error(`authorization: the issuer does not tell of a token (${problem.slice(0, 500)})`);
  throw error;
}

function endOf(verdict: Known['verdict']): number {
  const now = Date.now();
  if ('reason' in verdict) return now + longestBad;
  const exp = Number(ownMember(verdict.claims, 'exp'));
  return Math.min(now + longestGood, (exp + clockSkew) * second);
}

/** What RFC 7662 2.2 says of a token, and has to: whom it is for and how long, beside that it is active. */
function verdictOn(
  answer: Claims,
  { issuer, audience }: Pick<OAuthAuthorization, 'issuer' | 'audience'>,
): Known['verdict'] {
  if (ownMember(answer, 'active') !== true)
    return { reason: 'The token is not active.', finding: { of: 'active' } };
  const iss = ownMember(answer, 'iss');
  if (iss !== undefined && iss !== issuer) return refusedFor('iss', answer, issuer);
  return faultOf(answer, audience) ?? { claims: answer };
}

async function introspect(
  token: string,
  { issuer }: Pick<OAuthAuthorization, 'issuer'>,
  { url, clientId, clientSecret }: IntrospectionSettings,
  { ask, load }: IntrospectionParts,
): Promise<Claims> {
  const library = await loadIntrospectionLibrary();
  const client = { client_id: clientId };
  const answer = await library.introspectionRequest(
    { issuer, introspection_endpoint: url },
    client,
    clientSecretBasic(clientSecret),
    token,
    fetchOptions(library, ask),
  );
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  const type = answer.headers.get('content-type') ?? '';
  if (/^application\/token-introspection\+jwt *(;|$)/i.test(type))
    return readSigned(await answer.text(), issuer, client.client_id, await load());
  const object = await readJsonObject(answer);
  if (object === undefined) throw new Error('no JSON object');
  return object;
}

/** An answer that is signed (RFC 9701): for this client, by a key of the issuer. */
async function readSigned(
  text: string,
  issuer: string,
  audience: string,
  { jose, keys }: TokenTools,
): Promise<Claims> {
  const header = readJoseHeader(text);
  const found = header === undefined ? [] : await keys.find(header);
  const [key] = 'retryAfterSeconds' in found ? [] : found;
  if (key === undefined) throw new Error('a signature by no known key');
  const { payload } = await jose.jwtVerify(text, key, {
    algorithms: [...signatureAlgorithms],
    issuer,
    audience,
    typ: 'token-introspection+jwt',
    requiredClaims: ['iat'],
    clockTolerance: clockSkew,
  });
  const claims = ownMember(payload, 'token_introspection');
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw new Error('no token_introspection');
  return claims as Claims;
}
