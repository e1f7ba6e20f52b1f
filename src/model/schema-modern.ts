import { isObject } from '../load/json.js';
import { isBinary } from '../runtime/media-types.js';

/** The keywords of one schema while it is read. */
export type Keywords = Map<string, unknown>;

/** Puts what earlier versions say in their own words into those of JSON Schema 2020-12. */
export function modernize(keywords: Keywords): void {
  for (const pass of passes) pass(keywords);
}

/** In this order: a later pass sees what the earlier ones wrote. */
const passes: readonly ((keywords: Keywords) => void)[] = [
  dynamicReference,
  namesOnce,
  exclusiveBounds,
  tuple,
  dependencies,
  file,
  media,
  binary,
  nullable,
];

/** What a `$dynamicRef` means has been found out: it is a reference like others, of which a schema can have both. */
function dynamicReference(keywords: Keywords): void {
  const reference = keywords.get('$dynamicRef');
  if (reference === undefined) return;
  keywords.delete('$dynamicRef');
  if (!keywords.has('$ref')) keywords.set('$ref', reference);
  else keywords.set('allOf', [...((keywords.get('allOf') as readonly unknown[]) ?? []), { $ref: reference }]);
}

/** JSON Schema wants each required name once. */
function namesOnce(keywords: Keywords): void {
  const required = keywords.get('required');
  if (Array.isArray(required)) keywords.set('required', [...new Set(required)]);
}

/** `exclusiveMinimum: true` beside `minimum` is one keyword now. */
function exclusiveBounds(keywords: Keywords): void {
  for (const [exclusive, bound] of bounds) {
    const flag = keywords.get(exclusive);
    if (typeof flag !== 'boolean') continue;
    keywords.delete(exclusive);
    if (!flag || !keywords.has(bound)) continue;
    keywords.set(exclusive, keywords.get(bound));
    keywords.delete(bound);
  }
}

const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** A list in `items` is `prefixItems` now, and `items` is what `additionalItems` was. */
function tuple(keywords: Keywords): void {
  const items = keywords.get('items');
  const rest = keywords.get('additionalItems');
  keywords.delete('additionalItems');
  if (!Array.isArray(items)) return;
  keywords.set('prefixItems', items);
  if (rest === undefined) keywords.delete('items');
  else keywords.set('items', rest);
}

/** Swagger 2.0's `type: file` is text without an encoding. */
function file(keywords: Keywords): void {
  if (keywords.get('type') !== 'file') return;
  keywords.set('type', 'string').set('format', 'binary');
}

/** What `dependencies` was are two keywords since JSON Schema 2019-09. */
function dependencies(keywords: Keywords): void {
  const written = keywords.get('dependencies');
  keywords.delete('dependencies');
  if (!isObject(written)) return;
  for (const { keyword, holds, both } of dependencyKinds) {
    const own = keywords.get(keyword);
    const merged = new Map(isObject(own) ? Object.entries(own) : []);
    for (const [name, dependency] of Object.entries(written).filter(([, each]) => holds(each))) {
      const beside = merged.get(name);
      merged.set(name, beside === undefined ? dependency : both(beside, dependency));
    }
    if (merged.size > 0) keywords.set(keyword, Object.fromEntries(merged));
  }
}

interface DependencyKind {
  readonly keyword: string;
  readonly holds: (dependency: unknown) => boolean;
  /** What asks for the same as two that stand side by side. */
  readonly both: (one: unknown, other: unknown) => unknown;
}

const dependencyKinds: readonly DependencyKind[] = [
  {
    keyword: 'dependentRequired',
    holds: Array.isArray,
    both: (one, other) => [...new Set([one, other].flat())],
  },
  {
    keyword: 'dependentSchemas',
    holds: (dependency) => !Array.isArray(dependency),
    both: (one, other) => ({ allOf: [one, other] }),
  },
];

/** Since OpenAPI 3.1 text whose media type is binary is what `format: binary` was. */
function media(keywords: Keywords): void {
  const mediaType = keywords.get('contentMediaType');
  const isText = keywords.get('type') === 'string' && !keywords.has('contentEncoding');
  if (!isText || typeof mediaType !== 'string' || !isBinary(mediaType)) return;
  if (!keywords.has('format')) keywords.set('format', 'binary');
}

/** Bytes travel through JSON in base64; `format` still says which of them are sent as they are. */
function binary(keywords: Keywords): void {
  const format = keywords.get('format');
  if (format !== 'binary' && format !== 'byte') return;
  if (!keywords.has('contentEncoding')) keywords.set('contentEncoding', 'base64');
}

/** Annotations, which stay outside where a schema is wrapped. */
const annotations = [
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
];

const combinators = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/**
 * `nullable: true` adds null to `type`; an `enum` that does not list null goes on to forbid it. Beside a
 * combinator and no `type` the Specification gives it no effect, but documents mean that null is allowed too.
 */
function nullable(keywords: Keywords): void {
  const isNullable = keywords.get('nullable') === true || keywords.get('x-nullable') === true;
  keywords.delete('nullable');
  keywords.delete('x-nullable');
  if (!isNullable) return;
  const type = keywords.get('type');
  if (type !== undefined) {
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    keywords.set('type', [...new Set([...types, 'null'])]);
  } else if (combinators.some((keyword) => keywords.has(keyword))) wrapWithNull(keywords);
}

function wrapWithNull(keywords: Keywords): void {
  const inside = [...keywords].filter(
    ([keyword]) => !annotations.includes(keyword) && !keyword.startsWith('x-'),
  );
  for (const [keyword] of inside) keywords.delete(keyword);
  keywords.set('anyOf', [Object.fromEntries(inside), { type: 'null' }]);
}
