import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { SchemaPool } from '../../model/model.js';
import type { ObjectSigns, PartEncodings, PropertyEncoding } from '../../runtime/binding.js';
import { essenceOf, isXml } from '../../runtime/media-types.js';
import { referenceOf } from '../schemas/references.js';
import type { Flattener } from '../schemas/flatten.js';
import { eitherOf, readSchema, readSchemas, type Json, type Members } from '../schemas/shape.js';
import type { XmlPlanner } from '../xml/xml.js';
import { signsOf } from './object-signs.js';
import { textKindsOf } from './text-kinds.js';

/** What request bodies are planned with. */
export interface BodyPlanning {
  readonly flattener: Flattener;
  readonly schemas: SchemaPool;
  readonly planXml: XmlPlanner;
  readonly diagnostics: Diagnostics;
}

/** A content that has parts or fields, and the Encoding Objects that the document has for them. */
export interface EncodedSchema {
  readonly range: string;
  readonly schema: Json;
  readonly origin: Origin;
  readonly written: PartEncodings;
}

/** The Encoding Objects of a form or a multipart content, with what the schema tells of its fields or parts: which are bytes. */
export function planEncodings(content: EncodedSchema, planning: BodyPlanning): PartEncodings {
  const { schema } = content;
  const shapes = planning.flattener.flatten(schema).alternatives;
  const objects = shapes.map(({ members }) => members).filter((members) => members !== undefined);
  const isListed = shapes.some(({ items }) => items !== undefined);
  return {
    ...planNamed(objects, content, planning),
    ...(isListed && isMultipart(content.range) ? planPositions(content, planning) : {}),
  };
}

function planNamed(
  objects: readonly Members[],
  content: EncodedSchema,
  planning: BodyPlanning,
): PartEncodings {
  const written = new Map(Object.entries(content.written.encoding ?? {}));
  const names = new Set([...objects.flatMap(({ properties }) => [...properties.keys()]), ...written.keys()]);
  // In multipart that is no form the order of parts counts, and this is where it is kept.
  const isOrdered = isMultipart(content.range) && essenceOf(content.range) !== 'multipart/form-data';
  const planned = [...names]
    .map((name) => [name, planMember(name, written.get(name) ?? {}, objects, content, planning)] as const)
    .filter(([, encoding]) => isOrdered || Object.keys(encoding).length > 0);
  const other = planOthers(objects, planning);
  return {
    ...(planned.length === 0 ? {} : { encoding: Object.fromEntries(planned) }),
    ...(other === undefined ? {} : { otherEncoding: other }),
  };
}

/** Members that the schema does not name. */
function planOthers(objects: readonly Members[], { flattener }: BodyPlanning): PropertyEncoding | undefined {
  const schemas = objects.map(({ additional }) => additional).filter((schema) => schema !== undefined);
  const kinds = textKindsOf(eitherOf(schemas) ?? true, flattener);
  return schemas.length === 0 || !kinds.bytes
    ? undefined
    : bytesEncoding(kinds.text ? [] : true, kinds.base64);
}

function planMember(
  name: string,
  written: PropertyEncoding,
  objects: readonly Members[],
  content: EncodedSchema,
  planning: BodyPlanning,
): PropertyEncoding {
  const { flattener } = planning;
  const holders = objects.filter(({ properties }) => properties.has(name));
  const kinds = holders.map(({ properties }) => textKindsOf(properties.get(name) ?? true, flattener));
  const schema = eitherOf(holders.map(({ properties }) => properties.get(name))) ?? true;
  const inner = planInner(written, schema, content, planning);
  if (!kinds.some(({ bytes }) => bytes)) return inner;
  const isBase64 = kinds.every(({ bytes, base64 }) => !bytes || base64);
  // Base64 that is a field of a form is text like any other.
  if (isBase64 && !isMultipart(content.range)) return inner;
  const isAlways = kinds.every(({ text }) => !text);
  const apart = (): readonly ObjectSigns[] =>
    holders.flatMap((holder, at): readonly ObjectSigns[] => {
      if (kinds[at]?.bytes !== true || kinds[at].text) return [];
      const others = holders.filter((_, place) => kinds[place]?.text === true);
      const signs = signsOf(holder, others, flattener);
      return signs === undefined ? [] : [signs];
    });
  return { ...inner, ...bytesEncoding(isAlways ? true : apart(), isBase64) };
}

function bytesEncoding(bytes: true | readonly ObjectSigns[], isBase64: boolean): PropertyEncoding {
  return { bytes, ...(isBase64 ? { base64: true } : {}) };
}

/** An Encoding Object with what its own media type asks for. */
function planInner(
  written: PropertyEncoding,
  schema: Json,
  { origin, range }: EncodedSchema,
  planning: BodyPlanning,
): PropertyEncoding {
  const { contentType = '' } = written;
  if (!isMultipart(range)) return written;
  if (isXml(contentType)) {
    const xml = planning.planXml(schema, origin, planning.diagnostics);
    return xml === undefined ? written : { ...written, xml };
  }
  if (!isMultipart(contentType)) return written;
  return { ...written, ...planEncodings({ range: contentType, schema, origin, written }, planning) };
}

/** Parts by their position (OpenAPI 3.2): `prefixItems` go with `prefixEncoding`, `items` with `itemEncoding`. */
function planPositions(content: EncodedSchema, planning: BodyPlanning): PartEncodings {
  const { prefixEncoding = [], itemEncoding = {} } = content.written;
  const { prefix, rest } = itemsOf(content.schema, planning);
  const length = Math.max(prefix.length, prefixEncoding.length);
  const first = Array.from({ length }, (_, at) =>
    planItem(prefixEncoding[at] ?? itemEncoding, prefix[at] ?? rest, content, planning),
  );
  const others = planItem(itemEncoding, rest, content, planning);
  return {
    ...(first.some((encoding) => !isSameEncoding(encoding, others)) ? { prefixEncoding: first } : {}),
    ...(Object.keys(others).length === 0 ? {} : { itemEncoding: others }),
  };
}

function isSameEncoding(one: PropertyEncoding, other: PropertyEncoding): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function planItem(
  written: PropertyEncoding,
  schema: Json,
  content: EncodedSchema,
  planning: BodyPlanning,
): PropertyEncoding {
  const { bytes, text, base64 } = textKindsOf(schema, planning.flattener);
  const inner = planInner(written, schema, content, planning);
  return bytes ? { ...inner, ...bytesEncoding(text ? [] : true, base64) } : inner;
}

/** The schemas of a list's first items and of the others; flattened, a tuple's are no longer told apart. */
function itemsOf(
  schema: Json,
  { schemas, flattener }: BodyPlanning,
): { readonly prefix: readonly Json[]; readonly rest: Json } {
  let target: Json = schema;
  const passed = new Set<string>();
  for (let name = nameOf(target); name !== undefined && !passed.has(name); name = nameOf(target)) {
    passed.add(name);
    target = schemas.get(name)?.json ?? true;
  }
  const prefix = typeof target === 'object' ? readSchemas(target['prefixItems']) : [];
  if (prefix.length > 0 && typeof target === 'object')
    return { prefix, rest: readSchema(target['items']) ?? true };
  const rest = eitherOf(flattener.flatten(schema).alternatives.map(({ items }) => items));
  return { prefix: [], rest: rest ?? true };
}

function nameOf(schema: Json): string | undefined {
  return typeof schema === 'object' ? referenceOf(schema) : undefined;
}

function isMultipart(range: string): boolean {
  return essenceOf(range).startsWith('multipart/');
}
