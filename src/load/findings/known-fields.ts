import { isObject, type JsonObject } from '../json.js';
import { pointerTo } from '../pointer.js';
import { branchesOf, partAt, type Part } from './branches.js';

const sameValue = ['then', 'else', 'dependentSchemas'];

/** The fields that a subschema names for a value, whatever it asks for them. */
export function knownFieldsOf(root: JsonObject, part: Part): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const pending: Part[] = [part];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.pointer)) continue;
    seen.add(next.pointer);
    for (const field of namesIn(next.schema.properties)) found.add(field);
    pending.push(...partsOf(root, next));
  }
  return [...found];
}

/** The subschemas that describe the same value. */
function partsOf(root: JsonObject, part: Part): readonly Part[] {
  const { pointer, schema } = part;
  const at = (...keys: readonly string[]): Part => partAt(root, keys.reduce(pointerTo, pointer));
  const referred = typeof schema.$ref === 'string' ? [partAt(root, schema.$ref.slice(1))] : [];
  const all = Array.isArray(schema.allOf) ? schema.allOf.map((_, index) => at('allOf', String(index))) : [];
  const conditional = sameValue.flatMap((keyword) =>
    keyword === 'dependentSchemas'
      ? namesIn(schema[keyword]).map((name) => at(keyword, name))
      : isObject(schema[keyword])
        ? [at(keyword)]
        : [],
  );
  return [...referred, ...all, ...conditional, ...(branchesOf(root, part) ?? [])];
}

function namesIn(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}
