import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Json, Members, Shape } from './shape.js';
import { anyType, kinds, typeBits, typeOf } from './types.js';
import { tagNote } from './notes.js';
import { isVisible } from '../texts/hidden.js';
import { joinSentences } from '../texts/text.js';

/** A schema as it is listed, and what it took to write it. */
export interface Written {
  readonly schema: JsonSchema;
  /** How many subschemas it has, itself included. */
  readonly nodes: number;
  /** Named schemas that were not spelt out again, because they enclose this one. */
  readonly cuts: ReadonlySet<string>;
  /** Named schemas that were spelt out within. */
  readonly entered: ReadonlySet<string>;
  /** How many objects and arrays lie too deep for their parts to be listed. */
  readonly tooDeep: number;
  /** How many times objects that differ are listed as one. */
  readonly joined: number;
}

/** How the parts of a shape are written. */
export interface Parts {
  readonly write: (schema: Json) => Written;
  /** Whether a member never goes the way that the schema is for. */
  readonly isLeftOut: (schema: Json) => boolean;
  /** What becomes of a member that is written, by its name and those of the schemas that hold it. */
  readonly toMember: (name: string, schema: JsonSchema, enclosing: readonly string[]) => JsonSchema;
}

/** Texts and values that limit nothing. */
export interface Remarks {
  readonly description?: string;
  readonly default?: unknown;
}

/** Writes one shape of a single type, or of all types. */
export function writeShape(shape: Shape, remarks: Remarks, parts: Parts): Written {
  const inner: Written[] = [];
  const write = (schema: Json): JsonSchema => {
    const written = parts.write(schema);
    inner.push(written);
    return written.schema;
  };
  const schema = {
    ...writeType(shape),
    ...(shape.values === undefined ? {} : { enum: shape.values }),
    ...shape.limits,
    ...remarks,
    ...writeMembers(shape, write, parts),
    ...writeItems(shape, write),
  };
  return { schema, ...sumOf(inner) };
}

/** What it took to write a schema with these parts. */
export function sumOf(parts: readonly Written[]): Omit<Written, 'schema'> {
  return {
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1),
    cuts: union(parts.map(({ cuts }) => cuts)),
    entered: union(parts.map(({ entered }) => entered)),
    tooDeep: parts.reduce((sum, { tooDeep }) => sum + tooDeep, 0),
    joined: parts.reduce((sum, { joined }) => sum + joined, 0),
  };
}

const none: ReadonlySet<string> = new Set();

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first = none, ...others] = sets.filter(({ size }) => size > 0);
  return others.length === 0 ? first : new Set([first, ...others].flatMap((set) => [...set]));
}

function writeType({ types }: Shape): JsonSchema {
  if (types === anyType) return {};
  const kind = kinds.find(({ bits }) => (bits & types) !== 0)?.name ?? 'null';
  return { type: types === typeBits.integer ? 'integer' : kind };
}

/** Objects always have `properties`, and say so where they are maps: some hosts refuse them otherwise. */
function writeMembers(
  { types, members, names }: Shape,
  write: (schema: Json) => JsonSchema,
  { isLeftOut, toMember }: Parts,
): JsonSchema {
  if (members === undefined) {
    return types === typeBits.object ? { properties: {}, additionalProperties: true } : {};
  }
  const all = [...members.properties];
  const leftOut = new Set(all.filter(([, schema]) => isLeftOut(schema)).map(([name]) => name));
  const listed = all.filter(([name, schema]) => schema !== false && !leftOut.has(name) && isVisible(name));
  const written = listed.map(([name, schema]) => {
    const member = toMember(name, write(schema), names);
    return [name, tellTag(member, members.tags.get(name))] as const;
  });
  const required = [...members.required].filter((name) => !leftOut.has(name) && isVisible(name));
  const known = new Set(listed.map(([name]) => name));
  // Some hosts refuse what is required and not among the properties.
  const others = required
    .filter((name) => !known.has(name))
    .map((name) => [name, typeof members.additional === 'object' ? write(members.additional) : {}] as const);
  const properties = Object.fromEntries([...written, ...others]);
  return {
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...writeAdditional(members, leftOut.size > 0, written.length + others.length === 0, write),
  };
}

/** A member with the values that a Discriminator Object has for it, unless its own schema lists them. */
function tellTag(member: JsonSchema, values: readonly string[] = []): JsonSchema {
  const { type = 'string', enum: listed, description = '' } = member;
  const fit = Array.isArray(listed) ? values.filter((value) => listed.includes(value)) : values;
  const isTold = Array.isArray(listed) && listed.length === fit.length;
  if (type !== 'string' || fit.length === 0 || isTold) return member;
  return { ...member, description: joinSentences(tagNote(fit), String(description)) };
}

function writeAdditional(
  { additional, properties }: Members,
  isPartlyListed: boolean,
  isEmpty: boolean,
  write: (schema: Json) => JsonSchema,
): JsonSchema {
  const isOpen = isPartlyListed || additional === undefined || additional === true;
  // What is not listed must pass all the same, and validators overlook a property called `__proto__`.
  if (isOpen || [...properties.keys()].some((name) => name === '__proto__' || !isVisible(name))) {
    return isEmpty ? { additionalProperties: true } : {};
  }
  return { additionalProperties: additional === false ? false : write(additional) };
}

/** Arrays always have `items`: chats of some hosts fail otherwise. */
function writeItems({ types, items }: Shape, write: (schema: Json) => JsonSchema): JsonSchema {
  if (items === undefined || items === true) return types === typeBits.array ? { items: {} } : {};
  return { items: write(items) };
}

/** The default that a listed schema can show: a scalar of its own type, among its values. */
export function writeDefault(value: unknown, shape: Shape): Remarks {
  const scalars = typeBits.string | typeBits.integer | typeBits.fraction | typeBits.boolean;
  const isFit = (typeOf(value) & scalars & shape.types) !== 0 && (shape.values?.includes(value) ?? true);
  // JSON has no word for what is not finite: it would be listed as null.
  const isWritable = typeof value !== 'number' || Number.isFinite(value);
  return isFit && isWritable && isVisible(String(value)) ? { default: value } : {};
}
