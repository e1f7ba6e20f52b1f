import type { SchemeShape } from '../runtime/security.js';

// The header Cookie holds every cookie: a key that is the whole header is in the place of each of them.
const cookieHeader = 'the header cookie';
const anyCookie = 'the cookie ';

/** Where a credential travels: only one can be there. Names of headers are the same in any case. */
export function placeOf(scheme: SchemeShape): string {
  if (scheme.type === 'mutualTLS') return 'the client certificate';
  if (scheme.type !== 'apiKey') return 'the header authorization';
  return `the ${scheme.in} ${scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name}`;
}

/** The places that credentials are in, each with the name of its scheme. */
export interface Places {
  /** The scheme whose credential is in the place of this one. */
  readonly rivalOf: (scheme: SchemeShape) => string | undefined;
  readonly add: (name: string, scheme: SchemeShape) => void;
}

/** Places in which no credential is yet. */
export function createPlaces(): Places {
  const taken = new Map<string, string>();
  return {
    rivalOf: (scheme) => {
      const place = placeOf(scheme);
      const whole = place.startsWith(anyCookie) ? cookieHeader : anyCookie;
      const isOfCookies = place.startsWith(anyCookie) || place === cookieHeader;
      return taken.get(place) ?? (isOfCookies ? taken.get(whole) : undefined);
    },
    add: (name, scheme) => {
      const place = placeOf(scheme);
      taken.set(place, name);
      if (place.startsWith(anyCookie)) taken.set(anyCookie, name);
    },
  };
}
