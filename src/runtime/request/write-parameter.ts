import type { ParameterBinding } from '../binding.js';
import { isFormContent, isJson } from '../media-types.js';
import { writeFormText } from './form.js';
import { invalid, percentEncode } from './encoding.js';
import { isWritableContent, parameterStyles, type Encode, type Pair } from './parameters.js';
import { reservedEncoder } from './reserved.js';
import { sequenceText } from './sequences.js';
import { inAscii, isGiven, joinItems, jsonText, scalarText } from './value-text.js';

/** Writes a value that is given as one parameter. */
type Write = (value: unknown) => readonly Pair[];

const writers = new WeakMap<ParameterBinding, Write>();

/** Writes one argument as the parameter it is bound to; no pair at all where there is nothing to send. */
export function writeParameter(binding: ParameterBinding, value: unknown): readonly Pair[] {
  if (!isGiven(value)) return [];
  let write = writers.get(binding);
  if (write === undefined) {
    write = writerOf(binding);
    writers.set(binding, write);
  }
  return write(value);
}

function writerOf(binding: ParameterBinding): Write {
  const encode = encoderOf(binding);
  if (binding.in === 'header') return headerWriterOf(binding, encode);
  // Names are encoded like values, but a reserved character never stands for itself in one.
  const name = isCookieStyle(binding) ? binding.name : percentEncode(binding.name);
  if (!('style' in binding)) return (value) => [[name, encode(contentText(binding, value))]];
  return (value) => writeStyled(binding, name, value, encode);
}

type Styled = Extract<ParameterBinding, { readonly style: unknown }>;

function writeStyled(
  { style, explode, itemSeparators = [] }: Styled,
  name: string,
  value: unknown,
  encode: Encode,
): readonly Pair[] {
  return parameterStyles[style].write(name, joinItems(value, itemSeparators), explode, encode);
}

function headerWriterOf(binding: ParameterBinding, encode: Encode): Write {
  const { name, property } = binding;
  if (!('style' in binding))
    return (value) => [[name, trimmed(property, encode(contentText(binding, value)))]];
  // Where the document itself puts commas into items, it is its own matter to tell them apart.
  const isSplit = binding.style === 'simple' && binding.itemSeparators?.includes(',') !== true;
  const barred = { value: /,/, name: binding.explode ? /[,=]/ : /,/, separator: /(?!)/ };
  const encodeItem: Encode = (text, role = 'value') => headerItem(property, encode(text, role), barred[role]);
  return (value) => {
    const pairs = writeStyled(
      binding,
      name,
      value,
      isSplit && typeof value === 'object' ? encodeItem : encode,
    );
    return pairs.map(([key, text]) => [key, trimmed(property, text)]);
  };
}

/** A header has no escape for what stands between items, and white space around one is no part of it. */
function headerItem(property: string, text: string, barred: RegExp): string {
  if (!barred.test(text)) return trimmed(property, text);
  const problem = "has an item with ',' in it, or a name with '='";
  throw invalid(property, `${problem}, where the API would read several and a header has no escape for it`);
}

/** White space around the value of a header is no part of it (RFC 9110 5.5): it would not arrive. */
function trimmed(property: string, text: string): string {
  if (!/^[ \t]|[ \t]$/.test(text)) return text;
  throw invalid(property, 'begins or ends with white space, which a header cannot carry there');
}

/** The value of a parameter as the media type of its `content` asks, before it is encoded for its place. */
export function contentText(
  binding: ParameterBinding & { readonly mediaType: string },
  value: unknown,
): string {
  const { mediaType, property } = binding;
  if (isJson(mediaType)) {
    const json = jsonText(value);
    // ASCII is all that a header carries.
    return binding.in === 'header' ? inAscii(json) : json;
  }
  if (isFormContent(mediaType)) return writeFormText({ property, value, encoding: binding });
  if (typeof value === 'object' && !isWritableContent(mediaType))
    throw invalid(property, `is sent as ${mediaType}, so it has to be text`);
  return sequenceText(mediaType, value) ?? scalarText(value);
}

function encoderOf(binding: ParameterBinding): Encode {
  const { property, in: location } = binding;
  // OpenAPI 3.2, Parameter Object: what a header carries is neither encoded nor quoted.
  if (location === 'header') return (text) => headerText(property, text);
  if (isCookieStyle(binding)) return (text) => cookieText(property, text);
  const isReserved = 'style' in binding && binding.allowReserved === true;
  const encode: Encode = isReserved ? reservedEncoder(location) : percentEncode;
  if (location !== 'path') return encode;
  return (text, role) => {
    if (role !== 'separator' && /\p{Cc}/u.test(text)) throw invalid(property, 'holds a control character');
    return encode(text, role);
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
