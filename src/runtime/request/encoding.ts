import { ToolError } from '../tool-error.js';

/** Whether a text is a `token` of RFC 9110: the name of a header or of a cookie. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

// Headers that say where a request goes, how it is framed, who asks, or what the body is.
const forbiddenHeaders =
  /^(?:host|authorization|cookie|set-cookie2?|proxy-.*|connection|keep-alive|content-length|content-type|content-encoding|transfer-encoding|accept|te|trailer|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|x-http-method(?:-override)?|x-method-override|x-original-url|x-rewrite-url|mcp-.*|origin|traceparent|tracestate|sec-.*)$/i;

/** Whether no argument may ever set the header `name`. */
export function isForbiddenHeader(name: string): boolean {
  return !isToken(name) || forbiddenHeaders.test(name);
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function percentEncode(text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new ToolError('invalid-argument', 'A text holds half of a surrogate pair, which no URL can carry.');
  }
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The bytes that a percent-encoded text stands for; a `%` that begins no encoded byte stands for itself. */
export function percentDecode(text: string): Buffer {
  const chunks = text.match(/(?:%[0-9A-Fa-f]{2})+|[^%]+|%/g) ?? [];
  return Buffer.concat(
    chunks.map((chunk) =>
      /^%./.test(chunk) ? Buffer.from(chunk.replaceAll('%', ''), 'hex') : Buffer.from(chunk, 'utf8'),
    ),
  );
}

/** The error for an argument that cannot be sent as it is. */
export function invalid(property: string, problem: string): ToolError {
  return new ToolError('invalid-argument', `The argument '${property}' ${problem}; nothing was sent.`);
}
