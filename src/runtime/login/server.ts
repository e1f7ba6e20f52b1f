import { endpointIn, MissingMetadata, type IssuerMetadata } from '../issuers/discovery.js';
import { readIssuerUrl } from '../issuers/issuer-url.js';
import { partOf, type OAuthClient } from '../credentials/oauth-client.js';
import type { PartName } from '../credentials/parts.js';
import {
  findMetadata,
  findTokenEndpoint,
  type EndpointSettings,
  type TokenEndpoint,
} from '../credentials/token-endpoint.js';
import { variableOf } from '../credentials/token-errors.js';
import type { OAuthFlow } from '../security.js';
import { SettingError } from '../settings.js';

/** The flows by which a person signs in. */
export type LoginFlow = 'authorizationCode' | 'deviceAuthorization';

/** The authorization server of a login. */
export interface LoginServer {
  readonly tokenEndpoint: TokenEndpoint;
  /** The page that is opened, or where a code for another device is asked for. */
  readonly startEndpoint: URL;
  /** What it says of itself, where it was asked. */
  readonly metadata: IssuerMetadata | undefined;
  /** Its name; `undefined` where nobody tells. */
  readonly issuer: string | undefined;
}

/** Where a flow starts: the part of the credential that says so, the URL of the document, and that of the metadata. */
const starts: {
  readonly [Flow in LoginFlow]: {
    readonly part: PartName;
    readonly documented: (flow: OAuthFlow) => string | undefined;
    readonly metadata: string;
  };
} = {
  authorizationCode: {
    part: 'authorizationUrl',
    documented: ({ authorizationUrl }) => authorizationUrl,
    metadata: 'authorization_endpoint',
  },
  deviceAuthorization: {
    part: 'deviceUrl',
    documented: ({ deviceAuthorizationUrl }) => deviceAuthorizationUrl,
    metadata: 'device_authorization_endpoint',
  },
};

/** Finds the endpoints of a login: those that are configured, then those of the configured issuer, then the document's. */
export async function findLoginServer(
  client: OAuthClient,
  flow: LoginFlow,
  settings: EndpointSettings,
): Promise<LoginServer> {
  const { part } = starts[flow];
  const tokenEndpoint = await findTokenEndpoint(client, flow, settings);
  const configured = partOf(client, part);
  const documented = documentedStart(client, flow);
  const hasIssuer = partOf(client, 'issuer') !== undefined;
  const isKnown = (configured ?? documented) !== undefined;
  const metadata =
    tokenEndpoint.metadata ??
    (hasIssuer || !isKnown ? await metadataOf(client, isKnown, settings) : undefined);
  const told = metadata && endpointIn(metadata, starts[flow].metadata, String(metadata['issuer']));
  return {
    tokenEndpoint,
    startEndpoint: readStart(
      client,
      flow,
      configured ?? (hasIssuer ? (told ?? documented) : (documented ?? told)),
    ),
    metadata,
    issuer: metadata === undefined ? partOf(client, 'issuer') : String(metadata['issuer']),
  };
}

/** An issuer without metadata is no obstacle where its endpoints are known. */
async function metadataOf(
  client: OAuthClient,
  isKnown: boolean,
  settings: EndpointSettings,
): Promise<IssuerMetadata | undefined> {
  try {
    return await findMetadata(client, settings);
  } catch (error) {
    if (error instanceof MissingMetadata && isKnown) return undefined;
    throw error;
  }
}

function documentedStart({ scheme }: OAuthClient, flow: LoginFlow): string | undefined {
  const documented = scheme.type === 'oauth2' ? scheme.flows[flow] : undefined;
  return documented && starts[flow].documented(documented);
}

/** Whatever a document or an issuer names: nothing but a page of the web is ever opened. */
function readStart(client: OAuthClient, flow: LoginFlow, text: string | undefined): URL {
  const url = readIssuerUrl(text);
  if (url !== undefined) return url;
  const variable = variableOf(client.scheme, starts[flow].part);
  const problem =
    text === undefined ? 'Nothing tells where the login starts' : 'The login cannot start at that address';
  throw new SettingError(
    `${problem}: set ${variable}, or ${variableOf(client.scheme, 'issuer')}, to an https URL (http for this machine alone).`,
  );
}
