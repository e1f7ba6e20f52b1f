/** Marks a text that goes on in the document. */
const mark = '…';

/** Points after these end no sentence. */
const abbreviations = '[Ee]\\.g|[Ii]\\.e|vs|[Aa]pprox|[Cc]f|[Ee]x|[Mm]ax|[Mm]in|Nos?|Fig|Dr|Mrs?|Ms|St|U\\.S';

const closers = '["\'”’)\\]`*_]{0,3}';
/** What follows a line that ends its sentence: nothing, an empty line, a list item, a row of a table or a heading. */
const newBlock = '\\s{0,80}(?:\\n|[-*+]\\s|[•|#]|\\d{1,3}[.)]\\s|$)';

/** The number of a list item, at the start of its line or behind a sentence. */
const itemNumber = '(?:^|\\n|[.!?;] )\\d{1,2}';

/** Where a sentence ends: at its point, or with its paragraph or list item. */
const sentenceEnd = new RegExp(
  `(?:(?<!\\b(?:${abbreviations})|${itemNumber})\\.|[!?])${closers}(?=\\s{1,80}[^\\p{Ll}\\s]|\\s{0,80}$)|[。！？]|\\n(?=${newBlock})`,
  'gu',
);

/** How a text ends whose last sentence is whole. */
const wholeEnd = new RegExp(`[.!?。！？]${closers}$`, 'u');

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

/** The whole sentences that a number of characters holds; where the last has no end of its own, with a mark. */
export function cutSentences(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const starts = startsOf(text.slice(0, characters + 2), characters).map((start) => markedStart(start, text));
  const fitting = starts.filter(({ length }) => length <= characters);
  // What leads up to a list says nothing without it.
  const best = fitting.findLast((start) => !start.endsWith(`: ${mark}`)) ?? fitting.at(-1);
  return best === undefined ? cutCharacters(text, characters) : withoutLead(best);
}

const item = '(?:[-*+•]|\\d{1,2}[.)])\\s';
const itemNext = new RegExp(`^\\s{0,80}${item}`);
const itemInside = new RegExp(`(?:^|\\s)${item}`);

/** A start of a text, with a mark where its last sentence or the list that it is in goes on. */
function markedStart(start: string, text: string): string {
  const isInList = itemNext.test(text.slice(start.length)) && itemInside.test(start);
  return wholeEnd.test(start) && !isInList ? start : `${start} ${mark}`;
}

/** Ends of a text that lead up to an example or a list, which was cut off. */
const lead =
  /,?\s(?:(?:in|of|with|using) (?:the|this) (?:following )?(?:form|format|syntax)|as follows|like (?:this|so)|for (?:example|instance)|such as|e\.g\.): …$/i;

/** A cut text without words that lead up to what was cut off, where more is left of it. */
function withoutLead(cut: string): string {
  return cut.replace(lead, ` ${mark}`);
}

/** The starts of a text that end with one of its sentences and take `limit` characters at most, the shortest first. */
function startsOf(text: string, limit: number): readonly string[] {
  return [...text.matchAll(sentenceEnd)]
    .map(({ index, 0: found }) => text.slice(0, index + found.length).trimEnd())
    .filter(({ length }) => length > 0 && length <= limit);
}

/** The sentences of a text. */
export function sentencesOf(text: string): readonly string[] {
  if (!/[.!?]\s|[。！？\n]/.test(text)) return text === '' ? [] : [text];
  const ends = [...text.matchAll(sentenceEnd)].map(({ index, 0: found }) => index + found.length);
  const starts = [0, ...ends];
  return starts.map((start, at) => text.slice(start, starts[at + 1]).trim()).filter((part) => part !== '');
}

/** Words that lead up to what was cut off. */
const leadingUp = /,?\s\(?(?:for example|for instance|such as|e\.g\.|i\.e\.),?$/i;

function markCut(text: string, start: string): string {
  const sentence = startsOf(start, start.length).at(-1) ?? '';
  const word = /^\s/.test(text.slice(start.length)) ? start : start.replace(/\s\S*$/, '');
  const cut = [sentence, beforeBracket(word), word].find(({ length }) => length >= start.length / 2) ?? start;
  return `${cut.trimEnd().replace(leadingUp, '')} ${mark}`;
}

/** A text up to a bracket that is not closed in it. */
function beforeBracket(text: string): string {
  const open = text.lastIndexOf(' (');
  return open < 0 || text.includes(')', open) ? text : text.slice(0, open);
}
