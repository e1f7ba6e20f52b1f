import { toldText, type TextContent, type Told } from './content.js';
import { cutText } from './cut-text.js';
import { cutLine, tellTruncation, type Truncation } from './cut-told.js';

/** The key of `_meta` that tells what is missing. */
export const truncatedKey = 'openapi2mcp/truncated';

/**
 * Gives a text as far as it fits, below a line that says what it is; what is missing is told in a line before both.
 * Where `goesOn`, the text is only the beginning of its content.
 */
export function toldFitting(content: TextContent, lead?: string, goesOn = false): Told {
  const { text, limits, cut } = content;
  const head = lead === undefined ? '' : `${lead}\n`;
  const fits = head.length + text.length <= limits.resultCharacters;
  if (cut === undefined && !goesOn && fits) return toldText(head + text);
  // No number of characters takes more words than that of all.
  const words = cutLine(tellTruncation(content, { characters: text.length }));
  const shown = cutText(text, limits.resultCharacters - words.length - head.length);
  const isWhole = shown.length === text.length && !goesOn;
  const truncation = tellTruncation(content, isWhole ? {} : { characters: shown.length });
  return withTruncation(toldText(`${cutLine(truncation)}${head}${shown}`), truncation);
}

/** Adds what is missing as data. */
export function withTruncation(told: Told, truncation: Truncation): Told {
  return { ...told, meta: { ...told.meta, [truncatedKey]: truncation } };
}
