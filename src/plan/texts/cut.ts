/** Marks a text that goes on in the document. */
const mark = '…';

/** Points after these end no sentence. */
const abbreviations = '[Ee]\\.g|[Ii]\\.e|vs|[Aa]pprox|[Cc]f|[Ee]x|[Mm]ax|[Mm]in|Nos?|Fig|Dr|Mrs?|Ms|St|U\\.S';

/** Where a sentence ends: at its point, or with its paragraph or list item. */
const sentenceEnd = new RegExp(
  `(?:(?<!\\b(?:${abbreviations}))\\.|[!?])["'”’)\\]\`]{0,3}(?=\\s+[^\\p{Ll}\\s]|\\s*$)|[。！？]|\\n(?=\\s*(?:\\n|[-*+•|#]|\\d{1,3}[.)]|$))`,
  'gu',
);

/** Cuts a text to a number of UTF-8 bytes: at the end of a sentence where one is near, with a mark. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  // A character that was split at the end decodes to the replacement character.
  const start = Buffer.from(text.slice(0, bytes)).subarray(0, bytes - Buffer.byteLength(` ${mark}`));
  return markCut(text, start.toString().replace(/\ufffd+$/, ''));
}

/** Cuts a text to a number of characters, as `cutBytes` does. */
export function cutCharacters(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return markCut(text, text.slice(0, characters - 2).replace(/[\ud800-\udbff]$/, ''));
}

/** The whole sentences that a number of characters holds; where not even the first does, its words with a mark. */
export function cutSentences(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const kept = text.slice(0, lastEnd(text.slice(0, characters + 2), characters)).trimEnd();
  if (kept === '') return cutCharacters(text, characters);
  // What leads up to a list says nothing without it.
  const shorter = kept.endsWith(':') ? kept.slice(0, lastEnd(kept, kept.length - 1)).trimEnd() : kept;
  return shorter === '' ? kept : shorter;
}

/** Where the last sentence ends that `limit` characters hold; 0 for none. */
function lastEnd(text: string, limit: number): number {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(sentenceEnd)) {
    if (index + found.trimEnd().length > limit) break;
    end = index + found.length;
  }
  return end;
}

/** The sentences of a text. */
export function sentencesOf(text: string): readonly string[] {
  if (!/[.!?]\s|[。！？\n]/.test(text)) return text === '' ? [] : [text];
  const ends = [...text.matchAll(sentenceEnd)].map(({ index, 0: found }) => index + found.length);
  const starts = [0, ...ends];
  return starts.map((start, at) => text.slice(start, starts[at + 1]).trim()).filter((part) => part !== '');
}

function markCut(text: string, start: string): string {
  const sentence = start.slice(0, lastEnd(start, start.length));
  const word = /^\s/.test(text.slice(start.length)) ? start : start.replace(/\s\S*$/, '');
  const cut = [sentence, word].find(({ length }) => length >= start.length / 2) ?? start;
  return `${cut.trimEnd()} ${mark}`;
}
