import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Pair,
} from 'yaml';
import type { FindPlace } from './positions.js';

/** The places of all values of a YAML text. */
export function yamlPlaces(text: string): FindPlace {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  return (tokens) => {
    let offset = startOf(document.contents) ?? 0;
    let node: unknown = document.contents;
    for (const token of tokens) {
      const member = memberOf(node, token, document);
      if (member === undefined) break;
      offset = member.offset ?? offset;
      node = member.node;
    }
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
}

interface Member {
  readonly offset: number | undefined;
  readonly node: unknown;
}

function memberOf(parent: unknown, token: string, document: Document): Member | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return item === undefined ? undefined : { offset: startOf(item), node: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => textOf(key) === token);
  if (pair !== undefined) return { offset: startOf(pair.key), node: pair.value };
  return mergedInto(node.items)
    .map((source) => memberOf(source, token, document))
    .find((member) => member !== undefined);
}

/** What the merge keys of a mapping name. */
function mergedInto(pairs: readonly Pair[]): readonly unknown[] {
  const sources = pairs.filter(({ key }) => textOf(key) === '<<').map(({ value }) => value);
  return sources.flatMap((source) => (isSeq(source) ? source.items : [source]));
}

/** A key as it is written: `1.10` and not the number 1.1. */
export function textOf(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
