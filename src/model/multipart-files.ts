import { keyOf } from '../diagnostics/pointer.js';
import { isObject, type JsonObject } from '../load/json.js';
import { child, entries, follow, items, type Located } from '../load/located.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import { isBinary, isMultipart } from '../runtime/media-types.js';
import type { MediaType, Schema } from './model.js';
import type { Reading } from './reading.js';

type Encodings = Pick<MediaType, 'range' | 'encoding' | 'prefixEncoding' | 'itemEncoding'>;

/** What is marked by, and the schemas on the way: one that holds itself is marked once. */
interface Marking {
  readonly encodings: Encodings;
  readonly reading: Reading;
  readonly open: ReadonlySet<string>;
}

/** Keywords whose subschemas say of the whole value what the schema itself could say. */
const composing = ['allOf', 'anyOf', 'oneOf'] as const;

/** Deeper than anyone composes the schema of a form. */
const deepest = 16;

/**
 * The schema of a multipart body in which the parts that only their media type describes are bytes: those whose
 * Encoding Object names a type of bytes, and since OpenAPI 3.1 those without a `type` where no Encoding Object says
 * otherwise, which are `application/octet-stream`.
 */
export function markFiles(schema: Schema, encodings: Encodings, written: Located, reading: Reading): Schema {
  if (!isMultipart(encodings.range)) return schema;
  const json = marked(written, { encodings, reading, open: new Set() });
  return json === undefined ? schema : { ...schema, json };
}

/** The schema as JSON with its files marked; `undefined` where it has none, so that it can stay as it is. */
function marked(written: Located, { encodings, reading, open }: Marking): JsonSchema | undefined {
  const target = follow(written, reading.document, reading.diagnostics);
  if (target === undefined || !isObject(target.value)) return undefined;
  const key = keyOf(target.origin);
  if (open.has(key) || open.size >= deepest) return undefined;
  const marking = { encodings, reading, open: new Set([...open, key]) };
  const changes = [
    ...markedProperties(target, marking),
    ...markedOthers(target, marking),
    ...markedItems(target, marking),
    ...markedBranches(target, marking),
  ];
  if (changes.length === 0) return undefined;
  const { json } = reading.schemas.read(target);
  // Elsewhere the component that a reference names means what it says.
  return isObject(json) ? { ...json, ...Object.fromEntries(changes) } : undefined;
}

type Change = readonly [keyword: string, value: unknown];

function markedProperties(target: Located, { encodings, reading }: Marking): readonly Change[] {
  const properties = entries(child(target, 'properties')).map(([name, property]) => {
    const contentType = Object.hasOwn(encodings.encoding, name)
      ? encodings.encoding[name]?.contentType
      : undefined;
    return { name, property, isFile: isFile(property.value, contentType, reading) };
  });
  if (!properties.some(({ isFile: isMarked }) => isMarked)) return [];
  const read = properties.map(({ name, property, isFile: isMarked }) => {
    const { json } = reading.schemas.read(property);
    return [name, isMarked ? bytesOf(json) : json];
  });
  return [['properties', Object.fromEntries(read) as JsonObject]];
}

/** Members that have no name in the schema, and so no Encoding Object. */
function markedOthers(target: Located, { reading }: Marking): readonly Change[] {
  // Of members without a name a schema that says nothing only says that there may be more.
  const isMarked = ({ value }: Located): boolean =>
    [value, itemsOf(value)].some((each) => isObject(each) && each['contentMediaType'] !== undefined) &&
    isFile(value, undefined, reading);
  const read = (schema: Located): unknown => {
    const { json } = reading.schemas.read(schema);
    return isMarked(schema) ? bytesOf(json) : json;
  };
  const additional = child(target, 'additionalProperties');
  const patterns = entries(child(target, 'patternProperties'));
  return [
    ...(isMarked(additional) ? [['additionalProperties', read(additional)] as const] : []),
    ...(patterns.some(([, schema]) => isMarked(schema))
      ? [
          [
            'patternProperties',
            Object.fromEntries(patterns.map(([name, each]) => [name, read(each)])),
          ] as const,
        ]
      : []),
  ];
}

/** Parts that are known by their position (OpenAPI 3.2, Encoding By Position). */
function markedItems(target: Located, { encodings, reading }: Marking): readonly Change[] {
  const { prefixEncoding = [], itemEncoding } = encodings;
  const tuple = items(child(target, 'prefixItems'));
  const isMarked = (item: Located, contentType: string | undefined): boolean =>
    item.value !== undefined && isFile(item.value, contentType, reading);
  const typeAt = (at: number) => (prefixEncoding[at] ?? itemEncoding)?.contentType;
  const item = child(target, 'items');
  return [
    ...(tuple.some((each, at) => isMarked(each, typeAt(at)))
      ? [
          [
            'prefixItems',
            tuple.map((each, at) => {
              const { json } = reading.schemas.read(each);
              return isMarked(each, typeAt(at)) ? bytesOf(json) : json;
            }),
          ] as const,
        ]
      : []),
    ...(isMarked(item, itemEncoding?.contentType)
      ? [['items', bytesOf(reading.schemas.read(item).json)] as const]
      : []),
  ];
}

function markedBranches(target: Located, marking: Marking): readonly Change[] {
  return composing.flatMap((keyword): readonly Change[] => {
    const branches = items(child(target, keyword)).map((branch) => ({
      branch,
      json: marked(branch, marking),
    }));
    if (branches.every(({ json }) => json === undefined)) return [];
    return [[keyword, branches.map(({ branch, json }) => json ?? marking.reading.schemas.read(branch).json)]];
  });
}

/** Keywords that leave a schema free to be bytes; a generator's `title` alone tells of a value of any type. */
const silent: ReadonlySet<string> = new Set(['description', 'contentMediaType', 'contentEncoding']);

const annotations: ReadonlySet<string> = new Set([...silent, 'title', 'example', 'examples', 'deprecated']);

/** Whether a property, or each item of it, is a file by what its media type alone says. */
function isFile(schema: unknown, contentType: string | undefined, { rules }: Reading): boolean {
  return [schema, itemsOf(schema)].some(
    (each) => (rules.hasUntypedFiles || contentType !== undefined) && isUntyped(each, contentType),
  );
}

function isUntyped(schema: unknown, contentType: string | undefined): boolean {
  if (!isObject(schema)) return false;
  const isTold = contentType !== undefined;
  if (isTold && !contentType.split(',').every((type) => isBinary(type.trim()))) return false;
  const isText = isTold && schema.type === 'string';
  const allowed = isTold ? annotations : silent;
  return Object.keys(schema).every(
    (keyword) => allowed.has(keyword) || keyword.startsWith('x-') || (isText && keyword === 'type'),
  );
}

function itemsOf(schema: unknown): unknown {
  return isObject(schema) && schema.type === 'array' ? schema.items : undefined;
}

function bytesOf(property: unknown): JsonSchema {
  const own = isObject(property) ? property : {};
  if (own.items !== undefined) return { ...own, items: bytesOf(own.items) };
  return { ...own, type: 'string', format: 'binary', contentEncoding: 'base64' };
}
