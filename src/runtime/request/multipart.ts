/** One part of a multipart body that is sent. */
export interface Part {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly contentType?: string;
  readonly fileName?: string;
}

/** Writes parts as `multipart/form-data` (RFC 7578). */
export function writeParts(parts: readonly Part[], boundary: string): Buffer {
  const chunks = parts.flatMap(({ name, bytes, contentType, fileName }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${quotable(name)}"`),
    Buffer.from(fileName === undefined ? '' : `; filename="${quotable(fileName)}"`),
    Buffer.from(contentType === undefined ? '\r\n\r\n' : `\r\ncontent-type: ${contentType}\r\n\r\n`),
    typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Names as the WHATWG's `multipart/form-data` encoder spells them: nothing in one can end its quotes or its line. */
function quotable(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
