import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { Pick } from '../properties/mutations.js';
import { makeNumber, makeString } from './schema-scalars.js';
import type { Json, Pool } from './schema-judge.js';

/** What no value can be. */
const impossible = Symbol('impossible');

/** All that one value has to fit at once, as JSON Schema 2020-12 applies schemas in place (Core 10.2). */
type Demands = readonly JsonSchema[];

interface Making {
  readonly pool: Pool;
  readonly pick: Pick;
  /** Counts values; answers whether more than what is required may be made. */
  readonly spend: () => boolean;
}

const mostValues = 120;
const deepest = 14;

/** A value that may well fit: it is put together from what the keywords ask for. `undefined` where nothing can. */
export function instanceOf(schema: Json, pool: Pool, pick: Pick): unknown {
  let left = pick(4) === 0 ? 8 : mostValues;
  const spend = (): boolean => {
    left -= 1;
    return left > 0;
  };
  const made = make([schema], { pool, pick, spend }, 0);
  return made === impossible ? undefined : made;
}

function make(schemas: readonly Json[], making: Making, depth: number): unknown {
  const demands = depth > deepest ? undefined : demandsOf(schemas, making);
  if (demands === undefined) return impossible;
  const listed = listedValues(demands);
  if (listed !== undefined) return chosen(listed, making.pick) ?? impossible;
  const types = typesOf(demands);
  const type = chosen(types ?? impliedTypes(demands, making.pick), making.pick);
  return type === undefined ? impossible : makers[type](demands, making, depth);
}

type TypeName = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

const makers: Readonly<Record<TypeName, (demands: Demands, making: Making, depth: number) => unknown>> = {
  object: makeObject,
  array: makeArray,
  string: (demands, { pick }) => makeString(demands, pick),
  number: (demands, { pick }) => makeNumber(demands, false, pick),
  integer: (demands, { pick }) => makeNumber(demands, true, pick),
  boolean: (_demands, { pick }) => pick(2) === 0,
  null: () => null,
};

/** The schemas and all that apply to the same value: one of each choice; `undefined` where one takes nothing. */
function demandsOf(schemas: readonly Json[], { pool, pick }: Making): Demands | undefined {
  const found = new Set<JsonSchema>();
  const open = [...schemas];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (schema === false) return undefined;
    if (schema === true || found.has(schema)) continue;
    found.add(schema);
    open.push(...listOf(schema['allOf']), ...referred(schema, pool), ...conditional(schema, pick));
    for (const keyword of ['anyOf', 'oneOf']) {
      const branch = chosen(
        listOf(schema[keyword]).filter((each) => each !== false),
        pick,
      );
      if (branch !== undefined) open.push(branch);
      else if (schema[keyword] !== undefined) return undefined;
    }
  }
  return [...found];
}

/** The named schema that a reference leads to. */
export function referred(schema: JsonSchema, pool: Pool): readonly Json[] {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return [];
  const name = reference.slice('#/$defs/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
  const target = Object.hasOwn(pool, name) ? pool[name] : undefined;
  return target === undefined ? [] : [target];
}

function conditional(schema: JsonSchema, pick: Pick): readonly Json[] {
  const condition = asSchema(schema['if']);
  if (condition === undefined) return [];
  const [holds, fails] = [asSchema(schema['then']) ?? true, asSchema(schema['else']) ?? true];
  return pick(2) === 0 ? [condition, holds] : [fails];
}

function listedValues(demands: Demands): readonly unknown[] | undefined {
  const lists = demands.flatMap((schema) => [
    ...(Array.isArray(schema['enum']) ? [schema['enum'] as readonly unknown[]] : []),
    ...('const' in schema ? [[schema['const']]] : []),
  ]);
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const [shortest = first] = [first, ...others].toSorted((one, other) => one.length - other.length);
  const texts =
    others.length === 0 ? [] : lists.map((values) => values.map((value) => JSON.stringify(value)));
  const types = typesOf(demands);
  return shortest.filter(
    (value) =>
      texts.every((known) => known.includes(JSON.stringify(value))) &&
      (types === undefined || types.some((type) => isOfType(value, type))),
  );
}

function isOfType(value: unknown, type: TypeName): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value !== 'number') return typeof value === type;
  return type === 'number' || (type === 'integer' && Number.isInteger(value));
}

/** The types that all schemas allow; `undefined` for any. */
function typesOf(demands: Demands): readonly TypeName[] | undefined {
  const lists = demands.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as TypeName[]]));
  const [first, ...others] = lists;
  return first && others.reduce((types, more) => commonTypes(types, more), first);
}

function commonTypes(one: TypeName[], other: TypeName[]): TypeName[] {
  const both = one.filter((type) => other.includes(type) || (type === 'integer' && other.includes('number')));
  return other.includes('integer') && one.includes('number') ? [...both, 'integer'] : both;
}

const speaking: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'uniqueItems'],
  string: ['pattern', 'minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function impliedTypes(demands: Demands, pick: Pick): readonly TypeName[] {
  const all = Object.keys(makers) as readonly TypeName[];
  if (pick(5) === 0) return all;
  const spoken = all.filter((type) =>
    speaking[type]?.some((keyword) => demands.some((schema) => schema[keyword] !== undefined)),
  );
  return spoken.length > 0 ? spoken : all;
}

function makeObject(demands: Demands, making: Making, depth: number): unknown {
  const { pick } = making;
  const mayAdd = making.spend() && depth < deepest - 4;
  const required = demands.flatMap((schema) => texts(schema['required']));
  const known = demands.flatMap((schema) => Object.keys(recordOf(schema['properties'])));
  // Of an object with many properties some are tried at a time.
  const sides = known.length > 20 ? Math.ceil(known.length / 8) : 3;
  const optional = known.filter(() => mayAdd && (sides === 3 ? pick(3) > 0 : pick(sides) === 0));
  const extra = mayAdd && pick(4) === 0 ? [extraName(demands, making, depth)] : [];
  const wanted = new Set([...required, ...optional, ...extra]);
  for (const name of refusedTogether(demands, wanted)) if (!required.includes(name)) wanted.delete(name);
  const names = withDependents(wanted, demands);
  const least = Math.max(0, ...demands.map((schema) => Number(schema['minProperties'] ?? 0)));
  for (let tries = 0; names.size < least && tries < 20; tries += 1) {
    names.add(known.find((name) => !names.has(name)) ?? extraName(demands, making, depth));
  }
  const implied = [...names].flatMap((name) => demands.flatMap((schema) => dependentSchemas(schema, name)));
  if (implied.some((schema) => schema !== true && !demands.includes(schema as JsonSchema))) {
    const more = depth > deepest ? undefined : demandsOf([...demands, ...implied], making);
    return more === undefined ? impossible : makeObject(more, making, depth + 1);
  }
  const members: [string, unknown][] = [];
  for (const name of names) {
    const value = make(memberSchemas(demands, name), making, depth + 1);
    if (value !== impossible) members.push([name, value]);
    else if (required.includes(name)) return impossible;
  }
  return Object.fromEntries(members);
}

/** The last of those members that `not` forbids to be given at once. */
function refusedTogether(demands: Demands, names: ReadonlySet<string>): readonly string[] {
  return demands
    .map((schema) => texts(recordOf(schema['not'])['required']))
    .filter((together) => together.length > 0 && together.every((name) => names.has(name)))
    .flatMap((together) => together.slice(-1));
}

function withDependents(names: Set<string>, demands: Demands): Set<string> {
  for (const name of names) {
    for (const schema of demands) {
      const dependents = recordOf(schema['dependentRequired']);
      if (Object.hasOwn(dependents, name)) for (const more of texts(dependents[name])) names.add(more);
    }
  }
  return names;
}

function dependentSchemas(schema: JsonSchema, name: string): readonly Json[] {
  const dependents = recordOf(schema['dependentSchemas']);
  const found = Object.hasOwn(dependents, name) ? asSchema(dependents[name]) : undefined;
  return found === undefined ? [] : [found];
}

/** The name of a member that no schema knows by name. */
function extraName(demands: Demands, { pool, pick }: Making, depth: number): string {
  const named = demands.flatMap((schema) => listOf([schema['propertyNames']]));
  const patterned = demands.flatMap((schema) => Object.keys(recordOf(schema['patternProperties'])));
  const pattern = pick(2) === 0 ? chosen(patterned, pick) : undefined;
  const asked: readonly Json[] = [
    ...named,
    { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
  ];
  const isPlain = named.length === 0 && pattern === undefined;
  const made = isPlain ? undefined : make(asked, { pool, pick, spend: () => false }, depth + 1);
  return typeof made === 'string' ? made : `more${pick(10)}`;
}

/** What applies to a member (Core 10.3.2). */
export function memberSchemas(demands: Demands, name: string): readonly Json[] {
  return demands.flatMap((schema) => {
    const own = recordOf(schema['properties']);
    const patterns = Object.entries(recordOf(schema['patternProperties']));
    const found = [
      ...(Object.hasOwn(own, name) ? [own[name]] : []),
      ...patterns.filter(([pattern]) => fits(pattern, name)).map(([, value]) => value),
    ];
    return (found.length > 0 ? found : [schema['additionalProperties']]).flatMap((value) => listOf([value]));
  });
}

function fits(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}

function makeArray(demands: Demands, making: Making, depth: number): unknown {
  const { pick } = making;
  const counts = (keyword: string): readonly number[] =>
    demands.map((schema) => schema[keyword]).filter((count) => typeof count === 'number');
  const contained = demands.flatMap((schema) => listOf([schema['contains']]));
  const least = Math.max(
    0,
    ...counts('minItems'),
    ...(contained.length > 0 ? [1, ...counts('minContains')] : []),
  );
  const most = Math.min(...counts('maxItems'), least + (making.spend() && depth < deepest - 4 ? pick(4) : 0));
  const isUnique = demands.some((schema) => schema['uniqueItems'] === true);
  const made: unknown[] = [];
  for (let tries = 0; made.length < most && tries < most + 6; tries += 1) {
    const contains = made.length < Math.max(1, ...counts('minContains')) ? contained : [];
    const value = make([...itemSchemas(demands, made.length), ...contains], making, depth + 1);
    if (value === impossible) break;
    if (!isUnique || made.every((other) => JSON.stringify(other) !== JSON.stringify(value))) made.push(value);
  }
  return made.length < least ? impossible : made;
}

/** What applies to an item (Core 10.3.1). */
export function itemSchemas(demands: Demands, at: number): readonly Json[] {
  return demands.flatMap((schema) => {
    const first: readonly unknown[] = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
    return listOf([at < first.length ? first[at] : schema['items']]);
  });
}

/** The schemas of a list. */
export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asSchema).filter((each) => each !== undefined) : [];
}

/** A value that is a schema. */
function asSchema(value: unknown): Json | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}

/** A map of schemas; empty where there is none. */
export function recordOf(value: unknown): JsonSchema {
  const schema = asSchema(value);
  return typeof schema === 'object' ? schema : {};
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function chosen<T>(values: readonly T[], pick: Pick): T | undefined {
  return values[pick(values.length)];
}
