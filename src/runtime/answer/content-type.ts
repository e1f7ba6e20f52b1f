import type { ToolDefinition } from '../manifest.js';
import {
  essenceOf,
  isBinary,
  isJson,
  isMediaType,
  isMultipart,
  isText,
  isXml,
  mediaTypeParameter,
  withCharset,
} from '../media-types.js';
import { headerOf, type Answer } from '../upstream/answer.js';
import { imageTypeOf, isBlank, isJsonText, isTextual, markupTypeOf, sniff } from './sniff.js';

/** What a content is read as; the note tells where that is not what the API or its document says. */
export interface ContentType {
  readonly mediaType: string;
  readonly note?: string;
}

type Received = Pick<Answer, 'headers' | 'body' | 'cut'>;

// What servers say of files and of texts of which they know nothing.
const unknownTypes = /^(?:application|binary)\/(?:octet-stream|x-download|force-download|unknown)$/;
// What frameworks say where nobody set a type.
const presetTypes = /^(?:text\/(?:plain|html|javascript)|application\/(?:x-)?javascript)$/;

/** What of the types of a tool's answers does not depend on their content. */
interface ToolTypes {
  /** Those that its document declares, without ranges. */
  readonly declared: readonly string[];
  /** The type that the last answer named: most name the same. */
  last: NamedType | undefined;
}

/** A type that an API names. */
interface NamedType {
  readonly header: string;
  readonly isMediaType: boolean;
  readonly essence: string;
  /** Whether it says nothing of the content, and the document does not declare it. */
  readonly isUnknown: boolean;
  readonly isPreset: boolean;
  /** Whether the content can contradict it. */
  readonly isOpaque: boolean;
  readonly isJson: boolean;
  /** Whether it is text whose charset nobody tells. */
  readonly isPlainText: boolean;
}

const typesByTool = new WeakMap<ToolDefinition, ToolTypes>();

function typesOf(tool: ToolDefinition): ToolTypes {
  let types = typesByTool.get(tool);
  if (types === undefined) {
    types = { declared: tool.request.accept.filter((range) => !range.includes('*')), last: undefined };
    typesByTool.set(tool, types);
  }
  return types;
}

function namedBy(types: ToolTypes, header: string): NamedType {
  if (types.last?.header === header) return types.last;
  const essence = essenceOf(header);
  const isDeclared = types.declared.some((type) => essenceOf(type) === essence);
  return (types.last = {
    header,
    isMediaType: isMediaType(header),
    essence,
    isUnknown: !isDeclared && unknownTypes.test(essence),
    isPreset: !isDeclared && presetTypes.test(essence),
    isOpaque: isBinary(header) || isMultipart(header),
    isJson: isJson(header),
    isPlainText: isText(header) && !/charset/i.test(header),
  });
}

/** As the API says; where it says nothing, as the document does; where that cannot be, as the bytes look. */
export function contentTypeOf(answer: Received, tool: ToolDefinition): ContentType {
  const types = typesOf(tool);
  const { declared } = types;
  const header = headerOf(answer.headers, 'content-type')?.trim();
  if (header === undefined || header === '') return unnamedType(answer, declared[0]);
  const named = namedBy(types, header);
  if (named.isMediaType) return namedType(answer, named, declared);
  const { mediaType } = unnamedType(answer, declared[0]);
  return {
    mediaType,
    note: `What the API sends as its content type is no media type; the answer was read as ${essenceOf(mediaType)}.`,
  };
}

/** The type of an error: of errors the document's media types say nothing. */
export function errorTypeOf({ headers, body, cut }: Received): string {
  const header = headerOf(headers, 'content-type') ?? '';
  return isMediaType(header) && !unknownTypes.test(essenceOf(header))
    ? header
    : sniff(body, cut !== undefined);
}

function unnamedType({ body, cut }: Received, declared: string | undefined): ContentType {
  const seen = sniff(body, cut !== undefined);
  if (declared === undefined) return { mediaType: seen };
  if (fits(declared, body, cut !== undefined)) return { mediaType: declared };
  const note = `The API names no content type, and the answer is not the ${essenceOf(declared)} of its document.`;
  return { mediaType: seen, note };
}

/** Whether bytes can be what the document declares. */
function fits(declared: string, body: Buffer, isCut: boolean): boolean {
  if (isJson(declared)) return isJsonText(body, isCut) || isBlank(body);
  if (isXml(declared)) return isTextual(body) && markupTypeOf(body) !== undefined;
  if (isText(declared)) return imageTypeOf(body) === undefined;
  if (declared.startsWith('image/')) return imageTypeOf(body) === essenceOf(declared) || !isTextual(body);
  return true;
}

function namedType({ body, cut }: Received, named: NamedType, declared: readonly string[]): ContentType {
  const { header, essence } = named;
  const isCut = cut !== undefined;
  if (named.isUnknown) {
    const better = declared.find((type) => fits(type, body, isCut));
    return better === undefined ? { mediaType: header } : asDeclared(header, better);
  }
  if (named.isPreset) {
    const json = declared.find(isJson);
    if (json !== undefined && isJsonText(body, isCut)) return asDeclared(header, json);
    const xml = declared.find(isXml);
    if (xml !== undefined && markupTypeOf(body) === 'application/xml') return asDeclared(header, xml);
    const wanted = json ?? xml;
    if (wanted !== undefined) return { ...mendedType(body, named), note: insteadOf(body, essence, wanted) };
  }
  return mendedType(body, named);
}

function asDeclared(header: string, declared: string): ContentType {
  const [named, type] = [essenceOf(header), essenceOf(declared)];
  const note = `The API calls this ${named}; it was read as ${type}, as its document has it.`;
  return { mediaType: withCharsetOf(header, declared), note };
}

/** Whatever else is wrong with a type, its charset is what its maker knows best. */
function withCharsetOf(header: string, mediaType: string): string {
  const charset = mediaTypeParameter(header, 'charset');
  const isUsable = charset !== undefined && /^[\w.:-]{1,40}$/.test(charset);
  return isUsable ? withCharset(mediaType, charset) : mediaType;
}

function insteadOf(body: Buffer, essence: string, wanted: string): string {
  const what = markupTypeOf(body) === 'text/html' ? 'a page of HTML' : essence;
  return `The API answered with ${what}, where its document has ${essenceOf(wanted)}.`;
}

/** The type that an API names, unless the bytes cannot be that. */
function mendedType(body: Buffer, named: NamedType): ContentType {
  const { header, essence } = named;
  const seen = contradiction(body, named);
  if (seen === undefined) return { mediaType: header };
  const what = seen === 'text/html' ? 'a page of HTML' : seen;
  return {
    mediaType: withCharsetOf(header, seen),
    note: `The API calls this ${essence}, but it is ${what}.`,
  };
}

function contradiction(body: Buffer, named: NamedType): string | undefined {
  if (named.isOpaque) return undefined;
  if (named.isJson && firstVisible(body) === 0x3c) return markupTypeOf(body);
  const image = imageTypeOf(body);
  if (image !== undefined) return image;
  return named.isPlainText && body.includes(0) && !isTextual(body) ? 'application/octet-stream' : undefined;
}

function firstVisible(body: Buffer): number | undefined {
  return body.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x80);
}
