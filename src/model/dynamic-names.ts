import type { Origin } from '../diagnostics/diagnostics.js';
import { keyOf } from '../diagnostics/pointer.js';
import type { OpenApiDocument } from '../load/document.js';
import { entries, items, type Located } from '../load/located.js';
import { valueAt } from '../load/json.js';
import { resolveReference } from '../load/references.js';

/** Tells which names of `$dynamicAnchor` decide what a schema means. */
type DynamicNamesOf = (schema: Located) => ReadonlySet<string>;

interface Node {
  /** Names that are known so far to be reached from here. */
  readonly names: Set<string>;
  /** The schemas that lead here. */
  readonly from: Set<Node>;
}

/** Finds out which dynamic names can be reached from the schemas of a document, each of which is looked at once. */
export function createDynamicNames(document: OpenApiDocument): DynamicNamesOf {
  const nodes = new Map<string, Node>();
  const pending: Located[] = [];
  const nodeOf = (schema: Located): Node => {
    const place = keyOf(schema.origin);
    const known = nodes.get(place);
    if (known !== undefined) return known;
    const node: Node = { names: new Set(), from: new Set() };
    nodes.set(place, node);
    pending.push(schema);
    return node;
  };
  return (schema) => {
    const asked = nodeOf(schema);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const node = nodeOf(next);
      const { names, targets } = referencesIn(next, document);
      for (const target of targets) {
        const reached = nodeOf(target);
        reached.from.add(node);
        spread(reached.names, node);
      }
      spread(names, node);
    }
    return asked.names;
  };
}

/** Adds names to a node and to all that lead to it. */
function spread(names: ReadonlySet<string>, to: Node): void {
  const stack = [to];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const before = node.names.size;
    for (const name of names) node.names.add(name);
    if (node.names.size > before) for (const from of node.from) stack.push(from);
  }
}

/** Data that only looks like a reference is taken for one: then a schema is read once more than it has to be. */
interface References {
  readonly names: ReadonlySet<string>;
  readonly targets: readonly Located[];
}

function referencesIn(schema: Located, document: OpenApiDocument): References {
  const names = new Set<string>();
  const targets: Located[] = [];
  const stack: Part[] = [{ located: schema, isMapping: false }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const { located, isMapping } = part;
    for (const item of items(located)) stack.push({ located: item, isMapping: false });
    for (const [key, member] of entries(located)) {
      const { value } = member;
      if (typeof value === 'object') stack.push({ located: member, isMapping: key === 'mapping' });
      if (typeof value !== 'string' || !(isMapping || referring.has(key))) continue;
      for (const target of targetsOf(key, value, located, document)) targets.push(target);
      if (key === '$dynamicRef') names.add(nameOf(value));
    }
  }
  const anchored = document.identifiers.dynamicAnchors.filter(({ name }) => names.has(name));
  return { names, targets: [...targets, ...anchored.flatMap(({ origin }) => locatedAt(origin, document))] };
}

/** A value inside a schema; the members of a discriminator's mapping are references. */
interface Part {
  readonly located: Located;
  readonly isMapping: boolean;
}

const referring: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'defaultMapping']);

function targetsOf(
  key: string,
  reference: string,
  { origin }: Located,
  document: OpenApiDocument,
): readonly Located[] {
  // A mapping can hold the bare name of a component.
  const component = `#/components/schemas/${reference}`;
  const resolutions = [
    resolveReference(reference, origin, document),
    ...(key.startsWith('$') ? [] : [resolveReference(component, document.root.origin, document)]),
  ];
  return resolutions.flatMap((resolution) => ('target' in resolution ? [resolution.target] : []));
}

function locatedAt(origin: Origin, { files }: OpenApiDocument): readonly Located[] {
  const value = valueAt(files.get(origin.file)?.value, origin.pointer);
  return value === undefined ? [] : [{ value, origin }];
}

function nameOf(reference: string): string {
  return reference.slice(reference.indexOf('#') + 1);
}
