import { tokensOf } from '../diagnostics/pointer.js';
import { child, entries, follow, isLocatedObject, referenceOf, type Located } from '../load/located.js';
import type { OutlineReading } from './reading.js';
import { reportSiblings } from './siblings.js';

/**
 * What stands in a field that holds a map or a list. OpenAPI has no Reference Object there, but documents that were
 * divided by hand have: it is followed, which is reported. A broken one, reported too, has the value `undefined`.
 * Beside it all but what is `allowed` is ignored.
 */
export function followField(
  field: Located,
  { document, diagnostics }: Pick<OutlineReading, 'document' | 'diagnostics'>,
  allowed: readonly string[] = [],
): Located {
  if (!isLocatedObject(field) || referenceOf(field) === undefined) return field;
  const target = follow(field, document, diagnostics);
  if (target === undefined) return { value: undefined, origin: field.origin };
  const name = tokensOf(field.origin.pointer).at(-1) ?? '';
  diagnostics.report('misplaced-reference', { field: name }, field.origin);
  reportSiblings(field, allowed, { document, diagnostics });
  return target;
}

/** Reports the maps of components that are references: what refers into them is resolved through those. */
export function reportReferredComponents({ document, diagnostics }: OutlineReading): void {
  const { root } = document;
  const components = followField(child(root, 'components'), { document, diagnostics });
  const maps = [...entries(components).map(([, map]) => map), child(root, 'definitions')];
  for (const map of maps) followField(map, { document, diagnostics });
}
