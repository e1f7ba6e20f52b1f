/** A JSON text (RFC 8259) whose numbers are written anew; strings and all else stay as they are. */
export function mapNumbers(text: string, rewrite: (number: string) => string): string {
  const pieces: string[] = [];
  const token = /"|-?\d[\d.eE+-]*/g;
  let from = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [number] = found;
    if (number === '"') {
      token.lastIndex = stringEnd(text, found.index);
      continue;
    }
    const written = rewrite(number);
    if (written === number) continue;
    pieces.push(text.slice(from, found.index), written);
    from = token.lastIndex;
  }
  return pieces.join('') + text.slice(from);
}

/** Where the string that begins at `start` ends. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  // An odd number of backslashes escapes the quote.
  while (end > 0 && backslashesBefore(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function backslashesBefore(text: string, end: number): number {
  let start = end;
  while (text[start - 1] === '\\') start -= 1;
  return end - start;
}
