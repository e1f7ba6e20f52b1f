import { isUtf8 } from 'node:buffer';

/** The first bytes of images that hosts show; `.` stands for any byte. */
const imageStarts: readonly (readonly [start: RegExp, mediaType: string])[] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF....WEBP/s, 'image/webp'],
  [/^....ftypavi[fs]/s, 'image/avif'],
];

/** The type of image that bytes begin as. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  return imageStarts.find(([pattern]) => pattern.test(start))?.[1];
}

/** Whether bytes are text: UTF-8 without zeros, or UTF-16 that says so. */
export function isTextual(bytes: Buffer): boolean {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return hasMark || (!bytes.includes(0) && isUtf8(bytes));
}

/** Whether bytes are text that anyone can read: UTF-8 without controls, as far as it was read. */
export function isPlainText(bytes: Buffer, isCut: boolean): boolean {
  // A character may have been cut through at the end.
  const missing = isCut ? [0, 1, 2, 3] : [0];
  if (!missing.some((count) => isUtf8(bytes.subarray(0, Math.max(bytes.length - count, 0))))) return false;
  return !/[^\P{Cc}\t\n\f\r\u{85}]/u.test(bytes.toString('utf8'));
}

/** Whether bytes are a little white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.length < 64 && !/\S/.test(bytes.toString('latin1'));
}

/** Whether bytes begin like a page of HTML, or like other markup. */
export function markupTypeOf(bytes: Buffer): 'text/html' | 'application/xml' | undefined {
  const start = bytes.toString('latin1', 0, 1024).replace(/^(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*/s, '');
  if (/^<(?:!doctype\s+html|html|head|body|title|meta|script|h[1-6]|p|div|center)\b/i.test(start))
    return 'text/html';
  return /^<[?!a-z_:]/i.test(start) ? 'application/xml' : undefined;
}

/** Whether bytes are JSON: all of them, or as far as they were read. */
export function isJsonText(bytes: Buffer, isCut: boolean): boolean {
  const start = /^\s*(["[{\d-]|true|false|null)/.exec(
    bytes.toString('utf8', 0, 256).replace(/^\ufeff/, ''),
  )?.[1];
  if (start === undefined) return false;
  if (isCut) return start === '{' || start === '[';
  try {
    JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/** What bytes that nobody named look like. */
export function sniff(bytes: Buffer, isCut: boolean): string {
  const image = imageTypeOf(bytes);
  if (image !== undefined) return image;
  if (!isTextual(bytes)) return 'application/octet-stream';
  const isStructure = /^\s*[[{]/.test(bytes.toString('latin1', 0, 256));
  return isStructure && isJsonText(bytes, isCut) ? 'application/json' : (markupTypeOf(bytes) ?? 'text/plain');
}
