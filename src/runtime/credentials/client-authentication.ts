import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';
import { readClientKey } from './client-key.js';
import { clientSecretBasic } from '../issuers/client-secret-basic.js';
import { endpointIn, listIn, type IssuerMetadata } from '../issuers/discovery.js';
import { certificateOf, partOf, type OAuthClient } from './oauth-client.js';
import type { ClientAuthentication, OAuthLibrary } from '../issuers/oauth-library.js';
import type { PartName } from './parts.js';
import { variableOf, variableToCorrect } from './token-errors.js';

interface MethodRule {
  /** What the client has to have for it. */
  readonly needs: readonly PartName[];
  readonly authenticate: (
    client: OAuthClient,
    library: OAuthLibrary,
    metadata: IssuerMetadata,
  ) => ClientAuthentication | Promise<ClientAuthentication>;
}

const byCertificate: MethodRule = {
  needs: ['certificate', 'certificateKey'],
  authenticate: (_, library) => library.TlsClientAuth(),
};

/** Every way for a client to prove who it is, by its registered name, the usual one first. */
const methods: Readonly<Record<string, MethodRule>> = {
  client_secret_basic: {
    needs: ['clientSecret'],
    authenticate: (client) => clientSecretBasic(partOf(client, 'clientSecret') ?? ''),
  },
  client_secret_post: {
    needs: ['clientSecret'],
    authenticate: (client, library) => library.ClientSecretPost(partOf(client, 'clientSecret') ?? ''),
  },
  private_key_jwt: { needs: ['privateKey'], authenticate: signed },
  tls_client_auth: byCertificate,
  self_signed_tls_client_auth: byCertificate,
  none: { needs: [], authenticate: (_, library) => library.None() },
};

/** What adds the proof to a client's requests: in the way that is configured, or else in one that its issuer takes. */
export async function authenticateClient(
  client: OAuthClient,
  library: OAuthLibrary,
  metadata: IssuerMetadata = {},
): Promise<ClientAuthentication> {
  const { authenticate } = namedMethod(client) ?? usualMethod(client, metadata);
  return authenticate(client, library, metadata);
}

function hasAll(client: OAuthClient, { needs }: MethodRule): boolean {
  return needs.every((part) => partOf(client, part) !== undefined);
}

function namedMethod(client: OAuthClient): MethodRule | undefined {
  const name = partOf(client, 'authMethod');
  if (name === undefined) return undefined;
  const variable = variableToCorrect(client, 'authMethod');
  const method = ownMember(methods, name);
  if (method === undefined)
    throw new ToolError(
      'invalid-credentials',
      `${variable} has to be one of ${Object.keys(methods).join(', ')}; nothing was sent.`,
    );
  if (hasAll(client, method)) return method;
  const wanted = method.needs.map((part) => variableOf(client.scheme, part)).join(' and ');
  throw new ToolError(
    'missing-credentials',
    `${variable} is ${name}: set ${wanted} in the environment of this server; nothing was sent.`,
  );
}

/** RFC 8414 2: an issuer that tells no methods takes `client_secret_basic`. */
function usualMethod(client: OAuthClient, metadata: IssuerMetadata): MethodRule {
  const taken = listIn(metadata, 'token_endpoint_auth_methods_supported');
  const able = Object.entries(methods).filter(([, method]) => hasAll(client, method));
  const proofs = able.filter(([, { needs }]) => needs.length > 0);
  const found = proofs.find(([name]) => taken?.includes(name)) ?? proofs[0] ?? able[0];
  // `none` needs nothing, so that there is always one.
  return found?.[1] ?? byCertificate;
}

/** RFC 7523 2.2: a short assertion that the client's key signs. */
async function signed(
  client: OAuthClient,
  library: OAuthLibrary,
  metadata: IssuerMetadata,
): Promise<ClientAuthentication> {
  const taken = listIn(metadata, 'token_endpoint_auth_signing_alg_values_supported');
  try {
    const { key, algorithm, keyId } = await readClientKey(partOf(client, 'privateKey') ?? '', taken);
    const named = keyId === undefined ? { key } : { key, kid: keyId };
    // The library knows one name for each kind of key, of which issuers may know the other.
    const nameAlgorithm = (header: Record<string, unknown>): void => void (header['alg'] = algorithm);
    const sign = library.PrivateKeyJwt(named, { [library.modifyAssertion]: nameAlgorithm });
    return async (...request) => {
      try {
        await sign(...request);
      } catch {
        throw unusableKey(client);
      }
    };
  } catch {
    throw unusableKey(client);
  }
}

function unusableKey(client: OAuthClient): ToolError {
  return new ToolError(
    'invalid-credentials',
    `The private key of the OAuth client has to be PEM of PKCS #8 without a password, or a JWK: RSA of 2048 bits or ` +
      `more, P-256, P-384, P-521 or Ed25519. Correct ${variableToCorrect(client, 'privateKey')}; nothing was sent.`,
  );
}

/** Where a client with a certificate sends its requests, if its issuer has other endpoints for that (RFC 8705 5). */
export function aliasFor(
  client: OAuthClient,
  metadata: IssuerMetadata,
  endpoint: string,
): string | undefined {
  const aliases = ownMember(metadata, 'mtls_endpoint_aliases');
  if (certificateOf(client) === undefined || typeof aliases !== 'object' || aliases === null)
    return undefined;
  return endpointIn(aliases as IssuerMetadata, endpoint, String(ownMember(metadata, 'issuer')));
}
