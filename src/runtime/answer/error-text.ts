import type { RequestBinding } from '../binding.js';
import { essenceOf } from '../media-types.js';
import { headerOf, type Answer } from '../upstream.js';

const mostCharacters = 2048;
// What is cut away below is found by patterns, which are kept from reading megabytes.
const mostRead = 8 * mostCharacters;

/** What a model is told of an answer that is no success; `text` is its body where that can be read. */
export function errorText(
  { status, reason, headers, body }: Answer,
  { method, path }: Pick<RequestBinding, 'method' | 'path'>,
  mediaType: string,
  text: string | undefined,
): string {
  const head = [`${status} ${reason}`.trim(), `from ${method} ${path}`].join(' ');
  return [head, retryText(headerOf(headers, 'retry-after')), bodyText(mediaType, text, body.length)]
    .filter((line) => line !== '')
    .join('\n');
}

/** A `Retry-After` of RFC 9110 10.2.3, in seconds or as a date. */
function retryText(retryAfter: string | undefined): string {
  if (retryAfter === undefined) return '';
  if (/^\d{1,9}$/.test(retryAfter)) return `Try again after ${retryAfter} s.`;
  const date = new Date(retryAfter);
  return Number.isNaN(date.getTime()) ? '' : `Try again after ${date.toUTCString()}.`;
}

function bodyText(mediaType: string, text: string | undefined, length: number): string {
  if (length === 0) return '';
  if (text === undefined) return `(${length} bytes of ${essenceOf(mediaType)})`;
  const start = text.slice(0, mostRead);
  const clean = withoutControls(/\bhtml\b/.test(essenceOf(mediaType)) ? textOfHtml(start) : start).trim();
  return clean.length > mostCharacters || text.length > mostRead
    ? `${clean.slice(0, mostCharacters).replace(/\p{Cs}$/u, '')}… (cut)`
    : clean;
}

function textOfHtml(html: string): string {
  return html
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>?/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Takes out what neither a person nor a model should read without seeing it: controls and invisible characters. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu, '');
}
