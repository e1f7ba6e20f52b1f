import type { JsonSchema } from '../../runtime/json-schema.js';
import { limitsOf, readLimits } from './limits.js';
import { anyType, numberBits, typeBits, typeOf } from './types.js';
import { isSame } from './same.js';
import { readMeanings, type Meanings } from './meanings.js';

/** A schema: an object or, for everything or nothing, a boolean. */
export type Json = JsonSchema | boolean;

/** What one alternative of a schema asks of a value, without references and combinators. */
export interface Shape {
  /** A set of `typeBits`. Everything below speaks only of the types that it concerns. */
  readonly types: number;
  /** The only values, where the schema lists them. */
  readonly values: readonly unknown[] | undefined;
  /** What these values stand for, where the document says so. */
  readonly meanings: Meanings | undefined;
  /** Keywords of the table `limits`. */
  readonly limits: Readonly<Record<string, unknown>>;
  readonly members: Members | undefined;
  readonly items: Json | undefined;
  /** Of this alternative, where it is one of several. */
  readonly description: string | undefined;
  /** What the description has to say in words, because no keyword of a listed schema does. */
  readonly notes: readonly string[];
  /** The named schemas that this is the whole of, inner ones first. */
  readonly names: readonly string[];
}

/** What a schema asks of an object's members. */
export interface Members {
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
  /** Of members that are no `properties`; `undefined` allows everything. */
  readonly additional: Json | undefined;
  /** The values by which Discriminator Objects tell these objects from others, by the name of the member. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/** The shape of every value. */
export const anything: Shape = {
  types: anyType,
  values: undefined,
  meanings: undefined,
  limits: {},
  members: undefined,
  items: undefined,
  description: undefined,
  notes: [],
  names: [],
};

/** Reads a schema's own keywords; `undefined` where they leave no value. */
export function readShape(schema: JsonSchema): Shape | undefined {
  return tidy({
    types: readTypes(schema['type']),
    values: readValues(schema),
    meanings: readMeanings(schema),
    limits: readLimits(schema),
    members: readMembers(schema),
    items: readItems(schema),
    description: undefined,
    notes: [],
    names: [],
  });
}

/** Removes what speaks of types that a shape does not have; `undefined` where no value is left. */
export function tidy(shape: Shape): Shape | undefined {
  const values = shape.values?.filter((value) => (typeOf(value) & shape.types) !== 0);
  const types =
    values === undefined ? shape.types : values.reduce((set: number, value) => set | typeOf(value), 0);
  if (types === 0) return undefined;
  const limits = limitsOf(types, shape.limits);
  const members = (types & typeBits.object) === 0 ? undefined : shape.members;
  const items = (types & typeBits.array) === 0 ? undefined : shape.items;
  // Most shapes are tidy, and there are many: a copy of each would cost more than all else.
  const isTidy =
    values === undefined && limits === shape.limits && members === shape.members && items === shape.items;
  return isTidy ? shape : { ...shape, types, values, limits, members, items };
}

const typeNames: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ ...typeBits, fraction: 0, number: numberBits }),
);

/** A `type` that JSON Schema does not know says nothing. */
function readTypes(type: unknown): number {
  if (type === undefined) return anyType;
  const bits = (Array.isArray(type) ? type : [type]).map((name) => typeNames.get(name) ?? 0);
  return bits.includes(0) || bits.length === 0 ? anyType : bits.reduce((set, bit) => set | bit, 0);
}

function readValues(schema: JsonSchema): readonly unknown[] | undefined {
  const listed: unknown = schema['enum'];
  const values = Array.isArray(listed) ? (listed as readonly unknown[]) : undefined;
  if (!Object.hasOwn(schema, 'const')) return values;
  const only = schema['const'];
  return values === undefined || values.some((value) => isSame(value, only)) ? [only] : [];
}

function readMembers(schema: JsonSchema): Members | undefined {
  const properties = recordOf(schema['properties']);
  const patterns = recordOf(schema['patternProperties']);
  const additional = readSchema(schema['additionalProperties']);
  const required: unknown = schema['required'];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  if (properties === undefined && patterns === undefined && additional === undefined && names.length === 0) {
    return undefined;
  }
  return {
    properties: new Map(
      Object.entries(properties ?? {}).map(([name, value]) => [name, readSchema(value) ?? true]),
    ),
    required: new Set(names),
    additional: eitherOf([additional, ...Object.values(patterns ?? {}).map(readSchema)]),
    tags: new Map(),
  };
}

/** A tuple's items are taken as items anywhere: more than the schema accepts, never less. */
function readItems(schema: JsonSchema): Json | undefined {
  const items: unknown = schema['items'];
  const prefix: unknown = schema['prefixItems'] ?? (Array.isArray(items) ? items : undefined);
  const rest = readSchema(Array.isArray(items) ? schema['additionalItems'] : items);
  return Array.isArray(prefix) ? eitherOf([rest, ...prefix.map(readSchema)]) : rest;
}

/** A subschema; `undefined` where the value is none, which says nothing. */
export function readSchema(value: unknown): Json | undefined {
  return typeof value === 'boolean' ? value : recordOf(value);
}

/** A JSON object. */
export function recordOf(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}

/** The subschemas of a list. */
export function readSchemas(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(readSchema).filter((schema) => schema !== undefined) : [];
}

/** The schema of values that at least one of `schemas` takes; `undefined`, like `true`, takes all. */
export function eitherOf(schemas: readonly (Json | undefined)[]): Json | undefined {
  const branches = [...new Set(schemas)].filter((schema) => schema !== false);
  if (branches.some((schema) => schema === undefined || schema === true)) return undefined;
  return branches.length <= 1 ? (branches[0] ?? false) : { anyOf: branches };
}

/** The schema of values that both take; `undefined`, like `true`, takes all. */
export function bothOf(one: Json | undefined, other: Json | undefined): Json | undefined {
  if (one === undefined || one === true || one === other) return other;
  if (other === undefined || other === true) return one;
  return one === false || other === false ? false : { allOf: [one, other] };
}
