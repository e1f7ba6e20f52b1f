import { urlOf } from '../diagnostics/addresses.js';
import { child, type Located } from '../load/located.js';
import { credentialParts, type PartName } from '../runtime/credentials/parts.js';
import { problemOfIssuerUrl } from '../runtime/issuers/issuer-url.js';
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
 * Reads a URL that credentials or people are sent to: absolute, or as it is written where it is relative to the Server
 * Object (OpenAPI 3.0 to 3.2, "Relative References in (API) URLs"), whose URL is known when the server runs. `undefined`
 * where there is none, or none that they may be sent to, which is reported. Nothing is asked for it.
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

/** In place of the API's base URL, which the operator of a server can change: no document names a host like this. */
const standIn = new URL('https://base.invalid/');

function resolve(value: unknown, { document }: Reading): Resolved {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined) return { problem: 'it is no text' };
  if (text === '') return { problem: 'it is empty' };
  if (/[{}<>]/.test(text)) return { problem: 'it holds a placeholder, which nothing fills' };
  if (/[\s\\\p{Cc}]/u.test(text)) return { problem: 'it holds a character that no URL has' };
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(text);
  if (!isAbsolute && document.version === '2.0')
    return { problem: 'it is relative, and Swagger 2.0 does not say to what' };
  const url = urlOf(text, isAbsolute ? undefined : standIn.href);
  const problem = url === undefined ? 'it is no URL' : problemOfIssuerUrl(url);
  if (problem !== undefined || url === undefined) return { problem: problem ?? '' };
  return { url: url.origin === standIn.origin ? text : url.href };
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
