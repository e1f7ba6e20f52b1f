import type { Unread } from './file-reading.js';
import { isNamedByAddress, redirectRefusal, type Place, type ReferencePolicy } from './reference-policy.js';
import type { LoadSettings } from './settings.js';
import { openConnections, type Connections } from './web/connections.js';
import { fetchFile, type FetchedFile, type Route } from './web/fetch-file.js';
import { headerProblem } from './web/headers.js';

/** The address of a file on the network that may be fetched. */
export type RemotePlace = Extract<Place, { readonly url: URL }>;

/** Fetches files for references; what they need of connections is opened with the first. */
export interface RemoteFiles {
  /** Fetches a few files at once; the outcomes stand in the order of the places. */
  readonly fetchAll: (
    places: readonly RemotePlace[],
    maxBytes: number,
  ) => Promise<readonly (FetchedFile | Unread)[]>;
  readonly close: () => Promise<void>;
}

/** What fetches the files that a policy allows. */
export function openRemoteFiles(policy: ReferencePolicy, settings: LoadSettings): RemoteFiles {
  let connections: Connections | string | undefined;
  const fetchOne = async (
    place: RemotePlace,
    maxBytes: number,
    open: Connections,
  ): Promise<FetchedFile | Unread> => {
    const bounds = { limits: settings.limits, maxBytes };
    const fetched = await fetchFile(place.url, routeOf(place, policy, settings), bounds, open);
    if ('bytes' in fetched) return fetched;
    return {
      code: fetched.isRefused ? 'refused-reference' : 'unresolved-reference',
      problem: fetched.problem,
    };
  };
  return {
    fetchAll: async (places, maxBytes) => {
      connections ??= headerProblem(settings.headers) ?? (await openConnections(settings.env));
      const open = connections;
      if (typeof open === 'string')
        return places.map(() => ({ code: 'unresolved-reference', problem: open }));
      return await Promise.all(places.map((place) => fetchOne(place, maxBytes, open)));
    },
    close: async () => {
      if (typeof connections === 'object') await connections.close();
    },
  };
}

function routeOf({ on }: RemotePlace, policy: ReferencePolicy, { headers }: LoadSettings): Route {
  return {
    refusalOf: (next) => redirectRefusal(next, on, policy),
    // The document's own server gets what it got for the document; no other one does.
    headers: on === 'site' ? headers : [],
    isChecked: (next) => on === 'host' && !isNamedByAddress(next),
  };
}
