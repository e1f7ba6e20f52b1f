/** How a text may write a character other than as itself. */
export type Notation = 'plain' | 'json' | 'markup';

/** A text without what nobody sees, and how many characters that were. */
interface CleanText {
  readonly text: string;
  readonly removed: number;
}

interface NotationRule {
  /** Whether the text may hold an escape that stands for something hidden; cheap, and wrong only to one side. */
  readonly mayHide: (text: string) => boolean;
  /** Writes the escapes that matter here as the characters that they stand for. */
  readonly unescape: (text: string) => string;
  /** Controls that are taken out as well. */
  readonly controls: Controls;
}

interface Controls {
  readonly any: RegExp;
  readonly all: RegExp;
}

const escapeControl = '\u001b';
// In JSON any other control is visible as an escape, and may be a part of the value.
const terminalControls = controlsOf(`[${escapeControl}\\u{7f}-\\u{84}\\u{86}-\\u{9f}]`);
const textControls = controlsOf('[^\\P{Cc}\\t\\n\\f\\r\\u{85}]');

/** The sequences that set colours and places on a terminal (ECMA-48 5.4) go with the control that starts them. */
function controlsOf(characters: string): Controls {
  const sequence = `(?:${escapeControl}\\[|\\u{9b})[0-9;:?]{0,64}[@-~]`;
  return { any: new RegExp(characters, 'u'), all: new RegExp(`${sequence}|${characters}`, 'gu') };
}

// The first digits of every escape of JSON that can stand for a character, or half of one, that is taken out.
const hidingEscape =
  /\\u(?:001b|00[89]|007f|00ad|034f|061c|11[56]|17b|180|20(?:0[b-f]|2[a-e]|6)|3164|d82f|d834|db4[0-3]|f[ef]|fff)/i;

/** Every notation; a new one is an entry here. */
const notations: Readonly<Record<Notation, NotationRule>> = {
  plain: { mayHide: () => false, unescape: (text) => text, controls: textControls },
  json: {
    mayHide: (text) => text.includes('\\u') && hidingEscape.test(text),
    unescape: unescapeJson,
    controls: terminalControls,
  },
  markup: { mayHide: (text) => text.includes('&#'), unescape: unescapeMarkup, controls: textControls },
};

const invisible = /[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/u;
const invisibleRuns = /[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]+/gu;

/** Scripts in which a writer says where letters join and where not (The Unicode Standard, 23.2). */
const joining = ['Arab', 'Syrc', 'Mand', 'Nkoo', 'Rohg', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya']
  .concat(['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'])
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** Where invisible characters belong to ordinary writing: which, and between what neighbours. */
const ordinary: readonly RegExp[] = [
  // Emoji: their presentation, joined ones, the three flags (Unicode Technical Standard 51).
  /\p{Emoji}[\u{fe0e}\u{fe0f}].?/su,
  /\p{Emoji}\u{fe0f}?\u{200d}\p{Emoji}/u,
  /\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.?/su,
  /\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.?/su,
  /\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}.?/su,
  // The variants of ideographs, Mongolian letters and mathematical signs.
  /\p{Ideographic}[\u{fe00}-\u{fe02}\u{e0100}-\u{e01ef}].?/su,
  /\p{scx=Mong}[\u{180b}-\u{180f}].?/su,
  /\p{Sm}\u{fe00}.?/su,
  new RegExp(`[${joining}][\\u{200c}\\u{200d}].?`, 'su'),
  // Marks of direction, which unlike overrides and embeddings turn nothing round.
  /.?[\u{200e}\u{200f}\u{61c}].?/su,
  // A soft hyphen inside a word.
  /\p{L}\u{ad}\p{L}/u,
];
const isOrdinaryWriting = new RegExp(`^(?:${ordinary.map(({ source }) => source).join('|')})$`, 'su');
const longestOrdinary = 16;

/**
 * Takes out what neither a person nor a model should be given without seeing it: tag characters, overrides of
 * direction, zero-width characters, fillers, the controls of terminals. What ordinary writing needs stays.
 */
export function withoutHidden(text: string, notation: Notation): CleanText {
  const { mayHide, unescape, controls } = notations[notation];
  const isEscaped = mayHide(text);
  if (!isEscaped && !invisible.test(text) && !controls.any.test(text)) return { text, removed: 0 };
  let removed = 0;
  const remove = (run: string): string => {
    removed += run.replace(/[\udc00-\udfff]/g, '').length;
    return '';
  };
  const clean = (isEscaped ? unescape(text) : text)
    .replace(invisibleRuns, (run, at: number, whole: string) =>
      isOrdinary(run, at, whole) ? run : remove(run),
    )
    .replace(controls.all, remove);
  // As the API wrote it, where nothing had to go.
  return removed === 0 ? { text, removed } : { text: clean, removed };
}

/** What a model is told of characters that it is not given. */
export function hiddenNote(removed: number): string {
  return `${removed} hidden character${removed === 1 ? ' was' : 's were'} taken out of the answer.`;
}

function isOrdinary(run: string, at: number, whole: string): boolean {
  if (run.length > longestOrdinary) return false;
  const end = at + run.length;
  const isPair = at > 1 && (whole.codePointAt(at - 2) ?? 0) > 0xffff;
  const after = whole.codePointAt(end);
  const window = whole.slice(at - (isPair ? 2 : Math.min(at, 1)), end);
  return isOrdinaryWriting.test(after === undefined ? window : window + String.fromCodePoint(after));
}

/** An escaped backslash is read together with what it escapes, so that no escape is made of the two. */
function unescapeJson(text: string): string {
  return text.replace(
    /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\[^u]/gi,
    (escape, high: string | undefined, low: string | undefined, unit: string | undefined) => {
      if (high !== undefined && low !== undefined) return String.fromCharCode(hex(high), hex(low));
      return unit !== undefined && mayBeHidden(hex(unit)) ? String.fromCharCode(hex(unit)) : escape;
    },
  );
}

/** Character references of XML and HTML. */
function unescapeMarkup(text: string): string {
  return text.replace(
    /&#(?:x0{0,8}([\da-f]{1,6})|0{0,8}(\d{1,7}));/gi,
    (reference, hexadecimal: string | undefined, decimal: string | undefined) => {
      const code = hexadecimal === undefined ? Number(decimal) : hex(hexadecimal);
      return mayBeHidden(code) ? String.fromCodePoint(code) : reference;
    },
  );
}

/** Whether a character beyond the visible ones of ASCII: their escapes have a meaning of their own in a text. */
function mayBeHidden(code: number): boolean {
  return code === 0x1b || (code >= 0x7f && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}
