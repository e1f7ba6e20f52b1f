import { isVisible } from './hidden.js';

/** Names of the HTML standard's character references that texts use. */
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    bull: '•',
    middot: '·',
    copy: '©',
    reg: '®',
    trade: '™',
    times: '×',
    divide: '÷',
    plusmn: '±',
    minus: '−',
    deg: '°',
    micro: 'µ',
    sect: '§',
    para: '¶',
    frac12: '½',
    le: '≤',
    ge: '≥',
    ne: '≠',
    larr: '←',
    rarr: '→',
    harr: '↔',
    cent: '¢',
    euro: '€',
    pound: '£',
    yen: '¥',
  }),
);

// What looks like a reference once `&amp;` is decoded was written to be read so.
const references = /&(?:([a-z]{2,6}\d{0,2})|#(\d{1,7})|#x([0-9a-f]{1,6}));(?!(?:#?[a-z0-9]{1,8};))/gi;

/** Character references decoded once; those of `<` and `>` stay where they would make what `isMarkup` finds. */
export function decodeEntities(text: string, isMarkup: (decoded: string) => boolean): string {
  if (!text.includes('&')) return text;
  const decoded = decode(text, () => true);
  return isMarkup(decoded) ? decode(text, (character) => !'<>'.includes(character)) : decoded;
}

function decode(text: string, isWanted: (character: string) => boolean): string {
  return text.replace(references, (whole, name?: string, decimal?: string, hex?: string) => {
    const character = name === undefined ? characterOf(decimal, hex) : entities.get(name.toLowerCase());
    const isFit = character !== undefined && isVisible(character) && isWanted(character);
    return isFit ? character : whole;
  });
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
