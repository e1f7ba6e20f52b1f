import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Loss } from './losses.js';
import { mapParts } from '../schemas/parts.js';
import { branchesOf, isNull, lessKeyword, membersOf, requiredOf, withBranches } from './profile-rewrite.js';
import { withNote, wordsOfSchema } from './schema-words.js';

const scalars = ['string', 'number', 'boolean'];

/** An object that is closed, and whose members are all required: what may be left out can be null instead. */
export function requireMembers(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  const members = membersOf(schema);
  if (schema['type'] !== 'object') return schema;
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

/** Which objects come as text. */
type IsText = (schema: JsonSchema) => boolean;

/** Leaves objects that come as text out beside texts: they cannot be told from those. */
export function leaveOutMixed(
  schema: JsonSchema,
  lose: (loss: Loss) => void,
  comesAsText: IsText = isMap,
): JsonSchema {
  const branches = branchesOf(schema);
  if (hasMixedMember(branches, comesAsText)) lose('mixed');
  const others = branches.filter((branch) => !comesAsText(branch));
  const isMixed = others.length < branches.length && others.some(({ type }) => type === 'string');
  if (!isMixed) return schema;
  lose('mixed');
  return withBranches(schema, others);
}

/** Whether a member is a text in one of these objects, and in another what comes as text. */
function hasMixedMember(branches: readonly JsonSchema[], comesAsText: IsText): boolean {
  const texts = new Set<string>();
  const written = new Set<string>();
  for (const [name, member] of branches.flatMap(membersOf)) {
    const forms = [member, ...branchesOf(member)];
    if (forms.some(({ type }) => type === 'string')) texts.add(name);
    if (forms.some(comesAsText)) written.add(name);
  }
  return [...written].some((name) => texts.has(name));
}

/** Whether an object can have members of any name, and lists none. */
export function isMap(schema: JsonSchema): boolean {
  return isEmptyObject(schema) && schema['additionalProperties'] !== false;
}

/** Whether an object lists no members. */
export function isEmptyObject(schema: JsonSchema): boolean {
  return schema['type'] === 'object' && membersOf(schema).length === 0;
}

/** The object or the list alone where a schema describes it among values of other types: without `type` it says nothing. */
export function nameContainer(schema: JsonSchema, lose: (loss: Loss) => void): JsonSchema {
  const isObject = membersOf(schema).length > 0;
  if (schema['type'] !== undefined || !(isObject || schema['items'] !== undefined)) return schema;
  lose('alone');
  return { ...schema, type: isObject ? 'object' : 'array' };
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

/** An object without a list of members cannot be listed: it comes as text, which the server reads. */
export function asText({ description, additionalProperties }: JsonSchema): JsonSchema {
  const text = { type: 'string', ...(description === undefined ? {} : { description }) };
  return withNote(text, `A JSON object as text, ${membersInWords(additionalProperties)}.`);
}

function membersInWords(additional: unknown): string {
  if (additional === false) return 'without members';
  if (typeof additional === 'object' && additional !== null)
    return `with members of any name; each is: ${wordsOfSchema(additional as JsonSchema)}`;
  // Nobody evens out what nothing is said of: null for what is not given would be sent.
  return 'with members of any name; leave out those without a value';
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
