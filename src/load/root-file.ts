import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { isWebUrl } from '../diagnostics/addresses.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { fetchDocument } from './fetch-document.js';
import { readFile, type FileReading } from './file-reading.js';
import { problemOf, readUpTo } from './folder.js';
import type { LoadSettings } from './settings.js';
import { stdinFile } from './uris.js';

/** A file that the user named. */
interface NamedFile {
  /** A path, a URL, or `-` for standard input. */
  readonly reference: string;
  /** What reports call it. */
  readonly name: string;
  readonly what: 'document' | 'overlay';
}

/** A file that was read to its end. */
export interface WholeFile {
  /** Absolute path, URL, or `<stdin>`. */
  readonly file: string;
  /** What reports call it. */
  readonly name: string;
  readonly reading: FileReading;
}

/** The bytes of a file, under the name of the file or the URL that they came from. */
export interface RootFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Why there are none; what the network did may be gone when it is tried again. */
export interface Unreadable {
  readonly code: 'unreachable' | 'unreadable-document';
  readonly problem: string;
}

/** Reads a file that the user named; `undefined` where that is impossible, which is reported. */
export async function readWhole(
  { reference, name, what }: NamedFile,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<WholeFile | undefined> {
  const { limits } = settings;
  // Where nothing was read, a report has only the name.
  const origin = { file: name, pointer: '' };
  const root = await readRoot(reference, settings);
  if ('problem' in root) {
    diagnostics.report(root.code, { what, problem: root.problem }, origin);
    return undefined;
  }
  const { file, bytes } = root;
  if (bytes.length > limits.documentBytes) {
    const problem = `the ${what} is larger than ${limits.documentBytes} bytes.`;
    diagnostics.report('limit-exceeded', { limit: 'documentBytes', problem }, origin);
    return undefined;
  }
  return { file, name, reading: await readFile(file, bytes, limits, diagnostics) };
}

async function readRoot(reference: string, settings: LoadSettings): Promise<RootFile | Unreadable> {
  if (reference === '-') return { file: stdinFile, bytes: await settings.stdin() };
  if (isWebUrl(reference)) return await fetchDocument(reference, settings);
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(reference)?.[1];
  if (scheme !== undefined) {
    return unreadable(`'${scheme}' is no kind of address that documents are read from.`);
  }
  return readPath(path.resolve(settings.cwd, reference), settings.limits.documentBytes);
}

function readPath(file: string, maxBytes: number): RootFile | Unreadable {
  try {
    const descriptor = openSync(file, 'r');
    try {
      return { file, bytes: readUpTo(descriptor, maxBytes) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return unreadable(problemOf(error));
  }
}

function unreadable(problem: string): Unreadable {
  return { code: 'unreadable-document', problem };
}
