// Signs of JSON (RFC 8259 2). All are ASCII, so that bytes of UTF-8 are read without being decoded.
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Containers of at least this many bytes are remembered; passing over a smaller one again costs little. */
const large = 4096;

/** The outline of a JSON text without white space between its tokens. */
export interface JsonScan {
  /** The text in UTF-8; where reading stopped, up to the last complete element. */
  readonly bytes: Buffer;
  /** What closes what is open behind that element: positions beyond the bytes are in here. */
  readonly closers: string;
  /** Where large arrays and objects end, by where they begin. */
  readonly ends: ReadonlyMap<number, number>;
  /** Where arrays and objects begin whose end was not read. */
  readonly unfinished: ReadonlySet<number>;
  /** The key of a member of which too little was read to give it, as JSON. */
  readonly lostKey?: string;
}

/** Where a scan stands. */
interface Position {
  /** Where the arrays and objects begin that are open. */
  readonly open: number[];
  readonly ends: Map<number, number>;
  /** The end of the last token with which the text could end, if all that is open were closed. */
  end: number;
  /** Where the key of the member that is being read begins; -1 outside of members. */
  key: number;
  expectsKey: boolean;
}

/**
 * Scans a JSON text in one pass; `undefined` where it is nested deeper than `deepest`. One of which only the beginning
 * was read is closed behind its last complete element.
 */
export function scanJson(json: Buffer | string, deepest: number, isBeginning: boolean): JsonScan | undefined {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  const position: Position = { open: [], ends: new Map(), end: 0, key: -1, expectsKey: false };
  for (let at = 0; at < bytes.length;) {
    at = scanToken(bytes, at, position);
    if (position.open.length > deepest) return undefined;
  }
  const { open, ends, end } = position;
  return isBeginning && (open.length > 0 || end < bytes.length)
    ? closed(bytes, position)
    : { bytes, closers: '', ends, unfinished: new Set() };
}

/** Takes one token; answers where the next one begins. */
function scanToken(bytes: Buffer, at: number, position: Position): number {
  const code = bytes[at] ?? 0;
  switch (code) {
    case openArray:
    case openObject:
      position.open.push(at);
      position.expectsKey = code === openObject;
      return (position.end = at + 1);
    case closeArray:
    case closeObject: {
      const start = position.open.pop();
      if (start !== undefined && at - start >= large) position.ends.set(start, at + 1);
      position.expectsKey = false;
      return (position.end = at + 1);
    }
    case comma:
      position.expectsKey = bytes[position.open.at(-1) ?? -1] === openObject;
      position.key = -1;
      return at + 1;
    case colon:
      return at + 1;
    default:
      return scanScalar(bytes, at, position);
  }
}

function scanScalar(bytes: Buffer, at: number, position: Position): number {
  const end = scalarEnd(bytes, at);
  if (position.expectsKey) {
    position.expectsKey = false;
    position.key = at;
    return end ?? bytes.length;
  }
  // More digits of a number may have stood where reading stopped.
  if (end !== undefined && (end < bytes.length || bytes[at] === quote)) position.end = end;
  return end ?? bytes.length;
}

/** Makes an end for what is open; an element of an array that is not whole goes, but where it is the first. */
function closed(bytes: Buffer, { open, ends, end, key }: Position): JsonScan {
  const innermost = open.findLastIndex((start) => isArray(bytes, start));
  const element = open[innermost + 1];
  const isRow = innermost >= 0 && element !== undefined && bytes[element - 1] === comma;
  const safe = isRow ? element - 1 : end;
  const kept = isRow ? open.slice(0, innermost + 1) : open;
  kept.forEach((start, depth) => ends.set(start, safe + kept.length - depth));
  const keyEnd = key >= safe && !isRow ? scalarEnd(bytes, key) : undefined;
  return {
    bytes: bytes.subarray(0, safe),
    closers: kept
      .map((start) => (isArray(bytes, start) ? ']' : '}'))
      .reverse()
      .join(''),
    ends,
    unfinished: new Set(kept),
    ...(keyEnd === undefined ? {} : { lostKey: bytes.toString('utf8', key, keyEnd) }),
  };
}

/** The bytes that a scanned text has, with those that close it. */
export function sizeOf({ bytes, closers }: JsonScan): number {
  return bytes.length + closers.length;
}

/** A part of a scanned text. */
export function sliceOf({ bytes, closers }: JsonScan, start: number, end: number): string {
  const { length } = bytes;
  const closing = end > length ? closers.slice(Math.max(start - length, 0), end - length) : '';
  return bytes.toString('utf8', start, Math.min(end, length)) + closing;
}

/** Where a string ends, or a number or a name; `undefined` where a string has no end. */
function scalarEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] === quote) return stringEnd(bytes, start);
  let at = start + 1;
  while (at < bytes.length && !isSign(bytes[at])) at += 1;
  return at;
}

function isSign(code: number | undefined): boolean {
  return code === comma || code === quote || code === colon || isBracket(code);
}

function isBracket(code: number | undefined): boolean {
  return code === openArray || code === openObject || code === closeArray || code === closeObject;
}

/** Where the string that begins at `start` ends; `undefined` where it has no end. */
function stringEnd(bytes: Buffer, start: number): number | undefined {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (bytes[before] === backslash) before -= 1;
    // An even number of backslashes stand for themselves.
    if ((end - before) % 2 === 1) return end + 1;
  }
  return undefined;
}

/** Where the value of the member whose key begins at `start` begins; `undefined` where there is no member. */
export function memberValue({ bytes }: JsonScan, start: number): number | undefined {
  const end = bytes[start] === quote ? stringEnd(bytes, start) : undefined;
  return end !== undefined && bytes[end] === colon ? end + 1 : undefined;
}

/** Where the value that begins at `start` ends; `undefined` where it has no end. */
export function valueEnd({ bytes, ends }: JsonScan, start: number): number | undefined {
  if (!isContainer(bytes, start)) return scalarEnd(bytes, start);
  const known = ends.get(start);
  if (known !== undefined) return known;
  let depth = 0;
  for (let at = start; at < bytes.length;) {
    const code = bytes[at];
    if (code === quote) {
      at = stringEnd(bytes, at) ?? bytes.length;
      continue;
    }
    at += 1;
    if (code === openArray || code === openObject) depth += 1;
    else if (isBracket(code) && --depth === 0) return at;
  }
  return undefined;
}

/** Whether another element follows behind `end`. */
export function isFollowed({ bytes }: JsonScan, end: number): boolean {
  return bytes[end] === comma;
}

/** Whether an array or an object begins here. */
export function isContainer(bytes: Buffer, at: number): boolean {
  return bytes[at] === openArray || bytes[at] === openObject;
}

/** Whether an array begins here. */
export function isArray(bytes: Buffer, at: number): boolean {
  return bytes[at] === openArray;
}
