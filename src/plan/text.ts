/** Marks a text that goes on in the document. */
const mark = '…';

/** Code points that nobody sees, as ranges. */
const hiddenRanges: readonly (readonly [first: number, last: number])[] = [
  // Controls but tab and line end; soft hyphen, joiners, fillers that look like nothing.
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffc],
  // Zero-width characters and marks of direction.
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  // Halves of surrogate pairs, formats of shorthand and music, tags and further variation selectors.
  [0xd800, 0xdfff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const hidden = classOf(hiddenRanges);

function classOf(ranges: readonly (readonly [first: number, last: number])[]): RegExp {
  const parts = ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`);
  return new RegExp(`[${parts.join('')}]`, 'gu');
}

/** Sequences that move a terminal's cursor, colour its text or set a link (ECMA-48 5.4 and 5.6). */
const escapes = sequencesOf(String.fromCharCode(0x1b), String.fromCharCode(0x07));

function sequencesOf(escape: string, bell: string): RegExp {
  const control = String.raw`\[[0-?]{0,40}[ -/]{0,40}[@-~]`;
  const command = String.raw`\][^${bell}${escape}\n]{0,400}(?:${bell}|${escape}\\)`;
  return new RegExp(`${escape}(?:${control}|${command})`, 'g');
}

// A variation selector means something after an emoji alone.
const selectors = /(?<![\p{Extended_Pictographic}#*0-9])[\ufe00-\ufe0f]/gu;

const htmlNames =
  'a|abbr|b|big|blockquote|br|caption|center|cite|code|col|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|' +
  'li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var';

const tags = new RegExp(`</?(?:${htmlNames})(?:\\s[^<>]{0,2000})?/?>`, 'gi');
const breaks = /<(?:br|hr)\s{0,9}\/?>|<\/(?:p|div|li|tr|h[1-6]|ul|ol|table|pre|blockquote|dd)>/gi;

interface Cleaning {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** What is taken out of a text, in this order. Words stay, and so does visible markup that carries meaning. */
const cleanings: readonly Cleaning[] = [
  { pattern: escapes, replacement: '' },
  { pattern: /\r\n?|[\u2028\u2029\u0085]/g, replacement: '\n' },
  { pattern: hidden, replacement: '' },
  { pattern: selectors, replacement: '' },
  { pattern: /<!--[^]{0,2000}?-->/g, replacement: '' },
  { pattern: breaks, replacement: '\n' },
  { pattern: tags, replacement: '' },
  // Images and links keep their words; addresses say nothing to a model.
  { pattern: /!?\[([^[\]]{0,1000})\]\([^()\s]{0,2000}(?:\s"[^"]{0,500}")?\)/g, replacement: '$1' },
  { pattern: /<(?:https?:\/\/|mailto:)[^<>\s]{1,2000}>/gi, replacement: '' },
  { pattern: /[^\S\n]+/g, replacement: ' ' },
  { pattern: / ?\n ?/g, replacement: '\n' },
  { pattern: /\n{3,}/g, replacement: '\n\n' },
];

/** Printable ASCII, one blank between words, no tag, no link: most texts, and nothing to clean. */
const plain = /^[!-;=?-Z\\^-~]+(?: [!-;=?-Z\\^-~]+)*$/;

/** A document's text without what nobody sees, without HTML tags and addresses of links, in Unicode's form C. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  const cleaned = cleanings.reduce(
    (rest, { pattern, replacement }) => rest.replace(pattern, replacement),
    text,
  );
  return cleaned.normalize('NFC').trim();
}

/** Whether a text holds nothing that a reader cannot see. */
export function isVisible(text: string): boolean {
  return /^[ -~]*$/.test(text) || (text.search(hidden) < 0 && text.search(selectors) < 0);
}

/** A document's text as one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/** Cuts a text to a number of UTF-8 bytes: at the end of a sentence where one is near, with a mark. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  // A character that was split at the end decodes to the replacement character.
  const start = Buffer.from(text).subarray(0, bytes - Buffer.byteLength(` ${mark}`));
  return markCut(text, start.toString().replace(/\ufffd+$/, ''));
}

/** Cuts a text to a number of characters, as `cutBytes` does. */
export function cutCharacters(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return markCut(text, text.slice(0, characters - 2).replace(/[\ud800-\udbff]$/, ''));
}

function markCut(text: string, start: string): string {
  const sentence = /^[^]*[.!?。！？](?=\s|$)|^[^]*(?=\n)/u.exec(start)?.[0] ?? '';
  const word = /^\s/.test(text.slice(start.length)) ? start : start.replace(/\s\S*$/, '');
  const cut = [sentence, word].find(({ length }) => length >= start.length / 2) ?? start;
  return `${cut.trimEnd()} ${mark}`;
}

/** The words of a text in lower case, without punctuation: what it says, whatever it looks like. */
export function saying(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
