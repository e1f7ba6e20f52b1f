import type { JsonSchema } from '../../runtime/json-schema.js';
import { referenceOf } from '../schemas/references.js';
import { annotation } from './places.js';
import { mapParts } from '../schemas/parts.js';

/** An annotation that stands: the property that it is on, by the names that lead there, and its value. */
export interface StandingHeader {
  readonly path: readonly string[];
  readonly header: string;
}

/** The listed schema at a place, or why `properties` alone do not lead there. */
export type ListedPlace = { readonly schema: JsonSchema } | { readonly detour: string };

/** Looks a property up in a listed schema. References into its own `$defs` can be spelt out, so they are followed. */
export function listedPlace(root: JsonSchema, path: readonly string[]): ListedPlace {
  let schema = spellOut(root, root);
  for (const name of path) {
    const property = propertyOf(schema, name);
    if (property === undefined) return { detour: detourOf(schema) };
    schema = spellOut(property, root);
  }
  return { schema };
}

const combinators = ['anyOf', 'oneOf', 'allOf', '$ref'];

function detourOf(schema: JsonSchema): string {
  const keyword = combinators.find((each) => Object.hasOwn(schema, each));
  return keyword === undefined ? 'the listed schema does not reach it' : `it is listed under \`${keyword}\``;
}

function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  // Listed schemas are our own: their properties are an object of objects.
  const own = properties as Readonly<Record<string, JsonSchema>> | undefined;
  return own !== undefined && Object.hasOwn(own, name) ? own[name] : undefined;
}

const longestChain = 20;

/** A schema with what it refers to in its place. */
function spellOut(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let spelt = schema;
  for (let links = 0; links < longestChain; links += 1) {
    const name = referenceOf(spelt);
    const definitions = root['$defs'] as Readonly<Record<string, JsonSchema>> | undefined;
    if (name === undefined || definitions === undefined || !Object.hasOwn(definitions, name)) return spelt;
    const beside = Object.entries(spelt).filter(([keyword]) => keyword !== '$ref');
    spelt = { ...definitions[name], ...Object.fromEntries(beside) };
  }
  return spelt;
}

/** The types of which MCP takes one. */
const mirrored: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** The annotations of a listed schema that are where MCP takes them. */
export function standingHeaders(root: JsonSchema): readonly StandingHeader[] {
  const found: StandingHeader[] = [];
  const open: (readonly [schema: JsonSchema, path: readonly string[]])[] = [[root, []]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [schema, path] = next;
    const header = schema[annotation];
    if (typeof header === 'string' && path.length > 0 && mirrored.has(schema['type']))
      found.push({ path, header });
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
    open.push(...properties.map(([name, property]) => [property, [...path, name]] as const).toReversed());
  }
  return found;
}

/** Another listing of the same arguments with those annotations of `like` that MCP takes in it too, and no other. */
export function annotateLike<Schema extends JsonSchema>(schema: Schema, like: JsonSchema): Schema {
  const kept = standingHeaders(like).filter(({ path }) => {
    const place = listedPlace(schema, path);
    return 'schema' in place && mirrored.has(place.schema['type']);
  });
  return annotate(schema, kept);
}

/** The schema with these annotations and no other: a client drops a tool for one in a wrong place. */
export function annotate<Schema extends JsonSchema>(
  schema: Schema,
  headers: readonly StandingHeader[],
): Schema {
  const bare = withoutAnnotations(schema);
  return headers.reduce((root, { path, header }) => setHeader(root, path, header, root), bare) as Schema;
}

function setHeader(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  header: string,
  root: JsonSchema,
): JsonSchema {
  const spelt = spellOut(schema, root);
  if (name === undefined) return { ...spelt, [annotation]: header };
  const property = propertyOf(spelt, name);
  if (property === undefined) return schema;
  const changed = [name, setHeader(property, rest, header, root)] as const;
  // `fromEntries` keeps a property called `__proto__` an own one.
  const properties = Object.entries(spelt['properties'] as object).map(([key, value]: [string, unknown]) =>
    key === name ? changed : ([key, value] as const),
  );
  return { ...spelt, properties: Object.fromEntries(properties) };
}

/**
 * Every schema of a listed one without the annotation; the same object where there is none. A listed schema is as deep
 * as the document at most, which the reader limits.
 */
function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const bare = mapParts(schema, withoutAnnotations);
  if (!Object.hasOwn(bare, annotation)) return bare;
  return Object.fromEntries(Object.entries(bare).filter(([keyword]) => keyword !== annotation));
}
