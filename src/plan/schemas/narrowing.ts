import type { JsonSchema } from '../../runtime/json-schema.js';
import { recordOf } from './shape.js';
import { joinSentences } from '../texts/text.js';

/** Says less of a schema, so that it takes no more than `room` bytes where that can be reached. */
export type Finish = (schema: JsonSchema, room: number) => JsonSchema;

/** Members lose their limits and lists of values, those that take most first; of what has no members the type stays. */
export const withoutLimits: Finish = (schema, room) => {
  const properties = membersOf(schema);
  if (properties === undefined) return typeAlone(schema);
  const sizes = [...properties].map(([name, member]) => ({ name, bytes: bytesOf(member) }));
  let left = bytesOf(schema);
  const plain = new Map(properties);
  for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    if (left <= room) break;
    const member = typeAlone(properties.get(name) ?? {});
    left += bytesOf(member) - bytes;
    plain.set(name, member);
  }
  return withMembers(schema, plain);
};

/** Members keep their names alone. */
export const untyped: Finish = (schema) => {
  const properties = membersOf(schema);
  if (properties === undefined) return schema['type'] === 'object' ? schema : {};
  return withMembers(schema, new Map([...properties.keys()].map((name) => [name, {}])));
};

/** Members have their names as far as these fit, required ones in any case: there are more than any host takes. */
export const fittingNames: Finish = (schema, room) => {
  const named = untyped(schema, room);
  const names = [...(membersOf(named)?.keys() ?? [])];
  if (names.length === 0 || bytesOf(named) <= room) return named;
  const { required } = named;
  const kept = new Set(names.filter((name) => Array.isArray(required) && required.includes(name)));
  let left = room - bytesOf(namesAlone(named, names, kept));
  for (const name of names.filter((each) => !kept.has(each))) {
    left -= bytesOf(name) + ':{},'.length;
    if (left < 0) break;
    kept.add(name);
  }
  return namesAlone(named, names, kept);
};

function namesAlone(
  { description, ...schema }: JsonSchema,
  names: readonly string[],
  kept: ReadonlySet<string>,
): JsonSchema {
  const note = `${names.length - kept.size} members are not listed.`;
  const properties = names.filter((name) => kept.has(name)).map((name) => [name, {}] as const);
  return {
    ...withMembers(schema, new Map(properties)),
    description: joinSentences(typeof description === 'string' ? description : '', note),
    // What is not listed must pass all the same.
    additionalProperties: true,
  };
}

/** What kind of value it is, and of a list also what kind its items are. */
function typeAlone({ type, items }: JsonSchema): JsonSchema {
  if (type === undefined) return {};
  if (type === 'object') return { type, properties: {}, additionalProperties: true };
  return type === 'array' ? { type, items: typeAlone(recordOf(items) ?? {}) } : { type };
}

function membersOf({ properties }: JsonSchema): ReadonlyMap<string, JsonSchema> | undefined {
  const members = recordOf(properties);
  return members && new Map(Object.entries(members as Readonly<Record<string, JsonSchema>>));
}

function withMembers(schema: JsonSchema, members: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return { ...schema, properties: Object.fromEntries(members) };
}

/** The bytes of a value as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
