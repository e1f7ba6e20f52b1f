import { isObject, type JsonObject } from '../json.js';
import type { Located } from '../located.js';
import type { Budget } from './budget.js';
import { memberOf, type Provenance } from './provenance.js';

/** What the edits of a run share. */
export interface Editing {
  readonly provenance: Provenance;
  readonly budget: Budget;
}

/** An object or an array. */
export type Container = JsonObject | readonly unknown[];

/** A member and what it becomes; without `before`, it is new or comes from elsewhere. */
export interface Change {
  readonly key: string;
  readonly before?: Located | undefined;
  readonly after: Located;
}

/** A container with some members set to other values; the one that was given stays as it is. */
export function withMembers(
  { value, origin }: Located<Container>,
  changes: readonly Change[],
  { provenance, budget }: Editing,
): Located<Container> {
  const copy = Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value };
  const origins = new Map(provenance.get(value));
  budget.spend(Object.keys(copy).length + origins.size + changes.length);
  for (const { key, before, after } of changes) {
    setMember(copy, key, after.value);
    if (before?.origin !== after.origin) origins.set(key, after.origin);
  }
  if (origins.size > 0) provenance.set(copy, origins);
  return { value: copy, origin };
}

/** A container without some of its members; the one that was given stays as it is. */
export function withoutMembers(
  container: Located<Container>,
  keys: ReadonlySet<string>,
  editing: Editing,
): Located<Container> {
  return isObject(container.value)
    ? withoutProperties(container.value, keys, container, editing)
    : withoutItems(container.value, keys, container, editing);
}

function withoutProperties(
  object: JsonObject,
  keys: ReadonlySet<string>,
  { origin }: Located<Container>,
  { provenance, budget }: Editing,
): Located<Container> {
  const copy: JsonObject = {};
  const kept = Object.keys(object).filter((key) => !keys.has(key));
  for (const key of kept) setMember(copy, key, object[key]);
  budget.spend(kept.length + keys.size);
  // Those of the removed members are never asked for.
  const origins = provenance.get(object);
  if (origins !== undefined) provenance.set(copy, origins);
  return { value: copy, origin };
}

/** The items behind a removed one move up, so that their places are no longer what their indexes say. */
function withoutItems(
  array: readonly unknown[],
  keys: ReadonlySet<string>,
  { origin }: Located<Container>,
  editing: Editing,
): Located<Container> {
  const { provenance, budget } = editing;
  const before = { value: array, origin };
  budget.spend(array.length);
  const kept = Object.keys(array).filter((key) => !keys.has(key));
  const items = kept.map((key, index) => {
    return { key: String(index), after: memberOf(before, key, provenance) };
  });
  return withMembers({ value: [], origin }, items, editing);
}

/** Sets a member of a value that is being made: an assignment to `__proto__` would set something else. */
function setMember(container: Container, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}
