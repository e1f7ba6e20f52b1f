import { cutCharacters } from './cut.js';
import { withoutHidden } from './hidden.js';

/** More of a name tells nothing more apart. */
const longestName = 80;

/** The sentence that tells the name of a Parameter Object whose argument is called otherwise; empty where nothing shows. */
export function sentAs(name: string): string {
  const shown = withoutHidden(name)
    .replace(/[\s`]+/g, ' ')
    .trim();
  return shown === '' ? '' : `Sent as \`${cutCharacters(shown, longestName)}\`.`;
}
