import type { PartEncodings, PropertyEncoding } from '../binding.js';
import { isJson } from '../media-types.js';
import { ownMember } from '../own-member.js';
import { readTextBytes } from './binary.js';
import { invalid, percentEncode } from './encoding.js';
import { parameterStyles, type Encode, type Pair } from './parameters.js';
import { reservedEncoder } from './reserved.js';
import { isGiven, isObject, joinItems, jsonText, scalarText } from './value-text.js';

/** The content of a form, which is the argument `property`. */
export interface FormContent {
  readonly property: string;
  readonly value: unknown;
  readonly encoding: PartEncodings & { readonly mediaType: string };
}

/** A property of a form that is given. */
export interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly encoding: PropertyEncoding;
}

const nothing: PropertyEncoding = {};

/** The properties of a form, each with its Encoding Object; null is no value in a form. */
export function membersOf({ property, value, encoding }: FormContent): readonly Member[] {
  if (!isObject(value)) throw invalid(property, 'is the content of a form, so it has to be an object');
  const { encoding: own = {}, otherEncoding = nothing } = encoding;
  return Object.entries(value)
    .filter(([, member]) => isGiven(member))
    .map(([name, member]) => ({ name, value: member, encoding: ownMember(own, name) ?? otherEncoding }));
}

/** Writes a value as `application/x-www-form-urlencoded`, by the Encoding Objects of its properties. */
export function writeFormText(content: FormContent): string {
  const pairs = membersOf(content).flatMap((member) => urlEncodedPairs(member, content));
  return pairs.map(([name, text]) => `${name}=${text}`).join('&');
}

function urlEncodedPairs(member: Member, { property, value }: FormContent): readonly Pair[] {
  const { name, encoding } = member;
  if (encoding.bytes === undefined || hasStyle(encoding)) {
    return fieldPairs(
      member,
      encoding.allowReserved === true ? reservedEncoder('query') : percentEncode,
      percentEncode,
    );
  }
  return itemsOf(member.value).map((item) => {
    const binary = readTextBytes(item, encoding, value);
    if (binary === 'unreadable') throw invalid(property, `has no base64 and no data: URL in '${name}'`);
    return [
      percentEncode(name),
      binary === undefined ? percentEncode(scalarText(item)) : encodeBytes(binary.bytes),
    ];
  });
}

/** Percent-encodes bytes that need not be text. */
function encodeBytes(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[^\w\-.~]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** By the style of the Encoding Object where it has one; else an array repeats its name, and an object is JSON. */
export function fieldPairs(
  { name, value, encoding }: Member,
  encode: Encode,
  encodeName: Encode,
): readonly Pair[] {
  if (hasStyle(encoding)) {
    const { style = 'form', explode = style === 'form' } = encoding;
    const joined = joinItems(value, encoding.itemSeparators ?? []);
    return parameterStyles[style].write(encodeName(name), joined, explode, encode);
  }
  if (isJson(encoding.contentType ?? '')) return [[encodeName(name), encode(jsonText(value))]];
  return itemsOf(value).map((item) => [encodeName(name), encode(scalarText(item))]);
}

/** The values that are given under one name. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.filter(isGiven) : [value];
}

/** Whether an Encoding Object writes its property as a query parameter is written; then its `contentType` is ignored. */
export function hasStyle({ style, explode, allowReserved }: PropertyEncoding): boolean {
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}
