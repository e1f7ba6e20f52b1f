import { isObject, type JsonObject } from './json.js';
import type { Limits } from './limits.js';
import { pointerTo } from './pointer.js';

/** A name that a Schema Object gives to itself. */
export interface Identifier {
  readonly keyword: '$id' | '$anchor' | '$dynamicAnchor';
  readonly name: string;
  /** Where the Schema Object stands in its file. */
  readonly pointer: string;
}

/** What the loader needs to know of the values of one file. */
export interface Survey {
  /** Every `$ref` that may lead out of the file. */
  readonly references: ReadonlySet<string>;
  readonly identifiers: readonly Identifier[];
  /** Pointers to the constants that are too large to be kept exactly, or no numbers of JSON at all. */
  readonly inexact: readonly string[];
  /** Members of all objects together. */
  readonly members: number;
  /** The limit that is exceeded, and where; nothing behind that place was looked at. */
  readonly exceeded: { readonly limit: 'depth' | 'nodes' | 'aliases'; readonly pointer: string } | undefined;
}

/** What the members of a value are: keywords of OpenAPI, names that the document chose, or data of the API. */
type Place = 'keywords' | 'names' | 'constant' | 'example';

interface Frame {
  readonly value: object;
  readonly place: Place;
  readonly depth: number;
  readonly key: string;
  readonly parent: Frame | undefined;
}

interface Tally {
  readonly references: Set<string>;
  readonly identifiers: Identifier[];
  readonly inexact: string[];
  readonly met: Set<object>;
  members: number;
  nodes: number;
  aliases: number;
}

/** Keywords whose value is an object with names of the document's own for keys. */
const namedBy: ReadonlySet<string> = new Set(
  `properties patternProperties dependentSchemas $defs definitions schemas responses parameters requestBodies
  headers securitySchemes securityDefinitions links callbacks pathItems mediaTypes paths webhooks content encoding
  variables mapping scopes`.split(/\s+/),
);

/** Keywords whose value is data of the API, where `$ref` is a name like any other. */
const dataKeywords: ReadonlyMap<string, Place> = new Map([
  ['example', 'example'],
  ['examples', 'example'],
  ['default', 'constant'],
  ['const', 'constant'],
  ['enum', 'constant'],
]);

const identifierKeywords = ['$id', '$anchor', '$dynamicAnchor'] as const;

/** Looks at every value of a file, aliases spelt out; `aliased` holds what YAML aliases stand for. */
export function surveyOf(root: unknown, aliased: ReadonlySet<object>, limits: Limits): Survey {
  const tally: Tally = {
    references: new Set(),
    identifiers: [],
    inexact: [],
    met: new Set(),
    members: 0,
    nodes: 0,
    aliases: 0,
  };
  const stack: Frame[] = [];
  if (typeof root === 'object' && root !== null) {
    stack.push({ value: root, place: 'keywords', depth: 1, key: '', parent: undefined });
  }
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    count(frame, aliased, tally);
    const limit = exceededBy(frame, tally, limits);
    if (limit !== undefined) return { ...tally, exceeded: { limit, pointer: pointerOf(frame) } };
    if (isObject(frame.value) && frame.place === 'keywords') readKeywords(frame.value, frame, tally);
    for (const key of Object.keys(frame.value)) visit(frame, key, stack, tally);
  }
  return { ...tally, exceeded: undefined };
}

function count({ value }: Frame, aliased: ReadonlySet<object>, tally: Tally): void {
  const size = Object.keys(value).length;
  tally.nodes += size;
  if (!Array.isArray(value)) tally.members += size;
  if (!aliased.has(value)) return;
  if (tally.met.has(value)) tally.aliases += 1;
  tally.met.add(value);
}

function exceededBy(
  { depth }: Frame,
  { nodes, aliases }: Tally,
  limits: Limits,
): 'depth' | 'nodes' | 'aliases' | undefined {
  if (depth > limits.depth) return 'depth';
  if (aliases > limits.aliases) return 'aliases';
  return nodes > limits.nodes ? 'nodes' : undefined;
}

function readKeywords(value: JsonObject, frame: Frame, { references, identifiers }: Tally): void {
  const reference = Object.hasOwn(value, '$ref') ? value.$ref : undefined;
  if (typeof reference === 'string' && !reference.startsWith('#')) references.add(reference);
  for (const keyword of identifierKeywords) {
    const name = Object.hasOwn(value, keyword) ? value[keyword] : undefined;
    if (typeof name === 'string') identifiers.push({ keyword, name, pointer: pointerOf(frame) });
  }
}

function visit(frame: Frame, key: string, stack: Frame[], tally: Tally): void {
  const value = (frame.value as JsonObject)[key];
  if (typeof value === 'number') {
    // A bound can be rounded without harm; a constant is a value that is sent.
    const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (!isExact && placeOf(frame, key) === 'constant') {
      tally.inexact.push(pointerTo(pointerOf(frame), key));
    }
  } else if (typeof value === 'object' && value !== null) {
    stack.push({ value, place: placeOf(frame, key), depth: frame.depth + 1, key, parent: frame });
  }
}

function placeOf({ value, place }: Frame, key: string): Place {
  if (place === 'constant' || place === 'example') return place;
  if (place === 'names' || Array.isArray(value)) return 'keywords';
  return dataKeywords.get(key) ?? (namedBy.has(key) ? 'names' : 'keywords');
}

function pointerOf(frame: Frame): string {
  const keys: string[] = [];
  for (let at: Frame | undefined = frame; at?.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.reduceRight(pointerTo, '');
}
