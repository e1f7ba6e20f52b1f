/** Only a number of at least this form can be changed where a double takes its value. */
const candidate = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/**
 * Makes texts of the numbers of a valid JSON text whose value would change beyond what a double holds exactly: integers
 * above 2^53 that would get other digits, and numbers that would become infinite or zero.
 */
export function keepDigits(text: string): string {
  return candidate.test(text) ? quoteNumbers(text) : text;
}

function quoteNumbers(text: string): string {
  const pieces: string[] = [];
  const token = /"|-?\d[\d.eE+-]*/g;
  let from = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [number] = found;
    if (number === '"') token.lastIndex = stringEnd(text, found.index);
    else if (isChanged(number)) {
      pieces.push(text.slice(from, found.index), `"${number}"`);
      from = token.lastIndex;
    }
  }
  return pieces.join('') + text.slice(from);
}

// No double is an integer with more digits than this.
const mostDigits = 400;

function isChanged(number: string): boolean {
  if (!candidate.test(number)) return false;
  const value = Number(number);
  const isZero = !/^[-0.]*[1-9]/.test(number);
  if (isZero || (value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  return number.length > mostDigits || canonical(String(value)) !== canonical(number);
}

/** The same text for every way to write a number: its digits, and the power of ten of the last. */
function canonical(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${significant}e${power}`;
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
