import type { SchemaPool } from '../../model/model.js';
import { conditionalNames, withNames } from './conditions.js';
import { readDiscriminators, tagged, type Discriminators, type Tag } from './discriminators.js';
import { intersectAll, limitAlternatives } from './merge.js';
import { referenceOf, refTo } from './references.js';
import { anything, readSchemas, readShape, type Json, type Shape } from './shape.js';
import { typeBits } from './types.js';
import type { JsonSchema } from '../../runtime/json-schema.js';

/** A schema as its alternatives, with what it says of itself: references and combinators of its own level are gone. */
export interface Flat {
  /** None where no value fits. */
  readonly alternatives: readonly Shape[];
  readonly annotations: Annotations;
}

/** Keywords that limit nothing. Those of the schema itself go before those of a schema that it refers to. */
export interface Annotations {
  readonly description?: string;
  readonly default?: unknown;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly 'x-mcp-header'?: unknown;
}

/** Whether a member is one that a request can set, be it required: what is readOnly only ever comes back. */
export function withoutReadOnly({ readOnly }: Annotations): boolean {
  return readOnly !== true;
}

/** Flattens schemas of one document. */
export interface Flattener {
  readonly flatten: (schema: Json) => Flat;
  /** As `flatten`, and where the schema is the parent of a discriminator, its children are alternatives too. */
  readonly flattenOffer: (schema: Json) => Flat;
  /** The annotations of `flatten`, which most schemas have of their own. */
  readonly annotationsOf: (schema: Json) => Annotations;
  /** The one object that stands for all references to the same schema. */
  readonly identityOf: (schema: JsonSchema) => JsonSchema;
}

/** The named schemas of a document. */
interface Named {
  readonly pool: SchemaPool;
  readonly discriminators: Discriminators;
}

const everything: Flat = { alternatives: [anything], annotations: {} };
const nothing: Flat = { alternatives: [], annotations: {} };

const annotationNames = ['description', 'default', 'readOnly', 'writeOnly', 'x-mcp-header'] as const;

// Longer chains of schemas on one level are no shape that anyone could read.
const deepest = 60;

interface Visit {
  readonly flat: Flat;
  /** The place in `open` of the outermost schema in progress that this one came back to; its own for none. */
  readonly lowest: number;
}

/** A flattener for schemas that refer into `pool`. It remembers what it flattened. */
export function createFlattener(pool: SchemaPool): Flattener {
  const references = new Map<string, JsonSchema>();
  const identityOf = (schema: JsonSchema): JsonSchema => {
    const name = Object.keys(schema).length === 1 ? referenceOf(schema) : undefined;
    if (name === undefined) return schema;
    const known = references.get(name) ?? schema;
    references.set(name, known);
    return known;
  };
  const discriminators = readDiscriminators(pool);
  const visit = createVisitor({ pool, discriminators }, identityOf);
  const flatten = (schema: Json): Flat => visit(schema).flat;
  const flattenOffer = (schema: Json): Flat => {
    const flat = flatten(schema);
    const name = soleReference(schema);
    const offered = (name === undefined ? [] : discriminators.childrenOf(name)).map((child) =>
      flatten(refTo(child)),
    );
    if (offered.length === 0) return flat;
    const alternatives = [...offered.flatMap((child) => child.alternatives), ...flat.alternatives];
    return { ...flat, alternatives: limitAlternatives(alternatives) };
  };
  const annotationsOf = (schema: Json): Annotations =>
    typeof schema === 'boolean' || isComposed(schema) ? flatten(schema).annotations : ownAnnotations(schema);
  return { flatten, flattenOffer, annotationsOf, identityOf };
}

/** Visits schemas of one level, each once; what comes back to itself takes everything at that point. */
function createVisitor(schemas: Named, identityOf: Flattener['identityOf']): (schema: Json) => Visit {
  const known = new Map<JsonSchema, Flat>();
  // Results within a cycle hold only as long as the schema that the cycle came back to is in progress.
  const passing = new Map<JsonSchema, Visit>();
  const open = new Map<JsonSchema, number>();

  const visit = (json: Json): Visit => {
    if (typeof json === 'boolean') return { flat: json ? everything : nothing, lowest: Infinity };
    const schema = identityOf(json);
    const done = known.get(schema);
    if (done !== undefined) return { flat: done, lowest: Infinity };
    const place = open.get(schema);
    if (place !== undefined) return { flat: everything, lowest: place };
    return passing.get(schema) ?? visitNew(schema);
  };

  const visitNew = (schema: JsonSchema): Visit => {
    const place = open.size;
    if (place >= deepest) return { flat: everything, lowest: 0 };
    open.set(schema, place);
    let lowest = Infinity;
    const flat = flattenLevel(schema, schemas, (inner) => {
      const visited = visit(inner);
      lowest = Math.min(lowest, visited.lowest);
      return visited.flat;
    });
    open.delete(schema);
    if (lowest < place) {
      const found = { flat, lowest };
      passing.set(schema, found);
      return found;
    }
    known.set(schema, flat);
    for (const [inner, { lowest: outer }] of passing) if (outer >= place) passing.delete(inner);
    return { flat, lowest: Infinity };
  };
  return visit;
}

/** One level: the schema's own keywords, what it refers to, all of `allOf`, one of each choice. */
function flattenLevel(
  schema: JsonSchema,
  { pool, discriminators }: Named,
  flatten: (schema: Json) => Flat,
): Flat {
  const own = readShape(schema);
  const parts: Flat[] = [
    { alternatives: own === undefined ? [] : [own], annotations: ownAnnotations(schema) },
  ];
  const name = referenceOf(schema);
  if (name !== undefined) parts.push(named(name, flatten(pool.get(name)?.json ?? true), discriminators));
  parts.push(...readSchemas(schema['allOf']).map(flatten));
  for (const keyword of ['anyOf', 'oneOf']) {
    const written = readSchemas(schema[keyword]);
    const tags = discriminators.tagsIn(schema, written.map(soleReference));
    const branches = written.map((branch, at) => withTag(flatten(branch), tags[at]));
    if (branches.length > 0) parts.push(choiceOf(branches));
  }
  const more = conditionalNames(schema, flatten);
  const all = parts.map((part) => part.alternatives).reduce(intersectAll);
  const alternatives = more.size === 0 ? all : all.map((shape) => withNames(shape, more));
  const annotations = parts
    .map((part) => part.annotations)
    .reduce((outer, inner) => ({ ...inner, ...outer }));
  return { alternatives: limitAlternatives(alternatives), annotations };
}

/** A choice with one branch that is not null says of itself what that branch does; else each branch says its own. */
function choiceOf(branches: readonly Flat[]): Flat {
  const solid = branches.filter((branch) => branch.alternatives.some(({ types }) => types !== typeBits.null));
  const [only] = solid;
  if (only !== undefined && solid.length === 1) {
    const alternatives = limitAlternatives(branches.flatMap((branch) => branch.alternatives));
    return { alternatives, annotations: only.annotations };
  }
  const alternatives = branches.flatMap((branch) =>
    branch.alternatives.map((shape) => describedBy(shape, branch.annotations.description)),
  );
  return { alternatives: limitAlternatives(alternatives), annotations: {} };
}

function describedBy(shape: Shape, description: string | undefined): Shape {
  return description === undefined ? shape : { ...shape, description: shape.description ?? description };
}

function named(name: string, flat: Flat, discriminators: Discriminators): Flat {
  const { alternatives, annotations } = withTag(flat, discriminators.tagOf(name));
  return {
    annotations,
    alternatives: alternatives.map((shape) => ({ ...shape, names: [...shape.names, name] })),
  };
}

function withTag(flat: Flat, tag: Tag | undefined): Flat {
  return tag === undefined
    ? flat
    : { ...flat, alternatives: flat.alternatives.map((shape) => tagged(shape, tag)) };
}

/** Whether other schemas have a say in what a schema says of itself. */
function isComposed(schema: JsonSchema): boolean {
  return ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
}

function ownAnnotations(schema: JsonSchema): Annotations {
  return Object.fromEntries(
    annotationNames.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]),
  );
}

/** The named schema that a schema is as a whole, be it wrapped to carry a description. */
function soleReference(schema: Json): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  const all = readSchemas(schema['allOf']);
  const [only] = all;
  return (
    referenceOf(schema) ?? (all.length === 1 && typeof only === 'object' ? referenceOf(only) : undefined)
  );
}
