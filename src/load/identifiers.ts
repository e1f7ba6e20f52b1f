import { urlOf } from '../diagnostics/addresses.js';
import type { Origin } from '../diagnostics/diagnostics.js';
import { keyOf } from '../diagnostics/pointer.js';
import type { Identifier } from './survey.js';
import { uriOf } from './uris.js';

/** The names that the Schema Objects of a document, and by `$self` its files, give to themselves. */
export interface Identifiers {
  /** Where the object with a `$self` or an `$id` stands, by its URI. */
  readonly resources: ReadonlyMap<string, Origin>;
  /** The URI of the object with a `$self` or an `$id`, by where it stands. */
  readonly uris: ReadonlyMap<string, string>;
  /** Pointers to the schemas with an anchor, by file and name: several where a name is used again. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  /** The pointer to the schema with an anchor, by file, pointer of the `$id` around it, and name. */
  readonly ownAnchors: ReadonlyMap<string, string>;
  /** The schemas with a `$dynamicAnchor`. */
  readonly dynamicAnchors: readonly { readonly name: string; readonly origin: Origin }[];
}

/** Identifiers that are still being gathered, file by file. */
export interface IdentifierSearch extends Identifiers {
  readonly resources: Map<string, Origin>;
  readonly uris: Map<string, string>;
  readonly anchors: Map<string, string[]>;
  readonly ownAnchors: Map<string, string>;
  readonly dynamicAnchors: { readonly name: string; readonly origin: Origin }[];
}

/** Begins with the URI that the document itself has without a name of its own. */
export function beginIdentifiers(root: string, uri: string): IdentifierSearch {
  const uris = uri === uriOf(root) ? [] : [[keyOf({ file: root, pointer: '' }), uri] as const];
  return {
    resources: new Map(),
    uris: new Map(uris),
    anchors: new Map(),
    ownAnchors: new Map(),
    dynamicAnchors: [],
  };
}

/** Adds the identifiers of one file. */
export function addIdentifiers(file: string, names: readonly Identifier[], search: IdentifierSearch): void {
  const { resources, uris } = search;
  // Outer schemas first: an `$id` is relative to the one around it.
  const outerFirst = names.toSorted((a, b) => a.pointer.length - b.pointer.length);
  for (const { keyword, name, pointer } of outerFirst) {
    if (keyword === '$anchor' || keyword === '$dynamicAnchor') {
      addAnchor(name, { file, pointer }, search);
      if (keyword === '$dynamicAnchor') search.dynamicAnchors.push({ name, origin: { file, pointer } });
      continue;
    }
    const uri = urlOf(name, baseOf({ file, pointer }, search).uri);
    if (uri === undefined) continue;
    uri.hash = '';
    uris.set(keyOf({ file, pointer }), uri.href);
    if (!resources.has(uri.href)) resources.set(uri.href, { file, pointer });
  }
}

function addAnchor(name: string, origin: Origin, search: IdentifierSearch): void {
  const { anchors, ownAnchors } = search;
  const { file, pointer } = origin;
  const key = keyOf({ file, pointer: name });
  const pointers = anchors.get(key);
  if (pointers === undefined) anchors.set(key, [pointer]);
  else pointers.push(pointer);
  const own = ownAnchorKey(name, { file, pointer: baseOf(origin, search).pointer });
  if (!ownAnchors.has(own)) ownAnchors.set(own, pointer);
}

/** The URI from which a reference is taken, and where the schema or file that has it begins. */
export function baseOf(
  { file, pointer }: Origin,
  { uris }: Identifiers,
): { readonly uri: string; readonly pointer: string } {
  if (uris.size > 0) {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const uri = uris.get(keyOf({ file, pointer: at }));
      if (uri !== undefined) return { uri, pointer: at };
    }
  }
  return { uri: uris.get(keyOf({ file, pointer: '' })) ?? uriOf(file), pointer: '' };
}

/** The schema whose `$id` is the URI that a reference without its fragment names. */
export function resourceOf(reference: string, base: string, { resources }: Identifiers): Origin | undefined {
  if (resources.size === 0) return undefined;
  return resources.get(urlOf(reference, base)?.href ?? '');
}

/** The schema that an anchor names in the one whose `$id` a reference means, or else anywhere in its file. */
export function anchorIn(scope: Origin, name: string, identifiers: Identifiers): string | undefined {
  // Each schema with an `$id` has anchors of its own.
  return identifiers.ownAnchors.get(ownAnchorKey(name, scope)) ?? anchorsIn(scope.file, name, identifiers)[0];
}

function ownAnchorKey(name: string, { file, pointer }: Origin): string {
  return JSON.stringify([file, pointer, name]);
}

/** Pointers to the schemas of a file that have an anchor of this name. */
export function anchorsIn(file: string, name: string, { anchors }: Identifiers): readonly string[] {
  return anchors.get(keyOf({ file, pointer: name })) ?? [];
}
