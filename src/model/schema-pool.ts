import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import { reportBroken } from '../load/broken-references.js';
import type { OpenApiDocument } from '../load/document.js';
import type { Unread } from '../load/file-reading.js';
import { anchorsIn, baseOf } from '../load/identifiers.js';
import { child, isLocatedObject, type Located } from '../load/located.js';
import { escapeToken } from '../diagnostics/pointer.js';
import { valueAt } from '../load/json.js';
import { resolveReference, type Resolution } from '../load/references.js';
import { createScopes, createVariants, emptyScope, type DynamicScope } from './dynamic-scope.js';
import type { Schema, SchemaPool } from './model.js';
import { createChildren } from './schema-children.js';
import { cutLoops } from './schema-loops.js';
import { createNames } from './schema-names.js';
import { readSchemaObject, type SchemaReading, type SchemaReference, type SchemaRules } from './schema.js';

/** Reads the schemas of a document; those that references lead to are gathered in one pool. */
export interface SchemaReader {
  /** A Schema Object as JSON Schema 2020-12; what cannot be used allows anything. */
  readonly read: (schema: Located) => Schema;
  /** All schemas that were referred to so far, and those that they refer to. */
  readonly pool: () => SchemaPool;
}

/** A schema of the pool, and the scope in which it is read. */
interface PoolTarget {
  readonly schema: Located;
  readonly scope: DynamicScope;
}

/** The schemas that the pool is to hold, by their names. */
interface PoolTargets {
  readonly targets: ReadonlyMap<string, PoolTarget>;
  /** Adds what a reference leads to and gives a reference to it; `undefined` where it is broken, which is reported. */
  readonly refer: (written: SchemaReference, around: DynamicScope) => string | undefined;
  readonly add: (target: PoolTarget) => string;
}

/** A reader for the schemas of one document. */
export function createSchemaReader(
  document: OpenApiDocument,
  rules: SchemaRules,
  diagnostics: Diagnostics,
): SchemaReader {
  const enter = createScopes(document);
  const childrenOf = createChildren(document);
  const { targets, refer, add } = createTargets(document, enter, diagnostics);
  const pool = new Map<string, Schema>();
  const read = (schema: Located, scope = emptyScope): Schema => {
    const referHere = (written: SchemaReference): string | undefined =>
      refer(written, enter(scope, schema.origin, written.from.origin));
    const reading: SchemaReading = { document, rules, diagnostics, refer: referHere };
    return { origin: schema.origin, json: readSchemaObject(schema, reading) ?? true };
  };
  return {
    read: readingOnce((schema) => read(schema)),
    pool: () => {
      // Reading one schema adds those that it refers to, and a map goes on to what is added to it.
      for (const [name, { schema, scope }] of targets) {
        if (pool.has(name)) continue;
        pool.set(name, read(schema, scope));
        for (const each of childrenOf(schema)) add({ schema: each, scope: emptyScope });
      }
      return cutLoops(pool, diagnostics);
    },
  };
}

function createTargets(
  document: OpenApiDocument,
  enter: ReturnType<typeof createScopes>,
  diagnostics: Diagnostics,
): PoolTargets {
  const names = createNames(document.root);
  const variantOf = createVariants(document, enter);
  const targets = new Map<string, PoolTarget>();
  const add = (target: PoolTarget): string => {
    const name = names.nameOf(target.schema.origin, target.scope);
    targets.set(name, target);
    return name;
  };
  const refer = (written: SchemaReference, around: DynamicScope): string | undefined => {
    const resolution = resolveSchema(written, around, document);
    const scope = 'problem' in resolution ? emptyScope : variantOf(resolution.target, around);
    if ('problem' in resolution || scope === undefined) {
      const unread = 'problem' in resolution ? resolution : tooManyVariants;
      reportBroken(written.reference, unread, written.at, document, diagnostics);
      return undefined;
    }
    return `#/$defs/${escapeToken(add({ schema: resolution.target, scope }))}`;
  };
  return { targets, refer, add };
}

/** A Parameter Object that hundreds of operations refer to has one schema: whoever plans them looks at it once. */
function readingOnce(read: (schema: Located) => Schema): (schema: Located) => Schema {
  const known = new Map<unknown, Schema>();
  return (schema) => {
    const before = known.get(schema.value);
    if (before !== undefined && isSamePlace(before.origin, schema.origin)) return before;
    const found = read(schema);
    if (isLocatedObject(schema)) known.set(schema.value, found);
    return found;
  };
}

function isSamePlace(one: Origin, other: Origin): boolean {
  return one.pointer === other.pointer && one.file === other.file;
}

const tooManyVariants = unresolved(
  'What it means depends on too many other schemas; anything is allowed in its place.',
);

/** What a reference to a schema leads to. */
function resolveSchema(written: SchemaReference, scope: DynamicScope, document: OpenApiDocument): Resolution {
  const { reference, from, kind } = written;
  const component = kind === 'mapping' ? componentOf(reference, document.root) : undefined;
  const initial = resolveReference(reference, from.origin, document);
  const isDynamic = kind === 'dynamic' && !isPlainAnchor(reference, initial, document);
  const found = isDynamic ? resolveDynamic(reference, scope, document) : component;
  const resolution = found ? { target: found } : initial;
  if ('problem' in resolution) return resolution;
  const { target } = resolution;
  if (typeof target.value !== 'boolean' && !isLocatedObject(target)) return unresolved('That is no schema.');
  if (isOtherObject(target, document)) return unresolved('That is an object of another kind, no schema.');
  const { file } = target.origin;
  const isAmbiguous =
    isDynamic && found === undefined && anchorsIn(file, reference.slice(1), document.identifiers).length > 1;
  return isAmbiguous ? unresolved('More than one schema has this anchor.') : resolution;
}

/** Whether a reference names an `$anchor` where no `$dynamicAnchor` is called the same (Core 8.2.3.2). */
function isPlainAnchor(reference: string, initial: Resolution, { identifiers }: OpenApiDocument): boolean {
  if ('problem' in initial || !isLocatedObject(initial.target)) return false;
  const { origin, value } = initial.target;
  const name = nameOf(reference);
  const resource = baseOf(origin, identifiers).pointer;
  const isInResource = (other: Origin): boolean =>
    other.file === origin.file && baseOf(other, identifiers).pointer === resource;
  const dynamic = identifiers.dynamicAnchors.filter((anchor) => anchor.name === name);
  return value['$anchor'] === name && !dynamic.some((anchor) => isInResource(anchor.origin));
}

/** What a `$dynamicRef` leads to in a scope; `undefined` where that has nothing of its name. */
function resolveDynamic(
  reference: string,
  scope: DynamicScope,
  { files }: OpenApiDocument,
): Located | undefined {
  const origin = scope.get(nameOf(reference));
  return origin && { value: valueAt(files.get(origin.file)?.value, origin.pointer), origin };
}

function nameOf(reference: string): string {
  return reference.slice(reference.indexOf('#') + 1);
}

/** The `mapping` of a Discriminator Object can hold the bare name of a component. */
function componentOf(name: string, root: Located): Located | undefined {
  const component = child(child(child(root, 'components'), 'schemas'), name);
  return /^[\w.-]+$/.test(name) && component.value !== undefined ? component : undefined;
}

/** Whether the Specification has an object of another kind where a target stands. */
function isOtherObject({ origin: { file, pointer } }: Located, { root }: OpenApiDocument): boolean {
  // Files that a document is made of can be divided in any way: only its root is surely as the Specification has it.
  if (file !== root.origin.file) return false;
  return pointer === '' || otherComponent.test(pointer) || partOfPath.test(pointer);
}

const otherComponent =
  /^(?:\/components)?\/(?:parameters|responses|securityDefinitions|requestBodies|headers|examples|links|callbacks|pathItems|securitySchemes)\/[^/]+$/;

const partOfPath =
  /^\/paths(?:\/[^/]+(?:\/[a-z]+(?:\/(?:requestBody|parameters(?:\/\d+)?|responses(?:\/[^/]+)?))?)?)?$/;

function unresolved(problem: string): Unread {
  return { code: 'unresolved-reference', problem };
}
