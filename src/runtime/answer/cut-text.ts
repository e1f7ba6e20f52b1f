import { withoutHidden } from './hidden-text.js';

/** The beginning of a text. Half of a character outside of the Basic Multilingual Plane is none. */
export function cutAt(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, Math.max(most, 0)).replace(/[\ud800-\udbff]$/, '');
}

/** The beginning of a text, up to the end of a line or a word where there is one near. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const near = Math.floor(most * 0.9);
  const line = text.lastIndexOf('\n', most);
  if (line >= near) return text.slice(0, line);
  const word = /\s\S*$/.exec(text.slice(near, most + 1));
  return word === null ? cutAt(text, most) : text.slice(0, near + word.index);
}

/** The beginning of a text, with a sign where it is not the whole. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${cutAt(text, most - 1)}…` : text;
}

/** A text of the API's as a part of a line: without line ends and hidden characters, cut where it is long. */
export function oneLine(text: string, most: number): string {
  return shorten(inLine(cutAt(text, 4 * most)), most);
}

/** A text of the API's as a part of a line, whole. */
export function inLine(text: string): string {
  return withoutHidden(text, 'plain').text.replace(/\s+/g, ' ').trim();
}
