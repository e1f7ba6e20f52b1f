import type { ObjectSigns, PropertyEncoding } from '../binding.js';
import { essenceOf, isMediaType, mediaTypeParameter } from '../media-types.js';
import { percentDecode } from './encoding.js';
import { isObject } from './value-text.js';

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
  const data = percentDecode(text.slice(comma + 1));
  const bytes = isBase64 ? readBase64(data.toString('latin1')) : data;
  return bytes && { bytes, ...readHead(declared) };
}

/**
 * Reads a text of an object that may stand for bytes, as its Encoding Object says; `undefined` where it is a value like
 * any other, `unreadable` where it should be bytes and is none.
 */
export function readTextBytes(
  text: unknown,
  { bytes, texts }: Pick<PropertyEncoding, 'bytes' | 'texts'>,
  holder: unknown,
): Binary | 'unreadable' | undefined {
  if (bytes === undefined || typeof text !== 'string' || texts?.includes(text) === true) return undefined;
  if (bytes === true || bytes.some((signs) => hasSigns(holder, signs)))
    return readBinary(text) ?? 'unreadable';
  // Any text can look like base64; hardly one that is none starts like a `data:` URL and reads as one.
  return /^data:/i.test(text) ? readBinary(text) : undefined;
}

function hasSigns(holder: unknown, signs: ObjectSigns): boolean {
  return (
    isObject(holder) &&
    Object.entries(signs).every(
      ([name, values]) =>
        Object.hasOwn(holder, name) && (values.length === 0 || values.includes(holder[name])),
    )
  );
}

/** The media type that a `data:` URL gives itself. */
export function ownMediaType(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^data:/i.test(value)) return undefined;
  const comma = value.indexOf(',');
  return comma < 0
    ? undefined
    : readHead(value.slice('data:'.length, comma).replace(/;[ ]*base64$/i, '')).mediaType;
}

/** Whether a media type is one of a range. */
export function isInRange(mediaType: string, range: string): boolean {
  const [type] = essenceOf(mediaType).split('/', 1);
  return ['*/*', `${type}/*`, essenceOf(mediaType)].includes(essenceOf(range));
}

function readHead(declared: string): Omit<Binary, 'bytes'> {
  const fileName = mediaTypeParameter(declared, 'name');
  const mediaType = declared
    .split(';')
    .filter((part) => !/^ *name *=/i.test(part))
    .join(';');
  return {
    ...(isMediaType(mediaType) ? { mediaType } : {}),
    ...(fileName === undefined ? {} : { fileName: percentDecode(fileName).toString('utf8') }),
  };
}

function readBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[ \t\r\n]+/g, '');
  // `Buffer.from` skips what it cannot read, and would send a half of what was meant.
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) return undefined;
  const length = compact.replace(/=+$/, '').length;
  return length % 4 === 1 ? undefined : Buffer.from(compact, 'base64');
}
