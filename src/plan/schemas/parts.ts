import type { JsonSchema } from '../../runtime/json-schema.js';
import { holdingOf } from './holders.js';

/** What becomes of a part; members are given with their names. */
type Change = (part: JsonSchema, name?: string) => JsonSchema;

/** A schema with those directly in it changed, members with their names; the schema itself where none is. */
export function mapParts(schema: JsonSchema, change: Change): JsonSchema {
  const changed: (readonly [keyword: string, value: unknown])[] = [];
  for (const keyword in schema) {
    const holds = holdingOf(keyword);
    if (holds === undefined) continue;
    const before = schema[keyword];
    const isOne = holds === 'one' && !Array.isArray(before);
    const after = isOne ? mapPart(before, change) : mapEach(before, change, keyword);
    if (after !== before) changed.push([keyword, after]);
  }
  return changed.length === 0 ? schema : { ...schema, ...Object.fromEntries(changed) };
}

/** A part that is `true` or `false` has nothing to change. */
function mapPart(part: unknown, change: Change, name?: string): unknown {
  return isObject(part) && !Array.isArray(part) ? change(part as JsonSchema, name) : part;
}

function mapEach(parts: unknown, change: Change, keyword: string): unknown {
  if (!isObject(parts)) return parts;
  if (Array.isArray(parts)) {
    const others = parts.map((part: unknown) => mapPart(part, change));
    return others.every((part, at) => part === parts[at]) ? parts : others;
  }
  const isMembers = keyword === 'properties';
  const entries: readonly (readonly [string, unknown])[] = Object.entries(parts);
  const others = entries.map(
    ([name, part]) => [name, mapPart(part, change, isMembers ? name : undefined)] as const,
  );
  // `fromEntries` keeps a member called `__proto__` an own one.
  return others.every(([, part], at) => part === entries[at]?.[1]) ? parts : Object.fromEntries(others);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
