import type { Origin } from '../../diagnostics/diagnostics.js';
import { isContainer } from '../json.js';
import type { Located } from '../located.js';
import { pointerTo, tokensOf } from '../../diagnostics/pointer.js';

/**
 * Where the members of objects and arrays were written that are not written where their container is: by container,
 * then by key. Containers never change, so one that stands in several places has its members from one place each.
 */
export type Provenance = WeakMap<object, ReadonlyMap<string, Origin>>;

/** Translates a pointer into an applied document into the file and place where the value was written. */
export type Translate = (pointer: string) => Origin;

/** The member of a container, with where it was written. */
export function memberOf({ value, origin }: Located, key: string, provenance: Provenance): Located {
  if (!isContainer(value)) return { value: undefined, origin: written(undefined, key, origin) };
  // Arrays are read by the same keys.
  const member = Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  return { value: member, origin: written(provenance.get(value), key, origin) };
}

/** Finds out where the values of an applied document were written. */
export function translation(root: Located, provenance: Provenance): Translate {
  return (pointer) => {
    let at = root;
    for (const token of tokensOf(pointer)) at = memberOf(at, token, provenance);
    return at.origin;
  };
}

function written(members: ReadonlyMap<string, Origin> | undefined, key: string, container: Origin): Origin {
  return members?.get(key) ?? { file: container.file, pointer: pointerTo(container.pointer, key) };
}
