import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { isObject } from '../load/json.js';
import { tokensOf } from '../diagnostics/pointer.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import type { SchemaPool } from './model.js';

/**
 * Cuts the references by which a schema is nothing but itself, directly or through `allOf`; they are reported.
 * Recursion through properties and items is no loop: a value ends it.
 */
export function cutLoops(pool: SchemaPool, diagnostics: Diagnostics): SchemaPool {
  const cuts = loopsIn(pool);
  if (cuts.size === 0) return pool;
  return new Map(
    [...pool].map(([name, schema]) => {
      const cut = cuts.get(name);
      if (cut === undefined) return [name, schema];
      for (const reference of cut) {
        const written = `#${pool.get(nameIn(reference))?.origin.pointer ?? ''}`;
        const problem = `The schema '${name}' is nothing but itself; anything is allowed in its place.`;
        diagnostics.report('unresolved-reference', { reference: written, problem }, schema.origin);
      }
      return [name, { ...schema, json: withoutReferences(schema.json, cut) }];
    }),
  );
}

/** The references that close a loop, by the name of the schema that has them: a depth-first search. */
function loopsIn(pool: SchemaPool): ReadonlyMap<string, ReadonlySet<string>> {
  const cuts = new Map<string, Set<string>>();
  const done = new Set<string>();
  const path = new Set<string>();
  const stack = [...pool.keys()].reverse().map((name) => ({ name, isLeft: false }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { name, isLeft } = next;
    if (isLeft) {
      path.delete(name);
      done.add(name);
    }
    if (done.has(name)) continue;
    path.add(name);
    stack.push({ name, isLeft: true });
    for (const reference of unconditional(pool.get(name)?.json ?? true)) {
      const target = nameIn(reference);
      if (!path.has(target)) stack.push({ name: target, isLeft: false });
      else cuts.set(name, (cuts.get(name) ?? new Set()).add(reference));
    }
  }
  return cuts;
}

/** The references that every value of a schema has to fulfil too. */
function unconditional(json: JsonSchema | boolean): readonly string[] {
  if (!isObject(json)) return [];
  const own = typeof json.$ref === 'string' ? [json.$ref] : [];
  const parts = Array.isArray(json.allOf) ? (json.allOf as readonly (JsonSchema | boolean)[]) : [];
  return [...own, ...parts.flatMap(unconditional)];
}

function withoutReferences(json: JsonSchema | boolean, cut: ReadonlySet<string>): JsonSchema | boolean {
  if (!isObject(json)) return json;
  const kept = Object.entries(json).flatMap(([keyword, value]): readonly (readonly [string, unknown])[] => {
    if (keyword === '$ref' && typeof value === 'string' && cut.has(value)) return [];
    if (keyword !== 'allOf' || !Array.isArray(value)) return [[keyword, value]];
    const parts = (value as readonly (JsonSchema | boolean)[]).map((part) => withoutReferences(part, cut));
    return [[keyword, parts]];
  });
  return kept.length === 0 ? true : Object.fromEntries(kept);
}

/** The name that a reference into the pool has. */
function nameIn(reference: string): string {
  return tokensOf(reference.slice(1)).at(-1) ?? '';
}
