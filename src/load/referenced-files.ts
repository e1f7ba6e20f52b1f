import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Unread } from './file-reading.js';
import {
  beginSearch,
  readPath,
  takeFile,
  type DocumentFiles,
  type FileSearch,
  type SearchStart,
  type Waiting,
} from './file-search.js';
import { baseOf, type Identifiers } from './identifiers.js';
import { addressOf, placeOf, type ReferencePolicy } from './reference-policy.js';
import { openRemoteFiles, type RemoteFiles, type RemotePlace } from './remote-files.js';
import { realAddress } from './self-folders.js';
import type { LoadSettings } from './settings.js';
import type { Survey } from './survey.js';
import type { FetchedFile } from './web/fetch-file.js';

/**
 * Reads all files that the document reaches, breadth first, and those of its folder before the network is asked:
 * the outcome is the same however long answers take. What is wrong with one of them costs the references to it.
 */
export async function readReferencedFiles(
  start: SearchStart,
  policy: ReferencePolicy,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<DocumentFiles> {
  const search = beginSearch(start, policy, settings, diagnostics);
  const remote = openRemoteFiles(policy, settings);
  try {
    await readLocal(search);
    // Each round can find another `$self` to look into; a chain of them without end is not followed.
    for (let round = 0; !search.isOver; round += 1) {
      const isMore =
        (round < maxRounds && (await readWaiting(search))) || (await fetchWaiting(search, remote));
      if (!isMore) break;
      await readLocal(search);
    }
  } finally {
    await remote.close();
  }
  return search;
}

const maxRounds = 20;

/** Files that are fetched at once. */
const batchSize = 6;

/** Looks at the references of every file that is new. */
async function readLocal(search: FileSearch): Promise<void> {
  const { queue } = search;
  for (let file = queue[search.next]; file !== undefined; file = queue[search.next]) {
    search.next += 1;
    for (const reference of referencesIn(file, search)) {
      await visit(reference, file, search);
      if (search.isOver) return;
    }
  }
}

/** The addresses that a file refers to, and where its version allows that those of security schemes. */
function* referencesIn(
  file: string,
  { read, start: { schemeNames }, identifiers }: FileSearch,
): Iterable<URL> {
  const survey = read.get(file)?.parsed?.survey;
  yield* addressesIn(file, survey?.references, identifiers);
  // The name of a scheme is no URI, whatever it looks like.
  if (schemeNames !== undefined) yield* addressesIn(file, survey?.schemeUris, identifiers, schemeNames);
}

function* addressesIn(
  file: string,
  references: Survey['references'] = new Map(),
  identifiers: Identifiers,
  names: ReadonlySet<string> = new Set(),
): Iterable<URL> {
  for (const [pointer, inScope] of references) {
    const base = baseOf({ file, pointer }, identifiers).uri;
    for (const reference of inScope) {
      const address = names.has(reference) ? undefined : addressOf(reference.replace(/#.*$/s, ''), base);
      if (address !== undefined && 'href' in address) yield address;
    }
  }
}

/** Reads what an address names, if that is a file of the folder; else the address waits. */
async function visit(url: URL, from: string, search: FileSearch): Promise<void> {
  const { located, waiting, identifiers, policy } = search;
  if (located.has(url.href) || waiting.has(url.href) || identifiers.resources.has(url.href)) return;
  const named = await readNamed(url, from, search);
  const place = placeOf(url, from, policy);
  if (named === 'read') return;
  if ('file' in place) located.set(url.href, await readPath(place.file, search));
  else waiting.set(url.href, named ?? { url, from, missing: undefined });
}

/** Reads the file of the folder that a `$self` places at an address; what to wait for where there is none. */
async function readNamed(url: URL, from: string, search: FileSearch): Promise<Waiting | 'read' | undefined> {
  const real = realAddress(url, search.selfFolders);
  if (real === undefined) return undefined;
  const place = placeOf(real, from, search.policy);
  if ('url' in place) return { url: place.on === 'site' ? real : url, from, missing: undefined };
  if (!('file' in place)) return undefined;
  const outcome = await readPath(place.file, search);
  // One that is there and broken is the one that was meant.
  if (typeof outcome === 'object' && !search.read.has(place.file)) return { url, from, missing: outcome };
  search.located.set(url.href, outcome);
  return 'read';
}

/** Looks again at addresses that wait, for files that were found meanwhile; whether one was read. */
async function readWaiting(search: FileSearch): Promise<boolean> {
  const { waiting, identifiers } = search;
  const before = search.queue.length;
  for (const [href, { url, from }] of waiting) {
    const isNamed = identifiers.resources.has(href) || (await readNamed(url, from, search)) === 'read';
    if (isNamed) waiting.delete(href);
    if (search.isOver) break;
  }
  return search.queue.length > before;
}

/** Fetches some of the addresses that wait, and settles those that must not be fetched; whether any was. */
async function fetchWaiting(search: FileSearch, remote: RemoteFiles): Promise<boolean> {
  const { waiting, located, policy, identifiers } = search;
  const batch: (RemotePlace & { readonly href: string })[] = [];
  for (const [href, { url, from, missing }] of waiting) {
    if (batch.length === batchSize) break;
    waiting.delete(href);
    if (identifiers.resources.has(href)) continue;
    const place = placeOf(url, from, policy);
    if ('url' in place) batch.push({ ...place, href });
    else if ('problem' in place) located.set(href, missing ?? place);
  }
  const maxBytes = Math.min(search.bytesLeft, search.settings.limits.documentBytes);
  const answers = batch.length === 0 ? [] : await remote.fetchAll(batch, maxBytes);
  for (const [index, answer] of answers.entries()) {
    const href = batch[index]?.href ?? '';
    located.set(href, 'problem' in answer ? answer : await takeAnswer(answer, search));
    if (search.isOver) break;
  }
  return batch.length > 0;
}

async function takeAnswer({ url, bytes }: FetchedFile, search: FileSearch): Promise<string | Unread> {
  const { documentBytes } = search.settings.limits;
  if (bytes.length <= documentBytes) return search.located.get(url) ?? (await takeFile(url, bytes, search));
  const problem = `It is larger than ${documentBytes} bytes (limit 'documentBytes').`;
  return { code: 'unresolved-reference', problem };
}
