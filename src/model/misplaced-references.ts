import { tokensOf } from '../diagnostics/pointer.js';
import { child, entries, follow, isLocatedObject, referenceOf, type Located } from '../load/located.js';
import type { OutlineReading } from './reading.js';
import { chainOf } from './reference-chain.js';
import { reportSiblings } from './siblings.js';

type FieldReading = Pick<OutlineReading, 'document' | 'diagnostics'>;

/** The members of a map by name. */
export type Members = ReturnType<typeof entries>;

/**
 * What stands in a field that holds a list. OpenAPI has no Reference Object there, but documents that were divided by
 * hand have: it is followed, which is reported. A broken one, reported too, has the value `undefined`; that another
 * leads to no list is left to be told by who needs one.
 */
export function followList(field: Located, { document, diagnostics }: FieldReading): Located {
  if (!isLocatedObject(field) || referenceOf(field) === undefined) return field;
  const target = follow(field, document, diagnostics);
  if (target === undefined) return { value: undefined, origin: field.origin };
  if (!Array.isArray(target.value)) return target;
  diagnostics.report('misplaced-reference', { field: nameOf(field), isMerged: false }, field.origin);
  reportSiblings(field, [], { document, diagnostics });
  return target;
}

/**
 * The members of a field that holds a map, which can be a reference as a list can. As in a Path Item Object its own
 * members count before those of what it leads to, as they do where a reference passes through the map.
 */
export function followMap(field: Located, { document, diagnostics }: FieldReading): Members {
  if (!isLocatedObject(field) || referenceOf(field) === undefined) return entries(field);
  const isBroken = follow(field, document, diagnostics) === undefined;
  const chain = isBroken ? [field] : chainOf(field, { document, diagnostics });
  const members = new Map<string, Located>();
  for (const [name, member] of chain.flatMap(entries)) {
    const isReference = name === '$ref' && typeof member.value === 'string';
    if (!isReference && !members.has(name)) members.set(name, member);
  }
  const isMerged = Object.keys(field.value).length > 1;
  if (!isBroken) {
    diagnostics.report('misplaced-reference', { field: nameOf(field), isMerged }, field.origin);
  }
  return [...members];
}

/** The member `name` of a field that holds a map; its value is `undefined` where there is none. */
export function memberOfMap(field: Located, name: string, reading: FieldReading): Located {
  return followMap(field, reading).find(([key]) => key === name)?.[1] ?? child(field, name);
}

/**
 * Reports the fields of the whole document that are references and that operations need not ask for: its security,
 * and the maps of components, through which what refers into them is resolved.
 */
export function reportReferredFields({ document, diagnostics }: OutlineReading): void {
  const { root } = document;
  const components = followMap(child(root, 'components'), { document, diagnostics });
  const maps = [...components.map(([, map]) => map), child(root, 'definitions')];
  for (const map of maps) followMap(map, { document, diagnostics });
  followList(child(root, 'security'), { document, diagnostics });
}

function nameOf({ origin }: Located): string {
  return tokensOf(origin.pointer).at(-1) ?? '';
}
