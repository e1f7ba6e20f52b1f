import type { JsonSchema } from './json-schema.js';
import { ownMember } from './own-member.js';

/**
 * Evens out values that a host was shown another schema for: null at a member that may be left out and cannot be null
 * is left out, and the text of an object or array that is wanted is read.
 */
export function evenOutMember(value: unknown, schemas: readonly JsonSchema[]): unknown {
  const forms = schemas.flatMap(formsOf);
  // Nothing is said of what is inside.
  if (forms.length === 0) return value;
  const read = typeof value === 'string' ? readText(value, forms) : value;
  if (Array.isArray(read)) {
    const items = forms.flatMap((form) => schemaIn(form['items']));
    return read.map((item: unknown) => evenOutMember(item, items));
  }
  return isObject(read) ? evenOutMembers(read, forms) : read;
}

function evenOutMembers(value: object, forms: readonly JsonSchema[]): object {
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const known = forms.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
    const schemas = known.flatMap(({ properties }) => schemaIn(memberOf(properties, name)));
    if (member === null && known.length > 0 && !known.some((form) => keepsNull(form, name))) return [];
    const others = forms.flatMap(({ additionalProperties }) => schemaIn(additionalProperties));
    return [[name, evenOutMember(member, known.length > 0 ? schemas : others)] as const];
  });
  // Object.fromEntries keeps a member called `__proto__` an ordinary one.
  return Object.fromEntries(members);
}

/** Whether null means something at a member: it has to be given, or it can be null. */
function keepsNull({ properties, required }: JsonSchema, name: string): boolean {
  if (Array.isArray(required) && required.includes(name)) return true;
  return schemaIn(memberOf(properties, name)).flatMap(formsOf).some(takesNull);
}

function takesNull({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes('null');
}

/** A schema, or the branches of its union. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]).flatMap(formsOf) : [schema];
}

const containers: ReadonlySet<unknown> = new Set(['object', 'array']);

/** The object or array that a text says, where nothing else is wanted. */
function readText(text: string, forms: readonly JsonSchema[]): unknown {
  const types = forms.map(({ type }) => type).filter((type) => type !== 'null');
  if (types.length === 0 || !types.every((type) => containers.has(type))) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}

function schemaIn(value: unknown): readonly JsonSchema[] {
  return isObject(value) ? [value as JsonSchema] : [];
}

function memberOf(properties: unknown, name: string): unknown {
  return isObject(properties) ? ownMember(properties as Readonly<Record<string, unknown>>, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
