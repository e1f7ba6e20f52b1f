import { losesDigits } from '../digits.js';
import type { JsonSchema } from '../json-schema.js';
import type { ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';

/** What of a tool its arguments are evened out by. */
export type EvenOutRules = Pick<ToolDefinition, 'inputSchema' | 'listedSchema'> & {
  readonly request?: Pick<ToolDefinition['request'], 'body'>;
};

/**
 * Leaves out what counts as not given, and reads what came as JSON text: of each argument, of what is within the body,
 * and of what is within any where clients were shown another schema than the one that is checked.
 */
export function evenOut(
  { inputSchema, listedSchema, request }: EvenOutRules,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const body = request?.body?.property;
  const isRewritten = listedSchema !== undefined;
  // Object.fromEntries keeps an argument called `__proto__` an ordinary member.
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const forms = schemaIn(ownMember(inputSchema.properties, name)).flatMap(formsOf);
      // Null can clear something in a body; for a parameter there is no way to send it.
      if (value === null && !(name === body && forms.some(takesNull))) return [];
      if (isRewritten || (name === body && holdsJsonText(value))) {
        return [[name, evenOutValue(value, forms, isRewritten)] as const];
      }
      return [[name, readText(value, forms)] as const];
    }),
  );
}

/** Whether a text within a value, or itself, could be an object or an array: most bodies hold none. */
function holdsJsonText(value: unknown): boolean {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string' && /^\s*[[{]/.test(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const inner of Object.values(next) as readonly unknown[]) if (inner !== undefined) open.push(inner);
  }
  return false;
}

/** A value of one of these forms; where its schema was shown in another way, null is left out where it is no value. */
function evenOutValue(value: unknown, forms: readonly JsonSchema[], dropsNull: boolean): unknown {
  // Nothing is said of what is inside.
  if (forms.length === 0) return value;
  const read = readText(value, forms);
  if (Array.isArray(read)) {
    const items = forms.flatMap((form) => schemaIn(form['items'])).flatMap(formsOf);
    return read.map((item: unknown) => evenOutValue(item, items, dropsNull));
  }
  return isObject(read) ? evenOutMembers(read, likelyForms(read, forms), dropsNull) : read;
}

/** The forms that an object can be of by its names and by the values that they list; all of them where none is. */
function likelyForms(value: object, forms: readonly JsonSchema[]): readonly JsonSchema[] {
  if (forms.length === 1) return forms;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  const likely = forms.filter(
    (form) => !lacksMember(value, form) && given.every(([name, member]) => canHave(form, name, member)),
  );
  return likely.length === 0 ? forms : likely;
}

/** Whether nothing stands where a form asks for a member, or null where it asks for another value. */
function lacksMember(value: object, form: JsonSchema): boolean {
  const members = new Map<string, unknown>(Object.entries(value));
  const lacks = (name: string): boolean =>
    !members.has(name) || (members.get(name) === null && !formsAt(form, name).some(takesNull));
  return requiredBy(form).some(lacks);
}

function requiredBy({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? (required as readonly string[]) : [];
}

function canHave(form: JsonSchema, name: string, member: unknown): boolean {
  const known = formsAt(form, name);
  if (known.length === 0) return form['additionalProperties'] !== false;
  return known.some(({ enum: listed }) => !Array.isArray(listed) || listed.includes(member));
}

function evenOutMembers(value: object, forms: readonly JsonSchema[], dropsNull: boolean): object {
  const others = forms.flatMap(({ additionalProperties }) => schemaIn(additionalProperties)).flatMap(formsOf);
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const known = forms.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
    if (known.length === 0) return [[name, evenOutValue(member, others, dropsNull)] as const];
    if (dropsNull && member === null && !known.some((form) => keepsNull(form, name))) return [];
    const own = forms.flatMap((form) => (known.includes(form) ? formsAt(form, name) : otherForms(form)));
    return [[name, evenOutValue(member, own, dropsNull)] as const];
  });
  return Object.fromEntries(members);
}

/** The forms of a member that an object does not name: what may be anything may be text. */
function otherForms({ additionalProperties }: JsonSchema): readonly JsonSchema[] {
  if (additionalProperties === false) return [];
  return isObject(additionalProperties) ? schemaIn(additionalProperties).flatMap(formsOf) : [{}];
}

/** Whether null means something at a member: it has to be given, or it can be null. */
function keepsNull(form: JsonSchema, name: string): boolean {
  return requiredBy(form).includes(name) || formsAt(form, name).some(takesNull);
}

function formsAt({ properties }: JsonSchema, name: string): readonly JsonSchema[] {
  const member = isObject(properties)
    ? ownMember(properties as Readonly<Record<string, unknown>>, name)
    : undefined;
  return schemaIn(member).flatMap(formsOf);
}

/** A schema, or the branches of its union. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { type, anyOf } = schema;
  if (type !== undefined || !Array.isArray(anyOf)) return [schema];
  return anyOf.flatMap(schemaIn).flatMap(formsOf);
}

/** The types that a form names; `undefined` stands for any. */
function typesOf({ type }: JsonSchema): readonly unknown[] {
  return Array.isArray(type) ? (type as readonly unknown[]) : [type];
}

function takesNull(form: JsonSchema): boolean {
  const types = typesOf(form);
  return types.includes('null') || types.includes(undefined);
}

const containers: ReadonlySet<unknown> = new Set(['object', 'array']);

/** The object or array that a text says, where no text is wanted: models tend to give those as JSON text. */
function readText(value: unknown, forms: readonly JsonSchema[]): unknown {
  if (typeof value !== 'string' || !wantContainer(forms) || forms.some(hasMirrored)) return value;
  try {
    const read: unknown = JSON.parse(value);
    const isFit = read === null ? forms.some(takesNull) : typeof read === 'object';
    return isFit ? exact(read, value) : value;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return value;
  }
}

/** What a JSON text says, unless its numbers would become others. */
function exact(read: unknown, text: string): unknown {
  if (!losesDigits(text)) return read;
  const problem = 'holds a number that JSON rounds, such as an integer beyond 2^53';
  throw new ToolError('invalid-argument', `A JSON text in the arguments ${problem}; nothing was sent.`);
}

function wantContainer(forms: readonly JsonSchema[]): boolean {
  const types = forms.flatMap(typesOf);
  const isText = types.includes('string') || types.includes(undefined);
  return !isText && types.some((type) => containers.has(type));
}

/** Whether a member is mirrored in a header: inside a text nobody could compare the two. */
function hasMirrored({ properties }: JsonSchema): boolean {
  if (!isObject(properties)) return false;
  return Object.values(properties)
    .flatMap(schemaIn)
    .some((property) => Object.hasOwn(property, 'x-mcp-header') || hasMirrored(property));
}

function schemaIn(value: unknown): readonly JsonSchema[] {
  return isObject(value) ? [value as JsonSchema] : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
