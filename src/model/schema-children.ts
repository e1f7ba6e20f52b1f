import type { Origin } from '../diagnostics/diagnostics.js';
import { keyOf } from '../diagnostics/pointer.js';
import type { OpenApiDocument } from '../load/document.js';
import type { JsonObject } from '../load/json.js';
import { child, entries, isLocatedObject, items, type Located } from '../load/located.js';
import { resolveReference } from '../load/references.js';

/** The schemas that a Discriminator Object leads to from the schema that has it. */
type ChildrenOf = (schema: Located) => readonly Located[];

/**
 * Finds the components that extend a parent with a Discriminator Object by `allOf`, be it through others: nothing else
 * has to refer to them, and they are what the parent is for.
 */
export function createChildren(document: OpenApiDocument): ChildrenOf {
  let extending: ReadonlyMap<string, readonly Located[]> | undefined;
  return (schema) => {
    if (!isLocatedObject(schema) || !needsChildren(schema.value)) return [];
    // Most documents have no such parent.
    extending ??= extendingSchemas(document);
    return descendantsOf(schema, extending);
  };
}

/** A parent that lists its children itself needs no help. */
function needsChildren({ discriminator, oneOf, anyOf }: JsonObject): boolean {
  return discriminator !== undefined && oneOf === undefined && anyOf === undefined;
}

function descendantsOf(
  schema: Located,
  extending: ReadonlyMap<string, readonly Located[]>,
): readonly Located[] {
  const found = new Map([[keyOf(schema.origin), schema]]);
  // A map goes on to what is added to it.
  for (const key of found.keys()) {
    for (const each of extending.get(key) ?? []) {
      const own = keyOf(each.origin);
      if (!found.has(own)) found.set(own, each);
    }
  }
  return [...found.values()].slice(1);
}

/** Components by each schema that their `allOf` refers to. */
function extendingSchemas(document: OpenApiDocument): ReadonlyMap<string, readonly Located[]> {
  const found = new Map<string, Located[]>();
  for (const component of componentsOf(document)) {
    for (const parent of parentsOf(component, document)) {
      const key = keyOf(parent);
      const known = found.get(key);
      if (known === undefined) found.set(key, [component]);
      else known.push(component);
    }
  }
  return found;
}

/** The Schema Objects of every file that have names, in document order. */
function componentsOf({ files }: OpenApiDocument): readonly Located[] {
  return [...files].flatMap(([file, { value }]) => {
    const root: Located = { value, origin: { file, pointer: '' } };
    const maps = [child(child(root, 'components'), 'schemas'), child(root, 'definitions')];
    return maps.filter(isLocatedObject).flatMap((map) => entries(map).map(([, schema]) => schema));
  });
}

function parentsOf(component: Located, document: OpenApiDocument): readonly Origin[] {
  const parts = isLocatedObject(component) ? items(child(component, 'allOf')) : [];
  return parts.flatMap((part) => {
    const reference = child(part, '$ref').value;
    // A broken one is told where the component is read.
    if (typeof reference !== 'string') return [];
    const resolution = resolveReference(reference, part.origin, document);
    return 'problem' in resolution ? [] : [resolution.target.origin];
  });
}
