/** One part of a multipart body that was received. */
interface ReceivedPart {
  /** As sent; `text/plain` where the part names none (RFC 2046 5.1). */
  readonly contentType: string;
  readonly bytes: Buffer;
}

const mostParts = 100;

/** Reads a multipart body (RFC 2046 5.1.1); empty where it holds no part with this boundary. */
export function readParts(body: Buffer, boundary: string): readonly ReceivedPart[] {
  // A leading line end lets the first delimiter be found like the others.
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: ReceivedPart[] = [];
  let start = text.indexOf(delimiter);
  while (start >= 0 && parts.length < mostParts) {
    start += delimiter.length;
    if (text.toString('latin1', start, start + 2) === '--') break;
    const end = text.indexOf(delimiter, start);
    // The last delimiter may be missing: what came of a part is still worth showing.
    parts.push(readPart(text.subarray(start, end < 0 ? text.length : end)));
    start = end;
  }
  return parts;
}

function readPart(part: Buffer): ReceivedPart {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return { contentType: 'text/plain', bytes: part };
  const header = /^content-type:[ \t]*([^\r\n]*)/im.exec(part.toString('latin1', 0, end));
  return { contentType: header?.[1]?.trim() ?? 'text/plain', bytes: part.subarray(end + 4) };
}
