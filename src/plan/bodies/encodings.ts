import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { SchemaPool } from '../../model/model.js';
import type { PartEncodings, PropertyEncoding } from '../../runtime/binding.js';
import { essenceOf, isMultipart, isXml } from '../../runtime/media-types.js';
import { hasStyle } from '../../runtime/request/form.js';
import { referenceOf } from '../schemas/references.js';
import type { Flattener } from '../schemas/flatten.js';
import { eitherOf, readSchema, readSchemas, type Json, type Members, type Shape } from '../schemas/shape.js';
import type { XmlPlanner } from '../xml/xml.js';
import { isList, shapesOf } from '../xml/xml-shapes.js';
import { fileMemberOf, fileOf } from './file-members.js';
import { patternMembersOf } from './pattern-members.js';

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
  const objects = objectsIn(shapes);
  const isListed = shapes.some(({ items }) => items !== undefined);
  return {
    ...planNamed(objects, content, planning),
    ...(isListed && isMultipart(content.range) ? planPositions(content, planning) : {}),
  };
}

function objectsIn(shapes: readonly Shape[]): readonly Members[] {
  return shapes.map(({ members }) => members).filter((members) => members !== undefined);
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
  const other = planOthers(objects, planning);
  const patterns = planPatterns(content, other, planning);
  // What a name says goes before what its pattern does.
  const isNamed = isOrdered || patterns !== undefined;
  const planned = [...names]
    .map((name) => [name, planMember(name, written.get(name) ?? {}, objects, content, planning)] as const)
    .filter(([, encoding]) => isNamed || Object.keys(encoding).length > 0);
  return {
    ...(planned.length === 0 ? {} : { encoding: Object.fromEntries(planned) }),
    ...(patterns === undefined ? {} : { patternEncoding: patterns }),
    ...(other === undefined ? {} : { otherEncoding: other }),
  };
}

/** Members that the schema does not name. */
function planOthers(objects: readonly Members[], { flattener }: BodyPlanning): PropertyEncoding | undefined {
  const schemas = objects.map(({ additional }) => additional).filter((schema) => schema !== undefined);
  return schemas.length === 0 ? undefined : fileOf(eitherOf(schemas) ?? true, flattener)?.encoding;
}

/** Members whose names match a pattern; `undefined` where they are none that other members are not too. */
function planPatterns(
  { schema }: EncodedSchema,
  other: PropertyEncoding | undefined,
  { flattener, schemas }: BodyPlanning,
): Readonly<Record<string, PropertyEncoding>> | undefined {
  const files = [...patternMembersOf(schema, schemas)].flatMap(([pattern, own]) => {
    const file = fileOf(eitherOf(own) ?? true, flattener);
    return file === undefined || isSameEncoding(file.encoding, other ?? {})
      ? []
      : [[pattern, file.encoding] as const];
  });
  return files.length === 0 ? undefined : Object.fromEntries(files);
}

function planMember(
  name: string,
  written: PropertyEncoding,
  objects: readonly Members[],
  content: EncodedSchema,
  planning: BodyPlanning,
): PropertyEncoding {
  const holders = objects.filter(({ properties }) => properties.has(name));
  const schema = eitherOf(holders.map(({ properties }) => properties.get(name))) ?? true;
  const inner = planInner(written, schema, content, planning, name);
  const file = fileMemberOf(name, objects, planning.flattener);
  // Base64 that is a field of a form is text like any other.
  if (file === undefined || (file.encoding.base64 === true && !isMultipart(content.range))) return inner;
  return { ...inner, ...file.encoding };
}

/** The members of a form that are a file only as a `data:` URL: nothing tells the branches of the form apart. */
export function markedMembers(schema: Json, flattener: Flattener): readonly string[] {
  const objects = objectsIn(flattener.flatten(schema).alternatives);
  const names = new Set(objects.flatMap(({ properties }) => [...properties.keys()]));
  return [...names].filter((name) => fileMemberOf(name, objects, flattener)?.isMarkedOnly === true);
}

/** An Encoding Object with what its own media type asks for. */
function planInner(
  written: PropertyEncoding,
  schema: Json,
  { origin, range }: EncodedSchema,
  planning: BodyPlanning,
  name?: string,
): PropertyEncoding {
  const { contentType = '' } = written;
  if (contentType.split(',').some((each) => isXml(each.trim()))) {
    const { flattener, planXml, diagnostics } = planning;
    const part = name === undefined ? schema : eachOf(schema, flattener);
    const xml = hasStyle(written) ? undefined : planXml(part, origin, diagnostics, name);
    return xml === undefined ? written : { ...written, xml };
  }
  if (!isMultipart(range) || !isMultipart(contentType)) return written;
  return { ...written, ...planEncodings({ range: contentType, schema, origin, written }, planning) };
}

/** What one part or field of a property holds: of a list, that is an item. */
function eachOf(schema: Json, flattener: Flattener): Json {
  const shapes = shapesOf(schema, flattener);
  const lists = shapes.filter(isList);
  if (lists.length === 0) return schema;
  const items = eitherOf(lists.map((shape) => shape.items)) ?? true;
  return lists.length === shapes.length ? items : (eitherOf([schema, items]) ?? true);
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
  const inner = planInner(written, schema, content, planning);
  return { ...inner, ...fileOf(schema, planning.flattener)?.encoding };
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
