import type { Flattener } from '../schemas/flatten.js';
import { splitByKind } from '../schemas/merge.js';
import type { Json, Shape } from '../schemas/shape.js';
import { anyType, typeBits } from '../schemas/types.js';

/** What a value can be, each of one type or of any; null apart. */
export function shapesOf(json: Json, flattener: Flattener): readonly Shape[] {
  const { alternatives } = flattener.flattenOffer(json);
  return alternatives.flatMap(splitByKind).filter(({ types }) => types !== typeBits.null);
}

/** Whether a schema says that null is a value. */
export function takesNull(json: Json, flattener: Flattener): boolean {
  const { alternatives } = flattener.flatten(json);
  return alternatives.some(({ types }) => types !== anyType && (types & typeBits.null) !== 0);
}

/** Whether values are objects: a shape that names no type has their keywords. */
export function isObject({ types, members }: Shape): boolean {
  return types === anyType ? members !== undefined : types === typeBits.object;
}

/** Whether values are lists. */
export function isList({ types, members, items }: Shape): boolean {
  return types === anyType ? members === undefined && items !== undefined : types === typeBits.array;
}

/** Whether a shape says nothing of what it takes. */
export function isOpen({ types, members, items }: Shape): boolean {
  return types === anyType && members === undefined && items === undefined;
}
