import { mapNumbers } from './json-numbers.js';

/** Only a number of at least this form can be changed where a double takes its value. */
const candidate = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/**
 * Makes texts of the numbers of a valid JSON text whose value would change beyond what a double holds exactly: integers
 * above 2^53 that would get other digits, and numbers that would become infinite or zero.
 */
export function keepDigits(text: string): string {
  return candidate.test(text)
    ? mapNumbers(text, (number) => (isChanged(number) ? `"${number}"` : number))
    : text;
}

/** Whether a valid JSON text has a number whose value would change so: `keepDigits` would make a text of it. */
export function losesDigits(text: string): boolean {
  return candidate.test(text) && keepDigits(text) !== text;
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
