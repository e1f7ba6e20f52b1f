import { isAscii } from 'node:buffer';
import type { Content } from './content.js';
import { cutJson, type FittingJson, type JsonCut } from './cut-json.js';
import { cutLine, mostWords, tellTruncation, type Missing } from './cut-told.js';
import { sizeOf, type JsonScan } from './json-scan.js';
import { textOf } from './text.js';

/** JSON that may be shown, in as many characters as a model is given. */
interface ShownJson extends FittingJson {
  readonly notes: readonly string[];
}

// Of a larger limit the words on a cut take too little to be measured.
const smallLimit = 20 * mostWords;
// What fits beside the measured words may make counts longer.
const furtherDigits = 8;

/** The part of a JSON text that fits, without what may not be shown; where something is missing there is room to tell. */
export function fitJson(scan: JsonScan, content: Content): ShownJson | undefined {
  const loose = fitBeside(mostWords, scan, content);
  if (loose === undefined || loose.cuts.length === 0) return loose;
  if (content.limits.resultCharacters > smallLimit) return loose;
  const wordsOn = ({ cuts }: ShownJson): number =>
    cutLine(tellTruncation(content, missingOf(scan, cuts))).length;
  const words = Math.min(wordsOn(loose) + furtherDigits, mostWords);
  const tight = fitBeside(words, scan, content);
  return tight === undefined || wordsOn(tight) > words ? loose : tight;
}

/** What a cut of a scanned text has to tell. */
export function missingOf({ lostKey, closers }: JsonScan, cuts: readonly JsonCut[]): Missing {
  return { cuts, lostKey, isClosed: closers !== '' };
}

// So many guesses find how many bytes make the characters that fit.
const mostGuesses = 4;

/** Fits a JSON text beside so many characters of words, if it does not fit whole. */
function fitBeside(words: number, scan: JsonScan, content: Content): ShownJson | undefined {
  const { limits, cut } = content;
  const size = sizeOf(scan);
  const characters = charactersOf(scan);
  const isWhole = cut === undefined && characters <= limits.resultCharacters;
  const room = isWhole ? limits.resultCharacters : limits.resultCharacters - words;
  let bytes = isWhole ? size : Math.floor((room * size) / Math.max(characters, 1));
  for (let guess = 1; ; guess += 1) {
    const fitting = cutJson(scan, bytes);
    if (fitting === undefined) return undefined;
    const shown = textOf({ ...shownOf(content), bytes: Buffer.from(fitting.text) });
    // A character never takes less than a byte.
    if (shown.text.length <= room || bytes <= room) return { ...shown, cuts: fitting.cuts };
    // The part that is given is denser than the whole.
    const nearer = Math.floor((bytes * room) / shown.text.length);
    bytes = guess < mostGuesses ? Math.max(room, Math.min(nearer, bytes - 1)) : room;
  }
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
