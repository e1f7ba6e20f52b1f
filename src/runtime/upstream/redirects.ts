import { limitSettings } from '../limits.js';
import { isToldBy, type Redact } from '../redaction.js';
import { ToolError } from '../tool-error.js';
import { headerOf, type AnswerHead } from './answer.js';
import type { Message } from './exchange.js';
import type { Outcome } from './outcome.js';
import { placeOf } from './place.js';

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

/** What redirects are followed by. */
export interface RedirectRules {
  /** Where redirects may lead beside the origin of the request. */
  readonly isAllowedOrigin: IsAllowedOrigin;
  /** Takes secrets out of the API's texts. */
  readonly redact: Redact;
  readonly outcome: Outcome;
}

/** The message by which a redirect is followed; `undefined` for an answer that is none, or none that is followed. */
export function redirected(
  message: Message,
  { status, headers }: AnswerHead,
  rules: RedirectRules,
): Message | undefined {
  const location = headerOf(headers, 'location');
  const methodFor = redirections.get(status);
  if (location === undefined || methodFor === undefined) return undefined;
  const target = URL.canParse(location, message.url.href) ? new URL(location, message.url.href) : undefined;
  const isSameOrigin = target?.origin === message.url.origin;
  // Credentials belong to an origin, and so does the trust in what a request does there.
  const isFollowed = target !== undefined && (isSameOrigin || isAllowed(target, rules));
  if (!isFollowed) throw refusedPlace(status, target, rules);
  if (!isSameOrigin && isToldBy(target, rules.redact)) throw refusedSecret(status, target, rules);
  const method = methodFor(message.method);
  if (method === undefined) return undefined;
  const body = method === message.method ? message.body : undefined;
  // A user name in the address would be a credential that the API makes up.
  const url = new URL(`${target.origin}${target.pathname}${target.search}`);
  const kept = headersFor(message.headers, isSameOrigin, body !== undefined);
  return { method, url, body, headers: kept, leavesCoding: isSameOrigin && message.leavesCoding === true };
}

function isAllowed(target: URL, { isAllowedOrigin }: RedirectRules): boolean {
  return isWeb(target) && isAllowedOrigin(target.origin);
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function refusedPlace(
  status: number,
  target: URL | undefined,
  { outcome, redact }: RedirectRules,
): ToolError {
  const place = target === undefined ? undefined : placeOf(target.href, redact);
  const told =
    target === undefined || place === undefined
      ? 'what is no URL, so it was not followed'
      : isWeb(target)
        ? `${place}, another origin, which is not followed unless the operator of this server allows that origin`
        : `${place}, which is not followed`;
  return refused(`The API answered ${status} and pointed to ${told}`, status, outcome);
}

/** An API that repeats in a Location what it was sent would hand it on to whoever is there. */
function refusedSecret(status: number, { origin }: URL, { outcome, redact }: RedirectRules): ToolError {
  const told =
    `The API answered ${status} and pointed to ${placeOf(origin, redact)}, another origin, with a secret of this ` +
    'server or its caller in the address, which is not followed';
  return refused(told, status, outcome);
}

/** The error of a call that was redirected more often than redirects are followed. */
export function refusedCount(most: number, status: number, outcome: Outcome): ToolError {
  const often = most === 0 ? '' : ` more than ${most === 1 ? 'once' : `${most} times`}`;
  const told = `The API redirected${often}, which is not followed (${limitSettings.redirects.env} is ${most})`;
  return refused(told, status, outcome);
}

function refused(problem: string, status: number, outcome: Outcome): ToolError {
  const told = outcome.refused(status);
  return new ToolError('refused-redirect', `${problem}${told === undefined ? '' : `; ${told}`}.`);
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
