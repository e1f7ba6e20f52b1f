import { tokensOf } from '../../diagnostics/pointer.js';
import type { SchemaPool } from '../../model/model.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { readSchemas, recordOf, type Json, type Shape } from './shape.js';
import { referenceOf } from './references.js';
import { typeBits } from './types.js';

/** The values of a member by which a Discriminator Object tells a schema from others. */
export interface Tag {
  readonly property: string;
  readonly values: readonly string[];
  /** Whether the values are the schema's own name, which counts where nothing else is said. */
  readonly isImplied: boolean;
}

/** What the Discriminator Objects of a document say. */
export interface Discriminators {
  /** The schemas that extend a parent with a Discriminator Object by `allOf`, be it through others, by their names. */
  readonly childrenOf: (parent: string) => readonly string[];
  /** How a schema is told from the other children of its parent. */
  readonly tagOf: (child: string) => Tag | undefined;
  /** How the branches that `holder` chooses from are told apart, by the names of those that have one. */
  readonly tagsIn: (
    holder: JsonSchema,
    branches: readonly (string | undefined)[],
  ) => readonly (Tag | undefined)[];
}

/** Reads the Discriminator Objects of a document. */
export function readDiscriminators(pool: SchemaPool): Discriminators {
  const extending = extendingSchemas(pool);
  const children = new Map<string, readonly string[]>();
  const tags = new Map<string, Tag>();
  for (const [parent, { json }] of pool) {
    if (typeof json === 'boolean' || !isParent(json)) continue;
    const descendants = descendantsOf(parent, extending);
    children.set(parent, descendants);
    for (const child of descendants) {
      const tag = readTag(json, child, pool);
      const known = tags.get(child);
      if (tag !== undefined && (known?.isImplied ?? true)) tags.set(child, tag);
    }
  }
  return {
    childrenOf: (parent) => children.get(parent) ?? [],
    tagOf: (child) => tags.get(child),
    tagsIn: (holder, branches) => readTags(holder, branches, pool),
  };
}

/** A parent that lists its children itself needs no help. */
function isParent(schema: JsonSchema): boolean {
  return (
    schema['discriminator'] !== undefined && schema['oneOf'] === undefined && schema['anyOf'] === undefined
  );
}

/** Schemas by each named one that their `allOf` refers to. */
function extendingSchemas(pool: SchemaPool): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, { json }] of pool) {
    if (typeof json === 'boolean') continue;
    for (const part of readSchemas(json['allOf'])) {
      const parent = typeof part === 'boolean' ? undefined : referenceOf(part);
      if (parent === undefined) continue;
      const known = found.get(parent);
      if (known === undefined) found.set(parent, [name]);
      else known.push(name);
    }
  }
  return found;
}

/** By name: the order of the pool depends on what else refers to them. */
function descendantsOf(parent: string, extending: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set([parent]);
  // A set goes on to what is added to it.
  for (const name of found) for (const child of extending.get(name) ?? []) found.add(child);
  found.delete(parent);
  return [...found].sort();
}

function readTags(
  holder: JsonSchema,
  branches: readonly (string | undefined)[],
  pool: SchemaPool,
): readonly (Tag | undefined)[] {
  if (holder['discriminator'] === undefined) return [];
  const tags = branches.map((name) => (name === undefined ? undefined : readTag(holder, name, pool)));
  // Where one branch has a constant of its own, the names of the others are no values either.
  const areNames = !branches.some((name, at) => isDenied(tags[at], pool.get(name ?? '')?.json));
  return tags.map((tag) => (tag?.isImplied === true && !areNames ? undefined : tag));
}

/** Whether a schema lists values of the member that its tag is not among. */
function isDenied(tag: Tag | undefined, schema: Json = true): boolean {
  if (tag?.isImplied !== true || typeof schema === 'boolean') return false;
  const member = recordOf(recordOf(schema['properties'])?.[tag.property]) ?? {};
  const listed: unknown = Object.hasOwn(member, 'const') ? [member['const']] : member['enum'];
  return Array.isArray(listed) && !tag.values.some((value) => listed.includes(value));
}

function readTag(holder: JsonSchema, name: string, pool: SchemaPool): Tag | undefined {
  const { propertyName, mapping } = recordOf(holder['discriminator']) ?? {};
  if (typeof propertyName !== 'string') return undefined;
  const mapped = Object.entries(recordOf(mapping) ?? {}).flatMap(([value, $ref]) =>
    referenceOf({ $ref }) === name ? [value] : [],
  );
  if (mapped.length > 0) return { property: propertyName, values: mapped, isImplied: false };
  const own = componentName(pool.get(name)?.origin.pointer ?? '');
  return own === undefined ? undefined : { property: propertyName, values: [own], isImplied: true };
}

/** What a schema is called where it stands: the value that means it unless a mapping says otherwise. */
function componentName(pointer: string): string | undefined {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer)
    ? tokensOf(pointer).at(-1)
    : undefined;
}

/** The shape of objects that a tag marks; what says nothing of members stays as it is. */
export function tagged(shape: Shape, { property, values }: Tag): Shape {
  const { members, types } = shape;
  if (members === undefined || (types & typeBits.object) === 0) return shape;
  const isNamed = members.properties.has(property);
  if (!isNamed && members.additional !== undefined && members.additional !== true) return shape;
  const properties = isNamed ? members.properties : new Map([...members.properties, [property, true]]);
  return {
    ...shape,
    members: { ...members, properties, tags: new Map([...members.tags, [property, values]]) },
  };
}
