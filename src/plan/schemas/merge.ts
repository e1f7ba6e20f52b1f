import { narrowLimits, widenLimits } from './limits.js';
import { joinMeanings } from './meanings.js';
import { distinct, shared } from './same.js';
import { anything, bothOf, eitherOf, tidy, type Json, type Members, type Shape } from './shape.js';
import { anyType, kinds, typeBits } from './types.js';

/** Hosts take no more branches than this in one `anyOf`. */
const mostBranches = 6;

const mostProducts = 36;

/** The alternatives of values that fit one of `a` and one of `b`. */
export function intersectAll(a: readonly Shape[], b: readonly Shape[]): readonly Shape[] {
  if (a.length === 1 && a[0] !== undefined && isAnything(a[0])) return b;
  if (b.length === 1 && b[0] !== undefined && isAnything(b[0])) return a;
  // Too many pairs: what one side alone takes is more than both do, never less.
  if (a.length * b.length > mostProducts) return a.length === 1 ? b : a;
  return a.flatMap((one) => b.map((other) => intersect(one, other))).filter((shape) => shape !== undefined);
}

/** The shape of values that fit both; `undefined` where there are none. */
function intersect(a: Shape, b: Shape): Shape | undefined {
  if (isAnything(a)) return { ...b, description: a.description ?? b.description };
  if (isAnything(b)) return { ...a, description: a.description ?? b.description };
  const members = intersectMembers(a.members, b.members);
  const both = tidy({
    types: a.types & b.types,
    values: intersectValues(a.values, b.values),
    meanings: a.meanings ?? b.meanings,
    limits: narrowLimits(a.limits, b.limits),
    members,
    items: bothOf(a.items, b.items),
    description: a.description ?? b.description,
    notes: [...a.notes, ...b.notes],
    names: [],
  });
  // Members that contradict each other leave what is no object.
  return both === undefined || members !== undefined || a.members === undefined || b.members === undefined
    ? both
    : tidy({ ...both, types: both.types & ~typeBits.object });
}

function isAnything(shape: Shape): boolean {
  return (
    shape.types === anyType &&
    shape.values === undefined &&
    shape.members === undefined &&
    shape.items === undefined &&
    Object.keys(shape.limits).length === 0
  );
}

function intersectValues(
  a: readonly unknown[] | undefined,
  b: readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return shared(a, b);
}

/** `undefined` where neither side has members, or where no object can have both. */
function intersectMembers(a: Members | undefined, b: Members | undefined): Members | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const properties = new Map<string, Json>();
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    const both = bothOf(memberOf(a, name), memberOf(b, name)) ?? true;
    if (both !== false) properties.set(name, both);
  }
  const additional = bothOf(a.additional, b.additional);
  const required = new Set([...a.required, ...b.required]);
  const isImpossible = [...required].some(
    (name) => !properties.has(name) && (memberOf(a, name) === false || memberOf(b, name) === false),
  );
  return isImpossible
    ? undefined
    : { properties, required, additional, tags: new Map([...b.tags, ...a.tags]) };
}

function memberOf({ properties, additional }: Members, name: string): Json | undefined {
  return properties.has(name) ? properties.get(name) : additional;
}

/** At most as many alternatives as hosts take; together they accept what all did. */
export function limitAlternatives(alternatives: readonly Shape[], most = mostBranches): readonly Shape[] {
  if (alternatives.some(isAnything)) return [anything];
  if (alternatives.length <= 1) return alternatives;
  const split = alternatives.flatMap(splitByKind);
  const merged = mergeAlike(mergeAlike(split, isValuesOfText, joinAll), hasMembers, joinRequired);
  return merged.length <= most ? merged : joinByKind(merged);
}

/** One shape per type; a shape of every type stays whole. */
export function splitByKind(shape: Shape): readonly Shape[] {
  if (shape.types === anyType || kinds.some(({ bits }) => (shape.types & ~bits) === 0)) return [shape];
  const parts = kinds.map(({ bits }) => tidy({ ...shape, types: shape.types & bits }));
  return parts.filter((part) => part !== undefined);
}

function joinByKind(shapes: readonly Shape[]): readonly Shape[] {
  // What takes every type goes beyond the others as soon as its own limits are dropped.
  if (shapes.some(({ types }) => types === anyType)) return [anything];
  return kinds.flatMap(({ bits }) => {
    const same = shapes.filter(({ types }) => (types & bits) !== 0);
    return same.length === 0 ? [] : [joinAll(same)];
  });
}

/** Joins those for which `holds` into the place of the first, where `join` finds them to be alike. */
function mergeAlike(
  shapes: readonly Shape[],
  holds: (shape: Shape) => boolean,
  join: (shapes: readonly Shape[]) => Shape | undefined,
): readonly Shape[] {
  const alike = shapes.filter(holds);
  const others = new Set(alike.slice(1));
  const joined = alike.length < 2 ? undefined : join(alike);
  if (joined === undefined) return shapes;
  return shapes.flatMap((shape) => (shape === alike[0] ? [joined] : others.has(shape) ? [] : [shape]));
}

function isValuesOfText(shape: Shape): boolean {
  return shape.values !== undefined && shape.values.every((value) => typeof value === 'string');
}

function hasMembers(shape: Shape): boolean {
  return shape.members !== undefined;
}

/** One shape that takes what each of `shapes`, all of one type, takes. */
export function joinAll(shapes: readonly Shape[]): Shape {
  const [first = anything, ...others] = shapes;
  const values = shapes.map((shape) => shape.values);
  return {
    types: shapes.reduce((set, { types }) => set | types, 0),
    values: values.every((list) => list !== undefined) ? distinct(values.flat()) : undefined,
    meanings: joinMeanings(shapes.map(({ meanings }) => meanings)),
    limits: others.reduce((found, { limits }) => widenLimits(found, limits), first.limits),
    members: joinMembers(shapes.map(({ members }) => members)),
    items: eitherOf(shapes.map(({ items }) => items)),
    description: undefined,
    notes: [...new Set(shapes.flatMap(({ notes }) => notes))],
    names: [],
  };
}

function joinMembers(all: readonly (Members | undefined)[]): Members | undefined {
  const list = all.filter((members) => members !== undefined);
  if (list.length < all.length) return undefined;
  const names = new Set(list.flatMap(({ properties }) => [...properties.keys()]));
  const properties = [...names].map((name): [string, Json] => {
    const either = eitherOf(list.map((members) => memberOf(members, name)));
    return [name, either ?? describedOnly(list, name)];
  });
  const required = [...(list[0]?.required ?? [])].filter((name) =>
    list.every((each) => each.required.has(name)),
  );
  return {
    properties: new Map(properties),
    required: new Set(required),
    additional: eitherOf(list.map(({ additional }) => additional)),
    tags: joinTags(list),
  };
}

/** What tells one of several from the others, each value once. */
function joinTags(list: readonly Members[]): Members['tags'] {
  const names = new Set(list.flatMap(({ tags }) => [...tags.keys()]));
  return new Map(
    [...names].map((name) => [name, [...new Set(list.flatMap(({ tags }) => tags.get(name) ?? []))]]),
  );
}

/** A property that some alternative leaves free: its schema goes, what it says is told in words. */
function describedOnly(list: readonly Members[], name: string): Json {
  const schemas = list.flatMap(({ properties }): readonly Json[] => {
    const schema = properties.get(name);
    return schema === undefined ? [] : [schema];
  });
  const said = schemas
    .map((schema) => (typeof schema === 'object' ? schema['description'] : undefined))
    .find((text) => typeof text === 'string');
  const types = [...new Set(schemas.flatMap(typeWords))].join(' or ');
  // Most members are text, and a description tells it.
  const isEvident = types === 'string' && said !== undefined;
  const description = [isEvident ? '' : types, said ?? ''].filter((part) => part !== '').join(': ');
  return description === '' ? true : { description };
}

/** The type of a schema in words; none where a model would not miss it. */
function typeWords(schema: Json): readonly string[] {
  if (typeof schema === 'boolean') return [];
  const { type, format, enum: values } = schema;
  if (
    Array.isArray(values) &&
    values.length <= mostTold &&
    values.every((value) => typeof value === 'string')
  )
    return values.map((value) => `\`${value}\``);
  if (typeof type !== 'string') return [];
  return [format === 'date' || format === 'date-time' ? format : type];
}

/** Values that are named one by one. */
const mostTold = 4;

/** Says which members go together. */
function choiceNote(choices: readonly (readonly string[])[]): string {
  const words = choices.map((names) => names.map((name) => `\`${name}\``).join(' and '));
  return `Give ${words.join(', or ')}.`;
}

/** Objects that differ in what is required become one, with the choice in words; `undefined` where more differs. */
function joinRequired(shapes: readonly Shape[]): Shape | undefined {
  const [first, ...others] = shapes;
  if (first === undefined || !others.every((other) => hasSameProperties(first, other))) return undefined;
  const joined = joinAll(shapes);
  const common = joined.members?.required ?? new Set<string>();
  const choices = shapes.map(({ members }) =>
    [...(members?.required ?? [])].filter((name) => !common.has(name)),
  );
  if (choices.some(({ length }) => length === 0)) return joined;
  return { ...joined, description: first.description, notes: [...first.notes, choiceNote(choices)] };
}

function hasSameProperties(one: Shape, other: Shape): boolean {
  const [a, b] = [one.members, other.members];
  if (a === undefined || b === undefined || one.types !== other.types) return false;
  if (a.properties.size !== b.properties.size || a.additional !== b.additional) return false;
  return [...a.properties].every(([name, schema]) => b.properties.get(name) === schema);
}
