import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'undici';
import { urlOf } from '../../diagnostics/addresses.js';
import type { Limits } from '../limits.js';
import { innerAddressCode } from './addresses.js';
import type { Connections } from './connections.js';

/** What may be fetched on the way to one file, and how. */
export interface Route {
  /** Why nothing is fetched from a URL, where that is so: the first one is asked, and that of each redirect. */
  readonly refusalOf: (url: URL) => string | undefined;
  /** Header fields that are sent along. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether the address of a URL's host has to be public. */
  readonly isChecked: (url: URL) => boolean;
}

/** A file of the network, under the URL that it came from in the end. */
export interface FetchedFile {
  readonly url: string;
  /** At most one byte more than were allowed, which tells that there were too many. */
  readonly bytes: Uint8Array;
}

/** Why a file was not fetched. */
interface FetchProblem {
  /** Whether it was forbidden, not merely impossible. */
  readonly isRefused: boolean;
  readonly problem: string;
}

/** Fetches one file, in several tries where the network or the server fails. */
export async function fetchFile(
  url: URL,
  route: Route,
  { limits, maxBytes }: { readonly limits: Limits; readonly maxBytes: number },
  connections: Connections,
): Promise<FetchedFile | FetchProblem> {
  const signal = AbortSignal.timeout(limits.fetchMilliseconds);
  const late = impossible(
    `The server took more than ${limits.fetchMilliseconds / 1000} s (limit 'fetchMilliseconds').`,
  );
  try {
    for (const wait of waits) {
      const outcome = await attempt(url, route, { limits, maxBytes, signal }, connections);
      if (!('isPassing' in outcome) || wait === undefined) return outcome;
      await pause(wait, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return late;
}

/** Milliseconds after each try; none after the last. */
const waits = [200, 800, undefined];

interface Bounds {
  readonly limits: Limits;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** A problem that may be gone when it is tried again. */
type Failure = FetchProblem & { readonly isPassing?: true };

async function attempt(
  url: URL,
  route: Route,
  bounds: Bounds,
  connections: Connections,
): Promise<FetchedFile | Failure> {
  try {
    return await followRedirects(url, route, bounds, connections);
  } catch (error) {
    if (bounds.signal.aborted) throw error;
    const code = codeOf(error);
    if (code === innerAddressCode) {
      const problem = `The host '${url.hostname}' has an address that is not public.`;
      return { isRefused: true, problem };
    }
    const failure = impossible(`The server cannot be reached (${reasons.get(code) ?? code}).`);
    return passing.has(code) ? { ...failure, isPassing: true } : failure;
  }
}

async function followRedirects(
  first: URL,
  route: Route,
  { limits, maxBytes, signal }: Bounds,
  connections: Connections,
): Promise<FetchedFile | Failure> {
  let url = withoutFragment(first);
  for (let redirects = 0; redirects <= limits.fetchRedirects; redirects += 1) {
    const problem = route.refusalOf(url);
    if (problem !== undefined) {
      const to = url.origin === 'null' ? url.protocol : url.origin;
      const way = redirects === 0 ? '' : `The server redirects to ${to}. `;
      return { isRefused: true, problem: `${way}${problem}` };
    }
    const response = await ask(url, route, signal, connections);
    const location = response.headers.get('location');
    if (response.ok) return { url: url.href, bytes: await bytesOf(response, maxBytes) };
    await response.body?.cancel();
    if (response.status < 300 || response.status >= 400 || location === null) {
      return unanswered(response.status, route);
    }
    const next = urlOf(location, url.href);
    if (next === undefined) return impossible('The server redirects to what is not a valid URL.');
    url = withoutFragment(next);
  }
  const { fetchRedirects } = limits;
  return impossible(`The server redirects more than ${fetchRedirects} times (limit 'fetchRedirects').`);
}

async function ask(url: URL, route: Route, signal: AbortSignal, connections: Connections): Promise<Response> {
  const headers: [string, string][] = [['user-agent', 'openapi2mcp']];
  const dispatcher = connections.to(url, route.isChecked(url));
  for (const [name, value] of route.headers) headers.push([name, value]);
  return await connections.fetch(url, { redirect: 'manual', headers, dispatcher, signal });
}

/** A server never sees a fragment, and a file has one URL. */
function withoutFragment({ href }: URL): URL {
  return new URL(href.replace(/#.*$/s, ''));
}

function unanswered(status: number, { headers }: Route): Failure {
  const failure = impossible(`The server answers with status ${status}.`);
  if (status === 502 || status === 503 || status === 504) return { ...failure, isPassing: true };
  if (status !== 401 && status !== 403) return failure;
  const advice =
    headers.length === 0
      ? "It wants credentials: --header 'Authorization: …' sends them to the document's own server."
      : 'It does not take the credentials of --header.';
  return impossible(`${failure.problem} ${advice}`);
}

/** The body, uncompressed, cut behind the first byte that is too many. */
async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, maxBytes + 1 - length));
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

const badPort = 'bad port';

/** Codes of failures that may be gone a moment later. */
const passing: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'its name is not known'],
  ['EAI_AGAIN', 'its name cannot be looked up'],
  ['ECONNREFUSED', 'it refuses the connection'],
  ['ECONNRESET', 'it broke the connection off'],
  ['UND_ERR_SOCKET', 'it broke the connection off'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it does not answer'],
  ['ETIMEDOUT', 'it does not answer'],
  ['UND_ERR_ABORTED', 'the proxy refuses the connection'],
  [badPort, 'its port belongs to another protocol, and fetch blocks it'],
]);

/** A word for what went wrong. Messages are not shown: they can quote a header field. */
function codeOf(error: unknown): string {
  let code = 'unknown reason';
  // The nearest cause that has a code; several addresses that were tried in vain stand in `errors`.
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if ('code' in at && typeof at.code === 'string') code = at.code;
    // What fetch says of a port that no browser connects to: it has no code for it.
    else if (at.message === badPort) code = badPort;
    at = at.cause ?? (at instanceof AggregateError ? (at.errors as unknown[])[0] : undefined);
  }
  return code;
}

function impossible(problem: string): FetchProblem {
  return { isRefused: false, problem };
}
