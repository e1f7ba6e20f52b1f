import type { BodyBinding, XmlBinding } from '../binding.js';
import type { WrittenBody } from './body.js';
import { mediaTypeParameter, withCharset } from '../media-types.js';
import { invalid } from './encoding.js';
import { builderKeys, deepestXml, writeXmlRoot, type BuilderNode } from './xml-nodes.js';
import { isXmlText, writeReferences } from './xml-text.js';

/** What of fast-xml-parser is used. */
export interface XmlLibrary {
  readonly XMLBuilder: new (options: Readonly<Record<string, unknown>>) => {
    readonly build: (nodes: readonly BuilderNode[]) => string;
  };
  readonly XMLValidator: {
    readonly validate: (
      xml: string,
    ) => true | { readonly err: { readonly msg: string; readonly line: number } };
  };
}

/** A project whose API takes no XML does not have the library: nothing may refer to its types. */
const libraryName: string = 'fast-xml-parser';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

const builderOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: builderKeys.attributePrefix,
  textNodeName: builderKeys.text,
  cdataPropName: builderKeys.cdata,
  suppressEmptyNode: true,
  maxNestedTags: deepestXml + 1,
} as const;

/** Writes an argument as an XML body; without an XML binding it is a document already, as text. */
export async function writeXml(binding: BodyBinding, value: unknown): Promise<WrittenBody> {
  const { property, xml, mediaType } = binding;
  return { contentType: xmlContentType(mediaType), bytes: await writeXmlDocument(xml, value, property) };
}

/**
 * Writes a value, the argument `property` or a part of it, as the text of an XML document: by its binding, or as it
 * is where it has none and is a document already.
 */
export async function writeXmlDocument(
  binding: XmlBinding | undefined,
  value: unknown,
  property: string,
): Promise<string> {
  if (binding === undefined) return checkDocument(value, property);
  const root = writeXmlRoot(binding, value, property);
  const { XMLBuilder } = await loadLibrary();
  return `${declaration}${writeReferences(new XMLBuilder(builderOptions).build([root]))}`;
}

async function loadLibrary(): Promise<XmlLibrary> {
  // A specifier that is not spelt out has no type; a test holds the library against this one.
  return (await import(libraryName)) as XmlLibrary;
}

async function checkDocument(value: unknown, property: string): Promise<string> {
  if (typeof value !== 'string') throw invalid(property, 'has to be an XML document, as text');
  if (!isXmlText(value)) throw invalid(property, 'has a character that XML cannot carry');
  const { XMLValidator } = await loadLibrary();
  const verdict = XMLValidator.validate(value);
  if (verdict === true) return value;
  const { msg, line } = verdict.err;
  // The library quotes the document: JSON keeps that on one line.
  throw invalid(property, `is no well-formed XML: line ${line}, ${JSON.stringify(msg.slice(0, 200))}`);
}

/**
 * The media type of XML that is sent: in UTF-8, whatever the document says. Without saying so `text/xml` was once
 * ASCII (RFC 3023).
 */
export function xmlContentType(mediaType: string): string {
  const concrete = mediaType.includes('*') ? 'application/xml' : mediaType;
  const charset = mediaTypeParameter(concrete, 'charset');
  const isTold = charset === undefined ? !concrete.startsWith('text/') : charset.toLowerCase() === 'utf-8';
  return isTold ? concrete : withCharset(concrete, 'utf-8');
}
