const quote = 0x22;
const backslash = 0x5c;

/** The bytes of a JSON text (RFC 8259 2) in UTF-8 without the white space between its tokens, and without its mark. */
export function withoutSpace(json: Buffer): Buffer {
  const bytes = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? json.subarray(3) : json;
  const start = firstSpace(bytes);
  // Most large answers have none, and are not copied.
  if (start === bytes.length) return bytes;
  const compact = Buffer.allocUnsafe(bytes.length);
  let length = bytes.copy(compact, 0, 0, start);
  let isInside = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!isInside && isSpace(byte)) continue;
    // Two values without a sign between them are no JSON, and must not become one value.
    const isApart = !isInside && isSpace(bytes[at - 1]) && length > 0;
    if (isApart && !isBorder(compact[length - 1]) && !isBorder(byte)) compact[length++] = 0x20;
    compact[length++] = byte;
    if (byte === quote) isInside = !isInside;
    else if (byte === backslash && isInside && at + 1 < bytes.length) compact[length++] = bytes[++at] ?? 0;
  }
  return compact.subarray(0, length);
}

/** Where the first white space outside of strings stands; the length where there is none. */
function firstSpace(bytes: Buffer): number {
  let isInside = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isInside = !isInside;
    else if (isInside && byte === backslash) at += 1;
    else if (!isInside && isSpace(byte)) return at;
  }
  return bytes.length;
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const borders: ReadonlySet<number | undefined> = new Set(Buffer.from('[]{},:'));

/** Whether a value ends here, or begins behind. */
function isBorder(code: number | undefined): boolean {
  return borders.has(code);
}
