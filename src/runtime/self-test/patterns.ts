/** What is read of a pattern: a text that fits it, and where the reading ended. */
interface Reading {
  readonly text: string;
  readonly end: number;
}

/** One piece of a pattern, and what it may be repeated to. */
interface Atom extends Reading {
  readonly repeatable: boolean;
}

/** A text that fits a pattern made of characters, classes, groups and repeats; most likely not where it holds more. */
export function textLike(pattern: string, minLength: number): string {
  const shortest = readAlternatives(pattern, 0, 0).text;
  // A repeat without end makes up for the length that is wanted.
  return shortest.length < minLength
    ? readAlternatives(pattern, 0, minLength - shortest.length).text
    : shortest;
}

/** The first of the alternatives that end at a parenthesis or at the end of the pattern. */
function readAlternatives(pattern: string, start: number, fill: number): Reading {
  let first: string | undefined;
  let text = '';
  let at = start;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      first ??= text;
      text = '';
      at++;
      continue;
    }
    const atom = readAtom(pattern, at, fill);
    const repeat = readRepeat(pattern, atom.end, atom.repeatable ? fill : 0);
    text += atom.text.repeat(repeat.least);
    at = repeat.end;
  }
  return { text: first ?? text, end: at + 1 };
}

function readAtom(pattern: string, at: number, fill: number): Atom {
  const character = pattern.charAt(at);
  if (character === '(') {
    const [prefix = ''] = /^\((?:\?:|\?<\w+>)?/.exec(pattern.slice(at)) ?? [];
    return { ...readAlternatives(pattern, at + prefix.length, fill), repeatable: false };
  }
  if (character === '[') return { ...readClass(pattern, at), repeatable: true };
  if (character === '\\') return { text: ofEscape(pattern.charAt(at + 1)), end: at + 2, repeatable: true };
  if (character === '^' || character === '$') return { text: '', end: at + 1, repeatable: false };
  return { text: character === '.' ? 'a' : character, end: at + 1, repeatable: true };
}

interface Repeat {
  readonly least: number;
  readonly end: number;
}

function readRepeat(pattern: string, at: number, fill: number): Repeat {
  const [whole = '', count, open, sign] = /^(?:\{(\d+)(,?)\d*\}|([*+?]))\??/.exec(pattern.slice(at)) ?? [];
  const end = at + whole.length;
  if (sign === '?' || whole === '') return { least: sign === '?' ? 0 : 1, end };
  const least = sign === '*' ? 0 : Number(count ?? 1);
  return { least: least + (sign !== undefined || (open === ',' && whole.endsWith(',}')) ? fill : 0), end };
}

/** What an escape stands for, where that is not the character itself. */
const escapes: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  b: '',
  B: '',
  n: '\n',
  t: '\t',
};

function ofEscape(letter: string): string {
  return escapes[letter] ?? letter;
}

/** Characters of which a negated class is likely to take one. */
const candidates = ['a', '1', '-', 'A', ' ', '~'];

function readClass(pattern: string, at: number): Reading {
  const [whole = '[', negated, members = ''] = /^\[(\^?)((?:\\.|[^\]\\])*)\]/.exec(pattern.slice(at)) ?? [];
  const end = at + whole.length;
  if (negated !== '^')
    return { text: members.startsWith('\\') ? ofEscape(members.charAt(1)) : members.charAt(0), end };
  // The class was read whole, so it is a class of the language; here it meets single characters only.
  const outside = compiled(whole);
  return { text: candidates.find((candidate) => outside?.test(candidate) === true) ?? 'a', end };
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
