import { isLoopback } from '../loopback.js';

/** Why secrets are not sent to a URL; `undefined` for https, and http to this machine, with nothing in it but a place. */
export function problemOfIssuerUrl({
  protocol,
  hostname,
  username,
  password,
  hash,
}: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return 'it is neither https nor http';
  // It would be told with the URL.
  if (username !== '' || password !== '') return 'it holds credentials';
  // RFC 6749 3.1 and 3.2: an endpoint has none.
  if (hash !== '') return 'it has a fragment';
  if (protocol === 'http:' && !isLoopback(hostname)) return 'it is http beyond this machine';
  return undefined;
}

/** A URL to which secrets may be sent. */
export function readIssuerUrl(text: unknown): URL | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return problemOfIssuerUrl(url) === undefined ? url : undefined;
}

/** What is wrong where `readIssuerUrl` finds no URL. */
export const issuerUrlRule =
  'has to be an https URL (http to this machine alone) without user name or fragment';

/** Whether a host, as URLs write it, is this machine, by whatever name or address. */
export function isOfThisMachine(host: string): boolean {
  return isLoopback(host) || /^(?:.+\.)?localhost\.?$|^0\.|^\[::\]$|^\[::ffff:(?:7f[\da-f]{2}|0):/.test(host);
}
