import type { ParameterBinding } from '../binding.js';
import { isJson, isText } from '../media-types.js';
import { ToolError } from '../tool-error.js';
import { isGiven, isObject, joinItems, jsonText, scalarText } from './value-text.js';

/** The `in` of a Parameter Object. */
export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

/** A tool's arguments, by property of its input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Makes a text safe for the place where it is sent; a style's own separators are not checked like data. */
export type Encode = (text: string, isSeparator?: boolean) => string;

/** One name and its value as they are sent; a path or a header carries the value alone. */
export type Pair = readonly [name: string, value: string];

interface StyleRule {
  /** The locations where OpenAPI 3 has the style. */
  readonly in: readonly ParameterLocation[];
  /** Writes a value; no pair at all where there is nothing to send. */
  readonly write: (name: string, value: unknown, explode: boolean, encode: Encode) => readonly Pair[];
}

/** Every parameter style. A new style is an entry here and its cases in test/runtime/parameters.test.ts. */
export const parameterStyles = {
  simple: { in: ['path', 'header'], write: writeSimple },
  label: { in: ['path'], write: writeLabel },
  matrix: { in: ['path'], write: writeMatrix },
  form: { in: ['query', 'cookie'], write: writeForm },
  spaceDelimited: { in: ['query'], write: writeDelimited(' ') },
  pipeDelimited: { in: ['query'], write: writeDelimited('|') },
  /** `collectionFormat: tsv` of Swagger 2.0, which has the delimited formats in every location. */
  tabDelimited: { in: [], write: writeDelimited('\t') },
  deepObject: { in: ['query'], write: writeDeepObject },
  /** `form`, but nothing is percent-encoded (OpenAPI 3.2). */
  cookie: { in: ['cookie'], write: writeCookie },
} satisfies Record<string, StyleRule>;

/** The `style` of a Parameter Object. */
export type ParameterStyle = keyof typeof parameterStyles;

/** Whether OpenAPI 3 has this style in this location. */
export function isStyleAllowed(style: string, location: ParameterLocation): style is ParameterStyle {
  if (!Object.hasOwn(parameterStyles, style)) return false;
  const rule: StyleRule = parameterStyles[style as ParameterStyle];
  return rule.in.includes(location);
}

/** Whether a parameter's `content` of this media type can be written. */
export function isSupportedContent(mediaType: string): boolean {
  return isJson(mediaType) || isText(mediaType);
}

/** Whether a text is a `token` of RFC 9110: the name of a header or of a cookie. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

// Headers that say where a request goes, how it is framed, who asks, or what the body is.
const forbiddenHeaders =
  /^(?:host|authorization|cookie|set-cookie2?|proxy-.*|connection|keep-alive|content-length|content-type|content-encoding|transfer-encoding|accept|accept-encoding|te|trailer|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|x-http-method(?:-override)?|x-method-override|x-original-url|x-rewrite-url|mcp-.*|origin|traceparent|tracestate|sec-.*)$/i;

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

/** Percent-encodes as RFC 6570's reserved expansion, but for what would end the value or the query. */
export function encodeReserved(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^\w\-.~:/?@!$'()*,;=]/gu, (part) =>
    /^%../.test(part) ? part : percentEncode(part),
  );
}

/** Writes one argument as the parameter it is bound to; no pair at all where there is nothing to send. */
export function writeParameter(binding: ParameterBinding, value: unknown): readonly Pair[] {
  const encode = encoderOf(binding);
  // Names are encoded like values, but a reserved character never stands for itself in one.
  const name = binding.in === 'header' || isCookieStyle(binding) ? binding.name : percentEncode(binding.name);
  if (value === undefined || value === null) return [];
  if ('style' in binding) {
    const { style, explode, itemSeparators = [] } = binding;
    return parameterStyles[style].write(name, joinItems(value, itemSeparators), explode, encode);
  }
  return [[name, encode(contentText(binding, value))]];
}

function contentText(binding: ParameterBinding & { readonly mediaType: string }, value: unknown): string {
  if (!isJson(binding.mediaType)) return scalarText(value);
  const json = jsonText(value);
  // JSON can spell any character in ASCII, which is all that a header carries.
  return binding.in === 'header' ? json.replace(/[^\x20-\x7e]/g, escapeUnit) : json;
}

function encoderOf(binding: ParameterBinding): Encode {
  const { property } = binding;
  if (binding.in === 'header') return (text) => headerText(property, text);
  if (isCookieStyle(binding)) return (text) => cookieText(property, text);
  const encode =
    binding.in === 'query' && 'style' in binding && binding.allowReserved ? encodeReserved : percentEncode;
  if (binding.in !== 'path') return encode;
  return (text, isSeparator = false) => {
    if (!isSeparator && /\p{Cc}/u.test(text)) throw invalid(property, 'holds a control character');
    return encode(text);
  };
}

function headerText(property: string, text: string): string {
  if (/^[\x20-\x7e\t]*$/.test(text)) return text;
  throw invalid(
    property,
    'holds a character that a header cannot carry; visible ASCII, space and tab can be sent',
  );
}

function isCookieStyle(binding: ParameterBinding): boolean {
  return 'style' in binding && binding.style === 'cookie';
}

/** A `cookie-octet` text of RFC 6265 4.1.1: there is no escape for any other character. */
function cookieText(property: string, text: string): string {
  if (/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return text;
  throw invalid(property, 'holds a character that a cookie cannot carry (RFC 6265), and has no escape for');
}

/** The error for an argument that cannot be sent as it is. */
export function invalid(property: string, problem: string): ToolError {
  return new ToolError('invalid-argument', `The argument '${property}' ${problem}; nothing was sent.`);
}

function writeSimple(name: string, value: unknown, explode: boolean, encode: Encode): readonly Pair[] {
  const items = explode ? explodedItems(value, encode) : flatItems(value, encode);
  return items.length === 0 ? [] : [[name, items.join(',')]];
}

function writeLabel(name: string, value: unknown, explode: boolean, encode: Encode): readonly Pair[] {
  const items = explode ? explodedItems(value, encode) : flatItems(value, encode);
  return items.length === 0 ? [] : [[name, `.${items.join(explode ? '.' : ',')}`]];
}

function writeMatrix(name: string, value: unknown, explode: boolean, encode: Encode): readonly Pair[] {
  const pairs = writeForm(name, value, explode, encode);
  // RFC 6570 3.2.7: an empty value has no `=`.
  const text = pairs.map(([key, item]) => (item === '' ? `;${key}` : `;${key}=${item}`)).join('');
  return text === '' ? [] : [[name, text]];
}

function writeForm(name: string, value: unknown, explode: boolean, encode: Encode): readonly Pair[] {
  if (explode && isObject(value)) return entriesOf(value).map(([key, item]) => [encode(key), encode(item)]);
  const items = flatItems(value, encode);
  if (items.length === 0) return [];
  return explode ? items.map((item) => [name, item]) : [[name, items.join(',')]];
}

function writeCookie(name: string, value: unknown, explode: boolean, encode: Encode): readonly Pair[] {
  const pairs = writeForm(name, value, explode, encode);
  const wrong = pairs.find(([key]) => !isToken(key));
  if (wrong === undefined) return pairs;
  throw new ToolError('invalid-argument', `'${wrong[0]}' is no name of a cookie; nothing was sent.`);
}

function writeDelimited(separator: string): StyleRule['write'] {
  return (name, value, explode, encode) => {
    if (explode) return writeForm(name, value, true, encode);
    const items = flatItems(value, encode);
    return items.length === 0 ? [] : [[name, items.join(encode(separator, true))]];
  };
}

const deepest = 32;

function writeDeepObject(name: string, value: unknown, _explode: boolean, encode: Encode): readonly Pair[] {
  const pairs: Pair[] = [];
  const pending: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
    { path: name, value, depth: 0 },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value: current, depth } = next;
    if (depth > deepest)
      throw new ToolError('invalid-argument', 'An argument is nested too deeply to be sent.');
    if (isObject(current)) {
      const members = Object.entries(current).map(([key, member]) => ({
        path: `${path}${encode('[', true)}${encode(key)}${encode(']', true)}`,
        value: member,
        depth: depth + 1,
      }));
      pending.push(...members.reverse());
    } else {
      pairs.push(...flatItems(current, encode).map((item): Pair => [path, item]));
    }
  }
  return pairs;
}

/** A value as one list: an object alternates names and values. */
function flatItems(value: unknown, encode: Encode): readonly string[] {
  if (isObject(value)) return entriesOf(value).flatMap(([key, item]) => [encode(key), encode(item)]);
  return (Array.isArray(value) ? value : [value]).filter(isGiven).map((item) => encode(scalarText(item)));
}

function explodedItems(value: unknown, encode: Encode): readonly string[] {
  if (!isObject(value)) return flatItems(value, encode);
  return entriesOf(value).map(([key, item]) => `${encode(key)}=${encode(item)}`);
}

function entriesOf(value: object): readonly Pair[] {
  return Object.entries(value)
    .filter(([, member]) => isGiven(member))
    .map(([key, member]) => [key, scalarText(member)]);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
