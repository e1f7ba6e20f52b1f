import type { Origin } from '../diagnostics/diagnostics.js';
import type { Identifier } from './survey.js';
import { uriOf, urlOf } from './uris.js';

/** The names that the Schema Objects of a document give to themselves by `$id`, `$anchor` and `$dynamicAnchor`. */
export interface Identifiers {
  /** Where the schema with an `$id` stands, by its URI. */
  readonly resources: ReadonlyMap<string, Origin>;
  /** The URI of the schema with an `$id`, by where it stands. */
  readonly uris: ReadonlyMap<string, string>;
  /** Pointers to the schemas with an anchor, by file and name: several where a name is used again. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
}

/** Gathers the identifiers of all files of a document. */
export function identifiersOf(found: ReadonlyMap<string, readonly Identifier[]>): Identifiers {
  const [resources, uris, anchors] = [
    new Map<string, Origin>(),
    new Map<string, string>(),
    new Map<string, readonly string[]>(),
  ];
  const identifiers = { resources, uris, anchors };
  for (const [file, names] of found) {
    // Outer schemas first: an `$id` is relative to the one around it.
    const outerFirst = names.toSorted((a, b) => a.pointer.length - b.pointer.length);
    for (const { keyword, name, pointer } of outerFirst) {
      if (keyword !== '$id') {
        const key = placeOf({ file, pointer: name });
        anchors.set(key, [...(anchors.get(key) ?? []), pointer]);
        continue;
      }
      const uri = urlOf(name, baseOf({ file, pointer }, identifiers).uri);
      if (uri === undefined) continue;
      uri.hash = '';
      uris.set(placeOf({ file, pointer }), uri.href);
      if (!resources.has(uri.href)) resources.set(uri.href, { file, pointer });
    }
  }
  return identifiers;
}

/** The URI from which a reference is taken, and where the schema or file that has it begins. */
export function baseOf(
  { file, pointer }: Origin,
  { uris }: Identifiers,
): { readonly uri: string; readonly pointer: string } {
  if (uris.size > 0) {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const uri = uris.get(placeOf({ file, pointer: at }));
      if (uri !== undefined) return { uri, pointer: at };
    }
  }
  return { uri: uris.get(placeOf({ file, pointer: '' })) ?? uriOf(file), pointer: '' };
}

/** The schema whose `$id` is the URI that a reference without its fragment names. */
export function resourceOf(reference: string, base: string, { resources }: Identifiers): Origin | undefined {
  if (resources.size === 0) return undefined;
  return resources.get(urlOf(reference, base)?.href ?? '');
}

/** Pointers to the schemas of a file that have an anchor of this name. */
export function anchorsIn(file: string, name: string, { anchors }: Identifiers): readonly string[] {
  return anchors.get(placeOf({ file, pointer: name })) ?? [];
}

function placeOf({ file, pointer }: Origin): string {
  return `${file}#${pointer}`;
}
