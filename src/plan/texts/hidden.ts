interface HiddenKind {
  /** For reports. */
  readonly name: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Code points that nobody sees, by what they are. */
const hiddenKinds: readonly HiddenKind[] = [
  {
    // All but tab and line ends.
    name: 'control characters',
    ranges: [
      [0x00, 0x08],
      [0x0b, 0x0c],
      [0x0e, 0x1f],
      [0x7f, 0x84],
      [0x86, 0x9f],
    ],
  },
  {
    name: 'zero-width characters',
    ranges: [
      [0xad, 0xad],
      [0x34f, 0x34f],
      [0x180e, 0x180e],
      [0x200b, 0x200d],
      [0x2060, 0x2064],
      [0xfeff, 0xfeff],
    ],
  },
  {
    name: 'marks of direction',
    ranges: [
      [0x61c, 0x61c],
      [0x200e, 0x200f],
      [0x202a, 0x202e],
      [0x2065, 0x206f],
    ],
  },
  {
    name: 'fillers that look like nothing',
    ranges: [
      [0x115f, 0x1160],
      [0x17b4, 0x17b5],
      [0x180b, 0x180d],
      [0x180f, 0x180f],
      [0x2800, 0x2800],
      [0x3164, 0x3164],
      [0xffa0, 0xffa0],
      [0xfff0, 0xfffc],
      [0x1bca0, 0x1bca3],
      [0x1d173, 0x1d17a],
    ],
  },
  { name: 'halves of characters', ranges: [[0xd800, 0xdfff]] },
  { name: 'tag characters', ranges: [[0xe0000, 0xe0fff]] },
];

const hidden = classOf(hiddenKinds.flatMap(({ ranges }) => ranges));

function classOf(ranges: HiddenKind['ranges']): RegExp {
  const parts = ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`);
  return new RegExp(`(?!${joining()})[${parts.join('')}]`, 'gu');
}

/** Joiners that change what a reader sees: in a sequence of emoji and between letters that join (UTS 51, UAX 31). */
function joining(): string {
  const scripts = 'Arab|Beng|Deva|Gujr|Guru|Knda|Mlym|Mong|Nkoo|Orya|Sinh|Syrc|Taml|Telu'.split('|');
  const letter = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`;
  const joinable = `(?:(?=[\\p{L}\\p{M}])${letter})`;
  const pictograph = '\\p{Extended_Pictographic}';
  const emoji = `(?<=${pictograph}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=${pictograph})`;
  return `(?:${emoji}|(?<=${joinable})[\\u200c\\u200d](?=${joinable}))`;
}

// A variation selector means something after an emoji alone.
const selectors = /(?<![\p{Extended_Pictographic}#*0-9])[\ufe00-\ufe0f]/gu;

/** Sequences that move a terminal's cursor, colour its text or set a link (ECMA-48 5.4 and 5.6). */
const escapes = sequencesOf(String.fromCharCode(0x1b), String.fromCharCode(0x07));

function sequencesOf(escape: string, bell: string): RegExp {
  const control = String.raw`\[[0-?]{0,40}[ -/]{0,40}[@-~]`;
  const command = String.raw`\][^${bell}${escape}\n]{0,400}(?:${bell}|${escape}\\)`;
  return new RegExp(`${escape}(?:${control}|${command})`, 'g');
}

/** What one kind of hidden text in a text comes to. */
export interface HiddenCount {
  readonly kind: string;
  readonly count: number;
}

const patterns: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: 'terminal sequences', pattern: escapes },
  ...hiddenKinds.map(({ name, ranges }) => ({ kind: name, pattern: classOf(ranges) })),
  { kind: 'variation selectors', pattern: selectors },
];

// Tabs and line ends are white space, whatever they are written as.
const ordinary = /^[\t\n\r -~]*$/;

/** Whether a text holds nothing that a reader cannot see. */
export function isVisible(text: string): boolean {
  return (
    /^[\t\n -~]*$/.test(text) ||
    (!text.includes('\r') && text.search(hidden) < 0 && text.search(selectors) < 0)
  );
}

/** A text without what nobody sees, with one kind of line end. */
export function withoutHidden(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (ordinary.test(lines)) return lines;
  return lines
    .replace(escapes, '')
    .replace(/[\u2028\u2029\u0085]/g, '\n')
    .replace(hidden, '')
    .replace(selectors, '');
}

/** What nobody sees of a text, by kind; none for most texts. */
export function hiddenIn(text: string): readonly HiddenCount[] {
  if (ordinary.test(text)) return [];
  const counts: HiddenCount[] = [];
  let rest = text;
  for (const { kind, pattern } of patterns) {
    const count = rest.match(pattern)?.length ?? 0;
    if (count > 0) counts.push({ kind, count });
    if (pattern === escapes) rest = rest.replace(escapes, '');
  }
  return counts;
}

/** What tag characters spell out for machines alone: they mirror ASCII. */
export function spelledInTags(text: string): string {
  const mirrored = text.match(/[\u{e0020}-\u{e007e}]/gu) ?? [];
  return mirrored.map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join('');
}
