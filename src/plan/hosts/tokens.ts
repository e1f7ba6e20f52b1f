/** What a text is split into before it becomes tokens; the last four are counted in bytes of UTF-8. */
export const pieces = [
  'word',
  'digits',
  'marks',
  'joint',
  'latin',
  'ideographs',
  'alphabets',
  'symbols',
] as const;

/** One of `pieces`. */
export type Piece = (typeof pieces)[number];

/**
 * How many tokens a piece makes.
 *
 * Fitted on the tools lists of 47 public APIs so that the greatest relative error against the vocabulary `o200k_base`
 * is least (`test/corpus/fit-tokens.ts` prints these figures). Of other letters and of symbols such lists hold too
 * little: theirs are measured on sentences in nine languages.
 */
export const tokensPerPiece: Readonly<Record<Piece, number>> = {
  word: 1.105,
  digits: 1.3,
  marks: 1.14,
  joint: 0.493,
  latin: 0.3,
  ideographs: 0.232,
  alphabets: 0.14,
  symbols: 0.38,
};

const noPieces: Readonly<Record<Piece, number>> = {
  word: 0,
  digits: 0,
  marks: 0,
  joint: 0,
  latin: 0,
  ideographs: 0,
  alphabets: 0,
  symbols: 0,
};

type Kind = 'lower' | 'upper' | 'digit' | 'mark' | 'space' | 'other';

/** The piece that a run of characters of one kind opens, by the kinds around it. */
const openings: Readonly<Record<Kind, (before: Kind, length: number, after: Kind) => Piece | undefined>> = {
  // `readOnly` is two words, `HTTPServer` is one.
  lower: (before) => (before === 'upper' ? undefined : 'word'),
  upper: () => 'word',
  digit: () => 'digits',
  // Marks in a row are one piece; a single one joins the word that follows it, as in `_name`.
  mark: (_, length, after) => (length === 1 && (after === 'lower' || after === 'upper') ? 'joint' : 'marks'),
  // A space is part of what follows it.
  space: () => undefined,
  other: () => undefined,
};

const scripts: readonly { readonly piece: Piece; readonly holds: RegExp }[] = [
  { piece: 'latin', holds: /\p{Script=Latin}/u },
  { piece: 'ideographs', holds: /\p{Script=Han}|[\u3000-\u30ff\uff00-\uffef]/u },
  { piece: 'alphabets', holds: /\p{L}|\p{M}/u },
  // Also the halves of characters beyond the Basic Multilingual Plane: nearly all of them are emoji.
  { piece: 'symbols', holds: /[^]/ },
];

const ascii = Array.from({ length: 0x80 }, (_, unit) => asciiKindOf(String.fromCharCode(unit)));

/** Estimates how many tokens a model reads `text` as, without its vocabulary. */
export function estimateTokens(text: string): number {
  const counts = countPieces(text);
  return Math.round(pieces.reduce((tokens, piece) => tokens + counts[piece] * tokensPerPiece[piece], 0));
}

/** Counts the pieces of a text. */
export function countPieces(text: string): Readonly<Record<Piece, number>> {
  const counts = { ...noPieces };
  const others = new Map<number, number>();
  let before: Kind = 'space';
  for (let start = 0, end = 0; start < text.length; start = end) {
    const kind = kindAt(text, start);
    end = endOfRun(text, start, kind);
    const piece = openings[kind](before, end - start, kindAt(text, end));
    // Three digits are one piece.
    if (piece !== undefined) counts[piece] += kind === 'digit' ? Math.ceil((end - start) / 3) : 1;
    if (kind === 'other') countUnits(text.slice(start, end), others);
    before = kind;
  }
  for (const [unit, count] of others) counts[scriptOf(unit)] += count * bytesOf(unit);
  return counts;
}

/** Where a run of characters of one kind ends. */
function endOfRun(text: string, start: number, kind: Kind): number {
  let end = start + 1;
  while (end < text.length && kindAt(text, end) === kind) end += 1;
  return end;
}

function countUnits(text: string, counts: Map<number, number>): void {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
}

function kindAt(text: string, at: number): Kind {
  if (at >= text.length) return 'space';
  return ascii[text.charCodeAt(at)] ?? 'other';
}

function asciiKindOf(character: string): Kind {
  if (/[a-z]/.test(character)) return 'lower';
  if (/[A-Z]/.test(character)) return 'upper';
  if (/[0-9]/.test(character)) return 'digit';
  return /[!-~]/.test(character) ? 'mark' : 'space';
}

function scriptOf(unit: number): Piece {
  const character = String.fromCharCode(unit);
  return scripts.find(({ holds }) => holds.test(character))?.piece ?? 'symbols';
}

/** How many bytes a UTF-16 code unit takes in UTF-8; a half of a surrogate pair takes two of its four. */
function bytesOf(unit: number): number {
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}
