import type { Route } from './fetch-file.js';

/** What is wrong with header fields, in words that hold no value of theirs. */
export function headerProblem(headers: Route['headers']): string | undefined {
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'The name of a header field is no token of HTTP.';
    if (ownFields.has(name.toLowerCase())) return `The header field '${name}' is not for you to set.`;
    if (!/^[\t\x20-\x7e]*$/.test(value))
      return `The header field '${name}' has a value with a sign that HTTP forbids.`;
  }
  return undefined;
}

/** Fields that belong to the connection. */
const ownFields: ReadonlySet<string> = new Set(
  `host connection content-length transfer-encoding te trailer upgrade expect keep-alive proxy-connection
  proxy-authorization accept-encoding`.split(/\s+/),
);
