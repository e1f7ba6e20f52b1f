/** One part of a `multipart/form-data` body. */
export interface BodyPart {
  readonly name: string;
  /** `text/plain` where the part does not say. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** The name and value pairs of an `application/x-www-form-urlencoded` body. */
export function readForm(body: Buffer): readonly (readonly [name: string, value: string])[] {
  return [...new URLSearchParams(body.toString())];
}

/** Splits a `multipart/form-data` body (RFC 7578); `undefined` where it is not one, to the byte. */
export function readParts(contentType: string, body: Buffer): readonly BodyPart[] | undefined {
  const boundary = /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (boundary === null) return undefined;
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2] ?? ''}`);
  // The first delimiter may stand at the very start, where no line end comes before it.
  let rest = Buffer.concat([Buffer.from('\r\n'), body]);
  if (rest.indexOf(delimiter) !== 0) return undefined;
  const parts: BodyPart[] = [];
  for (;;) {
    rest = rest.subarray(delimiter.length);
    if (rest.subarray(0, 2).toString() === '--') return parts;
    const end = rest.indexOf(delimiter);
    const part =
      rest.subarray(0, 2).toString() === '\r\n' && end !== -1 ? readPart(rest.subarray(2, end)) : undefined;
    if (part === undefined) return undefined;
    parts.push(part);
    rest = rest.subarray(end);
  }
}

function readPart(bytes: Buffer): BodyPart | undefined {
  const blank = bytes.indexOf('\r\n\r\n');
  if (blank === -1) return undefined;
  const headers = new Map(
    bytes
      .subarray(0, blank)
      .toString()
      .split('\r\n')
      .map((line) => splitAt(line, ':'))
      .map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
  const name = /^form-data;(?:.*;)?\s*name="((?:[^"\\]|\\.)*)"/i.exec(
    headers.get('content-disposition') ?? '',
  )?.[1];
  if (name === undefined) return undefined;
  return {
    name: name.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n'),
    contentType: headers.get('content-type') ?? 'text/plain',
    content: bytes.subarray(blank + 4),
  };
}

/** The `cookie` header, each name with its raw value. */
export function readCookies(header: string): ReadonlyMap<string, string> {
  const pairs = header.split(';').map((pair) => splitAt(pair.trim(), '='));
  return new Map(pairs.filter(([name]) => name !== ''));
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
