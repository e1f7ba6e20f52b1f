import type { ToolDefinition } from '../manifest.js';
import {
  essenceOf,
  isBinary,
  isJson,
  isMediaType,
  isText,
  isXml,
  mediaTypeParameter,
} from '../media-types.js';
import { headerOf, type Answer } from '../upstream.js';
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

/** As the API says; where it says nothing, as the document does; where that cannot be, as the bytes look. */
export function contentTypeOf(answer: Received, { request: { accept } }: ToolDefinition): ContentType {
  const declared = accept.filter((range) => !range.includes('*'));
  const header = headerOf(answer.headers, 'content-type')?.trim();
  if (header === undefined || header === '') return unnamedType(answer, declared[0]);
  if (isMediaType(header)) return namedType(answer, header, declared);
  const { mediaType } = unnamedType(answer, declared[0]);
  return {
    mediaType,
    note: `The API's content type is none; the answer was read as ${essenceOf(mediaType)}.`,
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

function namedType({ body, cut }: Received, header: string, declared: readonly string[]): ContentType {
  const essence = essenceOf(header);
  const isCut = cut !== undefined;
  const isDeclared = declared.some((type) => essenceOf(type) === essence);
  if (unknownTypes.test(essence) && !isDeclared) {
    const better = declared.find((type) => fits(type, body, isCut));
    return better === undefined ? { mediaType: header } : asDeclared(header, better);
  }
  if (presetTypes.test(essence) && !isDeclared) {
    const json = declared.find(isJson);
    if (json !== undefined && isJsonText(body, isCut)) return asDeclared(header, json);
    const xml = declared.find(isXml);
    if (xml !== undefined && markupTypeOf(body) === 'application/xml') return asDeclared(header, xml);
    const wanted = json ?? xml;
    if (wanted !== undefined) return { ...mendedType(body, header), note: insteadOf(body, essence, wanted) };
  }
  return mendedType(body, header);
}

function asDeclared(header: string, declared: string): ContentType {
  const [named, type] = [essenceOf(header), essenceOf(declared)];
  const note = `The API calls this ${named}; it was read as ${type}, as its document has it.`;
  return { mediaType: withCharset(declared, header), note };
}

/** Whatever else is wrong with a type, its charset is what its maker knows best. */
function withCharset(mediaType: string, header: string): string {
  const charset = mediaTypeParameter(header, 'charset');
  if (charset === undefined || !/^[\w.:-]{1,40}$/.test(charset)) return mediaType;
  return `${essenceOf(mediaType)}; charset=${charset}`;
}

function insteadOf(body: Buffer, essence: string, wanted: string): string {
  const what = markupTypeOf(body) === 'text/html' ? 'a page of HTML' : essence;
  return `The API answered with ${what}, where its document has ${essenceOf(wanted)}.`;
}

/** The type that an API names, unless the bytes cannot be that. */
function mendedType(body: Buffer, header: string): ContentType {
  const seen = contradiction(body, header);
  if (seen === undefined) return { mediaType: header };
  const what = seen === 'text/html' ? 'a page of HTML' : seen;
  const note = `The API calls this ${essenceOf(header)}, but it is ${what}.`;
  return { mediaType: withCharset(seen, header), note };
}

function contradiction(body: Buffer, header: string): string | undefined {
  if (isBinary(header) || essenceOf(header).startsWith('multipart/')) return undefined;
  if (isJson(header) && firstVisible(body) === 0x3c) return markupTypeOf(body);
  const image = imageTypeOf(body);
  if (image !== undefined) return image;
  return isText(header) && !/charset/i.test(header) && body.includes(0) && !isTextual(body)
    ? 'application/octet-stream'
    : undefined;
}

function firstVisible(body: Buffer): number | undefined {
  return body.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x80);
}
