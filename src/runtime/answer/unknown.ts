import { essenceOf, mediaTypeParameter } from '../media-types.js';
import type { Content, Told } from './content.js';
import { readBinary } from './media.js';
import { isPlainText, isTextual } from './sniff.js';
import { asResource, readAsText } from './text.js';

// Contents of these are bytes to whoever asks for them, even where they happen to look like text.
const knownBytes =
  /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip|x-(?:tar|gzip|zip-compressed)|wasm|cbor|(?:x-|vnd\.)?msgpack|(?:x-|vnd\.google\.)?protobuf|grpc)$|\+(?:zip|gzip|cbor|protobuf)$/;
const unnamedBytes = /^(?:application|binary)\/octet-stream$/;

/** Whether a content of a type that is not known here is text all the same. */
export function isUnknownText({ mediaType, bytes, cut, tool }: Content): boolean {
  const essence = essenceOf(mediaType);
  if (knownBytes.test(essence)) return false;
  const isPromised = tool.request.accept.some((range) => essenceOf(range) === essence);
  if (unnamedBytes.test(essence) && isPromised) return false;
  const namesCharset = mediaTypeParameter(mediaType, 'charset') !== undefined;
  return isPlainText(bytes, cut !== undefined) || (namesCharset && isTextual(bytes));
}

/** Gives a content of a type that is not known here as a resource: of text where it is text, else of bytes. */
export function readUnknown(content: Content): Told {
  return isUnknownText(content) ? asResource(readAsText(content), content) : readBinary(content);
}
