import type { Limits } from './limits.js';
import type { LoadSettings } from './settings.js';
import type { RootFile } from './root-file.js';
import { isLoopback, urlOf } from './uris.js';

/** Fetches the document from its URL; a text where that is not allowed or fails. */
export async function fetchDocument(reference: string, { limits }: LoadSettings): Promise<RootFile | string> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  const first = urlOf(reference);
  if (first === undefined) return 'It is not a valid URL.';
  try {
    return await fetchWithin(first, limits, signal);
  } catch (error) {
    if (signal.aborted) return `The server took more than ${limits.milliseconds / 1000} s.`;
    return `The server cannot be reached (${reasonOf(error)}).`;
  }
}

async function fetchWithin(first: URL, limits: Limits, signal: AbortSignal): Promise<RootFile | string> {
  let url = first;
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    const problem = refusalOf(url, first);
    if (problem !== undefined) return problem;
    url.hash = '';
    const response = await fetch(url, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      const next = urlOf(location, url.href);
      if (next === undefined) return 'The server redirects to what is not a valid URL.';
      url = next;
    } else if (!response.ok) {
      await response.body?.cancel();
      return `The server answers with status ${response.status}.`;
    } else return { file: url.href, bytes: await bytesOf(response, limits.documentBytes) };
  }
  return `The server redirects more than ${limits.redirects} times.`;
}

/** Why nothing is fetched from a URL, where that is so. */
function refusalOf(url: URL, first: URL): string | undefined {
  if (url.origin !== first.origin) return `The server redirects to another origin, ${url.origin}.`;
  if (url.username !== '' || url.password !== '')
    return 'A URL with a user name or a password is not fetched.';
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return undefined;
  return 'Documents are fetched by https, or by http from this computer only.';
}

/** The body, cut behind the first byte that is too many. */
async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Node's streams are iterable, which the types of `fetch` do not say.
  const body = response.body as unknown as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}
