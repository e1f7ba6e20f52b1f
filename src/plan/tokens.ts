/** Characters that cost alike: how many UTF-8 bytes of them make one token. */
export interface Script {
  readonly holds: RegExp;
  readonly bytesPerToken: number;
}

/**
 * The first script that holds a character counts it.
 *
 * The factors of ASCII, Latin and CJK are fitted on the tools lists of 47 public APIs so that the greatest
 * relative error against the vocabulary `o200k_base` is least (`test/corpus/fit-tokens.ts` prints them). Of the
 * others such lists hold too little: theirs are the bytes per token of sentences in nine languages.
 */
export const scripts: readonly Script[] = [
  { holds: /[a-z]/, bytesPerToken: 7.36 },
  { holds: /[A-Z]/, bytesPerToken: 6.51 },
  { holds: /[0-9]/, bytesPerToken: 1.33 },
  { holds: /[ \t\r\n]/, bytesPerToken: 1.96 },
  { holds: /["{}[\]:,]/, bytesPerToken: 2.28 },
  { holds: /\p{ASCII}/u, bytesPerToken: 2.11 },
  { holds: /\p{Script=Latin}/u, bytesPerToken: 3 },
  { holds: /\p{Script=Han}|[\u3000-\u30ff\uff00-\uffef]/u, bytesPerToken: 3.8 },
  { holds: /\p{L}|\p{M}/u, bytesPerToken: 7 },
  // Symbols, and the halves of characters beyond the Basic Multilingual Plane: nearly all of them emoji.
  { holds: /[^]/, bytesPerToken: 2.6 },
];

/** Estimates how many tokens a model reads `text` as: its UTF-8 bytes, divided by a factor per script. */
export function estimateTokens(text: string): number {
  // A list has millions of characters, but few different ones: count first, then weigh each once.
  const counts = new Uint32Array(0x10000);
  for (let at = 0; at < text.length; at += 1)
    counts[text.charCodeAt(at)] = (counts[text.charCodeAt(at)] ?? 0) + 1;
  let tokens = 0;
  for (const [unit, count] of counts.entries()) {
    if (count > 0) tokens += (count * bytesOf(unit)) / bytesPerTokenOf(unit);
  }
  return Math.round(tokens);
}

/** How many bytes a UTF-16 code unit takes in UTF-8; a half of a surrogate pair takes two of its four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

function bytesPerTokenOf(unit: number): number {
  const character = String.fromCharCode(unit);
  return scripts.find(({ holds }) => holds.test(character))?.bytesPerToken ?? 1;
}
