import { credentialParts, type PartName } from '../runtime/credentials/parts.js';
import { placeOfMetadata } from '../runtime/issuers/metadata-place.js';
import type { SchemeShape } from '../runtime/security.js';
import { cleanLine } from './texts/text.js';

/** What a security scheme is and where it is sent: `API key, sent as the header 'X-Key'`. */
export function whatIs(scheme: SchemeShape): string {
  switch (scheme.type) {
    case 'apiKey':
      return `API key, sent as the ${scheme.in} '${cleanLine(scheme.name)}'`;
    case 'http':
      return (
        httpSchemes.get(scheme.scheme) ?? `HTTP scheme '${scheme.scheme}', which code in src/hooks.ts sends`
      );
    case 'oauth2':
      return accessToken('OAuth 2.0', scheme);
    case 'openIdConnect':
      return accessToken('OpenID Connect', scheme);
    case 'mutualTLS':
      return 'Client certificate, shown when the connection is made';
  }
}

const httpSchemes: ReadonlyMap<string, string> = new Map([
  ['basic', 'User name and password, sent by HTTP Basic'],
  ['digest', 'User name and password, proved by HTTP Digest'],
  ['bearer', 'Bearer token'],
]);

/** OAuth 2.1 has the flows no more whose tokens are not asked for. */
function accessToken(protocol: string, scheme: SchemeShape): string {
  const isReady = Object.keys(credentialParts(scheme).parts).length === 1;
  return `${protocol} access token${isReady ? ', obtained elsewhere' : ''}, sent as a bearer token`;
}

/** What holds for the parts of a credential that nobody sets: the endpoints that the document names. */
export function presetsOf(scheme: SchemeShape): Readonly<Partial<Record<PartName, string>>> {
  const { issuer: metadata, ...endpoints } = documentedUrls(scheme);
  const isKnown = metadata !== undefined && !isRelativeUrl(metadata);
  return presets({ ...endpoints, issuer: isKnown ? issuerOf(metadata) : undefined });
}

/** The URLs of the document by the parts that replace them; for the issuer that of its metadata. */
function documentedUrls(scheme: SchemeShape): Readonly<Partial<Record<PartName, string | undefined>>> {
  if (scheme.type === 'openIdConnect') return { issuer: scheme.openIdConnectUrl };
  if (scheme.type !== 'oauth2') return {};
  const { authorizationCode, deviceAuthorization } = scheme.flows;
  const [tokenUrl, ...others] = tokenUrlsOf(scheme);
  return {
    // Of several there is none that holds for all flows.
    tokenUrl: others.length === 0 ? tokenUrl : undefined,
    authorizationUrl: authorizationCode?.authorizationUrl,
    deviceUrl: deviceAuthorization?.deviceAuthorizationUrl,
    issuer: scheme.oauth2MetadataUrl,
  };
}

/** The token endpoints of the flows that are run, each once. */
export function tokenUrlsOf(scheme: SchemeShape): readonly string[] {
  if (scheme.type !== 'oauth2') return [];
  const { clientCredentials, authorizationCode, deviceAuthorization } = scheme.flows;
  const flows = [clientCredentials, authorizationCode, deviceAuthorization];
  return [...new Set(flows.flatMap((flow) => flow?.tokenUrl ?? []))];
}

function presets(
  urls: Readonly<Partial<Record<PartName, string | undefined>>>,
): Readonly<Partial<Record<PartName, string>>> {
  return Object.fromEntries(
    Object.entries(urls).filter(([, url]) => url !== undefined && !isRelativeUrl(url)),
  );
}

/** Whether a URL of a scheme is known once the base URL of the API is. */
function isRelativeUrl(url: string): boolean {
  return !URL.canParse(url);
}

/** The endpoint of a scheme that a part of its credential replaces, where the document has it relative to the base URL. */
export function relativeUrlFor(part: PartName, scheme: SchemeShape): string | undefined {
  const url = documentedUrls(scheme)[part];
  return url !== undefined && isRelativeUrl(url) ? url : undefined;
}

/** The issuer whose metadata stand at a URL; not every one tells. */
function issuerOf(metadataUrl = ''): string | undefined {
  return placeOfMetadata(metadataUrl)?.issuers[0];
}
