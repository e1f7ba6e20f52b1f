import type { JsonSchema } from '../../runtime/json-schema.js';
import { branchesOf, isNull, lessKeyword, membersOf, requiredOf, rewriteParts } from './profile-rewrite.js';
import { withNote, wordsOfSchema } from './schema-words.js';
import { isContainer } from '../schemas/subschemas.js';

/** One schema in place of a union: it takes what any branch takes, and tells the branches in words. */
export function widenUnion(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  if (branches.length === 0) return schema;
  const rest = lessKeyword(schema, 'anyOf');
  const others = branches.filter((branch) => !isNull(branch));
  const wide = { ...widest(others), ...rest };
  const told = others.length > 1 ? withNote(wide, `One of: ${others.map(wordsOfSchema).join('; ')}.`) : wide;
  return others.length < branches.length ? withNote(told, 'Can be null.') : told;
}

/** Lists objects and arrays `most` levels deep; those below are told in words. */
export function flattenLevels(schema: JsonSchema, most: number): JsonSchema {
  if (!isContainer(schema)) return schema;
  if (most > 0) return rewriteParts(schema, (part) => flattenLevels(part, most - 1));
  const words = wordsOfSchema(lessKeyword(schema, 'description'));
  const { description } = schema;
  return withNote(description === undefined ? {} : { description }, `Of type ${words}.`);
}

/** A schema that takes what any of these takes. */
function widest(branches: readonly JsonSchema[]): JsonSchema {
  const [first, ...others] = branches;
  if (first === undefined || others.length === 0) return first ?? {};
  const types = new Set(branches.map(({ type }) => type));
  if (types.size > 1) return isNumeric(types) ? { type: 'number' } : {};
  if (first['type'] === 'object') return widestObject(branches);
  const shared = sharedBy(branches);
  if (first['type'] === 'array') {
    const items = branches.map((branch) => branch['items'] as JsonSchema);
    return { ...shared, items: items.every(isSameAs(items[0])) ? items[0] : widenUnion({ anyOf: items }) };
  }
  const enums = branches.map((branch) => branch['enum']);
  if (!enums.every((values) => Array.isArray(values))) return shared;
  return { ...shared, enum: [...new Set(enums.flat())] };
}

function widestObject(branches: readonly JsonSchema[]): JsonSchema {
  const byName = new Map<string, JsonSchema[]>();
  for (const [name, member] of branches.flatMap(membersOf)) {
    byName.set(name, [...(byName.get(name) ?? []), member]);
  }
  const properties = [...byName].map(([name, [first = {}, ...others]]) => {
    const isOne = others.every(isSameAs(first));
    return [name, isOne ? first : widenUnion({ anyOf: [first, ...others] })] as const;
  });
  const required = [...byName.keys()].filter((name) =>
    branches.every((branch) => requiredOf(branch).has(name)),
  );
  const isClosed = branches.every(({ additionalProperties }) => additionalProperties === false);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

/** The keywords that all of these have alike, but for words. */
function sharedBy([first = {}, ...others]: readonly JsonSchema[]): JsonSchema {
  const shared = Object.entries(first).filter(
    ([keyword, value]) =>
      !['description', 'default', 'items', 'enum'].includes(keyword) &&
      others.every((other) => isSameAs(value)(other[keyword])),
  );
  return Object.fromEntries(shared);
}

function isSameAs(one: unknown): (other: unknown) => boolean {
  const text = JSON.stringify(one);
  return (other) => JSON.stringify(other) === text;
}

function isNumeric(types: ReadonlySet<unknown>): boolean {
  return [...types].every((type) => type === 'integer' || type === 'number');
}
