import { isLoopback } from '../loopback.js';

/** A URL to which secrets may be sent: https, or http to this machine, and nothing in it but a place. */
export function readIssuerUrl(text: unknown): URL | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  // RFC 6749 3.2: an endpoint has no fragment. A password in a URL would be told with it.
  return isSafe && url.username === '' && url.password === '' && url.hash === '' ? url : undefined;
}

/** What is wrong where `readIssuerUrl` finds no URL. */
export const issuerUrlRule =
  'has to be an https URL (http to this machine alone) without user name or fragment';
