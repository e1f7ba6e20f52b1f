import { mediaTypeParameter, withCharset } from '../media-types.js';
import type { WrittenBody } from './body.js';
import { invalid } from './encoding.js';
import { inAscii } from './value-text.js';

/** How a text is written in a charset; `undefined` where it cannot be. */
type WriteText = (text: string) => string | Buffer | undefined;

const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);

// Every charset of these families spells ASCII in ASCII.
const likeAscii =
  /^(?:us-ascii|ascii|iso-?8859-?\d+|latin\d|windows-\d+|cp\d+|gbk?|gb2312|gb18030|big5|shift_jis|euc-\w+|koi8-[ru])$/;

/** Charsets that are written beside UTF-8, by what their names match; the first that matches. */
const charsets: readonly { readonly matches: RegExp; readonly write: WriteText }[] = [
  { matches: /^utf-?8$/, write: (text) => text },
  {
    matches: /^(?:iso-?8859-?1|latin1)$/,
    write: (text) => (/[^\p{ASCII}\u0080-\u00ff]/u.test(text) ? undefined : Buffer.from(text, 'latin1')),
  },
  { matches: likeAscii, write: (text) => (isAscii(text) ? text : undefined) },
];

/**
 * A text in the charset that its media type declares; in UTF-8, and told so, where that charset lacks a character or is
 * none that is written. Text of a type that declares none is UTF-8.
 */
export function textBody(text: string, mediaType: string, property: string): WrittenBody {
  checkText(text, property);
  const charset = mediaTypeParameter(mediaType, 'charset')?.toLowerCase();
  if (charset === undefined) {
    const contentType = mediaType.startsWith('text/') ? withCharset(mediaType, 'utf-8') : mediaType;
    return { contentType, bytes: text };
  }
  const bytes = charsets.find(({ matches }) => matches.test(charset))?.write(text);
  return bytes === undefined
    ? { contentType: withCharset(mediaType, 'utf-8'), bytes: text }
    : { contentType: mediaType, bytes };
}

/** JSON with a charset that the document writes, though JSON has none (RFC 8259): what no charset misreads. */
export function jsonBody(json: string, mediaType: string): WrittenBody {
  const charset = mediaTypeParameter(mediaType, 'charset')?.toLowerCase();
  if (charset === undefined || /^utf-?8$/.test(charset)) return { contentType: mediaType, bytes: json };
  if (!likeAscii.test(charset)) return { contentType: withCharset(mediaType, 'utf-8'), bytes: json };
  return { contentType: mediaType, bytes: inAscii(json) };
}

/** Refuses what UTF-8 cannot carry: it would arrive as another text. */
export function checkText(text: string, property: string): void {
  if (/\p{Surrogate}/u.test(text)) throw invalid(property, 'holds half of a surrogate pair');
}
