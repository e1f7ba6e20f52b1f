import { credentialParts, type PartName } from '../runtime/credentials/parts.js';
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
  if (scheme.type === 'openIdConnect') return presets({ issuer: issuerOf(scheme.openIdConnectUrl) });
  if (scheme.type !== 'oauth2') return {};
  const { clientCredentials, authorizationCode, deviceAuthorization } = scheme.flows;
  const flows = [clientCredentials, authorizationCode, deviceAuthorization];
  return presets({
    tokenUrl: flows.find((flow) => flow?.tokenUrl !== undefined)?.tokenUrl,
    authorizationUrl: authorizationCode?.authorizationUrl,
    deviceUrl: deviceAuthorization?.deviceAuthorizationUrl,
    issuer: issuerOf(scheme.oauth2MetadataUrl),
  });
}

function presets(
  urls: Readonly<Partial<Record<PartName, string | undefined>>>,
): Readonly<Partial<Record<PartName, string>>> {
  return Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined));
}

/**
 * The issuer whose metadata stand at a URL: OpenID Connect Discovery 4.1 puts the path of the issuer before what is well
 * known, RFC 8414 3.1 behind it. Other URLs do not tell.
 */
function issuerOf(metadataUrl: string | undefined): string | undefined {
  const wellKnown = /^(.*)\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(\/.*)?$/;
  const [, before, after = ''] = wellKnown.exec(metadataUrl ?? '') ?? [];
  return before === undefined ? undefined : `${before}${after}`.replace(/\/$/, '');
}
