import { isFormContent, isJson, isText } from '../media-types.js';
import { ToolError } from '../tool-error.js';
import { writeDeepObject } from './deep-object.js';
import { isToken } from './encoding.js';
import { hasContent, isGiven, isObject, scalarText } from './value-text.js';

/** The `in` of a Parameter Object. */
export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

/** A tool's arguments, by property of its input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a text is in a parameter: data, the name of a member, or what a style puts between them. */
export type TextRole = 'value' | 'name' | 'separator';

/** Makes a text safe for the place where it is sent. */
export type Encode = (text: string, role?: TextRole) => string;

/** One name and its value as they are sent; a path or a header carries the value alone. */
export type Pair = readonly [name: string, value: string];

/** Writes a value; no pair at all where there is nothing to send. */
export type WriteStyle = (name: string, value: unknown, explode: boolean, encode: Encode) => readonly Pair[];

interface StyleRule {
  /** The locations where OpenAPI 3 has the style. */
  readonly in: readonly ParameterLocation[];
  readonly write: WriteStyle;
}

/** Every parameter style. A new style is an entry here and its cases in test/runtime/parameters.test.ts. */
export const parameterStyles = {
  simple: { in: ['path', 'header'], write: writeSimple },
  label: { in: ['path'], write: writeLabel },
  matrix: { in: ['path'], write: writeMatrix },
  form: { in: ['query', 'cookie'], write: writeForm },
  spaceDelimited: { in: ['query'], write: writeDelimited(' ', 'a space') },
  pipeDelimited: { in: ['query'], write: writeDelimited('|', "'|'") },
  /** `collectionFormat: tsv` of Swagger 2.0, which has the delimited formats in every location. */
  tabDelimited: { in: [], write: writeDelimited('\t', 'a tab') },
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

/** Whether a parameter's `content` of this media type can be made of any value; of others it is given as text. */
export function isWritableContent(mediaType: string): boolean {
  return isJson(mediaType) || isText(mediaType) || isFormContent(mediaType);
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
  if (explode && isObject(value)) return Object.entries(value).flatMap((entry) => memberPairs(entry, encode));
  const items = flatItems(value, encode);
  if (items.length === 0) return [];
  return explode ? items.map((item) => [name, item]) : [[name, items.join(',')]];
}

/** A member of an exploded object is a parameter of its own, so that an array in it repeats the name of the member. */
function memberPairs([key, member]: readonly [string, unknown], encode: Encode): readonly Pair[] {
  if (!hasContent(member)) return [];
  return listOf(member).map((item) => [encode(key, 'name'), encode(scalarText(item))]);
}

function writeCookie(name: string, value: unknown, explode: boolean, encode: Encode): readonly Pair[] {
  const pairs = writeForm(name, value, explode, encode);
  const wrong = pairs.find(([key]) => !isToken(key));
  if (wrong === undefined) return pairs;
  throw new ToolError('invalid-argument', `'${wrong[0]}' is no name of a cookie; nothing was sent.`);
}

function writeDelimited(separator: string, shown: string): WriteStyle {
  return (name, value, explode, encode) => {
    if (explode) return writeForm(name, value, true, encode);
    const isList = typeof value === 'object';
    // The separator is percent-encoded as data is, so that nothing could tell the two apart (OpenAPI 3.2, Appendix E).
    const items = flatItems(value, (text, role) => {
      if (!isList || !text.includes(separator)) return encode(text, role);
      const problem = `holds ${shown}, which stands between items there, so the API would read several`;
      throw new ToolError('invalid-argument', `An item of '${name}' ${problem}; nothing was sent.`);
    });
    return items.length === 0 ? [] : [[name, items.join(encode(separator, 'separator'))]];
  };
}

/** A value as one list: an object alternates names and values. */
function flatItems(value: unknown, encode: Encode): readonly string[] {
  if (!isObject(value)) return listOf(value).map((item) => encode(scalarText(item)));
  return entriesOf(value).flatMap(([key, item]) => [encode(key, 'name'), encode(item)]);
}

function explodedItems(value: unknown, encode: Encode): readonly string[] {
  if (!isObject(value)) return flatItems(value, encode);
  return entriesOf(value).map(([key, item]) => `${encode(key, 'name')}=${encode(item)}`);
}

/** The items of an array, or a value as the only one; RFC 6570 2.3 leaves undefined ones out. */
function listOf(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter(isGiven);
}

function entriesOf(value: object): readonly Pair[] {
  return Object.entries(value)
    .filter(([, member]) => hasContent(member))
    .map(([key, member]) => [key, scalarText(member)]);
}
