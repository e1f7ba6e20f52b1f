/** A text that was decoded, or why its bytes are none. */
type Decoding = { readonly text: string } | { readonly problem: string; readonly position?: TextPosition };

interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Decodes UTF-8, and UTF-16 with a byte order mark; the mark itself is dropped. */
export function decodeText(bytes: Uint8Array): Decoding {
  const { name, encoding } = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte)) ?? utf8;
  if (encoding === undefined)
    return { problem: `it is text in ${name}, which is not read: save it as UTF-8.` };
  if (encoding === 'utf-8' && bytes.includes(0)) return { problem: problemOfZero(bytes) };
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    const offset = firstWrong(bytes, encoding);
    const position = positionAt(bytes.subarray(0, offset), encoding);
    return { problem: `it is not text in ${name}: byte ${offset} fits no character.`, position };
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How a byte order mark tells an encoding; one that is not read has no `encoding`. */
interface Mark {
  readonly mark: readonly number[];
  readonly name: string;
  readonly encoding: Encoding | undefined;
}

const utf8: Mark = { mark: [0xef, 0xbb, 0xbf], name: 'UTF-8', encoding: 'utf-8' };

/** The longer ones first. */
const marks: readonly Mark[] = [
  { mark: [0xff, 0xfe, 0, 0], name: 'UTF-32', encoding: undefined },
  { mark: [0, 0, 0xfe, 0xff], name: 'UTF-32', encoding: undefined },
  utf8,
  { mark: [0xff, 0xfe], name: 'UTF-16', encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'UTF-16', encoding: 'utf-16be' },
];

function problemOfZero(bytes: Uint8Array): string {
  // ASCII in UTF-16 has a zero in every second byte.
  const isWide = bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0);
  return isWide
    ? 'it is not text in UTF-8, but seems to be UTF-16 without a byte order mark: save it as UTF-8.'
    : `it is not text in UTF-8: byte ${bytes.indexOf(0)} is zero.`;
}

/** The offset of the first bytes that are no character: by halving, then character by character. */
function firstWrong(bytes: Uint8Array, encoding: Encoding): number {
  let [right, wrong] = [0, bytes.length];
  while (wrong - right > 16) {
    const middle = characterAt(bytes, (right + wrong) >> 1, encoding);
    if (isText(bytes.subarray(right, middle), encoding)) right = middle;
    else wrong = middle;
  }
  for (let length = 1; length <= 4; length += 1) {
    if (!isText(bytes.subarray(right, right + length), encoding)) continue;
    right += length;
    length = 0;
    if (right >= bytes.length) break;
  }
  return right;
}

/** Where the character begins that an offset lies in, if the text is right up to there. */
function characterAt(bytes: Uint8Array, offset: number, encoding: Encoding): number {
  if (encoding === 'utf-8') {
    const back = [0, 1, 2, 3].find((count) => ((bytes[offset - count] ?? 0) & 0xc0) !== 0x80);
    return offset - (back ?? 0);
  }
  const even = offset - (offset % 2);
  const high = bytes[encoding === 'utf-16be' ? even - 2 : even - 1] ?? 0;
  return (high & 0xfc) === 0xd8 ? even - 2 : even;
}

function isText(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function positionAt(bytes: Uint8Array, encoding: Encoding): TextPosition {
  const text = new TextDecoder(encoding).decode(bytes);
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) line += 1;
  return { line, column: text.length - text.lastIndexOf('\n') };
}
