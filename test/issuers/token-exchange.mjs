/** Token exchange (RFC 8693), which `oidc-provider` leaves to whoever runs it. */
const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const parameters = [
  'audience',
  'resource',
  'scope',
  'requested_token_type',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
];

/** Registers the grant: a JWT access token of this issuer becomes one of the same subject for another API. */
export function registerTokenExchange(provider, { jose, errors, resourceServer, verificationKey }) {
  const { InvalidRequest, InvalidGrant, InvalidScope } = errors;

  async function readSubject({ subject_token: token, subject_token_type: type }) {
    if (token === undefined || type !== accessTokenType)
      throw new InvalidRequest('subject_token has to be an access token');
    const { kty, n, e } = verificationKey;
    const publicKey = await jose.importJWK({ kty, n, e }, 'RS256');
    try {
      const options = { issuer: provider.issuer, typ: 'at+jwt', algorithms: ['RS256'] };
      return (await jose.jwtVerify(token, publicKey, options)).payload;
    } catch {
      throw new InvalidGrant('subject_token is not good');
    }
  }

  async function exchange(ctx) {
    const { client, params } = ctx.oidc;
    const subject = await readSubject(params);
    const indicator = params.resource ?? params.audience;
    const info = resourceServer(indicator);
    const known = info.scope.split(' ');
    const asked = params.scope?.split(' ') ?? [];
    if (!asked.every((scope) => known.includes(scope)))
      throw new InvalidScope('scope is not known', params.scope);
    const token = new provider.AccessToken({ accountId: subject.sub, client, gty: 'token_exchange' });
    token.resourceServer = new provider.ResourceServer(indicator, info);
    token.scope = asked.join(' ') || undefined;
    ctx.oidc.entity('AccessToken', token);
    const value = await token.save();
    ctx.body = {
      access_token: value,
      issued_token_type: accessTokenType,
      token_type: token.tokenType,
      expires_in: token.expiration,
      ...(token.scope === undefined ? {} : { scope: token.scope }),
    };
  }

  provider.registerGrantType(grantType, exchange, parameters, ['audience', 'resource']);
}
