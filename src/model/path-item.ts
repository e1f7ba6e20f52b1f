import { child, entries, follow, isLocatedObject, type Located } from '../load/located.js';
import type { Reading } from './reading.js';

/** A Path Item Object, with those that its `$ref` leads to. */
export interface PathItem {
  /** A field of the item itself or, where it has none, of what its `$ref` leads to. */
  readonly field: (name: string) => Located;
}

/** One operation of a Path Item Object. */
export interface PathItemOperation {
  /** Upper case. */
  readonly method: string;
  /** An Operation Object, or a reference to one. */
  readonly operation: Located;
}

/** Reads a Path Item Object; `undefined` where it is broken, which is reported. */
export function readPathItem(item: Located, { document, diagnostics }: Reading): PathItem | undefined {
  const target = follow(item, document, diagnostics);
  if (target === undefined) return undefined;
  if (!isLocatedObject(target)) {
    const problem = 'A Path Item Object has to be an object; it is left out.';
    diagnostics.report('invalid-document', { problem }, target.origin);
    return undefined;
  }
  const field = (name: string): Located => {
    const own = child(item, name);
    return own.value === undefined ? child(target, name) : own;
  };
  return { field };
}

/** The operations of a Path Item Object, in the order of its fields. */
export function operationsOf(item: PathItem, { rules }: Reading): readonly PathItemOperation[] {
  const fixed = rules.methods.map((method) => ({
    method: method.toUpperCase(),
    operation: item.field(method),
  }));
  const additional = rules.hasAdditionalOperations
    ? entries(item.field('additionalOperations')).map(([method, operation]) => ({ method, operation }))
    : [];
  return [...fixed, ...additional].filter(({ operation }) => operation.value !== undefined);
}
