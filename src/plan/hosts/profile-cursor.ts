import type { JsonSchema } from '../../runtime/json-schema.js';
import { branchesOf, isNull, lessKeyword, membersOf, requiredOf } from './profile-rewrite.js';
import { withNote, wordsOfSchema } from './schema-words.js';
import { mapParts } from '../schemas/parts.js';
import { isContainer } from '../schemas/subschemas.js';

/** One schema in place of a union: it takes what any branch takes, and tells the branches in words. */
export function widenUnion(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  if (branches.length === 0) return schema;
  const rest = lessKeyword(schema, 'anyOf');
  const others = branches.filter((branch) => !isNull(branch));
  const wide = { ...widest(others), ...rest };
  const isTold = others.length < 2 || (wide['enum'] !== undefined && !others.some(saysMore));
  const told = isTold ? wide : withNote(wide, `One of: ${others.map(wordsOfSchema).join('; ')}.`);
  return others.length < branches.length ? withNote(told, 'Can be null.') : told;
}

/** Whether words of a branch say more than the values that it lists. */
function saysMore({ description }: JsonSchema): boolean {
  return description !== undefined;
}

/** Lists objects and arrays `most` levels deep; those below are told in words. */
export function flattenLevels(schema: JsonSchema, most: number): JsonSchema {
  if (!isContainer(schema)) return schema;
  if (most > 0) return mapParts(schema, (part) => flattenLevels(part, most - 1));
  return inWords(schema);
}

/** A schema that forbids nothing, with what another says in words. */
function inWords(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const said = description === undefined ? {} : { description };
  return Object.keys(rest).length === 0 ? said : withNote(said, `Of type ${wordsOfSchema(rest)}.`);
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
  const names = [...new Set(branches.flatMap(membersOf).map(([name]) => name))];
  const properties = names.map((name) => [name, widestMember(branches, name)] as const);
  const required = names.filter((name) => branches.every((branch) => requiredOf(branch).has(name)));
  const isClosed = branches.every(({ additionalProperties }) => additionalProperties === false);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

/** A member that any of these objects may have: a branch that leaves it free takes whatever it is. */
function widestMember(branches: readonly JsonSchema[], name: string): JsonSchema {
  const all = branches.flatMap((branch) => memberAt(branch, name));
  const [first = {}, ...others] = all.filter((member) => member !== free);
  const wide = others.every(isSameAs(first)) ? first : widenUnion({ anyOf: [first, ...others] });
  return all.includes(free) ? inWords(wide) : wide;
}

/** Stands for a member that an object may have, and says nothing of. */
const free: JsonSchema = {};

/** What an object says of a member: none where it is closed. */
function memberAt(branch: JsonSchema, name: string): readonly JsonSchema[] {
  const named = membersOf(branch).find(([each]) => each === name);
  if (named !== undefined) return [named[1]];
  const { additionalProperties } = branch;
  if (additionalProperties === false) return [];
  return typeof additionalProperties === 'object' ? [additionalProperties as JsonSchema] : [free];
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
