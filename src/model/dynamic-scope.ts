import type { Origin } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../load/document.js';
import { baseOf } from '../load/identifiers.js';
import type { Located } from '../load/located.js';
import { keyOf, tokensOf } from '../diagnostics/pointer.js';
import { createDynamicNames } from './dynamic-names.js';

/**
 * What `$dynamicRef` means on the way from an operation to a schema: for each name, the outermost schema met so far
 * that has it as its `$dynamicAnchor` (JSON Schema 2020-12, 7.1 and 8.2.3.2).
 */
export type DynamicScope = ReadonlyMap<string, Origin>;

/** The scope of what nothing leads to. */
export const emptyScope: DynamicScope = new Map();

/** The scope inside the schema at `inner`, for one who came to `entry`, which is around it, with `scope`. */
type EnterScope = (scope: DynamicScope, entry: Origin, inner: Origin) => DynamicScope;

/** Follows dynamic scopes through the schemas of a document. */
export function createScopes(document: OpenApiDocument): EnterScope {
  const { dynamicAnchors } = document.identifiers;
  if (dynamicAnchors.length === 0) return () => emptyScope;
  const byResource = new Map<string, Map<string, Origin>>();
  for (const { name, origin } of dynamicAnchors) {
    const resource = keyOf(resourceOf(origin, document));
    const anchors = byResource.get(resource) ?? new Map<string, Origin>();
    if (!anchors.has(name)) anchors.set(name, origin);
    byResource.set(resource, anchors);
  }
  return (scope, entry, inner) => {
    const entered = new Map(scope);
    for (const origin of between(entry, inner)) {
      const anchors = byResource.get(keyOf(resourceOf(origin, document))) ?? emptyScope;
      for (const [name, anchor] of anchors) if (!entered.has(name)) entered.set(name, anchor);
    }
    return entered;
  };
}

/** Schemas that mean another thing in another scope are read once for each; a document needs a few. */
const mostVariants = 1000;

/**
 * Gives what of a scope makes a schema another one than it is by itself; `undefined` where a document has schemas
 * that are too many at once.
 */
export function createVariants(
  document: OpenApiDocument,
  enter: EnterScope,
): (schema: Located, scope: DynamicScope) => DynamicScope | undefined {
  const dynamicNamesOf = createDynamicNames(document);
  const variants = new Set<string>();
  return (schema, scope) => {
    if (scope.size === 0) return emptyScope;
    const { origin } = schema;
    const decisive = dynamicNamesOf(schema);
    const own = enter(emptyScope, origin, origin);
    const variant = new Map(
      [...enter(scope, origin, origin)].filter(
        ([name, anchor]) => decisive.has(name) && own.get(name) !== anchor,
      ),
    );
    if (variant.size > 0) variants.add(placeIn(origin, variant));
    return variants.size > mostVariants ? undefined : variant;
  };
}

/** A place in a scope as a key. */
export function placeIn(origin: Origin, scope: DynamicScope): string {
  if (scope.size === 0) return keyOf(origin);
  const anchors = [...scope].map(([name, anchor]) => JSON.stringify([name, keyOf(anchor)]));
  return [keyOf(origin), ...anchors.sort()].join(' ');
}

/**
 * The schema resource that a schema is part of: what has the `$id` around it. A component without one is taken as one
 * too, since the anchors of all components would otherwise be those of the whole document, each of which must be unique.
 */
function resourceOf({ file, pointer }: Origin, { identifiers }: OpenApiDocument): Origin {
  const base = baseOf({ file, pointer }, identifiers).pointer;
  const component = /^\/components\/schemas\/[^/]+/.exec(pointer);
  return { file, pointer: base === '' && component !== null ? component[0] : base };
}

/** The places on the way from one around it to an inner one, both included. */
function between(entry: Origin, inner: Origin): readonly Origin[] {
  const { file, pointer } = inner;
  if (file !== entry.file || !`${pointer}/`.startsWith(`${entry.pointer}/`)) return [entry];
  const start = tokensOf(entry.pointer).length;
  const pieces = pointer.split('/');
  return pieces.map((_, index) => ({ file, pointer: pieces.slice(0, index + 1).join('/') })).slice(start);
}
