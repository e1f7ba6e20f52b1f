import type { Redact } from '../redaction.js';

const mostCharacters = 200;
const nowhere = 'http://relative.invalid';

/** Where a `Location` points, without its query and without credentials, which may be secrets; `undefined` for no URL. */
export function placeOf(location: string, redact: Redact): string | undefined {
  if (!URL.canParse(location, nowhere)) return undefined;
  const { origin, protocol, pathname } = new URL(location, nowhere);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb) return `a URL of scheme '${shortened(redact(protocol))}'`;
  return shortened(redact(`${origin === nowhere ? '' : origin}${pathname}`));
}

/** What is long is cut once no secret is left in it: of one at the border the beginning would stay. */
function shortened(place: string): string {
  return place.length > mostCharacters ? `${place.slice(0, mostCharacters)}…` : place;
}
