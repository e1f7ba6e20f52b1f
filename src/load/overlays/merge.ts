import { isObject, type JsonObject } from '../json.js';
import type { Located } from '../located.js';
import { withMembers, type Change, type Editing } from './edits.js';
import { memberOf } from './provenance.js';

/** Values that are merged alike. */
export type Kind = 'object' | 'array' | 'primitive';

/** How a value is merged into others. */
export interface Merging extends Editing {
  /** Reports that a value cannot be merged into one of another kind. */
  readonly refuse: (source: Located, target: Kind) => void;
}

/** The kind of a value. */
export function kindOf(value: unknown): Kind {
  if (isObject(value)) return 'object';
  return Array.isArray(value) ? 'array' : 'primitive';
}

/** Merges a value into another of its kind by the rules of the Action Object; the target as it is where they differ. */
export function merge(target: Located, source: Located, merging: Merging): Located {
  const kind = kindOf(target.value);
  if (kindOf(source.value) === kind) return rules[kind](target, source, merging);
  merging.refuse(source, kind);
  return target;
}

/** Appends values to an array. */
export function append(target: Located, values: readonly Located[], merging: Merging): Located {
  const items = target.value as readonly unknown[];
  const added = values.map((after, index) => ({ key: String(items.length + index), after }));
  return withMembers({ value: items, origin: target.origin }, added, merging);
}

type Rule = (target: Located, source: Located, merging: Merging) => Located;

/** Each is called with values of its kind only. */
const rules: Readonly<Record<Kind, Rule>> = {
  object: mergeObjects,
  array: (target, source, merging) => append(target, membersOf(source, merging), merging),
  primitive: (_target, source) => source,
};

function mergeObjects(target: Located, source: Located, merging: Merging): Located {
  const { provenance } = merging;
  const object = target.value as JsonObject;
  const changes = Object.keys(source.value as JsonObject).map((key): Change => {
    const addition = memberOf(source, key, provenance);
    if (!Object.hasOwn(object, key)) return { key, after: addition };
    const before = memberOf(target, key, provenance);
    return { key, before, after: merge(before, addition, merging) };
  });
  return withMembers({ value: object, origin: target.origin }, changes, merging);
}

function membersOf(array: Located, { provenance }: Merging): readonly Located[] {
  return Object.keys(array.value as readonly unknown[]).map((key) => memberOf(array, key, provenance));
}
