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
  const seen = new Set<string>();
  let current = located;
  for (let reference = referenceOf(current); reference !== undefined; reference = referenceOf(current)) {
    const { origin } = current;
    const next = target(current, reference, document, diagnostics);
    if (next === undefined) return undefined;
    const place = `${next.origin.file}#${next.origin.pointer}`;
    if (seen.has(place)) {
      const problem = 'It only leads back to itself.';
      diagnostics.report('unresolved-reference', { reference, problem }, child(current, '$ref').origin);
      return undefined;
    }
    seen.add(`${origin.file}#${origin.pointer}`).add(place);
    current = next;
  }
  return current;
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
