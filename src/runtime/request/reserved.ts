import type { Encode, ParameterLocation } from './parameters.js';
import { percentEncode } from './encoding.js';

/** Percent-encodes as RFC 6570 3.2.3 expands `{+x}`: reserved characters stay, and so does what is encoded already. */
export function encodeReserved(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^\w\-.~:/?#[\]@!$&'()*+,;=]/gu, (part) =>
    /^%../.test(part) ? part : percentEncode(part),
  );
}

/** Reserved characters that would end a value or be read as something else, by where the value stands. */
const barred: Readonly<Record<ParameterLocation, RegExp>> = {
  /** OpenAPI 3.2, Path Templating; RFC 3986 has no brackets in a path. */
  path: /[/?#[\]]/g,
  /** A query is read as a form: `&` ends a value and `+` is a space. RFC 3986 has no brackets in a query. */
  query: /[&+#[\]]/g,
  querystring: /[&+#[\]]/g,
  /** RFC 6265 4.1.1 has neither in a value. */
  cookie: /[,;]/g,
  header: /(?!)/g,
};

/** Encodes the values of a parameter with `allowReserved`, as far as its location goes along; names as any others. */
export function reservedEncoder(location: ParameterLocation): Encode {
  return (text, role) =>
    role === 'name' ? percentEncode(text) : encodeReserved(text).replace(barred[location], percentEncode);
}
