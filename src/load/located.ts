import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import { reportBroken } from './broken-references.js';
import type { OpenApiDocument } from './document.js';
import { isObject, type JsonObject } from './json.js';
import { keyOf, pointerTo } from '../diagnostics/pointer.js';
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
  const passed = new Set<string>();
  let current = located;
  for (let reference = referenceOf(current); reference !== undefined; reference = referenceOf(current)) {
    passed.add(keyOf(current.origin));
    const next = target(current, reference, document, diagnostics);
    if (next === undefined) return undefined;
    const problem = problemOf(next, passed);
    if (problem !== undefined) {
      diagnostics.report('unresolved-reference', { reference, problem }, child(current, '$ref').origin);
      return undefined;
    }
    current = next;
  }
  return current;
}

/** Documents have chains of two or three; many references can share a long one, and each walks the whole of it. */
const longestChain = 60;

/** Why a chain is not followed to its next value, where that is so. */
function problemOf(next: Located, passed: ReadonlySet<string>): string | undefined {
  if (passed.has(keyOf(next.origin))) return 'It only leads back to itself.';
  const isTooLong = passed.size >= longestChain && referenceOf(next) !== undefined;
  return isTooLong ? `It is the end of more than ${longestChain} references in a row.` : undefined;
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
  reportBroken(reference, resolved, child(from, '$ref').origin, document, diagnostics);
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
