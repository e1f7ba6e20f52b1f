import path from 'node:path';
import type { Origin } from '../diagnostics/diagnostics.js';
import { child, type Located } from '../load/located.js';
import { tokensOf } from '../diagnostics/pointer.js';
import { placeIn, type DynamicScope } from './dynamic-scope.js';

/** The names of the schemas of one document. */
interface SchemaNames {
  /** The name of the schema at a place and in a scope: always the same for both together, never for others. */
  readonly nameOf: (origin: Origin, scope: DynamicScope) => string;
}

/** Names for schemas: components of the document itself keep theirs, whatever else is named. */
export function createNames(root: Located): SchemaNames {
  const byPlace = new Map<string, string>();
  const taken = new Set<string>();
  const isReserved = (name: string): boolean =>
    componentMaps.some((keys) => child(keys.reduce(child, root), name).value !== undefined);
  const nameOf = (origin: Origin, scope: DynamicScope): string => {
    const { file, pointer } = origin;
    const place = placeIn(origin, scope);
    const known = byPlace.get(place);
    if (known !== undefined) return known;
    const component = componentName(pointer);
    const isOwn = component !== undefined && file === root.origin.file && scope.size === 0;
    const base = [component ?? nameFrom(file, pointer), ...variantNames(scope)].join('_');
    const isFree = (name: string): boolean => !taken.has(name) && (isOwn || !isReserved(name));
    let name = base;
    for (let count = 2; !isFree(name); count += 1) name = `${base}_${count}`;
    taken.add(name);
    byPlace.set(place, name);
    return name;
  };
  return { nameOf };
}

const componentMaps = [['components', 'schemas'], ['definitions']] as const;

/** The name of a component: that of a map of schemas at the top of any file. */
function componentName(pointer: string): string | undefined {
  const tokens = tokensOf(pointer);
  const isComponent = componentMaps.some(
    (keys) => tokens.length === keys.length + 1 && keys.every((key, index) => tokens[index] === key),
  );
  return isComponent ? tokens.at(-1) : undefined;
}

/** What tells the variants of a schema apart: the components that decide what it means. */
function variantNames(scope: DynamicScope): readonly string[] {
  const names = [...scope.values()].map(({ pointer }) => tokensOf(pointer)[2] ?? '');
  return [...new Set(names)].map(legal).filter(Boolean);
}

/** Tokens that tell nothing about what a schema is for. */
const structure =
  /^(?:paths|components|schemas|definitions|\$defs|content|schema|properties|items|prefixItems|additionalProperties|allOf|anyOf|oneOf|parameters|\d+|.*\/.*\+?(?:json|xml))$/;

function nameFrom(file: string, pointer: string): string {
  const tokens = tokensOf(pointer);
  const telling = tokens.filter((token) => !structure.test(token)).slice(-2);
  // What stands right inside a component is told apart from it: `Pet_items`.
  const inside = telling.length === 1 ? tokens.slice(-1).filter((token) => !telling.includes(token)) : [];
  const name = (telling.length === 0 ? [path.parse(file).name] : [...telling, ...inside])
    .map(legal)
    .filter(Boolean)
    .join('_');
  return name === '' ? 'Schema' : name;
}

function legal(token: string): string {
  return token.replace(/[^A-Za-z0-9.-]+/g, '_').replace(/^_+|_+$/g, '');
}
