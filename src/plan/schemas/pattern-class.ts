import { fail, peek, skip, skipMatch, type PatternCursor } from './pattern-cursor.js';

/** Escapes of sets of characters, which stand for more than one. */
const sets = new Set(['d', 'D', 'w', 'W', 's', 'S']);
const controls = new Set(['t', 'n', 'v', 'f', 'r']);

/** Reads an escape that stands for a character or a set, after its backslash, as the text that says it. */
export function readCharacterEscape(cursor: PatternCursor): string | undefined {
  const letter = peek(cursor);
  if (sets.has(letter) || controls.has(letter)) return taken(cursor, `\\${letter}`);
  const coded = skipMatch(cursor, /^(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\}|0(?!\d)|c[a-z])/i);
  // Engines know the general categories alike, scripts and other properties not.
  const category = skipMatch(cursor, /^[pP]\{(?:L|M|N|P|S|Z|C)[a-z]?\}/);
  const found = coded ?? category;
  if (found !== undefined && cursor.isCaseless) return fail(cursor, `\\${found[0]} has no case`);
  if (found !== undefined) return `\\${found[0]}`;
  if (/^[pP]$/.test(letter)) return fail(cursor, `\\${letter} is read differently by different engines`);
  // A letter means something else in each dialect.
  if (letter === '' || /[\da-z]/i.test(letter)) return fail(cursor, `\\${letter} is no escape of ECMA-262`);
  return taken(cursor, letter);
}

function taken(cursor: PatternCursor, text: string): string {
  cursor.at += 1;
  return text;
}

/** The classes of POSIX. */
const posix: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpha: 'a-zA-Z',
    digit: '0-9',
    alnum: 'a-zA-Z0-9',
    upper: 'A-Z',
    lower: 'a-z',
    xdigit: '0-9a-fA-F',
    word: '\\w',
    blank: ' \\t',
    punct: '!-\\/:-@\\[-`{-~',
    cntrl: '\\x00-\\x1f\\x7f',
    graph: '!-~',
    print: ' -~',
  }),
);

/** Reads a class after its bracket, as the text that says it under the flag `u`. */
export function readClass(cursor: PatternCursor): string | undefined {
  const isNegated = skip(cursor, '^');
  if (peek(cursor) === ']') return fail(cursor, 'an empty class is read differently by different engines');
  const items: string[] = [];
  let hasHyphen = false;
  while (!skip(cursor, ']')) {
    if (peek(cursor) === '') return fail(cursor, 'a class has no end');
    const item = readItem(cursor);
    if (item === undefined) return undefined;
    if (item === '-') hasHyphen = true;
    else items.push(item);
  }
  const [only = '', ...others] = shortest(items);
  if (others.length === 0 && !isNegated && !hasHyphen && /^(?:\\[dDwWsS]|[\da-z])$/i.test(only)) return only;
  return `[${isNegated ? '^' : ''}${only}${others.join('')}${hasHyphen ? '-' : ''}]`;
}

/** Classes within classes, and how dialects join them: `[a-z&&[^aeiou]]`, `[a-z-[aeiou]]`, `[[:^digit:]]`. */
const setOperation = /^(?:\[|&&|--)/;

/** One character, range or set of a class; `-` for the character itself. */
function readItem(cursor: PatternCursor): string | undefined {
  const named = skipMatch(cursor, /^\[:([a-z]+):\]/);
  if (named !== undefined) {
    cursor.foreign.add(named[0]);
    return posix.get(named[1] ?? '') ?? fail(cursor, `${named[0]} is no class that is known`);
  }
  if (!cursor.isExpression && skipMatch(cursor, setOperation) !== undefined) {
    return fail(cursor, 'a class within a class means something else in each dialect');
  }
  const first = readMember(cursor);
  if (first === undefined) return undefined;
  const isRange = peek(cursor) === '-' && peek(cursor, 1) !== ']' && peek(cursor, 1) !== '';
  if (!isRange || isSet(first)) return written(first, cursor);
  const before = cursor.at;
  cursor.at += 1;
  const last = readMember(cursor);
  if (last === undefined) return undefined;
  // Beside a set the hyphen is a character (ECMA-262, annex B).
  if (isSet(last)) {
    cursor.at = before;
    return written(first, cursor);
  }
  const [low, high] = [first, last].map(codeOf);
  if (low === undefined || high === undefined) return `${first}-${last}`;
  if (low > high) return fail(cursor, `the range ${first}-${last} is out of order`);
  return `${escaped(first)}-${escaped(last)}${cursor.isCaseless ? otherCases(low, high) : ''}`;
}

function readMember(cursor: PatternCursor): string | undefined {
  if (!skip(cursor, '\\')) return taken(cursor, peek(cursor));
  if (skip(cursor, 'b')) return '\\x08';
  return readCharacterEscape(cursor);
}

function isSet(text: string): boolean {
  return /^\\[dDwWsSpP]/.test(text);
}

/** The code of a character that stands for itself. */
function codeOf(text: string): number | undefined {
  return [...text].length === 1 ? text.codePointAt(0) : undefined;
}

function written(text: string, { isCaseless }: PatternCursor): string {
  const code = codeOf(text);
  if (code === undefined || text === '-') return text;
  return `${escaped(text)}${isCaseless ? otherCases(code, code) : ''}`;
}

function escaped(text: string): string {
  return /^[\\\]^[-]$/.test(text) ? `\\${text}` : text;
}

const cases = [
  { first: 65, last: 90, to: 32 },
  { first: 97, last: 122, to: -32 },
];

/** The letters of ASCII between two codes in their other case. */
function otherCases(low: number, high: number): string {
  return cases
    .map(({ first, last, to }) => ({ from: Math.max(low, first) + to, until: Math.min(high, last) + to }))
    .filter(({ from, until }) => from <= until)
    .map(({ from, until }) => `${String.fromCodePoint(from)}-${String.fromCodePoint(until)}`)
    .join('');
}

const word = ['a-z', 'A-Z', '0-9', '_'];

/** Items that mean the same in fewer characters. */
function shortest(items: readonly string[]): readonly string[] {
  if (word.every((item) => items.includes(item)))
    return ['\\w', ...items.filter((item) => !word.includes(item))];
  return items.map((item) => (item === '0-9' ? '\\d' : item));
}
