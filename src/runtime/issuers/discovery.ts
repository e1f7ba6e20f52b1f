import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';
import { createExpiringCache } from './expiring-cache.js';
import type { AskIssuer, IssuerFault } from './issuer-request.js';
import { isOfThisMachine, readIssuerUrl } from './issuer-url.js';
import { readJsonObject } from './json-answer.js';
import type { MetadataPlace } from './metadata-place.js';

/** What an issuer says of itself: Authorization Server Metadata (RFC 8414), or those of OpenID Connect Discovery. */
export type IssuerMetadata = Readonly<Record<string, unknown>>;

/** Finds the metadata of an issuer. */
export type Discover = (place: MetadataPlace) => Promise<IssuerMetadata>;

/** Raised where an issuer has no metadata: its endpoints have to be told otherwise. */
export class MissingMetadata extends ToolError {}

const keptMs = 10 * 60_000;
const refreshedMs = 9 * 60_000;
const mostIssuers = 100;

/** Makes the function that finds metadata, with a memory of its own, which keeps them for ten minutes. */
export function createDiscover(ask: AskIssuer, fault: IssuerFault, now: () => number = Date.now): Discover {
  const known = createExpiringCache<Known>(mostIssuers, now);
  return async (place) => {
    const { metadata } = await known.get(JSON.stringify(place), async () => {
      const time = now();
      const found = await findMetadata(place, ask, fault);
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

/**
 * Asks an issuer for its metadata, each place of them until one has them. Those of another issuer count for nothing
 * (RFC 8414 3.3). What went wrong is told where no place has them: the issuer has none where nothing did.
 */
export async function findMetadata(
  { urls, issuers }: MetadataPlace,
  ask: AskIssuer,
  fault: IssuerFault,
): Promise<IssuerMetadata> {
  const faults: unknown[] = [];
  for (const url of urls) {
    try {
      const metadata = await askFor(url, ask, fault);
      if (metadata === undefined) continue;
      const issuer = ownMember(metadata, 'issuer');
      if (typeof issuer === 'string' && issuers.includes(issuer)) return metadata;
      const shown = shownIssuer(issuer);
      const own = shown === undefined ? 'otherwise' : `'${shown}'`;
      faults.push(fault(`${nameOf(url)} calls itself ${own} and not '${issuers[0]}'.`, shown));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  const { message } = fault(`${nameOf(urls[0] ?? '')} has no metadata.`);
  throw new MissingMetadata('token-unavailable', message);
}

async function askFor(url: string, ask: AskIssuer, fault: IssuerFault): Promise<IssuerMetadata | undefined> {
  const answer = await ask(url, { headers: { accept: 'application/json' } });
  const { status } = answer;
  if (status >= 500 || status === 429) throw fault(`${nameOf(url)} answers ${status} for its metadata.`);
  return status === 200 ? await readJsonObject(answer) : undefined;
}

function nameOf(url: string): string {
  return `the issuer at ${readIssuerUrl(url)?.origin ?? 'an unusable URL'}`;
}

const shownName = 200;

/** What another party says is shown where it is what it has to be. */
function shownIssuer(issuer: unknown): string | undefined {
  const url = readIssuerUrl(issuer);
  return url === undefined || url.href.length > shownName ? undefined : String(issuer);
}

/**
 * An endpoint that metadata name, if it is one that secrets can be sent to: an issuer elsewhere has no business on this
 * machine.
 */
export function endpointIn(metadata: IssuerMetadata, name: string, issuer: string): string | undefined {
  const url = readIssuerUrl(ownMember(metadata, name));
  if (url === undefined) return undefined;
  const isNear = isOfThisMachine(readIssuerUrl(issuer)?.hostname ?? '');
  return isNear || !isOfThisMachine(url.hostname) ? url.href : undefined;
}

/** A list of texts that metadata name; `undefined` where there is none. */
export function listIn(metadata: IssuerMetadata, name: string): readonly string[] | undefined {
  const list = ownMember(metadata, name);
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).filter((item) => typeof item === 'string');
}
