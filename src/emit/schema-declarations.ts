import type { JsonSchema } from '../runtime/json-schema.js';
import { schemaComment, schemaType, schemaWidth, type SchemaScope } from './schema-types.js';
import { uniqueTypeNames } from './type-names.js';
import { intersectionOf, unionOf, unknownType, type TypeNode } from './type-node.js';

/** An exported type of `src/tools/schemas.ts`. */
export interface SchemaDeclaration {
  readonly name: string;
  readonly type: TypeNode;
  /** Text of the doc comment, safe to print; `''` for none. */
  readonly comment: string;
}

/** The document's named schemas as declarations, and what references to them lead to. */
export interface DeclaredSchemas {
  readonly declarations: readonly SchemaDeclaration[];
  readonly scope: SchemaScope;
}

/** Declares a type for each named schema, under a name that is not in `taken`. */
export function declareSchemas(
  schemas: ReadonlyMap<string, JsonSchema | boolean>,
  taken: ReadonlySet<string>,
): DeclaredSchemas {
  const scope = scopeOf(schemas, uniqueTypeNames([...schemas.keys()], taken));
  const declarations = [...schemas].map(([name, schema]): SchemaDeclaration => ({
    name: scope.typeName(name) ?? name,
    type: schemaType(schema, scope),
    comment: schemaComment(schema),
  }));
  return { declarations: withoutCircularAliases(declarations), scope };
}

function scopeOf(
  schemas: ReadonlyMap<string, JsonSchema | boolean>,
  names: ReadonlyMap<string, string>,
): SchemaScope {
  const widths = new Map<string, number>();
  const typeNameOf = (name: string): string | undefined => names.get(name);
  return {
    typeName: typeNameOf,
    width: (name) => {
      // A work list: the length of a chain of references is not ours to choose.
      const open = widths.has(name) ? [] : [name];
      for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
        const missing: string[] = [];
        const known = (inner: string): number => {
          const width = widths.get(inner);
          if (width === undefined) missing.push(inner);
          return width ?? 1;
        };
        // A schema that refers to itself is cut where it does so.
        if (!widths.has(next)) widths.set(next, 1);
        const width = schemaWidth(schemas.get(next), { typeName: typeNameOf, width: known });
        if (missing.length > 0) open.push(...missing.reverse());
        else {
          widths.set(next, width);
          open.pop();
        }
      }
      return widths.get(name) ?? 1;
    },
  };
}

/**
 * Replaces what makes an alias refer to itself, directly or through other aliases, by `unknown`.
 * What an object or an array holds is looked up later and makes no such loop, and an interface is no alias.
 */
function withoutCircularAliases(declarations: readonly SchemaDeclaration[]): readonly SchemaDeclaration[] {
  const aliases = declarations.filter(({ type }) => !isInterface(type));
  const loops = loopingReferences(new Map(aliases.map(({ name, type }) => [name, directReferences(type)])));
  return declarations.map((declaration) => {
    const cut = loops.get(declaration.name);
    if (cut === undefined) return declaration;
    const replace = (name: string): TypeNode => (cut.has(name) ? unknownType : { kind: 'reference', name });
    return { ...declaration, type: replaceDirect(declaration.type, replace) };
  });
}

function isInterface(type: TypeNode): boolean {
  return type.kind === 'object' && type.members.length > 0;
}

function directReferences(type: TypeNode): readonly string[] {
  const names: string[] = [];
  replaceDirect(type, (name) => {
    names.push(name);
    return unknownType;
  });
  return names;
}

/** What an array or a tuple holds is `deferred`, but all in a tuple with optional or rest items is `eager`. */
type Mode = 'direct' | 'deferred' | 'eager';

/** Replaces the references that the compiler follows before it knows the alias in which they stand. */
function replaceDirect(type: TypeNode, replace: (name: string) => TypeNode, mode: Mode = 'direct'): TypeNode {
  const inMode = (next: Mode) => (part: TypeNode) => replaceDirect(part, replace, next);
  if (type.kind === 'reference') return mode === 'deferred' ? type : replace(type.name);
  if (type.kind === 'union') return unionOf(type.members.map(inMode(mode)));
  if (type.kind === 'intersection') return intersectionOf(type.members.map(inMode(mode)));
  if (type.kind === 'array')
    return { ...type, items: inMode(mode === 'eager' ? mode : 'deferred')(type.items) };
  if (type.kind !== 'tuple') return type;
  const isPlain = type.rest === undefined && type.required === type.items.length;
  const part = inMode(isPlain && mode !== 'eager' ? 'deferred' : 'eager');
  return {
    ...type,
    items: type.items.map(part),
    rest: type.rest === undefined ? undefined : part(type.rest),
  };
}

/** The references by which a walk along `graph` comes back to where it is, by the name that holds them. */
function loopingReferences(
  graph: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const loops = new Map<string, Set<string>>();
  const finished = new Set<string>();
  for (const root of graph.keys()) {
    const path = finished.has(root) ? [] : [{ name: root, rest: [...(graph.get(root) ?? [])] }];
    const open = new Set([root]);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.rest.pop();
      if (next === undefined) {
        finished.add(step.name);
        open.delete(step.name);
        path.pop();
      } else if (open.has(next)) {
        loops.set(step.name, (loops.get(step.name) ?? new Set()).add(next));
      } else if (!finished.has(next)) {
        open.add(next);
        path.push({ name: next, rest: [...(graph.get(next) ?? [])] });
      }
    }
  }
  return loops;
}
