import type { OAuthFlow, OAuthFlows } from '../security.js';
import { ToolError } from '../tool-error.js';
import { aliasFor } from './client-authentication.js';
import {
  endpointIn,
  MissingMetadata,
  placeOfIssuer,
  placeOfMetadata,
  type Discover,
  type IssuerMetadata,
  type MetadataPlace,
} from './discovery.js';
import { issuerUrlRule, readIssuerUrl } from './issuer-url.js';
import { partOf, type OAuthClient } from './oauth-client.js';
import type { ServerMetadata } from './oauth-library.js';
import type { PartName } from './parts.js';
import { noToken, variableOf } from './token-errors.js';

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
      [authorizationCode, deviceAuthorization].map((flow) => flow?.refreshUrl ?? flow?.tokenUrl),
    exchange: ({ clientCredentials, authorizationCode, deviceAuthorization }) =>
      [clientCredentials, authorizationCode, deviceAuthorization].map((flow?: OAuthFlow) => flow?.tokenUrl),
  };

/**
 * The token endpoint of a client: the one that is configured, or else that of the configured issuer, of the document,
 * or of the issuer that the document names.
 */
export async function findTokenEndpoint(
  client: OAuthClient,
  kind: EndpointKind,
  settings: EndpointSettings,
): Promise<TokenEndpoint> {
  const configured = urlPart(client, 'tokenUrl');
  if (configured !== undefined) return told(client, configured);
  const { scheme } = client;
  const documented =
    scheme.type === 'oauth2' ? flowUrls[kind](scheme.flows).find((url) => url !== undefined) : undefined;
  const issuer = urlPart(client, 'issuer');
  if (documented !== undefined && issuer === undefined) return told(client, documented);
  try {
    return endpointOf(client, await findMetadata(client, settings));
  } catch (error) {
    // The document's endpoint is trusted with what is meant for the configured issuer where it is a part of it.
    const isOfIssuer = issuer !== undefined && originOf(documented) === originOf(issuer);
    if (error instanceof MissingMetadata && documented !== undefined && isOfIssuer)
      return told(client, documented);
    throw error;
  }
}

/** An endpoint whose issuer nobody asked: RFC 7523 3 has assertions made out to the endpoint then. */
function told(client: OAuthClient, url: string): TokenEndpoint {
  return { issuer: partOf(client, 'issuer') ?? url, token_endpoint: url, metadata: undefined };
}

function endpointOf(client: OAuthClient, metadata: IssuerMetadata): TokenEndpoint {
  const alias = readIssuerUrl(aliasFor(client, metadata, 'token_endpoint'))?.href;
  const endpoint = alias ?? endpointIn(metadata, 'token_endpoint');
  if (endpoint === undefined)
    throw noToken(`its issuer names no usable token endpoint. Set ${variableOf(client.scheme, 'tokenUrl')}.`);
  return { issuer: String(metadata['issuer']), token_endpoint: endpoint, metadata };
}

/** What the issuer of a client says of itself: the configured one, or that of the document where it may be asked. */
export async function findMetadata(
  client: OAuthClient,
  { discover, isAllowedOrigin }: EndpointSettings,
): Promise<IssuerMetadata> {
  const { scheme } = client;
  const issuer = partOf(client, 'issuer');
  const url =
    scheme.type === 'openIdConnect'
      ? scheme.openIdConnectUrl
      : scheme.type === 'oauth2'
        ? scheme.oauth2MetadataUrl
        : undefined;
  if (issuer !== undefined) return discover(placeOf(client, issuer, url));
  const variable = variableOf(scheme, 'issuer');
  const place = url === undefined ? undefined : placeOfMetadata(url);
  if (url === undefined || place === undefined)
    throw new ToolError(
      'missing-credentials',
      `Nothing tells where access tokens are asked for. Set ${variable}, or ${variableOf(scheme, 'tokenUrl')}, in the ` +
        'environment of this server; nothing was sent.',
    );
  const { origin } = new URL(url);
  if (isAllowedOrigin(origin)) return discover(place);
  throw new ToolError(
    'refused-origin',
    `The API's document names ${origin} as issuer of access tokens, and its operator has not. Set ${variable} in the ` +
      'environment of this server to the issuer that is trusted; nothing was sent.',
  );
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

function invalidUrl({ scheme }: OAuthClient, part: PartName): ToolError {
  return new ToolError(
    'invalid-credentials',
    `${variableOf(scheme, part)} ${issuerUrlRule}. Correct it; nothing was sent.`,
  );
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : readIssuerUrl(url)?.origin;
}
