import { isDeepStrictEqual } from 'node:util';
import type { ParameterBinding } from '../binding.js';
import { isJson } from '../media-types.js';
import type { ParameterStyle } from '../request/parameters.js';

/** Where the parameters of a received request stand, as they were sent. */
export interface SentParameters {
  /** Texts by name of path parameter. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: readonly SentPair[];
  /** The whole query, as sent. */
  readonly querystring: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: readonly SentPair[];
}

/** A name, decoded, and its value, as sent. */
type SentPair = readonly [name: string, value: string];

/** Splits `a=1&b=2`, or a Cookie header, into its pairs. */
export function pairsOf(text: string, separator: '&' | '; '): readonly SentPair[] {
  if (text === '') return [];
  return text.split(separator).map((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? [decode(pair), ''] : [decode(pair.slice(0, end)), pair.slice(end + 1)];
  });
}

/** Why a parameter does not carry `value`; `undefined` where it does. */
export function parameterProblem(
  sent: SentParameters,
  parameter: ParameterBinding,
  value: unknown,
): string | undefined {
  const place = `${parameter.in} parameter '${parameter.name}'`;
  if (parameter.in === 'querystring')
    return carriesQuery(sent, value) ? undefined : `${place} is not the query`;
  const hasStyle = 'style' in parameter;
  const read = hasStyle ? readStyle(sent, parameter, value) : readContent(sent, parameter);
  // What is empty leaves no trace (RFC 6570 2.3).
  if (read === undefined && hasStyle && leavesNoTrace(value)) return undefined;
  if (read === undefined) return `${place} is missing`;
  // OpenAPI does not say how a value inside a value is written, and content need not be JSON.
  if (hasStyle ? isNested(value) : isContainer(value) && !isJson(parameter.mediaType)) return undefined;
  const wanted = hasStyle ? piecesOf(value, parameter) : [textOf(value)];
  return isDeepStrictEqual(read, wanted) ? undefined : `${place} is '${read.join()}', not '${wanted.join()}'`;
}

type Styled = Extract<ParameterBinding, { readonly style: ParameterStyle }>;

interface Reading {
  readonly name: string;
  readonly explode: boolean;
  readonly value: unknown;
}

function readStyle(
  sent: SentParameters,
  { name, in: location, style, explode }: Styled,
  value: unknown,
): readonly string[] | undefined {
  const reading = { name, explode, value };
  if (location === 'query' || location === 'cookie')
    return readPairs(location === 'query' ? sent.query : sent.cookies, style, reading);
  const text = location === 'path' ? sent.path.get(name) : sent.headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  const pieces = readText(text, style, reading);
  return location === 'path' ? pieces?.map(decode) : pieces?.map((piece) => piece.trim());
}

/** Separators of the styles that join values into one text. */
const separators: Readonly<Record<ParameterStyle, RegExp>> = {
  simple: /,/,
  label: /,/,
  matrix: /,/,
  form: /,|%2C/i,
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7C/i,
  tabDelimited: /%09|\t/,
  deepObject: /,/,
  cookie: /,/,
};

function readText(
  text: string,
  style: ParameterStyle,
  { name, explode, value }: Reading,
): readonly string[] | undefined {
  if (style === 'label') return text.startsWith('.') ? text.slice(1).split(explode ? '.' : ',') : undefined;
  if (style !== 'matrix') return isContainer(value) ? text.split(separators[style]) : [text];
  if (!text.startsWith(';')) return undefined;
  const pairs = text.slice(1).split(';');
  if (explode && isObject(value)) return pairs;
  const values = pairs.map((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return decode(key) === name ? rest.join('=') : undefined;
  });
  if (!values.every((one) => one !== undefined)) return undefined;
  return explode || !isContainer(value) ? values : values.join(',').split(',');
}

function readPairs(
  pairs: readonly SentPair[],
  style: ParameterStyle,
  { name, explode, value }: Reading,
): readonly string[] | undefined {
  if (style === 'deepObject' && isContainer(value)) return readDeepObject(pairs, name, value);
  if (explode && isObject(value)) return readMembers(pairs, value, (member) => member);
  const values = pairs.filter(([key]) => key === name).map(([, one]) => one);
  if (values.length === 0) return undefined;
  const split =
    isContainer(value) && !explode ? values.flatMap((one) => one.split(separators[style])) : values;
  return style === 'cookie' ? split : split.map(decode);
}

/** What stands in brackets behind the name: members, items that are scalars (`name[]`), or other items (`name[0][…]`). */
function readDeepObject(
  pairs: readonly SentPair[],
  name: string,
  value: object,
): readonly string[] | undefined {
  if (isObject(value)) return readMembers(pairs, value, (member) => `${name}[${member}]`);
  const isItem = (key: string): boolean =>
    isNested(value) ? key.startsWith(`${name}[`) : key === `${name}[]`;
  const items = pairs.filter(([key]) => isItem(key)).map(([, one]) => decode(one));
  return items.length === 0 ? undefined : items;
}

function readMembers(
  pairs: readonly SentPair[],
  value: object,
  keyOf: (member: string) => string,
): readonly string[] | undefined {
  // A value inside a value makes the key longer: `filter[range][from]`.
  const found = Object.keys(value).flatMap((member) =>
    pairs
      .filter(([key]) => key === keyOf(member) || key.startsWith(`${keyOf(member)}[`))
      .map(([, one]) => `${member}=${decode(one)}`),
  );
  return found.length === 0 ? undefined : found;
}

/** Whether a query is a value: as text, as JSON, or as the names of a form. */
function carriesQuery({ query, querystring }: SentParameters, value: unknown): boolean {
  // A credential can stand behind it.
  const [text = ''] = querystring.split('&', 1);
  if (decode(text) === textOf(value)) return true;
  const names = query.map(([name]) => name);
  return (
    isObject(value) &&
    Object.entries(value).every(([name, member]) =>
      [name, ...(isObject(member) ? Object.keys(member) : [])].some((key) =>
        names.some((sent) => sent === key || sent.startsWith(`${key}[`)),
      ),
    )
  );
}

function readContent(
  sent: SentParameters,
  { name, in: location }: ParameterBinding,
): readonly string[] | undefined {
  const pairs = { query: sent.query, cookie: sent.cookies };
  const text =
    location === 'query' || location === 'cookie'
      ? pairs[location].find(([key]) => key === name)?.[1]
      : location === 'path'
        ? sent.path.get(name)
        : sent.headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  const decoded = location === 'header' ? text : decode(text);
  try {
    return [textOf(JSON.parse(decoded))];
  } catch {
    return [decoded];
  }
}

/** A value as the pieces that a style joins: members, or names and members. */
function piecesOf(value: unknown, { style, explode }: Styled): readonly string[] {
  const pieces = isObject(value)
    ? Object.entries(value).flatMap(([name, member]) =>
        explode || style === 'deepObject' ? [`${name}=${textOf(member)}`] : [name, textOf(member)],
      )
    : (Array.isArray(value) ? value : [value]).map(textOf);
  // The dots of a value are not told from those between values.
  return style === 'label' && explode ? pieces.join('.').split('.') : pieces;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNested(value: unknown): boolean {
  return isContainer(value) && Object.values(value).some(isContainer);
}

function leavesNoTrace(value: unknown): boolean {
  return value === null || (isContainer(value) && Object.values(value).every(leavesNoTrace));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isObject(value: unknown): value is object {
  return isContainer(value) && !Array.isArray(value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
