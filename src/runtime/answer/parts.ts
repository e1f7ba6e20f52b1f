/** One part of a multipart body that was received. */
export interface ReceivedPart {
  /** By lower-case name; the first of each. */
  readonly headers: ReadonlyMap<string, string>;
  /** As it was before its transfer encoding. */
  readonly bytes: Buffer;
  /** Whether the delimiter behind it came. */
  readonly isWhole: boolean;
}

const mostHeaderBytes = 16 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A multipart body that was received. */
export interface ReceivedParts {
  readonly parts: readonly ReceivedPart[];
  /** How many there are, given or not. */
  readonly count: number;
  /** Whether the delimiter came that no part follows. */
  readonly isClosed: boolean;
}

/** Reads at most so many parts of a multipart body (RFC 2046 5.1.1); none where it holds none with this boundary. */
export function readParts(body: Buffer, boundary: string, most: number): ReceivedParts {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: ReceivedPart[] = [];
  let count = 0;
  let current = nextDelimiter(body, delimiter, 0);
  // Behind a delimiter with which the body ends nothing begins.
  while (current?.isLast === false && current.end < body.length) {
    const next = nextDelimiter(body, delimiter, current.end);
    // The last delimiter may be missing: what came of a part is still worth showing.
    const bytes = body.subarray(current.end, next === undefined ? body.length : next.start);
    if (count < most) parts.push(readPart(bytes, next !== undefined));
    count += 1;
    current = next;
  }
  return { parts, count, isClosed: current?.isLast === true };
}

interface Delimiter {
  /** Of the line end before it, which belongs to it. */
  readonly start: number;
  /** Where what follows its line begins. */
  readonly end: number;
  /** Whether no part follows. */
  readonly isLast: boolean;
}

/** The next line that is a delimiter, and not only begins like one: another boundary may begin with this one. */
function nextDelimiter(body: Buffer, delimiter: Buffer, from: number): Delimiter | undefined {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    if (at > 0 && body[at - 1] !== lineFeed) continue;
    const after = at + delimiter.length;
    const start = Math.max(from, at - (body[at - 2] === carriageReturn ? 2 : 1), 0);
    const [line, isLast] =
      /^(?:(--)|-?$|[ \t]*(?:\r?\n|$))/.exec(body.toString('latin1', after, after + 64)) ?? [];
    if (line !== undefined) return { start, end: after + line.length, isLast: isLast !== undefined };
  }
  return undefined;
}

function readPart(part: Buffer, isWhole: boolean): ReceivedPart {
  const start = part.toString('latin1', 0, mostHeaderBytes);
  const [head] = /^(?:[^\r\n]+\r?\n)*\r?\n/.exec(start) ?? [];
  if (head === undefined) return { headers: new Map(), bytes: part, isWhole };
  const headers = new Map<string, string>();
  // A field may go on in lines that begin with white space.
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([^\s:]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key !== undefined && value !== undefined && !headers.has(key)) headers.set(key, utf8Of(value.trim()));
  }
  const bytes = part.subarray(head.length);
  return { headers, bytes: withoutTransferEncoding(bytes, headers), isWhole };
}

/** Browsers and servers write names in UTF-8 as it is. */
function utf8Of(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** RFC 2045 6: HTTP needs none of these, but makers of mail use them here too. */
function withoutTransferEncoding(bytes: Buffer, headers: ReadonlyMap<string, string>): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return bytes;
  const text = bytes
    .toString('latin1')
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(text, 'latin1');
}
