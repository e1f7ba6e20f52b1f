import { isAscii } from 'node:buffer';
import type { Content } from './content.js';
import { cutJson, type FittingJson } from './cut-json.js';
import { mostWords } from './cut-told.js';
import { sizeOf, type JsonScan } from './json-scan.js';
import { textOf } from './text.js';

/** JSON that may be shown, in as many characters as a model is given. */
interface ShownJson extends FittingJson {
  readonly notes: readonly string[];
}

/** The part of a JSON text that fits, without what may not be shown; where something is missing there is room to tell. */
export function fitJson(scan: JsonScan, content: Content): ShownJson | undefined {
  const { limits, cut } = content;
  const size = sizeOf(scan);
  const characters = charactersOf(scan);
  const isWhole = cut === undefined && characters <= limits.resultCharacters;
  const room = isWhole ? limits.resultCharacters : limits.resultCharacters - mostWords;
  const bytesEach = size / Math.max(characters, 1);
  // The part that is given may be denser than the whole; a character never takes less than a byte.
  const rooms = isWhole ? [size] : [bytesEach, (bytesEach + 1) / 2, 1].map((each) => Math.floor(room * each));
  for (const bytes of new Set(rooms)) {
    const fitting = cutJson(scan, bytes);
    if (fitting === undefined) return undefined;
    const shown = textOf({ ...shownOf(content), bytes: Buffer.from(fitting.text) });
    if (shown.text.length <= room || bytes <= room) return { ...shown, cuts: fitting.cuts };
  }
  return undefined;
}

/** The content that a part of another is, which is whole and in UTF-8. */
function shownOf({ tool, redact, limits, uri }: Content): Omit<Content, 'bytes'> {
  return { tool, redact, limits, uri, mediaType: 'application/json' };
}

/** Units of UTF-16, in which the lengths of texts are counted. */
function charactersOf({ bytes, closers }: JsonScan): number {
  if (isAscii(bytes)) return bytes.length + closers.length;
  let count = closers.length;
  for (const byte of bytes) {
    if ((byte & 0xc0) !== 0x80) count += byte < 0xf0 ? 1 : 2;
  }
  return count;
}
