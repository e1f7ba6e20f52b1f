import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from './document.js';
import { isObject, type JsonObject } from './json.js';
import { pointerTo } from './pointer.js';
import { resolveReference } from './references.js';

/** A value in an OpenAPI document, together with where it was written. */
export interface Located<T = unknown> {
  readonly value: T;
  readonly origin: Origin;
}

/** Whether a located value is a JSON object. */
export function isLocatedObject(located: Located): located is Located<JsonObject> {
  return isObject(located.value);
}

/** The member `key` of a located object; its value is `undefined` where there is none. */
export function child(located: Located, key: string): Located {
  const { value } = located;
  return member(located, key, isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
}

/** The items of a located array; none where it is something else. */
export function items(located: Located): readonly Located[] {
  const { value } = located;
  return Array.isArray(value) ? value.map((item, index) => member(located, String(index), item)) : [];
}

/** The members of a located object in document order; none where it is something else. */
export function entries(located: Located): readonly (readonly [key: string, member: Located])[] {
  const { value } = located;
  return isObject(value) ? Object.entries(value).map(([key, item]) => [key, member(located, key, item)]) : [];
}

/** What a chain of Reference Objects leads to; the value itself where it is none, `undefined` where it is broken. */
export function follow(
  located: Located,
  document: OpenApiDocument,
  diagnostics: Diagnostics,
): Located | undefined {
  if (referenceOf(located) === undefined) return located;
  const known = endsOf(document, diagnostics);
  const passed = new Set<string>();
  let current: Located | undefined = located;
  for (let place = placeOf(located); referenceOf(current) !== undefined; place = placeOf(current)) {
    if (known.has(place)) {
      current = known.get(place);
      break;
    }
    passed.add(place);
    current = step(current, passed, document, diagnostics);
    if (current === undefined) break;
  }
  // Documents have chains of two or three; long ones that many references share are walked once.
  if (passed.size >= longChain) for (const place of passed) known.set(place, current);
  return current;
}

const longChain = 8;

// By the collector too: what was reported of a broken chain was reported there.
const ends = new WeakMap<OpenApiDocument, WeakMap<Diagnostics, Map<string, Located | undefined>>>();

/** Where the long chains of a document end that were followed so far, by each place in them. */
function endsOf(document: OpenApiDocument, diagnostics: Diagnostics): Map<string, Located | undefined> {
  const ofDocument = ends.get(document) ?? new WeakMap<Diagnostics, Map<string, Located | undefined>>();
  const known = ofDocument.get(diagnostics) ?? new Map<string, Located | undefined>();
  ends.set(document, ofDocument.set(diagnostics, known));
  return known;
}

/** The next value of a chain; `undefined` where it is broken or one that was passed, which is reported. */
function step(
  current: Located,
  passed: ReadonlySet<string>,
  document: OpenApiDocument,
  diagnostics: Diagnostics,
): Located | undefined {
  const reference = referenceOf(current) ?? '';
  const next = target(current, reference, document, diagnostics);
  if (next === undefined || !passed.has(placeOf(next))) return next;
  const problem = 'It only leads back to itself.';
  diagnostics.report('unresolved-reference', { reference, problem }, child(current, '$ref').origin);
  return undefined;
}

function placeOf({ origin }: Located): string {
  return `${origin.file}#${origin.pointer}`;
}

/** What one `$ref` leads to, which can be a reference again; `undefined` where it is broken, which is reported. */
export function target(
  from: Located,
  reference: string,
  document: OpenApiDocument,
  diagnostics: Diagnostics,
): Located | undefined {
  const resolved = resolveReference(reference, from.origin, document);
  if ('target' in resolved) return resolved.target;
  const { code, problem } = resolved;
  diagnostics.report(code, { reference, problem }, child(from, '$ref').origin);
  return undefined;
}

/** The `$ref` of a Reference Object. */
export function referenceOf({ value }: Located): string | undefined {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value.$ref === 'string'
    ? value.$ref
    : undefined;
}

function member({ origin }: Located, key: string, value: unknown): Located {
  return { value, origin: { file: origin.file, pointer: pointerTo(origin.pointer, key) } };
}
