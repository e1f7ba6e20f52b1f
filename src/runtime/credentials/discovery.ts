import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';
import { createExpiringCache } from './expiring-cache.js';
import type { AskIssuer } from './issuer-request.js';
import { readIssuerUrl } from './issuer-url.js';
import { readJsonObject } from './json-answer.js';
import { noToken } from './token-errors.js';

/** What an issuer says of itself: Authorization Server Metadata (RFC 8414), or those of OpenID Connect Discovery. */
export type IssuerMetadata = Readonly<Record<string, unknown>>;

/** Where an issuer's metadata are looked for. */
export interface MetadataPlace {
  /** Those that are tried, in this order. */
  readonly urls: readonly string[];
  /** The names that the issuer may have, each exactly. */
  readonly issuers: readonly string[];
}

/** Finds the metadata of an issuer; they are kept for ten minutes. */
export type Discover = (place: MetadataPlace) => Promise<IssuerMetadata>;

/** Raised where an issuer has no metadata: its endpoints have to be told otherwise. */
export class MissingMetadata extends ToolError {}

const keptMs = 10 * 60_000;
const refreshedMs = 9 * 60_000;
const mostIssuers = 100;

/** Makes the function that finds metadata, with a memory of its own. */
export function createDiscover(ask: AskIssuer, now: () => number = Date.now): Discover {
  const known = createExpiringCache<Known>(mostIssuers, now);
  return async (place) => {
    const { metadata } = await known.get(JSON.stringify(place), async () => {
      const time = now();
      const found = await findMetadata(place, ask);
      return { metadata: found, refreshAt: time + refreshedMs, endsAt: time + keptMs };
    });
    return metadata;
  };
}

interface Known {
  readonly metadata: IssuerMetadata;
  readonly refreshAt: number;
  readonly endsAt: number;
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

async function findMetadata({ urls, issuers }: MetadataPlace, ask: AskIssuer): Promise<IssuerMetadata> {
  for (const url of urls) {
    const answer = await ask(url, { headers: { accept: 'application/json' } });
    const { status } = answer;
    if (status >= 500 || status === 429) throw noToken(`${nameOf(url)} answers ${status} for its metadata.`);
    const metadata = status === 200 ? await readJsonObject(answer) : undefined;
    if (metadata === undefined) continue;
    const issuer = ownMember(metadata, 'issuer');
    if (typeof issuer === 'string' && issuers.includes(issuer)) return metadata;
    throw noToken(`${nameOf(url)} calls itself ${quoted(issuer)} and not '${issuers[0] ?? ''}'.`);
  }
  throw new MissingMetadata(
    'token-unavailable',
    `There is no access token for the API, and nothing was sent to it: ${nameOf(urls[0] ?? '')} has no metadata.`,
  );
}

function nameOf(url: string): string {
  return `the issuer at ${readIssuerUrl(url)?.origin ?? 'an unusable URL'}`;
}

const shownName = 200;

/** What another party says is shown where it is what it has to be. */
function quoted(issuer: unknown): string {
  const url = readIssuerUrl(issuer);
  return url === undefined || url.href.length > shownName ? 'otherwise' : `'${String(issuer)}'`;
}

/** An endpoint that metadata name, if it is one that secrets can be sent to. */
export function endpointIn(metadata: IssuerMetadata, name: string): string | undefined {
  return readIssuerUrl(ownMember(metadata, name))?.href;
}

/** A list of texts that metadata name; `undefined` where there is none. */
export function listIn(metadata: IssuerMetadata, name: string): readonly string[] | undefined {
  const list = ownMember(metadata, name);
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).filter((item) => typeof item === 'string');
}
