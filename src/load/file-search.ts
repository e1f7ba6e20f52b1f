import { isWebUrl } from '../diagnostics/addresses.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { readFile, type FileReading, type Unread } from './file-reading.js';
import { readInside, type Listings } from './folder.js';
import { addIdentifiers, beginIdentifiers, type Identifiers, type IdentifierSearch } from './identifiers.js';
import { rootUriOf, type ReferencePolicy } from './reference-policy.js';
import { addSelfFolder, type SelfFolders } from './self-folders.js';
import type { LoadSettings } from './settings.js';
import { uriOf } from './uris.js';

/** The files of a document that were read, and why others were not. */
export interface DocumentFiles {
  /** By absolute path or URL; those that cannot be used are among them. */
  readonly read: ReadonlyMap<string, FileReading>;
  /** The file that an address without its fragment leads to, or why it leads to none. */
  readonly located: ReadonlyMap<string, string | Unread>;
  readonly identifiers: Identifiers;
}

/** The document itself, from which the search for its files starts. */
export interface SearchStart {
  readonly root: string;
  readonly reading: FileReading;
  /** Whether its version lets schemas name themselves. */
  readonly hasIdentifiers: boolean;
  /** The names of its security schemes, where its version lets URIs stand in place of names. */
  readonly schemeNames: ReadonlySet<string> | undefined;
}

/** An address that no file of the folder has. */
export interface Waiting {
  readonly url: URL;
  /** The file that named it first. */
  readonly from: string;
  /** Why the file that a `$self` places there was not read. */
  readonly missing: Unread | undefined;
}

/** A search for all files that a document reaches. */
export interface FileSearch extends DocumentFiles {
  readonly start: SearchStart;
  readonly policy: ReferencePolicy;
  readonly settings: LoadSettings;
  readonly diagnostics: Diagnostics;
  readonly read: Map<string, FileReading>;
  readonly located: Map<string, string | Unread>;
  readonly identifiers: IdentifierSearch;
  readonly selfFolders: SelfFolders;
  /** All files in the order in which they were found; the references of those from `next` on were not looked at yet. */
  readonly queue: string[];
  next: number;
  readonly waiting: Map<string, Waiting>;
  /** The folders in which files were missed. */
  readonly listings: Listings;
  bytesLeft: number;
  /** Whether a limit ended it. */
  isOver: boolean;
}

/** Begins a search with the document itself. */
export function beginSearch(
  start: SearchStart,
  policy: ReferencePolicy,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): FileSearch {
  const search: FileSearch = {
    start,
    policy,
    settings,
    diagnostics,
    read: new Map(),
    located: new Map(),
    identifiers: beginIdentifiers(start.root, rootUriOf(start.root, policy)),
    selfFolders: new Map(),
    queue: [],
    next: 0,
    waiting: new Map(),
    listings: new Map(),
    bytesLeft: settings.limits.fileBytes,
    isOver: false,
  };
  admit(start.root, start.reading, search);
  return search;
}

/** Reads a file of the folder, unless that was done before. */
export async function readPath(file: string, search: FileSearch): Promise<string | Unread> {
  const known = search.located.get(uriOf(file));
  if (known !== undefined) return known;
  const { folder } = search.policy;
  if (folder === undefined) throw new Error(`${file}: no folder is read.`);
  return await takeFile(file, readInside(folder, file, search.bytesLeft, search.listings), search);
}

/** Takes the bytes of a file into the document; what is wrong with them is reported in that file. */
export async function takeFile(
  file: string,
  bytes: Uint8Array | Unread,
  search: FileSearch,
): Promise<string | Unread> {
  const { located, settings } = search;
  if ('problem' in bytes) {
    located.set(uriOf(file), bytes);
    return bytes;
  }
  if (isOverLimit(bytes.length, search)) return unresolved('Too much was to be read.');
  const findings = new Diagnostics();
  const reading = await readFile(file, bytes, settings.limits, findings);
  admit(file, reading, search);
  if (reading.parsed !== undefined) return file;
  for (const { message, origin, position } of findings.all) {
    search.diagnostics.report('unusable-file', { problem: message }, origin, position);
  }
  const broken = unresolved('The file cannot be used: see what is reported of it.');
  located.set(uriOf(file), broken);
  return broken;
}

function admit(file: string, reading: FileReading, search: FileSearch): void {
  const { start, policy, read, located, queue, identifiers, selfFolders } = search;
  const isRoot = file === start.root;
  read.set(file, reading);
  located.set(uriOf(file), file);
  queue.push(file);
  const all = reading.parsed?.survey.identifiers ?? [];
  const names = start.hasIdentifiers ? all : all.filter(({ keyword }) => keyword === '$self');
  addIdentifiers(file, names, identifiers);
  // What comes from the network decides over no file but itself.
  if (!isRoot && isWebUrl(file)) return;
  addSelfFolder(file, isRoot ? rootUriOf(file, policy) : uriOf(file), identifiers, selfFolders);
}

function isOverLimit(size: number, search: FileSearch): boolean {
  const { read, start, diagnostics, settings } = search;
  const { limits } = settings;
  const origin = { file: start.root, pointer: '' };
  search.bytesLeft -= size;
  if (read.size > limits.files) {
    const problem = `the document refers to more than ${limits.files} files.`;
    diagnostics.report('limit-exceeded', { limit: 'files', problem }, origin);
  } else if (search.bytesLeft < 0) {
    const problem = `the files that the document refers to are larger than ${limits.fileBytes} bytes together.`;
    diagnostics.report('limit-exceeded', { limit: 'fileBytes', problem }, origin);
  } else return false;
  search.isOver = true;
  return true;
}

function unresolved(problem: string): Unread {
  return { code: 'unresolved-reference', problem };
}
