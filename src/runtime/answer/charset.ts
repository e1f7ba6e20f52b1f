import { isUtf8 } from 'node:buffer';
import { isJson, isXml, mediaTypeParameter } from '../media-types.js';
import type { Content } from './content.js';

/** A text, and what a model has to know of how it was read. */
interface DecodedText {
  readonly text: string;
  readonly note?: string;
}

/** Byte order marks (The Encoding Standard, 6), each with the encoding that it tells. */
const marks: readonly (readonly [mark: Buffer, charset: string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

// By the letter US-ASCII has nothing beyond ASCII: where there is more, UTF-8 is likelier than what TextDecoder takes it for.
const utf8Names = /^(?:utf-?8|us-ascii|ascii)$/i;

/** The text that the bytes of a content are: by their mark, else their charset, else themselves. */
export function decode({ bytes, mediaType, cut }: Pick<Content, 'bytes' | 'mediaType' | 'cut'>): DecodedText {
  const marked = marks.find(([mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return { text: decodeBy(marked[1], bytes) ?? '' };
  const charset = mediaTypeParameter(mediaType, 'charset') ?? innerCharset(bytes, mediaType);
  if (charset === undefined || utf8Names.test(charset)) return decodeUtf8(bytes, charset, cut !== undefined);
  const text = decodeBy(charset, bytes);
  if (text !== undefined) return { text };
  const name = charset.replace(/[^\w.:-]/g, '').slice(0, 40);
  const note = `The API names a charset that is not known here, '${name}'; the answer was read as UTF-8.`;
  return { text: bytes.toString('utf8'), note };
}

function decodeUtf8(bytes: Buffer, charset: string | undefined, isCut: boolean): DecodedText {
  const whole = isCut ? wholeCharacters(bytes) : bytes;
  if (isUtf8(whole)) return { text: whole.toString('utf8') };
  if (charset === undefined) {
    const note = 'The answer names no charset and is not UTF-8; it was read as windows-1252.';
    return { text: decodeBy('windows-1252', whole) ?? '', note };
  }
  const note = `The API calls this ${charset}, but some of it is not; '\ufffd' stands for what could not be read.`;
  return { text: whole.toString('utf8'), note };
}

/** A character that was cut through at the end is left out. */
function decodeBy(charset: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Without the start of a UTF-8 character whose rest was not read. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const isWhole = isUtf8(bytes.subarray(Math.max(start, 0)));
  return isWhole ? bytes : bytes.subarray(0, Math.max(start, 0));
}

/** What a content says of its own charset: an XML declaration, a `meta` element of HTML, the zeros of UTF-16 in JSON and XML. */
function innerCharset(bytes: Buffer, mediaType: string): string | undefined {
  if (isJson(mediaType) || isXml(mediaType)) {
    if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
    if (bytes[1] === 0 && bytes[0] !== 0) return 'utf-16le';
  }
  if (isXml(mediaType)) {
    const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
    const declared = declaration.exec(bytes.toString('latin1', 0, 256))?.[1];
    // What can be read byte by byte is in no encoding of two bytes or more: some frameworks say so of all XML.
    return declared !== undefined && /^(?:utf|ucs|iso-10646-ucs)-?(?:16|32|2|4)/i.test(declared)
      ? undefined
      : declared;
  }
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(mediaType)) return undefined;
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(
    bytes.toString('latin1', 0, 1024),
  )?.[1];
}
