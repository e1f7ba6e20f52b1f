import type { JsonSchema } from '../../runtime/json-schema.js';
import { tellFiles } from './files.js';
import type { Flat, Flattener } from './flatten.js';
import { joinAll, limitAlternatives, splitByKind } from './merge.js';
import type { PassSet } from '../schema-profile.js';
import { tidy, type Json, type Shape } from './shape.js';
import { anyType, typeBits } from './types.js';
import { sumOf, writeDefault, writeShape, type Remarks, type Written } from './write.js';
import { cleanLine, joinSentences } from '../texts/text.js';

/** How schemas are spelt out. */
export interface Listing {
  readonly passes: PassSet;
  /** Which way values go: `upload` is an input that carries files. */
  readonly direction: 'input' | 'upload';
  /** How many levels of members and items are spelt out; below them every value passes. */
  readonly depth: number;
  /** Characters of a description on the first level and below it; 0 for none. */
  readonly descriptions: readonly [first: number, deeper: number];
}

/** What is remembered of schemas that were spelt out, by the way in which they were listed. */
export type Memory = Map<string, Map<JsonSchema, Written>>;

/** What is said of an argument beside its schema. */
interface RootRemarks {
  readonly description?: string | undefined;
  readonly isNullListed: boolean;
}

/** Spells out schemas as one tool lists them. It counts what it writes. */
export interface Inliner {
  readonly list: (schema: Json, remarks: RootRemarks) => Pick<Written, 'schema' | 'tooDeep' | 'joined'>;
  /** Whether more was written than a tool can hold; then nothing of it is of use. */
  readonly isOver: () => boolean;
}

interface Work extends Listing {
  readonly flattener: Flattener;
  /** What is remembered of schemas at this level. */
  readonly memoryOf: (level: number) => Map<JsonSchema, Written>;
  /** Counts subschemas; answers whether there is room for more. */
  readonly spend: (nodes: number) => boolean;
}

interface Place {
  readonly level: number;
  /** The named schemas that enclose this place. */
  readonly stack: ReadonlySet<string>;
}

/** Spells schemas out as `listing` says, without references, up to `nodes` subschemas. */
export function createInliner(
  flattener: Flattener,
  memory: Memory,
  listing: Listing,
  nodes: number,
): Inliner {
  let left = nodes;
  // What was cut for want of room stays cut, whatever is given back after it.
  let isOver = false;
  const spend = (count: number): boolean => {
    left -= count;
    isOver ||= left < 0;
    return !isOver;
  };
  const work: Work = { ...listing, flattener, spend, memoryOf: rememberBy(memory, listing) };
  return {
    list: (schema, { description, isNullListed }) =>
      writeRoot(schema, { description, isNullListed }, work, memory),
    isOver: () => isOver,
  };
}

function rememberBy(memory: Memory, { direction, depth, descriptions }: Listing): Work['memoryOf'] {
  const levels: Map<JsonSchema, Written>[] = [];
  return (level) => {
    const own = levels[level];
    if (own !== undefined) return own;
    const found = memoryAt(memory, [direction, depth - level, descriptions[1]].join());
    levels[level] = found;
    return found;
  };
}

function memoryAt(memory: Memory, key: string): Map<JsonSchema, Written> {
  const found = memory.get(key) ?? new Map<JsonSchema, Written>();
  memory.set(key, found);
  return found;
}

/** Writes an argument, or remembers how it was written for another tool. */
function writeRoot(schema: Json, remarks: RootRemarks, work: Work, memory: Memory): Written {
  if (typeof schema === 'boolean') return writeNew(schema, remarks, work);
  const { direction, depth, descriptions } = work;
  const known = memoryAt(memory, JSON.stringify(['root', direction, depth, descriptions, remarks]));
  const remembered = known.get(schema);
  if (remembered !== undefined) {
    work.spend(remembered.nodes);
    return remembered;
  }
  const written = writeNew(schema, remarks, work);
  if (work.spend(0)) known.set(schema, written);
  return written;
}

function writeNew(schema: Json, { description, isNullListed }: RootRemarks, work: Work): Written {
  const flat = work.flattener.flattenOffer(schema);
  const alternatives = isNullListed ? flat.alternatives : withoutNull(flat.alternatives);
  const annotations = description === undefined ? flat.annotations : { ...flat.annotations, description };
  return writeFlat({ alternatives, annotations }, work, { level: 0, stack: new Set() });
}

function withoutNull(alternatives: readonly Shape[]): readonly Shape[] {
  return alternatives
    .map((shape) =>
      shape.types === anyType ? shape : tidy({ ...shape, types: shape.types & ~typeBits.null }),
    )
    .filter((shape) => shape !== undefined);
}

/** Writes a schema below the first level, or remembers how it was written. */
function write(json: Json, work: Work, place: Place): Written {
  if (typeof json === 'boolean') return writeFlat(work.flattener.flatten(json), work, place);
  const schema = work.flattener.identityOf(json);
  const memory = work.memoryOf(place.level);
  const known = memory.get(schema);
  if (known !== undefined && isWrittenAlike(known, place.stack)) {
    work.spend(known.nodes);
    return known;
  }
  const written = writeFlat(work.flattener.flattenOffer(schema), work, place);
  if (work.spend(0)) memory.set(schema, written);
  return written;
}

/** Whether a schema would be written the same below `stack`: cut where it was cut, and nowhere else. */
function isWrittenAlike({ cuts, entered }: Written, stack: ReadonlySet<string>): boolean {
  for (const name of cuts) if (!stack.has(name)) return false;
  for (const name of entered) if (stack.has(name)) return false;
  return true;
}

function writeFlat(flat: Flat, work: Work, place: Place): Written {
  const { schema, ...sum } = writeChoice(flat, work, place);
  return { schema: work.passes.toWritten(schema), ...sum };
}

function writeChoice(flat: Flat, work: Work, place: Place): Written {
  const outer = flat.annotations.description;
  const listed = listedShapes(flat, work);
  const [only] = listed;
  if (only === undefined) return { schema: { ...remarksOf(outer, [], work, place) }, ...sumOf([]) };
  if (listed.length === 1) {
    const shape = { ...only, description: outer ?? only.description };
    return writeOne(shape, writeDefault(flat.annotations.default, shape), work, place);
  }
  const written = distinct(writeBranches(listed, work, place));
  const sum = sumOf(written);
  const remarks = remarksOf(outer, [], work, place);
  const [first] = written;
  if (written.length === 1 && first !== undefined) return { ...sum, schema: { ...first.schema, ...remarks } };
  return { ...sum, schema: { anyOf: written.map(({ schema }) => schema), ...remarks } };
}

/** Writes alternatives one by one, but the objects among them as one where the passes find that to cost less. */
function writeBranches(shapes: readonly Shape[], work: Work, place: Place): readonly Written[] {
  const branches = shapes.map((shape) => writeOne(shape, {}, work, place));
  const objects = shapes.filter(({ members }) => members !== undefined);
  if (objects.length < 2) return branches;
  const isObject = (at: number): boolean => shapes[at]?.members !== undefined;
  const apart = branches.filter((_, at) => isObject(at));
  const joined = writeOne(joinAll(objects), {}, work, place);
  const cost = { apart: apart.reduce((sum, each) => sum + bytesOf(each), 0), joined: bytesOf(joined) };
  // Objects that lie too deep to be spelt out differ in nothing.
  const isJoined = place.level >= work.depth || work.passes.joins(cost);
  for (const unused of isJoined ? apart : [joined]) work.spend(-unused.nodes);
  if (!isJoined) return branches;
  return [{ ...joined, joined: joined.joined + 1 }, ...branches.filter((_, at) => !isObject(at))];
}

function bytesOf({ schema }: Written): number {
  return JSON.stringify(schema).length;
}

function listedShapes({ alternatives }: Flat, work: Work): readonly Shape[] {
  const shapes = limitAlternatives(alternatives.flatMap(splitByKind));
  return work.passes.toShapes(work.direction === 'upload' ? tellFiles(shapes) : shapes);
}

function distinct(written: readonly Written[]): readonly Written[] {
  return [...new Map(written.map((each) => [JSON.stringify(each.schema), each])).values()];
}

/** Writes one alternative; what encloses itself, and what lies too deep, takes every value of its type. */
function writeOne(shape: Shape, remarks: Remarks, work: Work, place: Place): Written {
  const isDeep = shape.members !== undefined || shape.items !== undefined;
  const cycle = isDeep ? shape.names.findLast((name) => place.stack.has(name)) : undefined;
  const isCut = isDeep && (cycle !== undefined || place.level >= work.depth || !work.spend(0));
  const written = isCut ? { ...shape, members: undefined, items: undefined } : shape;
  const notes = cycle === undefined ? shape.notes : [`Same shape as the enclosing ${cleanLine(cycle)}.`];
  const stack = isDeep && shape.names.length > 0 ? new Set([...place.stack, ...shape.names]) : place.stack;
  work.spend(1);
  const { schema, nodes, cuts, entered, tooDeep, joined } = writeShape(
    written,
    { ...remarks, ...remarksOf(shape.description, notes, work, place) },
    {
      write: (inner) => write(inner, work, { level: place.level + 1, stack }),
      isLeftOut: (inner) => !work.passes.offers(work.flattener.annotationsOf(inner)),
      toMember: work.passes.toMember,
    },
  );
  const own = isDeep && !isCut ? shape.names : [];
  return {
    schema,
    nodes,
    cuts: cycle === undefined ? without(cuts, own) : new Set([cycle]),
    entered: own.length === 0 ? entered : new Set([...entered, ...own]),
    tooDeep: isCut && cycle === undefined ? 1 : tooDeep,
    joined,
  };
}

function without(names: ReadonlySet<string>, own: readonly string[]): ReadonlySet<string> {
  return names.size === 0 || own.length === 0
    ? names
    : new Set([...names].filter((name) => !own.includes(name)));
}

/** The description: what the document says, cut, and what no keyword says, whole. */
function remarksOf(text: string | undefined, notes: readonly string[], work: Work, place: Place): Remarks {
  const limit = work.descriptions[place.level === 0 ? 0 : 1];
  const said = text === undefined || limit === 0 ? '' : work.passes.toText(text, limit);
  const description = notes.reduce(joinSentences, said);
  return description === '' ? {} : { description };
}
