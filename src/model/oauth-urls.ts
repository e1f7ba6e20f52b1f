import { urlOf } from '../diagnostics/addresses.js';
import { child, type Located } from '../load/located.js';
import { isLoopback } from '../load/uris.js';
import { credentialParts, type PartName } from '../runtime/credentials/parts.js';
import type { Server } from './model.js';
import type { Reading } from './reading.js';

/** A field of a Security Scheme Object or of an OAuth Flow Object that holds a URL. */
export type OAuthUrlField =
  | 'authorizationUrl'
  | 'deviceAuthorizationUrl'
  | 'tokenUrl'
  | 'refreshUrl'
  | 'oauth2MetadataUrl'
  | 'openIdConnectUrl';

/** The part of a credential that stands in for a URL; tokens are refreshed at the token endpoint where there is none. */
const standIns: Readonly<Partial<Record<OAuthUrlField, PartName>>> = {
  authorizationUrl: 'authorizationUrl',
  deviceAuthorizationUrl: 'deviceUrl',
  tokenUrl: 'tokenUrl',
  oauth2MetadataUrl: 'issuer',
  openIdConnectUrl: 'issuer',
};

/** A security scheme whose fields are read. */
export interface SchemeReading extends Reading {
  /** As the document names it. */
  readonly name: string;
}

/**
 * Reads a URL that credentials or people are sent to, absolute; `undefined` where there is none, or none that they may be
 * sent to, which is reported. Nothing is asked for it.
 */
export function readOAuthUrl(
  object: Located,
  field: OAuthUrlField,
  reading: SchemeReading,
  isAsked = true,
): string | undefined {
  const { value, origin } = child(object, field);
  if (value === undefined) return undefined;
  const found = resolve(value, reading);
  if ('url' in found) return found.url;
  const variable = isAsked ? endingOf(field) : undefined;
  const details = { field, url: startOf(value), name: reading.name, variable, problem: found.problem };
  reading.diagnostics.report('unusable-oauth-url', details, origin);
  return undefined;
}

/** The last words of the variable that stands in for a URL. */
function endingOf(field: OAuthUrlField): string | undefined {
  const part = standIns[field];
  return part && credentialParts({ type: 'openIdConnect' }).parts[part]?.ending;
}

type Resolved = { readonly url: string } | { readonly problem: string };

function resolve(value: unknown, reading: Reading): Resolved {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined) return { problem: 'it is no text' };
  if (text === '') return { problem: 'it is empty' };
  if (/[{}<>]/.test(text)) return { problem: 'it holds a placeholder, which nothing fills' };
  if (/[\s\\\p{Cc}]/u.test(text)) return { problem: 'it holds a character that no URL has' };
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(text);
  const base = isAbsolute ? undefined : baseOf(reading);
  if (base !== undefined && 'problem' in base) return base;
  const url = urlOf(text, base?.url);
  const problem = url === undefined ? 'it is no URL' : problemOf(url);
  return problem === undefined && url !== undefined ? { url: url.href } : { problem: problem ?? '' };
}

/**
 * What relative URLs of security schemes are taken from. OpenAPI 3.0 to 3.2, "Relative References in (API) URLs": the URLs
 * of the Server Objects. Swagger 2.0 knows no relative ones here.
 */
function baseOf(reading: Reading): Resolved {
  const { document, rules } = reading;
  if (document.version === '2.0') return { problem: 'it is relative, and Swagger 2.0 does not say to what' };
  // Here as for requests, the first server that can be used.
  for (const server of rules.readServers(document.root, reading)) {
    const url = urlOf(filledUrl(server));
    if (url !== undefined && problemOf(url) === undefined) return { url: url.href };
  }
  return { problem: 'it is relative, and no server of the document says to what' };
}

/** The URL of a server with the defaults of its variables. */
function filledUrl({ url, variables }: Server): string {
  return url.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name]?.default ?? whole) : whole,
  );
}

/** Why nobody is sent to a URL. */
function problemOf({ protocol, hostname, username, password, hash }: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return 'it is neither https nor http';
  if (username !== '' || password !== '') return 'it holds credentials';
  // RFC 6749, 3.1 and 3.2: an endpoint has none.
  if (hash !== '') return 'it has a fragment';
  if (protocol === 'http:' && !isLoopback(hostname)) return 'it is http beyond this machine';
  return undefined;
}

/** Characters of a URL that a finding names. */
const mostShown = 60;

/** The beginning of a URL without what can be a secret: who asks, and its query. */
function startOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value).slice(0, mostShown);
  const text = value
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .replace(/^([a-z][a-z\d+.-]*:)?([\\/]*)[^\\/?#]*@/i, '$1$2')
    .replace(/\?[^#]+/, '?…');
  const characters = [...text.slice(0, 2 * mostShown)];
  return characters.length > mostShown ? `${characters.slice(0, mostShown).join('')}…` : characters.join('');
}
