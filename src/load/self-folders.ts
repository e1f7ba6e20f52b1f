import { urlOf } from '../diagnostics/addresses.js';
import { keyOf } from '../diagnostics/pointer.js';
import type { IdentifierSearch } from './identifiers.js';

/** Where the folders of `$self` and `$id` really lie: the address of the folder of the file that has it, by theirs. */
export type SelfFolders = Map<string, string>;

/** Notes the folder of the URI that a file gives itself, the first file counts. */
export function addSelfFolder(
  file: string,
  base: string,
  { uris }: IdentifierSearch,
  folders: SelfFolders,
): void {
  const self = uris.get(keyOf({ file, pointer: '' }));
  const named = self === undefined ? undefined : folderOf(self);
  const real = folderOf(base);
  if (named === undefined || real === undefined || named === real || folders.has(named)) return;
  folders.set(named, real);
}

/** The address that a file really has, where a part of the document has its public one from a `$self` or `$id`. */
export function realAddress({ href }: URL, folders: SelfFolders): URL | undefined {
  if (folders.size === 0) return undefined;
  const path = href.replace(/[?#].*$/s, '');
  let slash = path.lastIndexOf('/');
  for (let level = 0; level < maxLevels && slash > 0; level += 1) {
    const folder = folders.get(path.slice(0, slash + 1));
    if (folder !== undefined) return urlOf(`./${href.slice(slash + 1)}`, folder);
    slash = path.lastIndexOf('/', slash - 1);
  }
  return undefined;
}

/** Folders in folders that are looked at for each address. */
const maxLevels = 64;

function folderOf(address: string): string | undefined {
  const url = urlOf('.', address);
  // What has no hierarchy (`urn:`) has no folders.
  return url?.href.endsWith('/') === true ? url.href : undefined;
}
