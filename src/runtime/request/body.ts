import type { BodyBinding, ContentEncoding } from '../binding.js';
import {
  essenceOf,
  isFormContent,
  isJson,
  isMultipart,
  isText,
  isXml,
  mediaTypeParameter,
  withCharset,
} from '../media-types.js';
import { readBinary } from './binary.js';
import { chooseContent } from './content-choice.js';
import { fileType } from './file-type.js';
import { writeFormText } from './form.js';
import { invalid } from './encoding.js';
import type { Arguments } from './parameters.js';
import { writeMultipart } from './parts.js';
import { withPatternFields } from './pattern-fields.js';
import { sequenceText } from './sequences.js';
import { jsonBody, textBody } from './text-body.js';
import { jsonText, scalarText } from './value-text.js';
import { withXmlFields } from './xml-fields.js';
import { writeXml } from './xml.js';

/** A request body as it is sent. */
export interface WrittenBody {
  readonly contentType: string;
  readonly bytes: string | Buffer;
}

/** A value and how it is written. */
export interface Content {
  /** The argument that it is, or is a part of. */
  readonly property: string;
  readonly value: unknown;
  readonly encoding: ContentEncoding;
}

interface BodyRule {
  readonly matches: (mediaType: string) => boolean;
  readonly write: (content: Content) => WrittenBody | Promise<WrittenBody>;
}

/** Every kind of request body; the first that matches a media type decides. A new one is an entry here. */
export const bodyKinds = {
  json: { matches: isJson, write: writeJson },
  form: { matches: isFormContent, write: writeForm },
  multipart: {
    matches: isMultipart,
    write: (content) => writeMultipart(content, writeContent),
  },
  xml: {
    matches: isXml,
    write: ({ property, value, encoding }) => writeXml({ property, ...encoding }, value),
  },
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

/** Writes an argument as the request body that it is bound to; another argument may say of which media type. */
export async function writeBody(
  binding: BodyBinding,
  value: unknown,
  args: Arguments = {},
): Promise<WrittenBody> {
  const encoding = chooseContent(binding, value, args);
  return writeContent({ property: binding.property, value, encoding });
}

async function writeContent(content: Content): Promise<WrittenBody> {
  return await bodyKinds[bodyKindOf(content.encoding.mediaType)].write(content);
}

function writeJson({ value, encoding }: Content): WrittenBody {
  return jsonBody(jsonText(value), encoding.mediaType);
}

async function writeForm(content: Content): Promise<WrittenBody> {
  const { mediaType } = content.encoding;
  // What is percent-encoded are bytes of UTF-8, whatever charset a document declares.
  const declaresCharset = mediaTypeParameter(mediaType, 'charset') !== undefined;
  const contentType = declaresCharset ? withCharset(mediaType, 'utf-8') : mediaType;
  return { contentType, bytes: writeFormText(await withXmlFields(await withPatternFields(content))) };
}

function writeText(content: Content): WrittenBody {
  const { property, value, encoding } = content;
  if (encoding.bytes === true) return writeBinary(content);
  const mediaType = encoding.mediaType.replace('*', 'plain');
  return textBody(sequenceText(mediaType, value) ?? scalarText(value), mediaType, property);
}

function writeBinary({ property, value, encoding }: Content): WrittenBody {
  const binary = typeof value === 'string' ? readBinary(value) : undefined;
  if (binary === undefined) throw invalid(property, 'is neither base64 nor a data: URL');
  return {
    contentType: fileType(binary, [encoding.mediaType], { property, place: '' }),
    bytes: encoding.base64 === true ? binary.bytes.toString('base64') : binary.bytes,
  };
}

/** A range that says nothing takes bytes as text, and JSON for what cannot be bytes. */
function writeAnything(content: Content): WrittenBody {
  if (typeof content.value === 'string') return writeBinary(content);
  return writeJson({ ...content, encoding: { mediaType: 'application/json' } });
}
