import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { cutCharacters } from './cut.js';
import { hiddenIn, spelledInTags, withoutHidden } from './hidden.js';
import { instructionsIn } from './instructions.js';
import { cleanLine } from './text.js';
import { unseenIn } from './unseen-markup.js';

const longestShown = 80;

/** The words of a text that instruct a model, as it was written or in what is listed of it: `cleaned`. */
export function instructionsOf(text: string, cleaned: string): readonly string[] {
  const words =
    cleaned === text ? instructionsIn(text) : [...instructionsIn(text), ...instructionsIn(cleaned)];
  return [...new Set(words.map(cleanLine))];
}

/** Reports words that instruct a model. */
export function reportInstructions(words: readonly string[], origin: Origin, diagnostics: Diagnostics): void {
  if (words.length === 0) return;
  const shown = new Set(words.map((each) => `'${cutCharacters(cleanLine(each), longestShown)}'`));
  diagnostics.report('instruction-like-text', { words: [...shown].join(', ') }, origin);
}

/** Reports what nobody sees of a text; it is removed where the text is listed, else the whole is left out. */
export function reportHidden(
  text: string,
  origin: Origin,
  isListed: boolean,
  diagnostics: Diagnostics,
): void {
  // A value that is no text for people is nothing that HTML could hide.
  const counts = [...hiddenIn(text), ...(isListed ? unseenIn(withoutHidden(text)) : [])];
  if (counts.length === 0) return;
  const what = counts.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  const spelled = cutCharacters(cleanLine(spelledInTags(text)), longestShown);
  diagnostics.report('hidden-text-removed', { what, spelled, isListed }, origin);
}
