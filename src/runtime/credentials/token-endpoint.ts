import type { OAuthFlow, OAuthFlows, SecurityScheme } from '../security.js';
import { ToolError } from '../tool-error.js';
import { aliasFor } from './client-authentication.js';
import { endpointIn, MissingMetadata, type Discover, type IssuerMetadata } from '../issuers/discovery.js';
import { issuerUrlRule, readIssuerUrl } from '../issuers/issuer-url.js';
import { partOf, type OAuthClient } from './oauth-client.js';
import { placeOfIssuer, placeOfMetadata, type MetadataPlace } from '../issuers/metadata-place.js';
import type { ServerMetadata } from '../issuers/oauth-library.js';
import type { PartName } from './parts.js';
import { noToken, variableOf, variableToCorrect } from './token-errors.js';

/** How a token is obtained. */
export type GrantKind = 'clientCredentials' | 'refresh' | 'exchange';

/** What a token endpoint is looked for to: also the flows by which a person signs in. */
export type EndpointKind = GrantKind | 'authorizationCode' | 'deviceAuthorization';

/** Where tokens are asked for. */
export interface TokenEndpoint extends ServerMetadata {
  /** What the issuer says of itself, where it was asked. */
  readonly metadata: IssuerMetadata | undefined;
}

/** What endpoints are found with. */
export interface EndpointSettings {
  readonly discover: Discover;
  /** Whether an issuer that only the document names may be asked. */
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/** The URL of a flow that a grant is asked for at, as the document has it. */
const flowUrls: { readonly [Kind in EndpointKind]: (flows: OAuthFlows) => readonly (string | undefined)[] } =
  {
    clientCredentials: ({ clientCredentials }) => [clientCredentials?.tokenUrl],
    authorizationCode: ({ authorizationCode }) => [authorizationCode?.tokenUrl],
    deviceAuthorization: ({ deviceAuthorization }) => [deviceAuthorization?.tokenUrl],
    refresh: ({ authorizationCode, deviceAuthorization }) =>
      [authorizationCode, deviceAuthorization].map(refreshUrlOf),
    exchange: ({ clientCredentials, authorizationCode, deviceAuthorization }) =>
      [clientCredentials, authorizationCode, deviceAuthorization].map((flow?: OAuthFlow) => flow?.tokenUrl),
  };

/** A refresh token goes to whom it is from: `refreshUrl` counts where `tokenUrl` is its neighbour. */
function refreshUrlOf({ tokenUrl, refreshUrl }: OAuthFlow = {}): string | undefined {
  const isNear = tokenUrl !== undefined && originOf(refreshUrl) === originOf(tokenUrl);
  return isNear ? refreshUrl : tokenUrl;
}

/**
 * The token endpoint of a client: the one that is configured, or else that of the configured issuer, of the document,
 * or of the issuer that the document names. An exchange sends the token of a caller, which none gets that the document
 * alone trusts.
 */
export async function findTokenEndpoint(
  client: OAuthClient,
  kind: EndpointKind,
  settings: EndpointSettings,
): Promise<TokenEndpoint> {
  const configured = urlPart(client, 'tokenUrl');
  if (configured !== undefined) return told(client, configured);
  const documented = documentedUrls(client, kind);
  const issuer = urlPart(client, 'issuer');
  if (issuer === undefined) {
    const isTaken = (url: string): boolean =>
      kind !== 'exchange' || settings.isAllowedOrigin(originOf(url) ?? '');
    const taken = documented.find(isTaken);
    if (taken !== undefined) return told(client, taken);
    const [refused] = documented;
    if (refused !== undefined && documentedPlace(client.scheme) === undefined)
      throw refusedOrigin(client, refused);
  }
  try {
    const found = endpointOf(client, await findMetadata(client, settings));
    // Metadata that the document alone names can lead anywhere.
    const isTrusted = issuer !== undefined || settings.isAllowedOrigin(originOf(found.token_endpoint) ?? '');
    if (kind === 'exchange' && !isTrusted) throw refusedOrigin(client, found.token_endpoint);
    return found;
  } catch (error) {
    // The document's endpoint is trusted with what is meant for the configured issuer where it is a part of it.
    const ofIssuer = documented.find((url) => issuer !== undefined && originOf(url) === originOf(issuer));
    if (error instanceof MissingMetadata && ofIssuer !== undefined) return told(client, ofIssuer);
    throw error;
  }
}

function documentedUrls({ scheme }: OAuthClient, kind: EndpointKind): readonly string[] {
  return scheme.type === 'oauth2' ? flowUrls[kind](scheme.flows).filter((url) => url !== undefined) : [];
}

/** An endpoint whose issuer nobody asked: RFC 7523 3 has assertions made out to the endpoint then. */
function told(client: OAuthClient, url: string): TokenEndpoint {
  return { issuer: partOf(client, 'issuer') ?? url, token_endpoint: url, metadata: undefined };
}

function endpointOf(client: OAuthClient, metadata: IssuerMetadata): TokenEndpoint {
  const issuer = String(metadata['issuer']);
  const endpoint =
    aliasFor(client, metadata, 'token_endpoint') ?? endpointIn(metadata, 'token_endpoint', issuer);
  if (endpoint === undefined)
    throw noToken(`its issuer names no usable token endpoint. Set ${variableOf(client.scheme, 'tokenUrl')}.`);
  return { issuer, token_endpoint: endpoint, metadata };
}

/** What the issuer of a client says of itself: the configured one, or that of the document where it may be asked. */
export async function findMetadata(
  client: OAuthClient,
  { discover, isAllowedOrigin }: EndpointSettings,
): Promise<IssuerMetadata> {
  const { scheme } = client;
  const documented = metadataUrlOf(scheme);
  const issuer = partOf(client, 'issuer');
  if (issuer !== undefined) return await discover(placeOf(client, issuer, documented)).catch(naming(client));
  const place = documentedPlace(scheme);
  if (documented === undefined || place === undefined)
    throw new ToolError(
      'missing-credentials',
      `${whyNowhere(client)} ${howToTell(client)}; nothing was sent.`,
    );
  if (isAllowedOrigin(originOf(documented) ?? '')) return await discover(place).catch(naming(client));
  throw refusedOrigin(client, documented);
}

/** An issuer that cannot be asked may be another than the one that is meant: the variables that name it are told. */
function naming(client: OAuthClient): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolError)) throw error;
    const variables = `${variableToCorrect(client, 'issuer')} or ${variableToCorrect(client, 'tokenUrl')}`;
    const message = `${error.message} Where another is meant, correct ${variables}.`;
    if (error instanceof MissingMetadata) throw new MissingMetadata(error.code, message);
    throw new ToolError(error.code, message);
  };
}

function whyNowhere({ scheme: { plainHttpOrigin } }: OAuthClient): string {
  if (plainHttpOrigin === undefined) return 'Nothing tells where access tokens are asked for.';
  return (
    `Access tokens would be asked for at ${plainHttpOrigin}, where the API is, and secrets are not sent by plain http ` +
    'beyond this machine. Give the API a base URL of https where it has one, or else:'
  );
}

function metadataUrlOf(scheme: SecurityScheme): string | undefined {
  if (scheme.type === 'openIdConnect') return scheme.openIdConnectUrl;
  return scheme.type === 'oauth2' ? scheme.oauth2MetadataUrl : undefined;
}

/** Where the document says that its issuer has its metadata. */
function documentedPlace(scheme: SecurityScheme): MetadataPlace | undefined {
  const url = metadataUrlOf(scheme);
  return url === undefined ? undefined : placeOfMetadata(url);
}

function refusedOrigin(client: OAuthClient, url: string): ToolError {
  return new ToolError(
    'refused-origin',
    `The API's document leads to ${originOf(url) ?? 'no usable URL'} for access tokens, which its operator has not named. ` +
      `${howToTell(client)} to what is trusted; nothing was sent.`,
  );
}

function howToTell({ scheme }: OAuthClient): string {
  return `Set ${variableOf(scheme, 'issuer')}, or ${variableOf(scheme, 'tokenUrl')}, in the environment of this server`;
}

function placeOf(client: OAuthClient, issuer: string, documented: string | undefined): MetadataPlace {
  const kind = client.scheme.type === 'openIdConnect' ? 'openIdConnect' : 'oauth2';
  const place = placeOfIssuer(issuer, kind);
  if (place === undefined) throw invalidUrl(client, 'issuer');
  // An issuer may have its metadata elsewhere on its own site, and the document knows.
  if (documented === undefined || originOf(documented) !== originOf(issuer)) return place;
  return { ...place, urls: [...new Set([...place.urls, documented])] };
}

/** A configured URL; what is none is a `ToolError`. */
function urlPart(client: OAuthClient, part: PartName): string | undefined {
  const text = partOf(client, part);
  if (text !== undefined && readIssuerUrl(text) === undefined) throw invalidUrl(client, part);
  return text;
}

function invalidUrl(client: OAuthClient, part: PartName): ToolError {
  return new ToolError(
    'invalid-credentials',
    `${variableToCorrect(client, part)} ${issuerUrlRule}. Correct it; nothing was sent.`,
  );
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : readIssuerUrl(url)?.origin;
}
