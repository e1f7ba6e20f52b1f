import type { Origin } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from './document.js';
import type { Unread } from './file-reading.js';
import { anchorsIn, baseOf, resourceOf } from './identifiers.js';
import type { Located } from './located.js';
import { valueAt } from './pointer.js';
import { addressOf, placeOf } from './reference-policy.js';
import { isWebUrl } from './uris.js';

/** What a reference leads to, or why it leads nowhere. */
export type Resolution = { readonly target: Located } | Unread;

/** What a reference that stands in the object at `from` leads to. */
export function resolveReference(reference: string, from: Origin, document: OpenApiDocument): Resolution {
  const hash = reference.indexOf('#');
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : reference.slice(hash + 1);
  const base = baseOf(from, document.identifiers);
  if (path === '') return resolveIn({ file: from.file, pointer: base.pointer }, fragment, document, from);
  const resource = resourceOf(path, base.uri, document.identifiers);
  if (resource !== undefined) return resolveIn(resource, fragment, document);
  const file = fileAt(path, base.uri, from.file, document);
  return typeof file === 'string' ? resolveIn({ file, pointer: '' }, fragment, document) : file;
}

/** The file that a reference without its fragment leads to, or why none. */
function fileAt(
  path: string,
  base: string,
  from: string,
  { located, policy }: OpenApiDocument,
): string | Unread {
  const address = addressOf(path, base);
  if ('problem' in address) return address;
  const file = located.get(address.href);
  // What another file may read is not for every file: the network learns nothing of this computer.
  const isFree = typeof file === 'string' && (isWebUrl(file) || !isWebUrl(from));
  if (isFree || typeof file === 'object') return file;
  const place = placeOf(address, from, policy);
  return 'problem' in place ? place : unresolved('The file was not read, since only data names it.');
}

/** What a fragment leads to in a file, or in the schema of it whose `$id` was named. */
function resolveIn(scope: Origin, fragment: string, document: OpenApiDocument, from?: Origin): Resolution {
  const { file } = scope;
  const source = document.files.get(file);
  const inside = from === undefined ? [] : pointersAround(from, fragment);
  for (const pointer of [...pointersOf(scope, fragment, document), ...inside]) {
    const value = valueAt(source?.value, pointer);
    if (value !== undefined) return { target: { value, origin: { file, pointer } } };
  }
  return unresolved(
    from === undefined ? `Nothing stands there in ${source?.name ?? file}.` : 'Nothing stands there.',
  );
}

/** Schemas that were put into a document as they were can still point at their own `$defs` from their own root. */
function pointersAround({ pointer }: Origin, fragment: string): readonly string[] {
  if (!/^\/(?:\$defs|definitions)\//.test(fragment)) return [];
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, tokens.length - index).join('/') + fragment);
}

/** The places that a fragment can mean, the likeliest first. */
function pointersOf(
  { file, pointer }: Origin,
  fragment: string,
  document: OpenApiDocument,
): readonly string[] {
  const decoded = decode(fragment);
  if (decoded === '') return [pointer];
  if (!decoded.startsWith('/')) {
    // Each schema with an `$id` has anchors of its own.
    const anchors = anchorsIn(file, decoded, document.identifiers);
    const own = anchors.filter((anchor) => `${anchor}/`.startsWith(`${pointer}/`));
    return own.length > 0 ? own : anchors;
  }
  if (pointer === '' && decoded === fragment) return [decoded];
  // Documents give their schemas an `$id` and still point from the root of the file; names hold a `%` of their own.
  return [`${pointer}${decoded}`, decoded, fragment];
}

function decode(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function unresolved(problem: string): Unread {
  return { code: 'unresolved-reference', problem };
}
