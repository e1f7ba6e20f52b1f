import { createHash } from 'node:crypto';

/**
 * SHA-256 of a project's file, in hex.
 *
 * CRLF counts as LF: a checkout that converts line ends is no edit.
 */
export function digestOf(contents: string | Buffer): string {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  return createHash('sha256')
    .update(bytes.includes('\r\n') ? withLineFeeds(bytes) : bytes)
    .digest('hex');
}

/** latin1 maps every byte to one character and back, so nothing but the line ends changes. */
function withLineFeeds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
