import type { ToolDefinition } from '../manifest.js';
import { essenceOf } from '../media-types.js';
import type { Redact } from '../redaction.js';
import { headerOf, type Answer } from '../upstream/answer.js';
import { placeOf } from '../upstream/place.js';
import { readableError } from './error-body.js';
import { rateLimitTold } from './rate-limit.js';
import { adviceFor } from './status-advice.js';

/** The body of an error; its text, already clean, where it can be read. */
interface ErrorBody {
  readonly mediaType: string;
  readonly text: string | undefined;
}

const done =
  'The call itself went through and must not be repeated; this is what the place answered to which the API redirected.';

/** What a model is told of an answer that is no success: no header as it is, nothing of the URL but its template. */
export function errorText(answer: Answer, tool: ToolDefinition, body: ErrorBody, redact: Redact): string {
  const { status, reason, headers } = answer;
  const { method, path } = tool.request;
  const advice = answer.isDone === true ? done : adviceFor(status, tool);
  const next = [placeText(answer, redact), advice, limitText(answer), retryText(headers)];
  return [
    `${`${status} ${reason}`.trim()} from ${method} ${path}`,
    next.filter((sentence) => sentence !== '').join(' '),
    bodyText(body, answer.body.length, redact),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function placeText({ status, headers }: Answer, redact: Redact): string {
  const location = headerOf(headers, 'location');
  if (location === undefined || status < 300 || status > 399) return '';
  const place = placeOf(location, redact);
  return place === undefined ? 'It points to a place that is no URL.' : `It points to ${place}.`;
}

function limitText({ status, headers }: Answer): string {
  const limit = status === 429 || status === 403 ? rateLimitTold(headers) : '';
  return limit === '' ? '' : `Rate limit: ${limit}.`;
}

/** A `Retry-After` of RFC 9110 10.2.3, which is in seconds or a date; dates are told by the clock of who wrote them. */
function retryText(headers: Answer['headers']): string {
  const retryAfter = headerOf(headers, 'retry-after')?.trim();
  if (retryAfter === undefined) return '';
  if (/^\d{1,9}$/.test(retryAfter)) return `Try again after ${Number(retryAfter)} s.`;
  const date = /^[A-Za-z]{3}/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  if (Number.isNaN(date)) return '';
  const told = Date.parse(headerOf(headers, 'date') ?? '');
  const now = Number.isNaN(told) ? Date.now() : told;
  return `Try again after ${Math.max(0, Math.ceil((date - now) / 1000))} s.`;
}

function bodyText({ mediaType, text }: ErrorBody, length: number, redact: Redact): string {
  if (length === 0) return '';
  return text === undefined
    ? `(${length} bytes of ${essenceOf(mediaType)})`
    : readableError(text, mediaType, redact);
}
