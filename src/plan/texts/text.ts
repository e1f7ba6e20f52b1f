import { cutSentences } from './cut.js';
import { withoutHidden } from './hidden.js';
import { withoutMarkup } from './markup.js';

/** What a text can hold that is to be taken out; most texts are printable ASCII without any of it. */
const unclean = /[^ -~]|[&<>*#[\]]| {2}|__|(?:^|[ ("])_|\\[._*)]|^ | $/;

/** A document's text without what nobody sees, HTML, addresses of links and decoration, in Unicode's form C. */
export function cleanText(text: string): string {
  if (!unclean.test(text)) return text;
  return joinLines(withoutMarkup(withoutHidden(text)).normalize('NFC')).trim();
}

/** A line that was wrapped goes on in lower case; in fenced code it is one of its own. */
function joinLines(text: string): string {
  if (!text.includes('\n') || text.includes('```')) return text;
  return text.replace(/^([^\n]{40,})\n(?=[\p{Ll}`])/gmu, '$1 ');
}

/** A document's text as one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/** What a description of a parameter or property says in `limit` characters: whole sentences, on one line. */
export function parameterText(text: string, limit: number): string {
  return cutSentences(cleanText(text), limit).replace(/\s+/g, ' ');
}

const ended = /[.!?:;,…。！？]["'”’)\]`*_]{0,3}$/u;

/** The full stop that a text lacks before another sentence. */
export function stopOf(text: string): '' | '.' {
  return text === '' || ended.test(text) ? '' : '.';
}

/** Two texts as one: the second is a sentence of its own. */
export function joinSentences(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  return `${first}${stopOf(first)} ${second}`;
}

/** The words of a text in lower case, without punctuation: what it says, whatever it looks like. */
export function saying(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
