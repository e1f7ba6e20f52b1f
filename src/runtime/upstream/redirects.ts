import { ToolError } from '../tool-error.js';
import { headerOf } from './answer-headers.js';
import type { AnswerHead } from './content.js';
import type { Message } from './exchange.js';

/** How often a call is redirected at most. */
export const mostRedirects = 5;

/** What each redirection of RFC 9110 15.4 does to a method; `undefined` leaves it to the model what to do. */
const redirections: ReadonlyMap<number, (method: string) => string | undefined> = new Map([
  [301, onlyAsked],
  [302, onlyAsked],
  [303, (method) => (method === 'HEAD' ? 'HEAD' : 'GET')],
  [307, (method) => method],
  [308, (method) => method],
]);

/** Clients differ in what they make of another method, so it is not guessed. */
function onlyAsked(method: string): string | undefined {
  return method === 'GET' || method === 'HEAD' ? method : undefined;
}

/** Whether requests may go to an origin. */
export type IsAllowedOrigin = (origin: string) => boolean;

/** The message by which a redirect is followed; `undefined` for an answer that is none, or none that is followed. */
export function redirected(
  message: Message,
  { status, headers }: AnswerHead,
  isAllowed: IsAllowedOrigin,
): Message | undefined {
  const location = headerOf(headers, 'location');
  const methodFor = redirections.get(status);
  if (location === undefined || methodFor === undefined) return undefined;
  const target = targetOf(location, message.url, status);
  const isSameOrigin = target.origin === message.url.origin;
  // Credentials belong to an origin, and so does the trust in what a request does there.
  if (!isSameOrigin && !(isWeb(target) && isAllowed(target.origin))) throw refused(status, target);
  const method = methodFor(message.method);
  if (method === undefined) return undefined;
  const body = method === message.method ? message.body : undefined;
  // A user name in the address would be a credential that the API makes up.
  const url = new URL(`${target.origin}${target.pathname}${target.search}`);
  return { method, url, body, headers: headersFor(message.headers, isSameOrigin, body !== undefined) };
}

function targetOf(location: string, from: URL, status: number): URL {
  if (URL.canParse(location, from.href)) return new URL(location, from.href);
  throw new ToolError(
    'refused-redirect',
    `The API answered ${status} and pointed to what is no URL, so it was not followed.`,
  );
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function refused(status: number, target: URL): ToolError {
  const remedy = isWeb(target)
    ? 'another origin, which is not followed unless the operator of this server allows that origin.'
    : 'which is not followed.';
  return new ToolError(
    'refused-redirect',
    `The API answered ${status} and pointed to ${placeOf(target)}, ${remedy}`,
  );
}

const longestPlace = 200;

/** A URL without its query, which may hold secrets. */
function placeOf(target: URL): string {
  const { origin, protocol, pathname } = target;
  if (!isWeb(target)) return `a URL of scheme '${protocol.slice(0, 32)}'`;
  const place = `${origin}${pathname}`;
  return place.length > longestPlace ? `${place.slice(0, longestPlace)}…` : place;
}

/** What may be said to anyone: it tells nothing of whoever asks, nor of what the API was told. */
const harmless: readonly string[] = ['accept', 'user-agent'];

/** Header fields that speak of the body (RFC 9110 8.3 to 8.7). */
const ofBody: readonly string[] = [
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
];

function headersFor(headers: Headers, isSameOrigin: boolean, hasBody: boolean): Headers {
  const isKept = (name: string): boolean => {
    if (!hasBody && ofBody.includes(name)) return false;
    return isSameOrigin || harmless.includes(name) || name === 'content-type';
  };
  return new Headers([...headers].filter(([name]) => isKept(name)));
}
