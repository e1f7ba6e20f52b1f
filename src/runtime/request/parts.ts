import type { ContentEncoding, PropertyEncoding } from '../binding.js';
import {
  essenceOf,
  isBinary,
  isFormContent,
  isJson,
  isMultipart,
  isXml,
  mediaTypeParameter,
} from '../media-types.js';
import { readBinary, readTextBytes, type Binary } from './binary.js';
import type { Content, WrittenBody } from './body.js';
import { fileType } from './file-type.js';
import { fieldPairs, hasStyle, itemsOf, membersOf, type Member } from './form.js';
import { multipartType, newBoundary, writeParts, type Part } from './multipart.js';
import { invalid } from './encoding.js';
import { rangesOf } from './media-ranges.js';
import { withPatternFields } from './pattern-fields.js';
import { checkText } from './text-body.js';
import { isGiven, isObject } from './value-text.js';

/** Writes a value as its media type has it. */
type WriteContent = (content: Content) => Promise<WrittenBody>;

/** The value of a part, with the object or array that holds it. */
interface PartContent {
  readonly property: string;
  readonly name: string | undefined;
  readonly value: unknown;
  readonly encoding: PropertyEncoding;
  readonly holder: unknown;
}

/** Writes a value as multipart: an object by the names of its members, an array by the positions of its items. */
export async function writeMultipart(given: Content, write: WriteContent): Promise<WrittenBody> {
  const content = await withPatternFields(given);
  const { value, encoding } = content;
  const isList = Array.isArray(value);
  const mediaType = encoding.mediaType.replace('*', isList ? 'mixed' : 'form-data');
  const isForm = essenceOf(mediaType) === 'multipart/form-data';
  const contents = isList ? listedParts(content, isForm) : namedParts(content, isForm);
  const parts: Part[] = [];
  for (const part of contents) parts.push('bytes' in part ? part : await writePart(part, write));
  const boundary = newBoundary();
  return { contentType: multipartType(mediaType, boundary, parts), bytes: writeParts(parts, boundary) };
}

/** One part for each property, or for each item of one (Encoding Object, OpenAPI 3.0.4 and 3.1.1). */
function namedParts(content: Content, isForm: boolean): readonly (Part | PartContent)[] {
  const members = membersOf(content);
  return (isForm ? members : inOrder(members, content)).flatMap((member) => memberParts(member, content));
}

/** A form's parts come as they are given; elsewhere, as in RFC 2387, the first one can be the root. */
function inOrder(members: readonly Member[], { encoding }: Content): readonly Member[] {
  const places = new Map(Object.keys(encoding.encoding ?? {}).map((name, place) => [name, place]));
  const placeOf = ({ name }: Member): number => places.get(name) ?? places.size;
  return [...members].sort((one, other) => placeOf(one) - placeOf(other));
}

function memberParts(member: Member, { property, value: holder }: Content): readonly (Part | PartContent)[] {
  const { name, value, encoding } = member;
  checkText(name, property);
  if (hasStyle(encoding) && encoding.bytes === undefined) {
    const asItIs = (text: string): string => {
      checkText(text, property);
      return text;
    };
    return fieldPairs(member, asItIs, asItIs).map(([key, text]) => ({ name: key, bytes: text }));
  }
  const items = isMultipart(encoding.contentType ?? '') ? [value] : itemsOf(value);
  return items.map((item) => ({ property, name, value: item, encoding, holder }));
}

/** One part for each item (OpenAPI 3.2, Encoding By Position); in a form, where parts have names, for each member of it. */
function listedParts(content: Content, isForm: boolean): readonly (Part | PartContent)[] {
  const { property, value, encoding } = content;
  const { prefixEncoding = [], itemEncoding = {} } = encoding;
  return (value as readonly unknown[]).flatMap((item, at): readonly (Part | PartContent)[] => {
    const own = prefixEncoding[at] ?? itemEncoding;
    if (!isForm || !isObject(item))
      return [{ property, name: undefined, value: item, encoding: own, holder: value }];
    return Object.entries(item)
      .filter(([, member]) => isGiven(member))
      .flatMap(([name, member]) =>
        memberParts({ name, value: member, encoding: own }, { ...content, value: item }),
      );
  });
}

async function writePart(part: PartContent, write: WriteContent): Promise<Part> {
  const { name, value, encoding, property } = part;
  const { contentType, headers } = encoding;
  const about = { ...(name === undefined ? {} : { name }), ...(headers === undefined ? {} : { headers }) };
  const binary = bytesOf(part);
  if (binary !== undefined) return { ...about, ...bytesPart(binary, part) };
  const mediaType = typeFor(value, contentType);
  const written = await write({ property, value, encoding: { ...contentOf(encoding), mediaType } });
  // A part without a type is text, and text in a part is UTF-8 where nothing says otherwise (RFC 7578 4.4, 5.1.2).
  if (mediaType === 'text/plain' && contentType === undefined) return { ...about, bytes: written.bytes };
  const isPlain = /^text\//.test(mediaType) && mediaTypeParameter(mediaType, 'charset') === undefined;
  return { ...about, bytes: written.bytes, contentType: isPlain ? mediaType : written.contentType };
}

/** What of an Encoding Object is about the content of its part. */
function contentOf(own: PropertyEncoding): Omit<ContentEncoding, 'mediaType'> {
  const { base64, xml, encoding, patternEncoding, otherEncoding, prefixEncoding, itemEncoding } = own;
  return {
    ...(base64 === undefined ? {} : { base64 }),
    ...(xml === undefined ? {} : { xml }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(patternEncoding === undefined ? {} : { patternEncoding }),
    ...(otherEncoding === undefined ? {} : { otherEncoding }),
    ...(prefixEncoding === undefined ? {} : { prefixEncoding }),
    ...(itemEncoding === undefined ? {} : { itemEncoding }),
  };
}

/** The media type of a part that is no bytes: of several the first that can carry the value. */
export function typeFor(value: unknown, contentType: string | undefined): string {
  const isStructure = typeof value === 'object';
  if (contentType === undefined) return isStructure ? 'application/json' : 'text/plain';
  const ranges = contentType.split(',').map((range) => range.trim());
  const concrete = ranges.filter((range) => !range.includes('*'));
  const fit = isStructure ? concrete.find(carriesStructure) : undefined;
  return fit ?? concrete[0] ?? ranges[0] ?? 'text/plain';
}

function carriesStructure(mediaType: string): boolean {
  return isJson(mediaType) || isXml(mediaType) || isMultipart(mediaType) || isFormContent(mediaType);
}

/** Whether text of a part that is of this type can only be bytes that are given as text. */
function takesBytes(contentType = ''): boolean {
  const [first = ''] = contentType.split(',');
  return contentType !== '' && (isBinary(first) || essenceOf(first) === '*/*');
}

function bytesOf({ name, value, encoding, holder, property }: PartContent): Binary | undefined {
  const asTold = readTextBytes(value, encoding, holder);
  const isOfBytes =
    encoding.bytes === undefined && typeof value === 'string' && takesBytes(encoding.contentType);
  const binary = isOfBytes ? (readBinary(value) ?? 'unreadable') : asTold;
  if (binary !== 'unreadable') return binary;
  throw invalid(property, `has no base64 and no data: URL in '${name ?? 'a part'}'`);
}

function bytesPart(binary: Binary, { name, encoding, property }: PartContent): Omit<Part, 'name'> {
  const { bytes, fileName = name } = binary;
  const place = name === undefined ? '' : ` in '${name}'`;
  return {
    bytes: encoding.base64 === true ? bytes.toString('base64') : bytes,
    contentType: fileType(binary, rangesOf(encoding.contentType ?? ''), { property, place }),
    ...(fileName === undefined ? {} : { fileName }),
  };
}
