import type { PartEncodings, PropertyEncoding, RequestBinding } from '../binding.js';
import { essenceOf, isFormContent, isMultipart, isXml } from '../media-types.js';
import { ownMember } from '../own-member.js';
import { chooseContent } from '../request/content-choice.js';
import { hasStyle } from '../request/form.js';
import { typeFor } from '../request/parts.js';
import { isObject } from '../request/value-text.js';
import { writeXmlRoot } from '../request/xml-nodes.js';
import { ToolError } from '../tool-error.js';

const nothing: PropertyEncoding = {};

type Values = Readonly<Record<string, unknown>>;

const sample = '<sample/>';

/** The values with an XML document in place of any text; `undefined` where XML cannot carry what was made up. */
export function withXmlBody({ body }: RequestBinding, values: Values): Values | undefined {
  if (body === undefined || !Object.hasOwn(values, body.property)) return values;
  const { property } = body;
  const value = values[property];
  const content = chooseContent(body, value, values);
  const { mediaType, xml } = content;
  if (!isXml(mediaType)) return { ...values, [property]: withXmlParts(value, content, mediaType) };
  if (xml === undefined) return { ...values, [property]: sample };
  try {
    writeXmlRoot(xml, value, property);
    return values;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** The value of a form or a multipart content with an XML document in place of each text that is a part of XML. */
function withXmlParts(value: unknown, encodings: PartEncodings, mediaType: string): unknown {
  if (!isFormContent(mediaType) && !isMultipart(mediaType)) return value;
  if (Array.isArray(value)) return value.map((item, at) => withXmlItem(item, at, encodings, mediaType));
  if (!isObject(value)) return value;
  const { encoding = {}, otherEncoding = nothing } = encodings;
  return mapMembers(value, (name, member) => withXmlPart(member, ownMember(encoding, name) ?? otherEncoding));
}

/** In a form, where parts have names, an object in a list stands for its members. */
function withXmlItem(item: unknown, at: number, encodings: PartEncodings, mediaType: string): unknown {
  const own = encodings.prefixEncoding?.[at] ?? encodings.itemEncoding ?? nothing;
  const isNamed = essenceOf(mediaType) === 'multipart/form-data' && isObject(item);
  return isNamed ? mapMembers(item, (_, member) => withXmlPart(member, own)) : withXmlText(item, own);
}

/** A part is multipart itself, or there is one for each item of a list. */
function withXmlPart(value: unknown, encoding: PropertyEncoding): unknown {
  const { contentType = '' } = encoding;
  if (isMultipart(contentType)) return withXmlParts(value, encoding, contentType);
  return Array.isArray(value)
    ? value.map((item) => withXmlText(item, encoding))
    : withXmlText(value, encoding);
}

function withXmlText(value: unknown, encoding: PropertyEncoding): unknown {
  const { contentType, xml, bytes } = encoding;
  const isText = typeof value === 'string' && xml === undefined && bytes !== true;
  return isText && !hasStyle(encoding) && isXml(typeFor(value, contentType)) ? sample : value;
}

function mapMembers(object: Values, change: (name: string, member: unknown) => unknown): Values {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Whether an XML body holds every text, number and truth value of an argument. */
export function carriesTexts(body: Buffer, value: unknown): boolean {
  const xml = body.toString().replace(/&(\w+);/g, (reference, name: string) => entities[name] ?? reference);
  return textsOf(value).every((text) => xml.includes(text));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? [String(value)] : [];
}
