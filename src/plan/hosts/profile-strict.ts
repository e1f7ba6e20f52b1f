import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Loss } from './losses.js';
import { mapParts } from '../schemas/parts.js';
import { branchesOf, isNull, lessKeyword, membersOf, requiredOf, withBranches } from './profile-rewrite.js';
import { withNote, wordsOfSchema } from './schema-words.js';

const scalars = ['string', 'number', 'boolean'];

/** An object that is closed, and whose members are all required: what may be left out can be null instead. */
export function requireMembers(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  const members = membersOf(schema);
  // Of what can be an object among others the object is the only form that can be closed.
  if (schema['type'] !== 'object' && (schema['type'] !== undefined || members.length === 0)) return schema;
  if (isMap(schema)) return asText(schema);
  if (typeof schema['additionalProperties'] === 'object') lose('further');
  const required = requiredOf(schema);
  // Documents require members that they say nothing of.
  const known = new Set(members.map(([name]) => name));
  const unknown = [...required].filter((name) => !known.has(name));
  const all = [...members, ...unknown.map((name) => [name, nameTypes({}, lose)] as const)];
  const properties = all.map(([name, member]) => {
    if (!required.has(name) && takesNull(member)) lose('cleared');
    return [name, required.has(name) ? member : orNull(member)] as const;
  });
  return {
    ...schema,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: all.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Leaves maps out beside texts: as texts they cannot be told from those. */
export function leaveOutMixed(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  const branches = branchesOf(schema);
  const others = branches.filter((branch) => !isMap(branch));
  const isMixed = others.length < branches.length && others.some(({ type }) => type === 'string');
  if (!isMixed) return schema;
  lose('mixed');
  return withBranches(schema, others);
}

function isMap(schema: JsonSchema): boolean {
  return (
    schema['type'] === 'object' && schema['additionalProperties'] !== false && membersOf(schema).length === 0
  );
}

/** A value of any type as the types that a strict schema can name: each schema has to have one. */
export function nameTypes(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  if (schema['type'] !== undefined || branchesOf(schema).length > 0) return schema;
  lose('any');
  return { ...schema, anyOf: [...scalars, 'null'].map((type) => ({ type })) };
}

/** What the arguments are checked against: null at a member that may be left out counts as not given. */
export function withoutOptionalNulls(schema: JsonSchema): JsonSchema {
  const members = membersOf(schema);
  if (members.length === 0) return schema;
  const required = requiredOf(schema);
  const properties = members.map(
    ([name, member]) => [name, required.has(name) ? member : withoutNull(member)] as const,
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Objects and arrays `most` levels deep; those below come as text, which the server reads. */
export function asTextBelow(schema: JsonSchema, most: number): JsonSchema {
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    // Beside other values a text would be one of them.
    const isFit = branches.every((branch) => isNull(branch) || isText(branch));
    return isFit ? { ...schema, anyOf: branches.map((branch) => asTextBelow(branch, most)) } : schema;
  }
  // What takes a text too stays what it is; what is in it need not.
  if (most > 0 || !isText(schema))
    return mapParts(schema, (part) => asTextBelow(part, Math.max(0, most - 1)));
  const { description, ...rest } = schema;
  const text = { type: 'string', ...(description === undefined ? {} : { description }) };
  return withNote(text, `JSON text: ${wordsOfSchema(rest)}.`);
}

function isText({ type }: JsonSchema): boolean {
  return type === 'object' || type === 'array';
}

/** A map cannot be listed: its members come as the text of an object, which the server reads. */
function asText({ description, additionalProperties }: JsonSchema): JsonSchema {
  const text = { type: 'string', ...(description === undefined ? {} : { description }) };
  const values =
    typeof additionalProperties === 'object' && additionalProperties !== null
      ? `; each is: ${wordsOfSchema(additionalProperties as JsonSchema)}`
      : '';
  return withNote(text, `A JSON object as text, with members of any name${values}.`);
}

function orNull(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  if (branches.some(isNull)) return schema;
  // A header cannot be null: the caller says that its annotation is lost.
  const { description, ...rest } = lessKeyword(schema, 'x-mcp-header');
  const said = description === undefined ? {} : { description };
  if (branches.length > 0) return { ...schema, anyOf: [...branches, { type: 'null' }] };
  return { ...said, anyOf: [rest, { type: 'null' }] };
}

function takesNull(schema: JsonSchema): boolean {
  return branchesOf(schema).some(isNull);
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  if (schema['type'] === undefined && branches.length === 0) {
    return { ...schema, type: [...scalars, 'object', 'array'] };
  }
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === branches.length) return schema;
  return withBranches(schema, others);
}
