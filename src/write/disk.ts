import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { digestOf } from './digest.js';

/** What stands at a path. A symbolic link is never followed; `other` is a folder or a device. */
export type DiskEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file' | 'link'; readonly digest: string }
  | { readonly kind: 'other' };

/** Looks at a path without following a link. */
export function readEntry(path: string): DiskEntry {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: 'absent' };
  if (stats.isFile()) return { kind: 'file', digest: digestOf(readFileSync(path)) };
  if (stats.isSymbolicLink()) return { kind: 'link', digest: digestOf(`link to ${readlinkSync(path)}`) };
  return { kind: 'other' };
}

/** The digest of what stands at a path; `undefined` where nothing does. */
export function digestAt(path: string): string | undefined {
  const entry = readEntry(path);
  return 'digest' in entry ? entry.digest : undefined;
}

/** Writes a file that is not there yet, safe from a power failure; a link at its place is an error. */
export function createFile(path: string, contents: string, mode = 0o666): void {
  makeFolder(dirname(path));
  const descriptor = openSync(path, 'wx', mode);
  try {
    writeFileSync(descriptor, contents);
    fsyncSync(descriptor);
  } catch (error) {
    // A descriptor has no name: the message would not say which file it was.
    throw isErrno(error) ? Object.assign(error, { path }) : error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a folder and those on the way to it; returns the first that was not there.
 *
 * Node's own recursive way says that a folder is not there where its disk is read-only.
 */
export function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path);
    return path;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return undefined;
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
  }
  const first = makeFolder(dirname(path));
  mkdirSync(path);
  return first ?? path;
}

/** Makes what was created, renamed or deleted in a folder safe from a power failure, where the system can. */
export function syncFolder(path: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    // Windows opens no folder, and some file systems know no fsync of one.
    if (!isErrno(error, 'EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP', 'EACCES')) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Tidies up; what the operating system refuses is left as it is. */
export function tolerate(tidy: () => void): void {
  try {
    tidy();
  } catch (error) {
    if (!isErrno(error)) throw error;
  }
}

/** Whether an error is one of the operating system's, and one of `codes` where any is given. */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}
