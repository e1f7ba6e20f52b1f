import type { Origin } from '../../diagnostics/diagnostics.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import type { Schema, SchemaPool } from '../../model/model.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Flattener } from '../schemas/flatten.js';
import { referenceOf } from '../schemas/references.js';
import { appliedPartsOf, pointerToPart, type Part } from '../schemas/holders.js';
import { readSchema, type Json } from '../schemas/shape.js';
import { typeBits } from '../schemas/types.js';

/** MCP's extension of JSON Schema that mirrors an argument in a header. */
export const annotation = 'x-mcp-header';

/** A Schema Object with `x-mcp-header`, as it is met on the way into an argument. */
export interface HeaderPlace {
  /** The names of the members that lead there; none for the argument itself. */
  readonly path: readonly string[];
  readonly header: unknown;
  /** The schema of the member or the argument. */
  readonly schema: Json;
  /** Of the annotation. */
  readonly origin: Origin;
  /** The keyword on the way that is not `properties`, and cannot be evened out. */
  readonly behind: string | undefined;
}

/** Finds the annotations of an argument, in document order. */
export type HeaderFinder = (argument: Schema) => readonly HeaderPlace[];

interface Visit {
  readonly at: Schema;
  readonly path: readonly string[];
  readonly member: Json;
  readonly behind: string | undefined;
  /** Named schemas that enclose this one. */
  readonly names: ReadonlySet<string>;
}

/** Schemas that one argument may be made of, and members in each other, before nothing more is looked for. */
const limits = { visits: 5000, depth: 12 };

/** A finder for schemas that refer into `pool`. What leads to no annotation is looked at once. */
export function createHeaderFinder(pool: SchemaPool, flattener: Flattener): HeaderFinder {
  const carries = createCarrierIndex(pool);
  return (argument) => {
    if (!carries(argument.json)) return [];
    const found: HeaderPlace[] = [];
    const told = new Set<unknown>();
    const start = {
      at: argument,
      path: [],
      member: argument.json,
      behind: undefined,
      names: new Set<string>(),
    };
    // A work list: the depth of a schema is not ours to choose.
    const open: Visit[] = [start];
    for (let visits = 0; visits < limits.visits; visits += 1) {
      const visit = open.pop();
      if (visit === undefined) break;
      const { json, origin } = visit.at;
      if (typeof json === 'boolean' || (visit.behind !== undefined && told.has(json))) continue;
      // One that stands, or was told of, is not told of again behind a choice, in a list, or in itself.
      told.add(json);
      if (Object.hasOwn(json, annotation)) {
        const place = { file: origin.file, pointer: pointerTo(origin.pointer, annotation) };
        found.push({ ...visit, header: json[annotation], schema: visit.member, origin: place });
      }
      open.push(
        ...nextVisits(visit, json, pool, flattener)
          .filter(({ at }) => carries(at.json))
          .toReversed(),
      );
    }
    return found;
  };
}

function nextVisits(
  visit: Visit,
  json: JsonSchema,
  pool: SchemaPool,
  flattener: Flattener,
): readonly Visit[] {
  const name = referenceOf(json);
  const target = name === undefined || visit.names.has(name) ? undefined : pool.get(name);
  const referred =
    name === undefined || target === undefined
      ? []
      : [{ ...visit, at: target, names: new Set([...visit.names, name]) }];
  return [...referred, ...appliedPartsOf(json).flatMap((part) => step(visit, part, json, flattener))];
}

/** From a schema to one of its parts: a member, another part of the same value, or a place that MCP does not take. */
function step(visit: Visit, part: Part, json: JsonSchema, flattener: Flattener): readonly Visit[] {
  const { keyword, key, schema } = part;
  const { file, pointer } = visit.at.origin;
  const at = { json: schema, origin: { file, pointer: pointerToPart(pointer, part) } };
  if (keyword === 'properties' && key !== undefined) {
    if (visit.path.length >= limits.depth) return [];
    return [{ ...visit, at, path: [...visit.path, key], member: schema }];
  }
  const isSame =
    keyword === 'allOf' || (choices.has(keyword) && isOnlyChoice(json[keyword], schema, flattener));
  return [{ ...visit, at, behind: isSame ? visit.behind : (visit.behind ?? keyword) }];
}

const choices = new Set(['anyOf', 'oneOf']);

/** Whether the other branches of a choice take null alone, so that it is listed without a choice. */
function isOnlyChoice(branches: unknown, branch: Json, flattener: Flattener): boolean {
  if (!Array.isArray(branches)) return false;
  const others = branches.map(readSchema).filter((schema) => schema !== undefined && schema !== branch);
  return others.every((schema) =>
    flattener.flatten(schema ?? true).alternatives.every(({ types }) => types === typeBits.null),
  );
}

/** Tells whether a schema leads to an annotation; what does not is remembered by name. */
function createCarrierIndex(pool: SchemaPool): (schema: Json) => boolean {
  const bare = new Set<string>();
  const known = new Map<Json, boolean>();
  const search = (root: Json): boolean => {
    const names = new Set<string>();
    const open: (Json | undefined)[] = [root];
    while (open.length > 0) {
      const json = open.pop();
      if (json === undefined || typeof json === 'boolean') continue;
      if (Object.hasOwn(json, annotation)) return true;
      const name = referenceOf(json);
      if (name !== undefined && !bare.has(name) && !names.has(name)) {
        names.add(name);
        open.push(pool.get(name)?.json);
      }
      open.push(...appliedPartsOf(json).map(({ schema }) => schema));
    }
    for (const name of names) bare.add(name);
    return false;
  };
  return (schema) => {
    const isKnown = known.get(schema);
    if (isKnown !== undefined) return isKnown;
    const isCarrier = search(schema);
    known.set(schema, isCarrier);
    return isCarrier;
  };
}
