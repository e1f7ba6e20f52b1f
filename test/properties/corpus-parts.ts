import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { Corpus } from '../corpus/corpus.js';
import type { Pick } from './mutations.js';
import type { Json } from './random-document.js';

/** The largest document that is tried, in bytes. */
export const mostBytes = 100_000;

/** Gives out small parts of real documents: some of their paths, with the components that these need. */
export function partsOf(corpus: Corpus): (pick: Pick) => Json {
  const roots = new Map<number, JsonObject>();
  return (pick) => {
    const index = pick(corpus.documents.length);
    const root = roots.get(index) ?? readRoot(corpus.documents[index]?.file ?? '');
    roots.set(index, root);
    return partOf(root, pick);
  };
}

type JsonObject = Readonly<Record<string, Json>>;

function readRoot(file: string): JsonObject {
  const text = readFileSync(file, 'utf8');
  const value = (file.endsWith('.json') ? JSON.parse(text) : load(text)) as Json;
  return isObject(value) ? value : {};
}

function partOf(root: JsonObject, pick: Pick): Json {
  const paths = Object.entries(isObject(root['paths']) ? root['paths'] : {});
  for (let count = 1 + pick(4); count > 0; count -= 1) {
    const start = pick(paths.length);
    const part = withComponents(
      { ...root, paths: Object.fromEntries(paths.slice(start, start + count)) },
      root,
    );
    if (JSON.stringify(part).length < mostBytes) return part;
  }
  return withComponents(
    { ...root, paths: { '/x': { get: { responses: { 200: { description: 'x' } } } } } },
    root,
  );
}

const pools: readonly (readonly string[])[] = [
  ...['schemas', 'parameters', 'responses', 'requestBodies', 'headers', 'examples', 'links', 'callbacks'].map(
    (kind) => ['components', kind],
  ),
  ['definitions'],
  ['parameters'],
  ['responses'],
];

/** Keeps of all components those that something refers to; security schemes stay. */
function withComponents(part: JsonObject, root: JsonObject): JsonObject {
  const wanted = new Set<string>();
  const open: Json[] = [part['paths'] ?? {}];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const reference = isObject(next) ? next['$ref'] : undefined;
    if (typeof reference === 'string' && reference.startsWith('#/') && !wanted.has(reference)) {
      wanted.add(reference);
      const [pool, name] = placeOf(reference, root);
      if (pool !== undefined && Object.hasOwn(pool, name)) open.push(pool[name] ?? null);
    }
    open.push(...(Object.values(next) as readonly Json[]));
  }
  let kept = part;
  for (const keys of pools) kept = replacePool(kept, keys, wanted);
  return kept;
}

function replacePool(root: JsonObject, keys: readonly string[], wanted: ReadonlySet<string>): JsonObject {
  const [key = '', ...rest] = keys;
  const value = root[key];
  if (!isObject(value)) return root;
  if (rest.length > 0) return { ...root, [key]: replacePool(value, rest, wanted) };
  const names = new Set([...wanted].map((reference) => unescaped(reference.split('/').at(-1) ?? '')));
  return { ...root, [key]: Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name))) };
}

function placeOf(reference: string, root: JsonObject): readonly [pool: JsonObject | undefined, name: string] {
  const keys = reference.slice(2).split('/').map(unescaped);
  const pool = keys
    .slice(0, -1)
    .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), root);
  return [isObject(pool) ? pool : undefined, keys.at(-1) ?? ''];
}

function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
