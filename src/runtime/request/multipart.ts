import { essenceOf, mediaTypeParameter } from '../media-types.js';

/** One part of a multipart body that is sent. */
export interface Part {
  /** Missing for a part that is known by its position alone. */
  readonly name?: string;
  readonly bytes: string | Buffer;
  readonly contentType?: string;
  readonly fileName?: string;
  /** Further header fields. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A boundary that no content can hold but by a chance of 1 in 2^122: none is searched for it. */
export function newBoundary(): string {
  return `part-${crypto.randomUUID()}`;
}

/** Writes parts as the content of any multipart type (RFC 2046 5.1); those with names as RFC 7578 has them. */
export function writeParts(parts: readonly Part[], boundary: string): Buffer {
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n`),
    typeof part.bytes === 'string' ? Buffer.from(part.bytes) : part.bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The media type of a multipart body: what the document declares, with the boundary and what RFC 2387 asks for. */
export function multipartType(declared: string, boundary: string, [first]: readonly Part[]): string {
  const base = declared.replace(/;\s*boundary\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;]*)/i, '').trim();
  const isRelated = essenceOf(base) === 'multipart/related' && mediaTypeParameter(base, 'type') === undefined;
  const root = isRelated ? `; type="${essenceOf(first?.contentType ?? 'text/plain')}"` : '';
  return `${base}${root}; boundary=${boundary}`;
}

function headOf({ name, contentType, fileName, headers = {} }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${quotable(fileName)}"`;
  const disposition =
    name === undefined ? attachment(file, headers) : `form-data; name="${quotable(name)}"${file}`;
  const fields = [
    ...(disposition === undefined ? [] : [['content-disposition', disposition] as const]),
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ...Object.entries(headers),
  ];
  return fields.map(([field, value]) => `${field}: ${value}\r\n`).join('');
}

/** A part without a name can have the disposition that the document gives it. */
function attachment(file: string, headers: Readonly<Record<string, string>>): string | undefined {
  const isGiven = Object.keys(headers).some((field) => field.toLowerCase() === 'content-disposition');
  return file === '' || isGiven ? undefined : `attachment${file}`;
}

/** Names as the WHATWG's `multipart/form-data` encoder spells them: nothing in one can end its quotes or its line. */
function quotable(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
