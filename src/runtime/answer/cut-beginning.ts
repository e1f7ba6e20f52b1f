import { withNotes, type Content, type Told } from './content.js';
import { toldFitting } from './fit-text.js';
import { textOf } from './text.js';

// No charset takes more for a character.
const mostBytesEach = 4;

/** The beginning of a content as text. */
interface Beginning {
  readonly text: string;
  /** What a model has to know of how it was read. */
  readonly notes: readonly string[];
  /** Whether there is more of the content than this. */
  readonly goesOn: boolean;
}

/** Reads as much of a content as can be given as text; what cannot be shown is not decoded. */
export function readBeginning(content: Content): Beginning {
  const { bytes, limits, cut } = content;
  const most = mostBytesEach * limits.resultCharacters;
  const goesOn = bytes.length > most;
  // To whoever decodes it, what was left off is like what was not read.
  const part = goesOn ? { ...content, bytes: bytes.subarray(0, most), cut: cut ?? 'size' } : content;
  return { ...textOf(part), goesOn };
}

/** Gives the beginning of a content as text, below a line that says what it is. */
export function toldBeginning(content: Content, lead: string): Told {
  const { text, notes, goesOn } = readBeginning(content);
  return withNotes(toldFitting({ ...content, text }, lead, goesOn), notes);
}
