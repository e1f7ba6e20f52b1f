import { toldText, type TextContent, type Told } from './content.js';
import { mostWords, tellTruncation, type Truncation } from './cut-told.js';

/** The key of `_meta` that tells what is missing. */
export const truncatedKey = 'openapi2mcp/truncated';

/**
 * Gives a text as far as it fits, below a line that says what it is; what is missing is told in a last line. Where
 * `goesOn`, the text is only the beginning of its content.
 */
export function toldFitting(content: TextContent, lead?: string, goesOn = false): Told {
  const { text, limits, cut } = content;
  const head = lead === undefined ? '' : `${lead}\n`;
  const fits = head.length + text.length <= limits.resultCharacters;
  if (cut === undefined && !goesOn && fits) return toldText(head + text);
  const shown = cutText(text, limits.resultCharacters - head.length - mostWords);
  const isWhole = shown.length === text.length && !goesOn;
  const truncation = tellTruncation(content, isWhole ? {} : { characters: shown.length });
  return withTruncation(toldText(`${head}${shown}\n[${truncation.message}]`), truncation);
}

/** Adds what is missing as data. */
export function withTruncation(told: Told, truncation: Truncation): Told {
  return { ...told, meta: { ...told.meta, [truncatedKey]: truncation } };
}

/** The beginning of a text, up to the end of a line or a word where there is one near. */
export function cutText(text: string, room: number): string {
  if (text.length <= room) return text;
  const near = Math.floor(room * 0.9);
  const line = text.lastIndexOf('\n', room);
  if (line >= near) return text.slice(0, line);
  const word = /\s\S*$/.exec(text.slice(near, room + 1));
  // Half of a character outside of the Basic Multilingual Plane is none.
  return word === null
    ? text.slice(0, room).replace(/[\ud800-\udbff]$/, '')
    : text.slice(0, near + word.index);
}
