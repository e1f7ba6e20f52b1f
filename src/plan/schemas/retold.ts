import type { JsonSchema } from '../../runtime/json-schema.js';
import { mapParts } from './parts.js';

/** Objects in fewer bytes are said again as quickly as they are referred to. */
const leastBytes = 300;

/** How an object that a tool lists a second time is listed then. */
export type Retelling =
  /** With all that limits it, without the words on its members, which were said. */
  | 'without-words'
  /** In words: as the first of its shape. */
  | 'as-the-first';

/** Lists arguments of one tool, one after the other, so that each object is told in full once. */
export function createRetelling(
  wanted: Retelling,
  allowed: ReadonlySet<Retelling>,
): (name: string, schema: JsonSchema) => JsonSchema {
  const how = allowed.has(wanted) ? wanted : 'without-words';
  if (!allowed.has(how)) return (_, schema) => schema;
  const told = new Map<string, string>();
  const retell = (schema: JsonSchema, path: string): JsonSchema => {
    const { properties } = schema;
    const key = properties === undefined ? '' : JSON.stringify(properties);
    if (key.length < leastBytes) return mapParts(schema, (part, name) => retell(part, pathOf(path, name)));
    const first = told.get(key);
    if (first === undefined) {
      told.set(key, path);
      return mapParts(schema, (part, name) => retell(part, pathOf(path, name)));
    }
    return how === 'without-words' ? mapParts(schema, untold) : asFirst(schema, first);
  };
  return (name, schema) => retell(schema, name);
}

function pathOf(path: string, name: string | undefined): string {
  return name === undefined ? path : `${path}.${name}`;
}

/** A schema whose description stands elsewhere, as do those within. */
function untold(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  return mapParts(description === undefined ? schema : rest, untold);
}

/** The members are those of the first object of this shape; hosts have no use for a reference to it. */
function asFirst({ type, description }: JsonSchema, first: string): JsonSchema {
  const note = `Same shape as \`${first}\`.`;
  return {
    ...(type === undefined ? {} : { type }),
    description: typeof description === 'string' ? `${description} ${note}` : note,
    properties: {},
    additionalProperties: true,
  };
}
