import { isObject, type JsonObject } from '../json.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import { valueAt } from '../json.js';

/** A subschema of an official schema, by its pointer. */
export interface Part {
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** The part that a pointer leads to, references followed; a list of subschemas is one of alternatives. */
export function partAt(root: JsonObject, pointer: string): Part {
  const schema = valueAt(root, pointer);
  if (Array.isArray(schema)) {
    return { pointer, schema: { oneOf: schema } };
  }
  if (!isObject(schema)) return { pointer, schema: {} };
  return typeof schema.$ref === 'string' && schema.$ref.startsWith('#') && isAlone(schema)
    ? partAt(root, schema.$ref.slice(1))
    : { pointer, schema };
}

function isAlone(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => key === '$ref' || isRemark(key));
}

/** The alternatives of a subschema, references followed; `undefined` where it has none. */
export function branchesOf(root: JsonObject, { pointer, schema }: Part): readonly Part[] | undefined {
  const keyword = ['oneOf', 'anyOf'].find((name) => Array.isArray(schema[name]));
  if (keyword !== undefined) {
    const list = Array.isArray(valueAt(root, pointer)) ? pointer : pointerTo(pointer, keyword);
    return items(schema[keyword]).map((_, index) => partAt(root, pointerTo(list, String(index))));
  }
  // `if` there is a `$ref`, `then` it is a Reference Object.
  const isChoice = isObject(schema.if) && items(schema.if.required).includes('$ref');
  if (!isChoice) return undefined;
  return ['then', 'else'].map((name) => partAt(root, pointerTo(pointer, name)));
}

/** Whether a keyword says nothing of what a value has to be. */
export function isRemark(keyword: string): boolean {
  return keyword === 'description' || keyword === 'default' || keyword === '$comment';
}

/** The fields that can tell subschemas apart, in the order of the first that has them. */
export function fieldsOf(root: JsonObject, branches: readonly Part[]): readonly string[] {
  const fields = branches.flatMap((branch) => constantFieldsOf(root, branch));
  return [...new Set(fields)];
}

function constantFieldsOf(root: JsonObject, part: Part): readonly string[] {
  const { schema } = part;
  const own = Object.keys(schema.properties ?? {}).filter(
    (field) => valuesOf(root, part, field) !== undefined,
  );
  return [...own, ...(branchesOf(root, part) ?? []).flatMap((branch) => constantFieldsOf(root, branch))];
}

/** The constants that a field can have; `undefined` where it is free. */
export function valuesOf(root: JsonObject, part: Part, field: string): readonly unknown[] | undefined {
  const own = isObject(part.schema.properties) ? part.schema.properties[field] : undefined;
  if (isObject(own)) {
    if (Array.isArray(own.enum)) return items(own.enum);
    if (Object.hasOwn(own, 'const')) return [own.const];
  }
  const branches = branchesOf(root, part)?.map((branch) => valuesOf(root, branch, field));
  return branches?.every((values) => values !== undefined) ? branches.flat() : undefined;
}

const everyType = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** The JSON types that a subschema takes. */
export function typesOf(root: JsonObject, part: Part): readonly string[] {
  const { type, enum: values } = part.schema;
  if (typeof type === 'string') return [type === 'integer' ? 'number' : type];
  if (Array.isArray(type)) return items(type).map(String);
  if (Array.isArray(values)) return [...new Set(items(values).map(typeOf))];
  const branches = branchesOf(root, part);
  if (branches !== undefined) return branches.flatMap((branch) => typesOf(root, branch));
  return isObject(part.schema.properties) ? ['object'] : everyType;
}

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a subschema is that of a Reference Object. */
export function isReference({ schema }: Part): boolean {
  const { properties, patternProperties } = schema;
  // The Path Item Object has a `$ref` too, and more.
  const names = [properties, patternProperties].flatMap((named) => Object.keys(named ?? {}));
  return (
    names.some((name) => name === '$ref' || name === '^\\$ref$') &&
    names.every((name) => /ref|^summary$|^description$/.test(name))
  );
}

/** The fields that a subschema names for a value, whatever it asks for them. */
export function knownFieldsOf(root: JsonObject, part: Part): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const pending: Part[] = [part];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.pointer)) continue;
    seen.add(next.pointer);
    for (const field of Object.keys(next.schema.properties ?? {})) found.add(field);
    pending.push(...partsOf(root, next));
  }
  return [...found];
}

/** The subschemas that describe the same value. */
function partsOf(root: JsonObject, part: Part): readonly Part[] {
  const { pointer, schema } = part;
  const at = (...keys: readonly string[]): Part => partAt(root, keys.reduce(pointerTo, pointer));
  const named = ['allOf', 'dependentSchemas'].flatMap((keyword) =>
    Object.keys(schema[keyword] ?? {}).map((key) => at(keyword, key)),
  );
  const conditional = ['then', 'else'].filter((keyword) => isObject(schema[keyword])).map((key) => at(key));
  const referred = typeof schema.$ref === 'string' ? [partAt(root, schema.$ref.slice(1))] : [];
  return [...referred, ...named, ...conditional, ...(branchesOf(root, part) ?? [])];
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
