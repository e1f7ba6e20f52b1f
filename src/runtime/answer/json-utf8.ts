import { isUtf8 } from 'node:buffer';
import { mediaTypeParameter } from '../media-types.js';
import { decode } from './charset.js';
import type { Content } from './content.js';

/** JSON in UTF-8, and what a model has to know of how it became that. */
interface Utf8Json {
  readonly bytes: Buffer;
  readonly notes: readonly string[];
}

/** The bytes of JSON in UTF-8 (RFC 8259 8.1): most are as they come, and what is in another charset is decoded. */
export function inUtf8(content: Content): Utf8Json {
  if (isPlain(content)) return { bytes: content.bytes, notes: [] };
  const { text, note } = decode(content);
  return { bytes: Buffer.from(text), notes: note === undefined ? [] : [note] };
}

function isPlain({ bytes, mediaType, cut }: Content): boolean {
  const charset = mediaTypeParameter(mediaType, 'charset') ?? 'utf-8';
  // The zeros of UTF-16 are UTF-8 too.
  const hasZeros = bytes[0] === 0 || bytes[1] === 0;
  if (hasZeros || !/^(?:utf-?8|(?:us-)?ascii)$/i.test(charset)) return false;
  // A character may have been cut through at the end.
  const ends = cut === undefined ? [0] : [0, 1, 2, 3];
  return ends.some((missing) => isUtf8(bytes.subarray(0, Math.max(bytes.length - missing, 0))));
}
