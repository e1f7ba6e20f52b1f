import { escapeToken } from '../../diagnostics/pointer.js';
import type { SchemaPool } from '../../model/model.js';
import type { JsonSchema, ObjectSchema } from '../../runtime/json-schema.js';
import { referenceOf } from '../schemas/flatten.js';
import { createSchemaProof } from './schema-proof.js';
import type { Json } from '../schemas/shape.js';

/** Larger listings are for no reader. */
const mostBytes = 64_000;

type Holds = 'one' | 'list' | 'map';

/** The keywords of JSON Schema 2020-12 that hold schemas, and how. */
const holders: ReadonlyMap<string, Holds> = new Map(
  Object.entries({
    properties: 'map',
    patternProperties: 'map',
    additionalProperties: 'one',
    unevaluatedProperties: 'one',
    items: 'one',
    unevaluatedItems: 'one',
    prefixItems: 'list',
    allOf: 'list',
    anyOf: 'list',
    oneOf: 'list',
    not: 'one',
    if: 'one',
    then: 'one',
    else: 'one',
    contains: 'one',
    propertyNames: 'one',
    dependentSchemas: 'map',
  } satisfies Record<string, Holds>),
);

/** The other keywords of JSON Schema 2020-12 that a reader of a schema can use. */
const telling: ReadonlySet<string> = new Set(
  (
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required ' +
    'dependentRequired title description default deprecated readOnly writeOnly examples format ' +
    'contentEncoding contentMediaType x-mcp-header'
  ).split(' '),
);

/**
 * The arguments of a tool in the document's own schemas, whole: named schemas once, below `$defs`. `undefined` where that
 * is no JSON Schema, or too large to list.
 */
export function richSchema(input: ObjectSchema, pool: SchemaPool): ObjectSchema | undefined {
  const names = namesWithin(input, pool, mostBytes);
  if (names === undefined) return undefined;
  const defs = names.map((name) => [name, enrich(pool.get(name)?.json ?? true, pool)] as const);
  const schema = {
    // The root of arguments is an object, and stays one.
    ...(enrich(input, pool) as ObjectSchema),
    ...(defs.length === 0 ? {} : { $defs: Object.fromEntries(defs) }),
  };
  if (Buffer.byteLength(JSON.stringify(schema)) > mostBytes) return undefined;
  return createSchemaProof()(schema) === undefined ? schema : undefined;
}

/** The named schemas that a schema leads to, in the order in which they are met; `undefined` where they are too many. */
function namesWithin(input: JsonSchema, pool: SchemaPool, most: number): readonly string[] | undefined {
  const names = new Set<string>();
  const open: Json[] = [input];
  let steps = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    steps += 1;
    if (steps > most) return undefined;
    if (typeof next === 'boolean') continue;
    const name = referenceOf(next);
    const target = name === undefined || names.has(name) ? undefined : pool.get(name)?.json;
    if (name !== undefined && target !== undefined) {
      names.add(name);
      open.push(target);
    }
    open.push(...partsOf(next).toReversed());
  }
  return [...names];
}

function partsOf(schema: JsonSchema): readonly Json[] {
  return [...holders].flatMap(([keyword, holds]) => {
    const value = schema[keyword];
    if (holds === 'one') return isSchema(value) ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).filter(isSchema) : [];
  });
}

/** A schema with the keywords that a reader can use; documents are nested within limits. */
function enrich(schema: Json, pool: SchemaPool): Json {
  if (typeof schema === 'boolean') return schema;
  const kept = Object.entries(schema).flatMap(([keyword, value]) => {
    const holds = holders.get(keyword);
    if (holds !== undefined) return [[keyword, enrichParts(value, holds, pool)] as const];
    return telling.has(keyword) ? [[keyword, value] as const] : [];
  });
  const name = referenceOf(schema);
  const reference =
    name === undefined || !pool.has(name) ? {} : { $ref: `#/$defs/${encodeURIComponent(escapeToken(name))}` };
  return { ...reference, ...Object.fromEntries(kept), ...examplesOf(schema), ...requiredOf(schema, pool) };
}

function enrichParts(value: unknown, holds: Holds, pool: SchemaPool): unknown {
  const enriched = (part: unknown): unknown => (isSchema(part) ? enrich(part, pool) : part);
  if (holds === 'one') return enriched(value);
  if (Array.isArray(value)) return value.map(enriched);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, enriched(part)]));
}

/** OpenAPI's own `example`, as JSON Schema has it. */
function examplesOf({ example, examples }: JsonSchema): JsonSchema {
  return example === undefined || examples !== undefined ? {} : { examples: [example] };
}

/** What only answers hold is never required of arguments (OpenAPI, Schema Object, `readOnly`). */
function requiredOf({ required, properties }: JsonSchema, pool: SchemaPool): JsonSchema {
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return {};
  const members = new Map<unknown, unknown>(Object.entries(properties));
  return { required: required.filter((name) => !isReadOnly(members.get(name), pool)) };
}

function isReadOnly(member: unknown, pool: SchemaPool): boolean {
  if (!isSchema(member) || typeof member === 'boolean') return false;
  const name = referenceOf(member);
  const target = name === undefined ? undefined : pool.get(name)?.json;
  return member['readOnly'] === true || (typeof target === 'object' && target['readOnly'] === true);
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
