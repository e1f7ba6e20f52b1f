import { shortestSecret } from '../redaction.js';
import { ToolError } from '../tool-error.js';
import { partOf, type OAuthClient } from './oauth-client.js';
import type { Grant } from './token-answer.js';
import type { GrantKind } from './token-endpoint.js';
import { noToken, RefusedGrant, variableOf, variableToCorrect } from './token-errors.js';
import type { TokenRequest } from './token-request.js';
import type { TokenWish } from './token-wish.js';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/** How a token is obtained for a wish: as its caller, as the person who has signed in, or as this server. */
export function grantKindOf(wish: TokenWish): GrantKind {
  if (wish.caller?.identity === 'exchange') return 'exchange';
  return partOf(wish, 'refreshToken') === undefined ? 'clientCredentials' : 'refresh';
}

/** Scopes as a request names them, in one order. */
export function wishedScopes({ scopes }: Pick<TokenWish, 'scopes'>): readonly string[] {
  return scopes.length < 2 ? scopes : [...new Set(scopes)].sort();
}

/** Client Credentials Grant (RFC 6749 4.4). */
export function clientCredentialsRequest(wish: TokenWish): TokenRequest {
  const { scheme } = wish;
  if (scheme.type === 'oauth2' && scheme.flows.clientCredentials === undefined)
    throw new ToolError(
      'missing-credentials',
      `Run \`npm run login\` in the folder of this server, or set ${variableOf(scheme, 'refreshToken')} in its ` +
        'environment; nothing was sent.',
    );
  return {
    grantType: 'client_credentials',
    parameters: { scope: wishedScopes(wish).join(' '), ...targetOf(wish) },
  };
}

/** A refresh (RFC 6749 6). It names no scopes: the token has all that were granted when the person signed in. */
export function refreshRequest(wish: TokenWish, refreshToken: string): TokenRequest {
  return {
    grantType: 'refresh_token',
    parameters: { refresh_token: refreshToken, ...targetOf(wish) },
    secrets: [refreshToken],
  };
}

/** Token Exchange (RFC 8693 2.1): the caller's token for one that is meant for the API. */
export function exchangeRequest(wish: TokenWish, subjectToken: string): TokenRequest {
  return {
    grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
    parameters: {
      subject_token: subjectToken,
      subject_token_type: accessToken,
      requested_token_type: accessToken,
      scope: wishedScopes(wish).join(' '),
      ...targetOf(wish),
    },
    secrets: [subjectToken],
  };
}

/** For whom the token is: `resource` of RFC 8707, and the `audience` that some issuers ask for. */
function targetOf(client: OAuthClient): TokenRequest['parameters'] {
  return { audience: partOf(client, 'audience'), resource: partOf(client, 'resource') };
}

/** Refuses what an exchange must not bring: another kind of token, or the caller's own. */
export function checkExchanged({ token, issuedTokenType }: Grant, subjectToken: string): void {
  if (issuedTokenType !== accessToken)
    throw noToken(
      'its issuer exchanges the token of the caller for one of another type than an access token.',
    );
  if (token.length < shortestSecret)
    throw noToken(
      `its issuer grants a token of fewer than ${shortestSecret} characters, which could not be kept out of answers.`,
    );
  if (token === subjectToken)
    throw noToken('its issuer hands back the token of the caller, which is never sent to the API.');
}

type Advice = (wish: TokenWish, kind: GrantKind) => string;

/** What an issuer's refusal means for who can do something about it. */
const advices: ReadonlyMap<string, Advice> = new Map<string, Advice>([
  ['invalid_client', correctClient],
  ['unauthorized_client', correctClient],
  ['invalid_grant', adviceOnGrant],
  ['invalid_scope', ({ scopes }) => `It was asked for the scopes ${scopes.join(', ') || 'that it presets'}.`],
  ['invalid_target', correctTarget],
  ['unsupported_grant_type', adviceOnEndpoint],
  ['invalid_request', correctEndpoint],
]);

/** The refusal of an issuer with what to do about it. */
export function advised(refusal: RefusedGrant, wish: TokenWish, kind: GrantKind): RefusedGrant {
  const advice = advices.get(refusal.error)?.(wish, kind);
  const words = [refusal.message, ...(advice === undefined ? [] : [advice]), 'Nothing was sent to the API.'];
  return new RefusedGrant(refusal.error, words.join(' '));
}

function correctClient(client: OAuthClient): string {
  const parts = ['clientId', 'clientSecret', 'privateKey', 'authMethod'] as const;
  const set = parts.filter((part) => part === 'clientId' || partOf(client, part) !== undefined);
  return `Correct ${set.map((part) => variableToCorrect(client, part)).join(' and ')}.`;
}

function correctTarget(client: OAuthClient): string {
  return `Correct ${variableToCorrect(client, 'audience')} or ${variableToCorrect(client, 'resource')}.`;
}

function correctEndpoint(client: OAuthClient): string {
  return `Correct ${variableToCorrect(client, 'issuer')} or ${variableToCorrect(client, 'tokenUrl')}, where another issuer is meant.`;
}

function adviceOnEndpoint(client: OAuthClient, kind: GrantKind): string {
  if (kind !== 'exchange') return correctEndpoint(client);
  const url = variableToCorrect(client, 'tokenUrl');
  return `This token endpoint offers no token exchange (RFC 8693): set MCP_IDENTITY=service, or another ${url}.`;
}

function adviceOnGrant(client: OAuthClient, kind: GrantKind): string {
  if (kind === 'exchange') return 'It does not take the token of the caller, who may have to sign in again.';
  if (kind === 'clientCredentials') return correctClient(client);
  return (
    'The refresh token is not good any more: run `npm run login` in the folder of this server again, or set ' +
    `${variableToCorrect(client, 'refreshToken')} anew.`
  );
}
