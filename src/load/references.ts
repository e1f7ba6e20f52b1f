import { isWebUrl } from '../diagnostics/addresses.js';
import type { Origin } from '../diagnostics/diagnostics.js';
import { pointerOf, tokensOf } from '../diagnostics/pointer.js';
import type { OpenApiDocument } from './document.js';
import type { Unread } from './file-reading.js';
import { anchorIn, baseOf, resourceOf } from './identifiers.js';
import { isObject, valueAt } from './json.js';
import type { Located } from './located.js';
import { addressOf, placeOf } from './reference-policy.js';

/** What a reference leads to, or why it leads nowhere. */
export type Resolution = { readonly target: Located } | Unread;

/** What a reference that stands in the object at `from` leads to. */
export function resolveReference(reference: string, from: Origin, document: OpenApiDocument): Resolution {
  return resolve(reference, from, document, { left: mostPassed });
}

/** References that one reference may pass on its way. */
const mostPassed = 60;

interface Passing {
  left: number;
}

function resolve(reference: string, from: Origin, document: OpenApiDocument, passing: Passing): Resolution {
  const hash = reference.indexOf('#');
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : reference.slice(hash + 1);
  const base = baseOf(from, document.identifiers);
  if (path === '') {
    return resolveIn({ file: from.file, pointer: base.pointer }, fragment, document, passing, from);
  }
  const resource = resourceOf(path, base.uri, document.identifiers);
  if (resource !== undefined) return resolveIn(resource, fragment, document, passing);
  const file = fileAt(path, base.uri, from.file, document);
  return typeof file === 'string' ? resolveIn({ file, pointer: '' }, fragment, document, passing) : file;
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
function resolveIn(
  scope: Origin,
  fragment: string,
  document: OpenApiDocument,
  passing: Passing,
  from?: Origin,
): Resolution {
  const { file } = scope;
  const source = document.files.get(file);
  const inside = from === undefined ? [] : pointersAround(from, fragment);
  const pointers = pointersOf(scope, fragment, document);
  for (const pointer of [...pointers, ...inside]) {
    const value = valueAt(source?.value, pointer);
    if (value !== undefined) return { target: { value, origin: { file, pointer } } };
  }
  for (const pointer of pointers) {
    const target = resolveThrough({ file, pointer }, document, passing);
    if (target !== undefined) return { target };
  }
  return unresolved(
    from === undefined ? `Nothing stands there in ${source?.name ?? file}.` : 'Nothing stands there.',
  );
}

/** What a pointer leads to that goes through a reference: the map of the schemas can be a file of its own. */
function resolveThrough(
  { file, pointer }: Origin,
  document: OpenApiDocument,
  passing: Passing,
): Located | undefined {
  const root = document.files.get(file)?.value;
  const tokens = tokensOf(pointer);
  for (const [at, token] of tokens.entries()) {
    const around = pointerOf(tokens.slice(0, at));
    const value = valueAt(root, around);
    if (!isObject(value) || passing.left === 0) return undefined;
    if (Object.hasOwn(value, token)) continue;
    if (!Object.hasOwn(value, '$ref') || typeof value.$ref !== 'string') return undefined;
    passing.left -= 1;
    const passed = resolve(value.$ref, { file, pointer: around }, document, passing);
    if ('problem' in passed) return undefined;
    const { origin } = passed.target;
    const rest = { file: origin.file, pointer: origin.pointer + pointerOf(tokens.slice(at)) };
    const target = valueAt(document.files.get(rest.file)?.value, rest.pointer);
    return target === undefined ? resolveThrough(rest, document, passing) : { value: target, origin: rest };
  }
  return undefined;
}

/** Schemas that were put into a document as they were can still point at their own `$defs` from their own root. */
function pointersAround({ pointer }: Origin, fragment: string): readonly string[] {
  if (!/^\/(?:\$defs|definitions)\//.test(fragment)) return [];
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, tokens.length - index).join('/') + fragment);
}

/** The places that a fragment can mean, the likeliest first. */
function pointersOf(scope: Origin, fragment: string, document: OpenApiDocument): readonly string[] {
  const { pointer } = scope;
  const decoded = decode(fragment);
  if (decoded === '') return [pointer];
  if (!decoded.startsWith('/')) {
    const anchor = anchorIn(scope, decoded, document.identifiers);
    return anchor === undefined ? [] : [anchor];
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
