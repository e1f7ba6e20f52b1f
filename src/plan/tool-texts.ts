import type { Operation } from '../model/model.js';
import type { Curation } from './curation/curation.js';
import { cleanLine, cleanText, cutBytes, cutCharacters, saying } from './text.js';
import { routeOf } from './tool-names.js';
import { wordsOf } from './words.js';

const longestTitle = 120;

/** A host cuts longer descriptions itself, wherever the limit falls. */
const mostBytes = 2000;

/** The title of a tool: what someone wrote for it, or the words of its name. */
export function titleOf(written: string | undefined, name: string): string {
  const text = cleanLine(written ?? '');
  if (text !== '') return cutCharacters(text, longestTitle);
  const words = wordsOf(name).join(' ');
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What someone wrote for the tool, or what the document says. */
export function descriptionOf(operation: Operation, curation: Curation): string {
  const own = cleanText(curation.description ?? '') || textOf(operation);
  const whole = [own, cleanText(curation.descriptionAppend ?? '')].filter((text) => text !== '').join('\n\n');
  const told = whole === '' ? `Sends ${cleanLine(routeOf(operation))}.` : whole;
  return cutBytes(operation.deprecated ? `[deprecated] ${told}` : told, mostBytes);
}

/** The summary, and the description where it says more. */
function textOf(operation: Operation): string {
  const summary = cleanLine(operation.summary ?? '');
  const description = cleanText(operation.description ?? '');
  const texts = saysMore(description, summary) ? [summary, description] : [summary];
  if (startsWith(description, summary)) return description;
  return texts.filter((text) => text !== '').join('\n\n');
}

function saysMore(description: string, summary: string): boolean {
  const known = saying(summary).join(' ');
  return description !== '' && saying(description).join(' ') !== known;
}

function startsWith(description: string, summary: string): boolean {
  const rest = description.slice(summary.length);
  return summary !== '' && description.startsWith(summary) && /^(?:$|[\s.:;,!?])/.test(rest);
}
