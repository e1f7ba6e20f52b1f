import { readIssuerUrl } from './issuer-url.js';

/** Where an issuer's metadata are looked for. */
export interface MetadataPlace {
  /** Those that are tried, in this order. */
  readonly urls: readonly string[];
  /** The names that the issuer may have, each exactly; never none. */
  readonly issuers: readonly [string, ...string[]];
}

/** The kinds of metadata by the last words of their URLs. */
const endings = { oauth2: 'oauth-authorization-server', openIdConnect: 'openid-configuration' } as const;

/** Where an issuer has its metadata: RFC 8414 3.1 puts the ending before its path, OpenID Connect after it. */
export function placeOfIssuer(issuer: string, kind: keyof typeof endings): MetadataPlace | undefined {
  const url = readIssuerUrl(issuer);
  // RFC 8414 2: an issuer has no query.
  if (url === undefined || issuer.includes('?')) return undefined;
  const path = url.pathname.replace(/\/$/, '');
  const oauth2 = `${url.origin}/.well-known/${endings.oauth2}${path}`;
  const openIdConnect = `${url.origin}${path}/.well-known/${endings.openIdConnect}`;
  const urls = kind === 'oauth2' ? [oauth2, openIdConnect] : [openIdConnect, oauth2];
  return { urls, issuers: [issuer] };
}

/** The place of metadata whose URL is known, and which tells the issuer's name; `undefined` where it does not. */
export function placeOfMetadata(metadataUrl: string): MetadataPlace | undefined {
  const url = readIssuerUrl(metadataUrl);
  const found = /^(.*)\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(\/.*)?$/.exec(
    url?.pathname ?? '',
  );
  if (url === undefined || found === null) return undefined;
  const [, before = '', after = ''] = found;
  if (before !== '' && after !== '') return undefined;
  const issuer = `${url.origin}${before}${after}`.replace(/\/$/, '');
  // The slash at the end of an issuer's name is lost in the URL of its metadata.
  return { urls: [metadataUrl], issuers: [issuer, `${issuer}/`] };
}
