import { urlOf } from '../diagnostics/addresses.js';
import type { RootFile, Unreadable } from './root-file.js';
import type { LoadSettings } from './settings.js';
import { isLoopback } from './uris.js';
import { openConnections } from './web/connections.js';
import { fetchFile } from './web/fetch-file.js';
import { headerProblem } from './web/headers.js';

/** Fetches the document from its URL, or says why that is not allowed or fails. */
export async function fetchDocument(
  reference: string,
  settings: LoadSettings,
): Promise<RootFile | Unreadable> {
  const { headers, limits } = settings;
  const first = urlOf(reference);
  if (first === undefined) return refused('It is not a valid URL.');
  const problem = refusalOf(first, first, settings) ?? headerProblem(headers);
  if (problem !== undefined) return refused(problem);
  const connections = await openConnections(settings.env);
  if (typeof connections === 'string') return refused(connections);
  try {
    const route = {
      refusalOf: (url: URL) => refusalOf(url, first, settings),
      headers,
      isChecked: () => false,
    };
    const bounds = { limits, maxBytes: limits.documentBytes };
    const fetched = await fetchFile(first, route, bounds, connections);
    if ('bytes' in fetched) return { file: fetched.url, bytes: fetched.bytes };
    return fetched.isRefused ? refused(fetched.problem) : { code: 'unreachable', problem: fetched.problem };
  } finally {
    await connections.close();
  }
}

function refused(problem: string): Unreadable {
  return { code: 'unreadable-document', problem };
}

/** Why nothing is fetched from a URL, where that is so. */
function refusalOf(url: URL, first: URL, { allowHttp }: LoadSettings): string | undefined {
  if (url.origin !== first.origin) {
    return 'That is another origin: if you trust it, give its address.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'A URL with a user name or a password is not fetched; --header sends credentials.';
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname) || allowHttp) return undefined;
  return 'Documents are fetched by https, or by http from this computer only; --allow-http allows it.';
}
