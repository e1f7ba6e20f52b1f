import type { JsonSchema } from '../../src/runtime/json-schema.js';
import {
  asObject,
  itemsOf,
  membersOf,
  referenceOf,
  type RawDocument,
  type RawNode,
  type RawObject,
} from '../corpus/raw-document.js';
import type { Json, Pool } from '../plan/schema-judge.js';

/** The Schema Objects of a document as JSON Schema 2020-12, without anything of the generator. */
export interface DocumentSchemas {
  /** Schemas that are referred to, as `#/$defs/<name>`; it grows while schemas are read. */
  readonly pool: Pool;
  read(node: RawNode): Json;
}

/** What stands for the bytes of a file: any value does, since a file is no JSON. */
export const fileMark = 'x-file';

type Holds = 'one' | 'list' | 'named' | 'value';

const keywords: ReadonlyMap<string, Holds> = new Map([
  ...entries('list', 'allOf anyOf oneOf prefixItems'),
  ...entries('named', 'properties patternProperties dependentSchemas'),
  ...entries(
    'one',
    'not if then else items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties',
  ),
  ...entries(
    'value',
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength',
  ),
  ...entries(
    'value',
    'pattern format maxItems minItems uniqueItems maxContains minContains maxProperties minProperties',
  ),
  ...entries('value', 'required dependentRequired'),
]);

function entries(holds: Holds, names: string): readonly (readonly [string, Holds])[] {
  return names.split(' ').map((name) => [name, holds] as const);
}

/** Reads the Schema Objects of a document of this version. */
export function readDocumentSchemas(document: RawDocument): DocumentSchemas {
  const { swagger, openapi } = asObject(document.root.value) ?? {};
  const isEarly = swagger !== undefined || /^3\.0/.test(String(openapi));
  const pool: Record<string, Json> = {};
  const names = new Map<unknown, string>();

  const named = (target: RawNode): JsonSchema => {
    const name = names.get(target.value) ?? `schema${names.size}`;
    if (!names.has(target.value)) {
      names.set(target.value, name);
      pool[name] = read(target);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const read = (node: RawNode): Json => {
    const object = asObject(node.value);
    if (object === undefined) return node.value !== false;
    if (referenceOf(object) !== undefined) {
      const target = document.target(node);
      if (target.value === undefined) return true;
      // Siblings of a reference are ignored before 3.1.
      return isEarly ? named(target) : { ...ownKeywords(object, node.file), ...named(target) };
    }
    if (isFile(object)) return { [fileMark]: true };
    // An enumeration of nothing allows nothing.
    if (Array.isArray(object['enum']) && object['enum'].length === 0) return false;
    return isEarly ? evened(object, ownKeywords(object, node.file)) : ownKeywords(object, node.file);
  };
  const readers: Readonly<Record<Holds, (value: unknown, file: string) => unknown>> = {
    value: (value) => value,
    one: (value, file) => read({ value, file }),
    list: (value, file) => itemsOf(value).map((item) => read({ value: item, file })),
    named: (value, file) =>
      Object.fromEntries(membersOf(value).map(([name, member]) => [name, read({ value: member, file })])),
  };
  const ownKeywords = (object: RawObject, file: string): JsonSchema => {
    const kept = membersOf(object).flatMap(([keyword, value]): (readonly [string, unknown])[] => {
      const holds = keywords.get(keyword);
      return holds === undefined ? [] : [[keyword, readers[holds](value, file)]];
    });
    return withoutReadOnly(Object.fromEntries(kept), readOnlyNames(document, { value: object, file }));
  };
  return { pool, read };
}

/** Bytes: `type: file` of 2.0, `format: binary` of 3.0, a media type without an encoding since 3.1. */
function isFile({ type, format, contentMediaType, contentEncoding }: RawObject): boolean {
  return (
    type === 'file' ||
    format === 'binary' ||
    (contentMediaType !== undefined && contentEncoding === undefined)
  );
}

/** What 2.0 and 3.0 write in another way: null as a flag, and exclusive bounds as one. */
function evened(object: RawObject, schema: JsonSchema): JsonSchema {
  const { type, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  const isNullable = object['nullable'] === true || object['x-nullable'] === true;
  return {
    ...rest,
    ...(type === undefined ? {} : { type: isNullable ? [type, 'null'] : type }),
    ...bound('inimum', minimum, exclusiveMinimum),
    ...bound('aximum', maximum, exclusiveMaximum),
  };
}

function bound(which: 'inimum' | 'aximum', value: unknown, isExclusive: unknown): JsonSchema {
  if (typeof value !== 'number') return {};
  return { [isExclusive === true ? `exclusiveM${which}` : `m${which}`]: value };
}

/** Members that a response alone has: they "SHOULD NOT be sent", and being required is then no matter of a request. */
function withoutReadOnly(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (names.size === 0) return schema;
  const { required, properties } = schema;
  const own = membersOf(properties).map(([name, member]) => [name, names.has(name) ? false : member]);
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(own) as unknown }),
    ...(Array.isArray(required) ? { required: required.filter((name) => !names.has(String(name))) } : {}),
  };
}

const deepest = 8;

/** The names of read-only members of an object schema and of those that it is made of. */
function readOnlyNames(document: RawDocument, node: RawNode, depth = 0): ReadonlySet<string> {
  const { value, file } = document.follow(node);
  const object = asObject(value);
  if (object === undefined || depth > deepest) return new Set();
  const own = membersOf(object['properties']).filter(([, member]) =>
    isReadOnly(document, { value: member, file }),
  );
  const parts = itemsOf(object['allOf']).map((part) =>
    readOnlyNames(document, { value: part, file }, depth + 1),
  );
  return new Set([...own.map(([name]) => name), ...parts.flatMap((names) => [...names])]);
}

function isReadOnly(document: RawDocument, node: RawNode): boolean {
  const { value, file } = document.follow(node);
  const object = asObject(value) ?? {};
  const parts = itemsOf(object['allOf']).map((part) => document.follow({ value: part, file }).value);
  return [asObject(node.value) ?? {}, object, ...parts].some((part) => asObject(part)?.['readOnly'] === true);
}
