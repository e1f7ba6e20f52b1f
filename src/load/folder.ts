import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Unread } from './file-reading.js';

// Documents come in thousands of small files: handing each step to another thread costs more than the step.

/**
 * Reads a file that a document refers to, if it is a regular file inside the document's own folder:
 * at most one byte more than `maxBytes`, which tells that there were too many.
 */
export function readInside(folder: string, file: string, maxBytes: number): Uint8Array | Unread {
  const refusal: Unread = { code: 'refused-reference', problem: "It is outside the document's own folder." };
  // What lies outside is not even looked at, so that nothing tells whether it is there.
  if (!isInside(folder, file)) return refusal;
  try {
    const real = realpathSync.native(file);
    return isInside(realpathSync.native(folder), real) ? readRegular(real, maxBytes) : refusal;
  } catch (error) {
    return { code: 'unresolved-reference', problem: problemOf(error) };
  }
}

/** What an open file holds, cut behind the first byte after `maxBytes`. */
export function readUpTo(descriptor: number, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, maxBytes + 1 - length));
    const size = readSync(descriptor, chunk);
    if (size === 0) break;
    chunks.push(chunk.subarray(0, size));
    length += size;
  }
  return Buffer.concat(chunks);
}

/** Why the file system did not give a file, in words. */
export function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return problems.get(code) ?? `It cannot be read (${code}).`;
}

const chunkBytes = 64 * 1024;

const problems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'There is no such file.'],
  ['ENOTDIR', 'There is no such file.'],
  ['EISDIR', 'It is a folder.'],
  ['EACCES', 'There is no right to read it.'],
  ['ELOOP', 'Its links lead in a circle.'],
  ['ENAMETOOLONG', 'Its name is too long.'],
]);

function readRegular(file: string, maxBytes: number): Uint8Array | Unread {
  // A link that took the file's place is not followed, and a pipe that did is not waited for.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (fstatSync(descriptor).isFile()) return readUpTo(descriptor, maxBytes);
    return { code: 'refused-reference', problem: 'It is no regular file.' };
  } finally {
    closeSync(descriptor);
  }
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
