import type { OAuthFlows, SchemeShape } from '../security.js';

/** A part of a credential, which one environment variable holds. */
export interface CredentialPart {
  /** The last words of the variable's name. */
  readonly ending: string;
  /** What it is, in words for who sets it. */
  readonly purpose: string;
  /** Whether nobody may see it. */
  readonly secret: boolean;
}

/** Every part that credentials can have. */
const parts = {
  key: { ending: 'KEY', purpose: 'API key', secret: true },
  username: { ending: 'USERNAME', purpose: 'User name', secret: false },
  password: { ending: 'PASSWORD', purpose: 'Password', secret: true },
  token: { ending: 'TOKEN', purpose: 'Access token that was obtained elsewhere', secret: true },
  clientId: { ending: 'CLIENT_ID', purpose: 'Id of the OAuth client', secret: false },
  clientSecret: { ending: 'CLIENT_SECRET', purpose: 'Secret of the OAuth client', secret: true },
  privateKey: {
    ending: 'PRIVATE_KEY',
    purpose: 'Private key of the OAuth client (PEM of PKCS #8, or JWK)',
    secret: true,
  },
  authMethod: {
    ending: 'AUTH_METHOD',
    purpose:
      'How the client proves who it is: client_secret_basic, client_secret_post, private_key_jwt, tls_client_auth, self_signed_tls_client_auth or none',
    secret: false,
  },
  refreshToken: { ending: 'REFRESH_TOKEN', purpose: 'Refresh token, which "login" obtains', secret: true },
  tokenUrl: { ending: 'TOKEN_URL', purpose: 'Token endpoint of the authorization server', secret: false },
  authorizationUrl: {
    ending: 'AUTHORIZATION_URL',
    purpose: 'Page of the authorization server that "login" opens',
    secret: false,
  },
  deviceUrl: {
    ending: 'DEVICE_URL',
    purpose: 'Device authorization endpoint, for "login --device"',
    secret: false,
  },
  issuer: {
    ending: 'ISSUER',
    purpose: 'Issuer of tokens, whose metadata names its endpoints',
    secret: false,
  },
  audience: {
    ending: 'AUDIENCE',
    purpose: '"audience" of token requests, where the issuer asks for it',
    secret: false,
  },
  resource: { ending: 'RESOURCE', purpose: '"resource" of token requests (RFC 8707)', secret: false },
  certificate: { ending: 'CERT', purpose: 'Client certificate, PEM', secret: false },
  certificateKey: { ending: 'CERT_KEY', purpose: 'Private key of the client certificate, PEM', secret: true },
  certificateAuthority: {
    ending: 'CA',
    purpose: 'Certificates that the API is trusted by in place of the usual ones, PEM',
    secret: false,
  },
} as const satisfies Record<string, CredentialPart>;

/** The name of a part. */
export type PartName = keyof typeof parts;

/** The parts of a scheme's credential. */
export interface CredentialParts {
  readonly parts: Readonly<Partial<Record<PartName, CredentialPart>>>;
  /**
   * Sets of parts, each of which is enough, the usual one first; parts in no set are choices. None where code has to do
   * it: a scheme that is not built in.
   */
  readonly ways: readonly (readonly PartName[])[];
}

/** A token is exchanged (RFC 8693) by a client that proves who it is: nobody else may act for others. */
export const exchangeWays: CredentialParts['ways'] = [
  ['clientId', 'clientSecret'],
  ['clientId', 'privateKey'],
  ['clientId', 'certificate', 'certificateKey'],
];

// The schemes of a manifest are looked at by every call.
const known = new WeakMap<SchemeShape, CredentialParts>();

/** What the credential of a scheme is made of. */
export function credentialParts(scheme: SchemeShape): CredentialParts {
  const found = known.get(scheme) ?? partsOf(scheme);
  known.set(scheme, found);
  return found;
}

function partsOf(scheme: SchemeShape): CredentialParts {
  switch (scheme.type) {
    case 'apiKey':
      return madeOf([['key']]);
    case 'http':
      return httpParts.get(scheme.scheme) ?? madeOf([]);
    case 'mutualTLS':
      return madeOf([['certificate', 'certificateKey']], ['certificateAuthority']);
    case 'oauth2':
      return oauthParts(scheme.flows);
    case 'openIdConnect':
      return oauthParts({ clientCredentials: {}, authorizationCode: {}, deviceAuthorization: {} });
  }
}

const httpParts: ReadonlyMap<string, CredentialParts> = new Map([
  ['basic', madeOf([['username', 'password']])],
  ['digest', madeOf([['username', 'password']])],
  ['bearer', madeOf([['token']])],
]);

/** `password` and `implicit` are gone from OAuth 2.1: their tokens come from elsewhere. */
function oauthParts({
  clientCredentials,
  authorizationCode,
  deviceAuthorization,
}: OAuthFlows): CredentialParts {
  const hasLogin = authorizationCode !== undefined || deviceAuthorization !== undefined;
  if (clientCredentials === undefined && !hasLogin) return madeOf([['token']]);
  const ways: (readonly PartName[])[] = [];
  if (clientCredentials !== undefined)
    ways.push(
      ['clientId', 'clientSecret'],
      ['clientId', 'privateKey'],
      ['clientId', 'certificate', 'certificateKey'],
    );
  if (hasLogin) ways.push(['clientId', 'refreshToken']);
  ways.push(['token']);
  return madeOf(ways, [
    // A client that signs a person in may have a secret too.
    ...(['clientSecret', 'privateKey', 'certificate', 'certificateKey', 'authMethod'] as const),
    ...(['tokenUrl', 'issuer', 'audience', 'resource'] as const),
    ...(authorizationCode === undefined ? [] : (['authorizationUrl'] as const)),
    ...(deviceAuthorization === undefined ? [] : (['deviceUrl'] as const)),
  ]);
}

function madeOf(ways: readonly (readonly PartName[])[], choices: readonly PartName[] = []): CredentialParts {
  const names = [...new Set([...ways.flat(), ...choices])];
  return { parts: Object.fromEntries(names.map((name) => [name, parts[name]])), ways };
}
