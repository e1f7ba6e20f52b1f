import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, ownValue } from './matchers.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Keywords of JSON Schema 2020-12 whose value is a schema. */
const schemaKeywords = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
/** Keywords whose value is a list of schemas. */
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
/** Keywords whose value holds schemas by a name that is no keyword. */
const mapKeywords = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/** Every schema object inside a schema, itself first. Names of properties and values in `const` or `enum` are none. */
export function subschemas(root: unknown): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isObject(schema)) continue;
    found.push(schema);
    for (const keyword of schemaKeywords) waiting.push(ownValue(schema, keyword) ?? true);
    for (const keyword of listKeywords) waiting.push(...asList(ownValue(schema, keyword)));
    for (const keyword of mapKeywords) waiting.push(...asMembers(ownValue(schema, keyword)));
  }
  return found;
}

/** The value at a JSON pointer below some part of a schema; a `$ref` on the way is followed. */
export function valueAt(root: unknown, start: unknown, pointer: string): unknown {
  let value = dereference(root, start);
  for (const name of stepsOf(`#${pointer}`)) value = dereference(root, memberOf(value, name));
  return value;
}

/** The steps of a JSON pointer in a URI fragment (RFC 6901 section 6). */
function stepsOf(fragment: string): readonly string[] {
  return fragment
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) || Array.isArray(value) ? ownValue(value as JsonObject, name) : undefined;
}

function dereference(root: unknown, value: unknown): unknown {
  let target = value;
  for (let hops = 0; hops < 100 && isObject(target); hops += 1) {
    const reference = ownValue(target, '$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#')) return target;
    // Steps inside a reference are taken as they are: only its own end can be a reference again.
    target = stepsOf(reference).reduce<unknown>((at, name) => memberOf(at, name), root);
  }
  return target;
}

const metaSchema = new Ajv2020({ strict: false, validateFormats: false }).getSchema(
  'https://json-schema.org/draft/2020-12/schema',
);

/** What is wrong with a schema as JSON Schema 2020-12; `undefined` where nothing is. */
export function schemaFault(schema: unknown): string | undefined {
  if (metaSchema?.(schema) !== true) {
    const [error] = metaSchema?.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? 'is no schema'}`;
  }
  return compiled(schema).fault;
}

/** Whether an instance is valid, formats not asserted and own properties only. A schema with a fault takes nothing. */
export function isValid(schema: unknown, instance: unknown): boolean {
  return compiled(schema).validate?.(instance) === true;
}

interface Compiled {
  readonly validate?: ValidateFunction;
  readonly fault?: string;
}

const compilations = new WeakMap<object, Compiled>();

function compiled(schema: unknown): Compiled {
  if (!isObject(schema)) return compile(schema);
  const known = compilations.get(schema) ?? compile(schema);
  compilations.set(schema, known);
  return known;
}

function compile(schema: unknown): Compiled {
  // One instance a schema: an `$id` that two tools share is no clash. Patterns are taken with the `u` flag.
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    unicodeRegExp: true,
    ownProperties: true,
    logger: false,
  });
  try {
    return { validate: ajv.compile(schema as object | boolean) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function asMembers(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : [];
}
