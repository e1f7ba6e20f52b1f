/** Characters that most terminals give two columns (Unicode Standard Annex 11: wide and fullwidth), and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Marks that stand over the character before them. */
const combining = /\p{M}/u;

/** How many columns of a terminal a line takes. */
export function widthOf(text: string): number {
  // Nearly all text.
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

function columnsOf(character: string): number {
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** A line of at most `width` columns: of a longer one beginning and end. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  const start = takeColumns(characters, Math.ceil((width - 1) / 2));
  const end = takeColumns(characters.toReversed(), width - 1 - widthOf(start.join('')));
  return `${start.join('')}…${end.toReversed().join('')}`;
}

/** A line of at most `width` columns: of a longer one the beginning. */
export function cutEnd(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${takeColumns([...text], width - 1).join('')}…`;
}

function takeColumns(characters: readonly string[], width: number): readonly string[] {
  let left = width;
  const past = characters.findIndex((character) => (left -= columnsOf(character)) < 0);
  return past === -1 ? characters : characters.slice(0, past);
}

/** A line with spaces up to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** A line with spaces before it up to `width` columns. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Lines of at most `width` columns, each behind `indent`; a word that is longer has a line of its own. */
export function wrap(text: string, width: number, indent = ''): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || indent.length + widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(indent + line);
    line = word;
  }
  return line === '' ? lines : [...lines, indent + line];
}
