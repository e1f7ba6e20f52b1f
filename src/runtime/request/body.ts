import type { BodyBinding, PropertyEncoding } from '../binding.js';
import { readBinary } from './binary.js';
import type { JsonSchema } from '../json-schema.js';
import { essenceOf, isJson, isMediaType, isText, isXml, mediaTypeParameter } from '../media-types.js';
import { writeParts, type Part } from './multipart.js';
import { ownMember } from '../own-member.js';
import { invalid, parameterStyles, percentEncode, type Encode, type Pair } from './parameters.js';
import { sequenceText } from './sequences.js';
import { writeXml } from './xml.js';
import { isGiven, isObject, joinItems, jsonText, scalarText } from './value-text.js';

/** A request body as it is sent. */
export interface WrittenBody {
  readonly contentType: string;
  readonly bytes: string | Buffer;
}

/** What is written: the value, how it is bound, and the schema under which it is listed. */
interface Content {
  readonly binding: BodyBinding;
  readonly value: unknown;
  readonly schema: JsonSchema | undefined;
}

interface BodyRule {
  readonly matches: (mediaType: string) => boolean;
  /** Missing for types that cannot be sent yet. */
  readonly write?: (content: Content) => WrittenBody | Promise<WrittenBody>;
}

/** Every kind of request body; the first that matches a media type decides. A new one is an entry here. */
export const bodyKinds = {
  json: { matches: isJson, write: writeJson },
  form: { matches: isForm, write: writeForm },
  multipart: {
    matches: (mediaType) => essenceOf(mediaType) === 'multipart/form-data',
    write: writeMultipart,
  },
  otherMultipart: { matches: (mediaType) => essenceOf(mediaType).startsWith('multipart/') },
  xml: { matches: isXml, write: ({ binding, value }) => writeXml(binding, value) },
  text: { matches: isText, write: writeText },
  anything: {
    matches: (mediaType) => /^(?:\*|application)\/\*$/.test(essenceOf(mediaType)),
    write: writeAnything,
  },
  binary: { matches: () => true, write: writeBinary },
} satisfies Record<string, BodyRule>;

/** The kind of a request body. */
export type BodyKind = keyof typeof bodyKinds;

/** The kind of body that a media type asks for. */
export function bodyKindOf(mediaType: string): BodyKind {
  // The keys of a literal are its type's; `binary` matches what nothing else did.
  const kinds = Object.keys(bodyKinds) as readonly BodyKind[];
  return kinds.find((kind) => bodyKinds[kind].matches(mediaType)) ?? 'binary';
}

/** Whether a request body of this media type can be sent. */
export function isSupportedBody(mediaType: string): boolean {
  return isMediaType(mediaType) && 'write' in bodyKinds[bodyKindOf(mediaType)];
}

/** Writes an argument as the request body that it is bound to. */
export async function writeBody(
  binding: BodyBinding,
  value: unknown,
  schema?: JsonSchema,
): Promise<WrittenBody> {
  const rule: BodyRule = bodyKinds[bodyKindOf(binding.mediaType)];
  if (rule.write !== undefined) return await rule.write({ binding, value, schema });
  throw invalid(binding.property, `is a body of type ${binding.mediaType}, which cannot be sent`);
}

function isForm(mediaType: string): boolean {
  return essenceOf(mediaType) === 'application/x-www-form-urlencoded';
}

function writeJson({ binding, value }: Content): WrittenBody {
  return { contentType: binding.mediaType, bytes: jsonText(value) };
}

function writeText(content: Content): WrittenBody {
  if (isBase64(content.schema)) return writeBinary(content);
  const { binding, value } = content;
  const { mediaType } = binding;
  const isMarked = mediaTypeParameter(mediaType, 'charset') !== undefined || !mediaType.startsWith('text/');
  const type = mediaType.replace('*', 'plain');
  return {
    contentType: isMarked ? type : `${type}; charset=utf-8`,
    bytes: sequenceText(mediaType, value) ?? scalarText(value),
  };
}

function writeBinary({ binding, value }: Content): WrittenBody {
  const binary = typeof value === 'string' ? readBinary(value) : undefined;
  if (binary === undefined) throw invalid(binding.property, 'is neither base64 nor a data: URL');
  return {
    contentType: concreteType(binding.mediaType, binary.mediaType),
    bytes: binding.base64 === true ? binary.bytes.toString('base64') : binary.bytes,
  };
}

/** A range that says nothing takes bytes as text, and JSON for what cannot be bytes. */
function writeAnything(content: Content): WrittenBody {
  if (typeof content.value === 'string') return writeBinary(content);
  return writeJson({ ...content, binding: { ...content.binding, mediaType: 'application/json' } });
}

/** The media type to send where the document has a list or a range; the one that came with the bytes if it fits. */
function concreteType(declared: string, own: string | undefined): string {
  const ranges = declared.split(',').map((range) => range.trim());
  if (own !== undefined && ranges.some((range) => isInRange(own, range))) return own;
  return ranges.find((range) => isMediaType(range) && !range.includes('*')) ?? 'application/octet-stream';
}

function isInRange(mediaType: string, range: string): boolean {
  const [type] = essenceOf(mediaType).split('/', 1);
  return ['*/*', `${type}/*`, essenceOf(mediaType)].includes(essenceOf(range));
}

function writeForm(content: Content): WrittenBody {
  return { contentType: content.binding.mediaType, bytes: writeFormText(content) };
}

/** Writes a value as `application/x-www-form-urlencoded`, by the properties of its schema. */
export function writeFormText(content: Content): string {
  const pairs = membersOf(content).flatMap(({ name, value, encoding }) =>
    fieldPairs(name, value, encoding, percentEncode),
  );
  return pairs.map(([name, text]) => `${name}=${text}`).join('&');
}

interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly encoding: PropertyEncoding | undefined;
  readonly schema: JsonSchema | undefined;
}

/** The properties of a form with what the binding and the schema say of each; null is no value in a form. */
function membersOf({ binding, value, schema }: Content): readonly Member[] {
  if (!isObject(value))
    throw invalid(binding.property, 'is the content of a form, so it has to be an object');
  const encodings = binding.encoding ?? {};
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {};
  return Object.entries(value)
    .filter(([, member]) => isGiven(member))
    .map(([name, member]) => {
      const own = ownMember(properties, name);
      return {
        name,
        value: member,
        encoding: ownMember(encodings, name),
        schema: isObject(own) ? own : undefined,
      };
    });
}

/** By the style of the Encoding Object where it has one; else an array repeats its name, and an object is JSON. */
function fieldPairs(
  name: string,
  value: unknown,
  encoding: PropertyEncoding | undefined,
  encode: Encode,
): readonly Pair[] {
  const { style = 'form', explode = style === 'form' } = encoding ?? {};
  if (hasStyle(encoding)) {
    const joined = joinItems(value, encoding?.itemSeparators ?? []);
    return parameterStyles[style].write(encode(name), joined, explode, encode);
  }
  if (isJson(encoding?.contentType ?? '')) return [[encode(name), encode(jsonText(value))]];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter(isGiven).map((item) => [encode(name), encode(scalarText(item))]);
}

function hasStyle(encoding: PropertyEncoding | undefined): boolean {
  return (
    encoding?.style !== undefined || encoding?.explode !== undefined || encoding?.allowReserved !== undefined
  );
}

function writeMultipart(content: Content): WrittenBody {
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = membersOf(content).flatMap((member) => memberParts(member, content.binding.property));
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: writeParts(parts, boundary) };
}

/** Each item of an array is a part of its own (Encoding Object, OpenAPI 3.0.4 and 3.1.1). */
function memberParts(member: Member, property: string): readonly Part[] {
  const { name, value, encoding, schema } = member;
  // OpenAPI 3.0 has styles in urlencoded forms alone: where there is a content type, it decides.
  if (hasStyle(encoding) && encoding?.contentType === undefined) {
    return fieldPairs(name, value, encoding, (text) => text).map(([key, text]) => ({
      name: key,
      bytes: text,
    }));
  }
  if (!Array.isArray(value)) return [writePart(member, property)];
  const items = isObject(schema?.['items']) ? schema['items'] : undefined;
  return value
    .filter(isGiven)
    .map((item) => writePart({ name, value: item, encoding, schema: items }, property));
}

function writePart({ name, value, encoding, schema }: Member, property: string): Part {
  const contentTypes = encoding?.contentType ?? defaultType(value, schema);
  const [declared = ''] = contentTypes.split(',').map((range) => range.trim());
  if (isBase64(schema) || ['binary', 'anything'].includes(bodyKindOf(declared))) {
    const binary = typeof value === 'string' ? readBinary(value) : undefined;
    if (binary === undefined) throw invalid(property, `has no base64 and no data: URL in '${name}'`);
    const contentType = concreteType(contentTypes, binary.mediaType);
    const bytes = encoding?.base64 === true ? binary.bytes.toString('base64') : binary.bytes;
    return { name, bytes, contentType, fileName: binary.fileName ?? name };
  }
  const bytes = isJson(declared) ? jsonText(value) : scalarText(value);
  return {
    name,
    bytes,
    ...(declared === 'text/plain' ? {} : { contentType: concreteType(declared, undefined) }),
  };
}

/** The default of the Encoding Object's `contentType`: bytes, JSON or text. */
function defaultType(value: unknown, schema: JsonSchema | undefined): string {
  if (isBase64(schema)) return 'application/octet-stream';
  return typeof value === 'object' ? 'application/json' : 'text/plain';
}

/** Whether a listed schema asks for bytes as text, whatever type they are sent as. */
function isBase64(schema: JsonSchema | undefined): boolean {
  return schema?.['contentEncoding'] === 'base64';
}
