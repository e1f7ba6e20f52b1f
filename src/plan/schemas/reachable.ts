import type { SchemaPool } from '../../model/model.js';
import type { PlannedTool } from '../plan.js';
import { referenceOf } from './references.js';
import type { Json } from './shape.js';

/** The named schemas that the types of tools refer to, be it through others, in the document's order. */
export function reachableSchemas(tools: readonly PlannedTool[], pool: SchemaPool): ReadonlyMap<string, Json> {
  const reached = new Set<string>();
  // A work list: neither the depth of a schema nor the length of a chain of references is ours to choose.
  const open: unknown[] = tools.flatMap(({ types }) => [types.input, types.output]);
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const name = Array.isArray(value) ? undefined : referenceOf({ ...value });
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      open.push(pool.get(name)?.json);
    }
    for (const inner of Object.values(value) as readonly unknown[]) open.push(inner);
  }
  return new Map([...pool].filter(([name]) => reached.has(name)).map(([name, { json }]) => [name, json]));
}
