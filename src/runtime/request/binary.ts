import { isMediaType, mediaTypeParameter } from '../media-types.js';

/** Bytes that came as text in an argument. */
export interface Binary {
  readonly bytes: Buffer;
  /** Told by a `data:` URL alone. */
  readonly mediaType?: string;
  /** Told by a `data:` URL alone, as `;name=`. */
  readonly fileName?: string;
}

/** Reads base64, base64url or a `data:` URL; `undefined` where the text is none of them. */
export function readBinary(text: string): Binary | undefined {
  if (!/^data:/i.test(text)) {
    const bytes = readBase64(text);
    return bytes && { bytes };
  }
  const comma = text.indexOf(',');
  if (comma < 0) return undefined;
  const head = text.slice('data:'.length, comma);
  const isBase64 = /;[ ]*base64$/i.test(head);
  const declared = isBase64 ? head.slice(0, head.lastIndexOf(';')) : head;
  const data = unescaped(text.slice(comma + 1));
  const bytes = isBase64 ? readBase64(data.toString('latin1')) : data;
  return bytes && { bytes, ...readHead(declared) };
}

function readHead(declared: string): Omit<Binary, 'bytes'> {
  const fileName = mediaTypeParameter(declared, 'name');
  const mediaType = declared
    .split(';')
    .filter((part) => !/^ *name *=/i.test(part))
    .join(';');
  return {
    ...(isMediaType(mediaType) ? { mediaType } : {}),
    ...(fileName === undefined ? {} : { fileName: unescaped(fileName).toString('utf8') }),
  };
}

function readBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[ \t\r\n]+/g, '');
  // `Buffer.from` skips what it cannot read, and would send a half of what was meant.
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) return undefined;
  const length = compact.replace(/=+$/, '').length;
  return length % 4 === 1 ? undefined : Buffer.from(compact, 'base64');
}

/** The bytes that a percent-encoded text stands for. */
function unescaped(text: string): Buffer {
  const chunks = text.match(/%[0-9A-Fa-f]{2}|[^%]+|%/g) ?? [];
  return Buffer.concat(
    chunks.map((chunk) =>
      /^%../.test(chunk) ? Buffer.from(chunk.slice(1), 'hex') : Buffer.from(chunk, 'utf8'),
    ),
  );
}
