import { readCharacterEscape, readClass } from './pattern-class.js';
import {
  fail,
  isExpression,
  peek,
  skip,
  skipMatch,
  type PatternCursor,
  type PatternProblem,
} from './pattern-cursor.js';

/** A part of a regular expression, as far as patterns of schemas are read. */
export type PatternNode =
  /** One character of a set. */
  | { readonly kind: 'character'; readonly text: string }
  /** A place between characters. */
  | { readonly kind: 'edge'; readonly text: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'group'; readonly choices: PatternChoices }
  | PatternRepeat;

interface PatternRepeat {
  readonly kind: 'repeat';
  readonly of: PatternNode;
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
}

/** The alternatives of a regular expression, each a sequence. */
export type PatternChoices = readonly (readonly PatternNode[])[];

/** A pattern that could be read, or why it could not. */
export type ParsedPattern =
  | { readonly choices: PatternChoices; readonly foreign: readonly string[] }
  | { readonly problem: PatternProblem };

const deepest = 30;

/** An expression as programs write it, between slashes and with flags: `/^a$/i`. */
const delimited = /^\/\^.*\/[a-z]*$|^\/.*(?<!\\)\$\/[a-z]*$/su;

/** Reads a pattern by ECMA-262, annex B included, and what other dialects add that can be said in ECMA-262. */
export function parsePattern(pattern: string): ParsedPattern {
  const cursor: PatternCursor = {
    text: [...pattern],
    at: 0,
    isExpression: isExpression(pattern),
    isCaseless: false,
    depth: 0,
    problem: undefined,
    foreign: new Set(),
    names: new Set(),
  };
  // Nothing stands before the start of a text, nor after its end, so no text fits.
  if (delimited.test(pattern)) fail(cursor, 'its first and last slash are part of the expression');
  if (skip(cursor, '(?i)')) {
    cursor.isCaseless = true;
    cursor.foreign.add('(?i)');
  }
  const choices = readChoices(cursor);
  if (peek(cursor) !== '') fail(cursor, `'${peek(cursor)}' closes nothing`);
  return cursor.problem === undefined
    ? { choices, foreign: [...cursor.foreign] }
    : { problem: cursor.problem };
}

function readChoices(cursor: PatternCursor): PatternChoices {
  const choices: PatternNode[][] = [];
  do {
    const sequence: PatternNode[] = [];
    while (!['', '|', ')'].includes(peek(cursor)) && cursor.problem === undefined) {
      const node = readNode(cursor);
      if (node !== undefined) sequence.push(node);
    }
    choices.push(sequence);
  } while (cursor.problem === undefined && skip(cursor, '|'));
  return choices;
}

function readNode(cursor: PatternCursor): PatternNode | undefined {
  const node = readAtom(cursor);
  if (node === undefined) return undefined;
  const quantifier = skipMatch(cursor, /^(?:[*+?]|\{(\d{1,12})(,?)(\d{0,12})\})/);
  if (quantifier === undefined) return node;
  if (node.kind === 'edge') return fail(cursor, `nothing stands before '${quantifier[0]}'`);
  const isLazy = skip(cursor, '?');
  // It takes less than a greedy one, never more.
  if (!isLazy && skip(cursor, '+')) cursor.foreign.add(`${quantifier[0]}+`);
  const [least, most] = rangeOf(quantifier);
  if (least > most) return fail(cursor, `'${quantifier[0]}' is out of order`);
  return least === 1 && most === 1 ? node : { kind: 'repeat', of: node, least, most, isLazy };
}

function rangeOf([text, least, comma, most]: RegExpExecArray): readonly [least: number, most: number] {
  if (text === '*') return [0, Infinity];
  if (text === '+') return [1, Infinity];
  if (text === '?') return [0, 1];
  if (comma === '') return [Number(least), Number(least)];
  return [Number(least), most === '' ? Infinity : Number(most)];
}

function readAtom(cursor: PatternCursor): PatternNode | undefined {
  const character = peek(cursor);
  if (/^[*+?]$/.test(character)) return fail(cursor, `nothing stands before '${character}'`);
  cursor.at += 1;
  if (character === '^' || character === '$') return { kind: 'edge', text: character };
  if (character === '(') return readGroup(cursor);
  if (character === '[') return characterOf(readClass(cursor));
  if (character === '\\') return readEscape(cursor);
  if (character === '.') return { kind: 'character', text: '.' };
  // Other dialects read it as a quantifier.
  if (character === '{' && /^,?\d/.test(`${peek(cursor)}${peek(cursor, 1)}`)) {
    return fail(cursor, `nothing stands before '{'`);
  }
  return literal(character, cursor);
}

function characterOf(text: string | undefined): PatternNode | undefined {
  return text === undefined ? undefined : { kind: 'character', text };
}

function literal(character: string, { isCaseless }: PatternCursor): PatternNode {
  if (isCaseless && /^[a-z]$/i.test(character)) {
    return { kind: 'character', text: `[${character}${swapCase(character)}]` };
  }
  return { kind: 'character', text: /^[\^$\\.*+?()[\]{}|]$/.test(character) ? `\\${character}` : character };
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Ends of a text in other dialects; that of `\Z` may stand before a last line end. */
const foreignEdges: ReadonlyMap<string, PatternNode> = new Map([
  ['A', { kind: 'edge', text: '^' }],
  ['z', { kind: 'edge', text: '$' }],
  [
    'Z',
    {
      kind: 'group',
      choices: [
        [
          { kind: 'repeat', of: { kind: 'character', text: '\\n' }, least: 0, most: 1, isLazy: false },
          { kind: 'edge', text: '$' },
        ],
      ],
    },
  ],
]);

function readEscape(cursor: PatternCursor): PatternNode | undefined {
  const letter = peek(cursor);
  if (letter === 'b' || letter === 'B') {
    cursor.at += 1;
    return { kind: 'edge', text: `\\${letter}` };
  }
  const edge = foreignEdges.get(letter);
  if (edge !== undefined) {
    cursor.at += 1;
    cursor.foreign.add(`\\${letter}`);
    return edge;
  }
  if (/^[1-9k]$/.test(letter)) return fail(cursor, 'back-references are not checked');
  const text = readCharacterEscape(cursor);
  if (text === undefined) return undefined;
  return text.startsWith('\\') && text.length > 1 ? { kind: 'character', text } : literal(text, cursor);
}

function readGroup(cursor: PatternCursor): PatternNode | undefined {
  cursor.depth += 1;
  if (cursor.depth > deepest) return fail(cursor, 'its groups are nested too deep');
  if (!readGroupHead(cursor)) return undefined;
  const choices = readChoices(cursor);
  if (!skip(cursor, ')')) return fail(cursor, 'a group has no end');
  cursor.depth -= 1;
  return { kind: 'group', choices };
}

/** Steps over what stands between the parenthesis and the group's content. */
function readGroupHead(cursor: PatternCursor): boolean {
  if (!skip(cursor, '?')) return true;
  if (skip(cursor, ':')) return true;
  if (skipMatch(cursor, /^<?[=!]/) !== undefined) {
    const refersBack = /\\[1-9k]/.test(cursor.text.join(''));
    fail(cursor, 'look-around is not checked', !refersBack);
  }
  const named = skipMatch(cursor, /^(P?)<([A-Za-z_$][\w$]*)>/);
  if (named !== undefined) {
    const [, dialect = '', name = ''] = named;
    if (dialect !== '') cursor.foreign.add(`(?${dialect}<${name}>`);
    if (cursor.names.has(name)) fail(cursor, `two groups have the name '${name}'`);
    cursor.names.add(name);
    return cursor.problem === undefined;
  }
  if (skip(cursor, '>')) cursor.foreign.add('(?>');
  else fail(cursor, `'(?${peek(cursor)}' opens no group of ECMA-262`);
  return cursor.problem === undefined;
}
