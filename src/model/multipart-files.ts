import { isObject, type JsonObject } from '../load/json.js';
import { child, entries, follow, type Located } from '../load/located.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import { essenceOf, isBinary } from '../runtime/media-types.js';
import type { MediaType, Schema } from './model.js';
import type { Reading } from './reading.js';

/**
 * The schema of a multipart body in which the parts that only their media type describes are bytes: since OpenAPI 3.1
 * a property without a `type` is `application/octet-stream` where its Encoding Object does not say otherwise.
 */
export function markFiles(
  schema: Schema,
  { range, encoding }: Pick<MediaType, 'range' | 'encoding'>,
  written: Located,
  { rules, document, diagnostics, schemas }: Reading,
): Schema {
  if (!rules.hasUntypedFiles || !essenceOf(range).startsWith('multipart/')) return schema;
  const target = follow(written, document, diagnostics);
  if (target === undefined) return schema;
  const files = entries(child(target, 'properties')).flatMap(([name, property]) => {
    const contentType = Object.hasOwn(encoding, name) ? encoding[name]?.contentType : undefined;
    return isUntyped(property.value, contentType) || isUntyped(itemsOf(property.value), contentType)
      ? [name]
      : [];
  });
  if (files.length === 0) return schema;
  // Elsewhere the component that a reference names means what it says.
  const own = target === written ? schema : schemas.read(target);
  return { ...own, json: withFiles(own.json, new Set(files)) };
}

/** Keywords that leave a schema free to be bytes; a generator's `title` alone tells of a value of any type. */
const silent: ReadonlySet<string> = new Set(['description', 'contentMediaType', 'contentEncoding']);

const annotations: ReadonlySet<string> = new Set([...silent, 'title', 'example', 'examples', 'deprecated']);

function isUntyped(schema: unknown, contentType: string | undefined): boolean {
  if (!isObject(schema)) return false;
  const allowed = contentType === undefined ? silent : annotations;
  const isBytes = contentType === undefined || contentType.split(',').every(isBinary);
  return isBytes && Object.keys(schema).every((keyword) => allowed.has(keyword) || keyword.startsWith('x-'));
}

function itemsOf(schema: unknown): unknown {
  return isObject(schema) && schema.type === 'array' ? schema.items : undefined;
}

function withFiles(json: Schema['json'], files: ReadonlySet<string>): Schema['json'] {
  if (!isObject(json) || !isObject(json.properties)) return json;
  const properties = Object.entries(json.properties).map(([name, property]) => [
    name,
    files.has(name) ? bytesOf(property) : property,
  ]);
  return { ...json, properties: Object.fromEntries(properties) as JsonObject };
}

function bytesOf(property: unknown): JsonSchema {
  const own = isObject(property) ? property : {};
  if (own.items !== undefined) return { ...own, items: bytesOf(own.items) };
  return { ...own, type: 'string', format: 'binary', contentEncoding: 'base64' };
}
