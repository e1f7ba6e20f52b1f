import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Unread } from './file-reading.js';

// Documents come in thousands of small files: handing each step to another thread costs more than the step.

/** A folder that references stay in. */
export interface Folder {
  /** Without links. */
  readonly real: string;
  /** The paths by which files in it are named, each with the one that it is without links. */
  readonly names: readonly (readonly [name: string, real: string])[];
  /** Whether it is the document's own, and not one that the user chose. */
  readonly isOwn: boolean;
}

/** The names in folders by their lower case, each read once however many files of it are missing. */
export type Listings = Map<string, ReadonlyMap<string, string>>;

/** The folder of a file, and the one that references in it stay in, if it is another; `undefined` where that is none. */
export function folderFor(file: string | undefined, chosen: string | undefined): Folder | undefined {
  const own = file === undefined ? [] : [path.dirname(file)];
  const root = chosen ?? own[0];
  if (root === undefined || !isFolder(root)) return undefined;
  const names = [root, ...own].map((name) => [name, realOf(name)] as const);
  return { real: realOf(root), names, isOwn: chosen === undefined };
}

/** Whether a path leads into a folder as far as names tell; where links lead is not looked at. */
export function isWithin({ real, names }: Folder, file: string): boolean {
  return (
    isInside(real, file) ||
    names.some(
      ([name, to]) => isInside(name, file) && isInside(real, path.join(to, path.relative(name, file))),
    )
  );
}

/**
 * Reads a regular file inside a folder: at most one byte more than `maxBytes`, which tells that there were too many.
 * What lies outside is not even looked at, so that nothing tells whether it is there.
 */
export function readInside(
  folder: Folder,
  file: string,
  maxBytes: number,
  listings: Listings,
): Uint8Array | Unread {
  if (!isWithin(folder, file)) return outside(folder);
  try {
    const real = realpathSync.native(file);
    return isInside(folder.real, real) ? readRegular(real, maxBytes) : outside(folder);
  } catch (error) {
    const likeIt = nameLike(folder, file, listings);
    const hint = likeIt === undefined ? '' : ` There is '${likeIt}'.`;
    return { code: 'unresolved-reference', problem: `${problemOf(error)}${hint}` };
  }
}

/** The refusal of what lies outside a folder. */
export function outside({ isOwn }: Folder): Unread {
  const problem = isOwn
    ? "It is outside the document's own folder; --ref-root names a wider one."
    : 'It is outside the folder that --ref-root names.';
  return { code: 'refused-reference', problem };
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
  ['ERR_INVALID_ARG_VALUE', 'Its name holds a sign that no file name can have.'],
]);

function readRegular(file: string, maxBytes: number): Uint8Array | Unread {
  // A link that took the file's place is not followed, and a pipe that did is not waited for.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(descriptor);
    if (found.isFile()) return readUpTo(descriptor, maxBytes);
    const problem = found.isDirectory() ? 'It is a folder.' : 'It is no regular file.';
    return { code: 'refused-reference', problem };
  } finally {
    closeSync(descriptor);
  }
}

/** The name of a file that differs from a missing one in the case of its letters alone. */
function nameLike(folder: Folder, file: string, listings: Listings): string | undefined {
  const parent = path.dirname(file);
  const names = listings.get(parent) ?? namesIn(folder, parent);
  listings.set(parent, names);
  const name = names.get(path.basename(file).toLowerCase());
  return name === path.basename(file) ? undefined : name;
}

function namesIn(folder: Folder, parent: string): ReadonlyMap<string, string> {
  try {
    if (!isInside(folder.real, realpathSync.native(parent))) return new Map();
    return new Map(readdirSync(parent).map((name) => [name.toLowerCase(), name]));
  } catch {
    return new Map();
  }
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

function realOf(name: string): string {
  try {
    return realpathSync.native(name);
  } catch {
    return name;
  }
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
