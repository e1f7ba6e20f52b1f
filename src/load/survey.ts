import { isObject, type JsonObject } from './json.js';
import type { Limits } from './limits.js';
import { schemeUrisIn } from './scheme-uris.js';
import { pointerTo } from '../diagnostics/pointer.js';

/** A name that a Schema Object, or by `$self` an OpenAPI Object, gives to itself. */
export interface Identifier {
  readonly keyword: '$self' | '$id' | '$anchor' | '$dynamicAnchor';
  readonly name: string;
  /** Where the object stands in its file. */
  readonly pointer: string;
}

type ExceededLimit = 'depth' | 'pointerLength' | 'nodes' | 'aliases';

/** What the loader needs to know of the values of one file. */
export interface Survey {
  /** The references that may lead out of the file, without fragments, by the pointer of the `$id` around them. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>;
  /** The keys of Security Requirement Objects that can be URIs of schemes, whole, in the same way. */
  readonly schemeUris: ReadonlyMap<string, ReadonlySet<string>>;
  readonly identifiers: readonly Identifier[];
  /** Pointers to the constants that are too large to be kept exactly, or no numbers of JSON at all. */
  readonly inexact: readonly string[];
  /** Members of all objects together. */
  readonly members: number;
  /** The limit that is exceeded, and where; nothing behind that place was looked at. */
  readonly exceeded: { readonly limit: ExceededLimit; readonly pointer: string } | undefined;
}

/** What the members of a value are: keywords of OpenAPI, names that the document chose, or data of the API. */
type Place = 'keywords' | 'names' | 'constant' | 'example';

interface Frame {
  readonly value: object;
  readonly place: Place;
  readonly depth: number;
  /** Characters of the keys that lead to it. */
  readonly length: number;
  readonly key: string;
  readonly parent: Frame | undefined;
  /** The pointer of the nearest `$id` around it. */
  readonly scope: string;
  /** The alias that it is in, and no other alias around that. */
  readonly alias: OuterAlias | undefined;
}

/** An alias that is in no other one. */
interface OuterAlias {
  /** Aliases in what it stands for, those in them counted again wherever they stand. */
  held: number;
}

interface Tally {
  readonly references: Map<string, Set<string>>;
  readonly schemeUris: Map<string, Set<string>>;
  readonly identifiers: Identifier[];
  readonly inexact: string[];
  readonly met: Set<object>;
  members: number;
  nodes: number;
}

/** Keywords whose value is an object with names of the document's own for keys. */
const namedBy: ReadonlySet<string> = new Set(
  `properties patternProperties dependentSchemas $defs definitions schemas responses parameters requestBodies
  headers securitySchemes securityDefinitions links callbacks pathItems mediaTypes paths webhooks content encoding
  variables`.split(/\s+/),
);

/** Keywords whose value is data of the API, where `$ref` is a name like any other. */
const dataKeywords: ReadonlyMap<string, Place> = new Map([
  ['example', 'example'],
  ['examples', 'example'],
  // Their members are texts.
  ['mapping', 'example'],
  ['scopes', 'example'],
  ['default', 'constant'],
  ['const', 'constant'],
  ['enum', 'constant'],
]);

const identifierKeywords = ['$id', '$anchor', '$dynamicAnchor'] as const;

const referenceKeywords = ['$ref', '$dynamicRef'] as const;

const outermost = {
  place: 'keywords',
  depth: 1,
  length: 0,
  key: '',
  parent: undefined,
  scope: '',
  alias: undefined,
} as const;

/** Looks at every value of a file, aliases spelt out; `aliased` holds what YAML aliases stand for. */
export function surveyOf(root: unknown, aliased: ReadonlySet<object>, limits: Limits): Survey {
  const tally: Tally = {
    references: new Map(),
    schemeUris: new Map(),
    identifiers: [],
    inexact: [],
    met: new Set(),
    members: 0,
    nodes: 0,
  };
  const stack: Frame[] = [];
  if (typeof root === 'object' && root !== null) {
    stack.push({ ...outermost, value: root });
  }
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const keys = Object.keys(frame.value);
    const alias = count(frame, keys.length, aliased, tally);
    const limit = exceededBy(frame, keys, alias, tally, limits);
    if (limit !== undefined) return { ...tally, exceeded: { limit, pointer: pointerOf(frame) } };
    const scope = scopeOf(frame);
    if (isObject(frame.value) && frame.place === 'keywords') readKeywords(frame.value, frame, scope, tally);
    if (isObject(frame.value) && frame.place === 'names')
      noteReferences(mapReference(frame.value), scope, tally);
    const around = { scope, alias };
    for (const key of keys) visit(frame, key, around, stack, tally);
  }
  return { ...tally, exceeded: undefined };
}

/** Counts a value, and if it is an alias; the outer alias that its members are in. */
function count(
  { value, alias }: Frame,
  size: number,
  aliased: ReadonlySet<object>,
  tally: Tally,
): Frame['alias'] {
  tally.nodes += size;
  if (!Array.isArray(value)) tally.members += size;
  if (!aliased.has(value)) return alias;
  const isAlias = tally.met.has(value);
  tally.met.add(value);
  if (!isAlias) return alias;
  if (alias === undefined) return { held: 0 };
  alias.held += 1;
  return alias;
}

function exceededBy(
  { value, depth, length }: Frame,
  keys: readonly string[],
  alias: Frame['alias'],
  { nodes }: Tally,
  limits: Limits,
): ExceededLimit | undefined {
  if (depth > limits.depth) return 'depth';
  const longest = limits.pointerLength - length;
  if (!Array.isArray(value) && keys.some((key) => key.length > longest)) return 'pointerLength';
  if (alias !== undefined && alias.held > limits.aliases) return 'aliases';
  return nodes > limits.nodes ? 'nodes' : undefined;
}

/** The `$ref` of a map: a reference where OpenAPI has none, for a member of a map is no text. */
function mapReference(value: JsonObject): readonly string[] {
  const reference = textIn(value, '$ref');
  return reference === undefined ? [] : [reference];
}

function noteReferences(references: readonly string[], scope: string, { references: found }: Tally): void {
  for (const reference of references) note(reference.replace(/#.*$/s, ''), scope, found);
}

function note(reference: string, scope: string, found: Map<string, Set<string>>): void {
  if (reference !== '') found.set(scope, (found.get(scope) ?? new Set()).add(reference));
}

function readKeywords(value: JsonObject, frame: Frame, scope: string, tally: Tally): void {
  noteReferences(referencesOf(value), scope, tally);
  const requirements = Object.hasOwn(value, 'security') ? value.security : undefined;
  for (const uri of schemeUrisIn(requirements)) note(uri, scope, tally.schemeUris);
  for (const keyword of identifierKeywords) {
    const name = textIn(value, keyword);
    if (name !== undefined) tally.identifiers.push({ keyword, name, pointer: pointerOf(frame) });
  }
  // Before OpenAPI 3.2, and in what is no document of its own, `$self` is no field.
  const self =
    frame.parent === undefined && /^3\.2\b/.test(textIn(value, 'openapi') ?? '') && textIn(value, '$self');
  if (typeof self === 'string') tally.identifiers.push({ keyword: '$self', name: self, pointer: '' });
}

/** What an object refers to by itself, and by the names of files in its Discriminator Object. */
function referencesOf(value: JsonObject): readonly string[] {
  const own = referenceKeywords.flatMap((keyword) => textIn(value, keyword) ?? []);
  const mapping =
    Object.hasOwn(value, 'propertyName') && Object.hasOwn(value, 'mapping') ? value.mapping : undefined;
  if (!isObject(mapping)) return own;
  // Other values are the names of components.
  const files = Object.values(mapping).filter((name) => typeof name === 'string' && /[./]/.test(name));
  return [...own, ...(files as readonly string[])];
}

function textIn(value: JsonObject, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The pointer of an object that is the base for the references in it; else that of the nearest one around it. */
function scopeOf(frame: Frame): string {
  const { value, place, scope } = frame;
  const isBase = isObject(value) && place === 'keywords' && textIn(value, '$id') !== undefined;
  return isBase ? pointerOf(frame) : scope;
}

function visit(
  frame: Frame,
  key: string,
  { scope, alias }: Pick<Frame, 'scope' | 'alias'>,
  stack: Frame[],
  tally: Tally,
): void {
  const value = (frame.value as JsonObject)[key];
  if (typeof value === 'number') {
    // A bound can be rounded without harm; a constant is a value that is sent.
    const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (!isExact && placeOf(frame, key) === 'constant') {
      tally.inexact.push(pointerTo(pointerOf(frame), key));
    }
  } else if (typeof value === 'object' && value !== null) {
    const [depth, length] = [frame.depth + 1, frame.length + key.length];
    const place = placeOf(frame, key);
    stack.push({ value, place, depth, length, key, parent: frame, scope, alias });
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
