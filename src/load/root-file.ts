import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { fetchDocument } from './fetch-document.js';
import { problemOf, readUpTo } from './folder.js';
import type { LoadSettings } from './settings.js';
import { isWebUrl, stdinFile } from './uris.js';

/** The bytes of the document itself, under the name of the file or the URL that they came from. */
export interface RootFile {
  /** Absolute path, URL, or `<stdin>`. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Reads the document that the user named: a path, a URL, or `-`; a text where it cannot be read. */
export async function readRoot(reference: string, settings: LoadSettings): Promise<RootFile | string> {
  if (reference === '-') return { file: stdinFile, bytes: await settings.stdin() };
  if (isWebUrl(reference)) return await fetchDocument(reference, settings);
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(reference)?.[1];
  if (scheme !== undefined) return `'${scheme}' is no kind of address that documents are read from.`;
  return readPath(path.resolve(settings.cwd, reference), settings.limits.documentBytes);
}

function readPath(file: string, maxBytes: number): RootFile | string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      return { file, bytes: readUpTo(descriptor, maxBytes) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return problemOf(error);
  }
}
