import type { Content, Told } from './content.js';
import { toldFitting } from './cut-text.js';
import { textOf } from './text.js';

// No charset takes more for a character.
const mostBytesEach = 4;

/** Gives the beginning of a content as text, below a line that says what it is; what cannot be shown is not decoded. */
export function toldBeginning(content: Content, lead: string): Told {
  const { bytes, limits, cut } = content;
  const most = mostBytesEach * limits.resultCharacters;
  const goesOn = bytes.length > most;
  // To whoever decodes it, what was left off is like what was not read.
  const part = goesOn ? { ...content, bytes: bytes.subarray(0, most), cut: cut ?? 'size' } : content;
  const { text, notes } = textOf(part);
  return withNotes(toldFitting({ ...content, text }, lead, goesOn), notes);
}

/** Adds lines to what is told beside the content. */
export function withNotes(told: Told, notes: readonly string[]): Told {
  return notes.length === 0 ? told : { ...told, notes: [...(told.notes ?? []), ...notes] };
}
