import { child, entries, follow, isLocatedObject, type Located } from '../load/located.js';
import type { Extensions } from './model.js';
import { extensionsOf, type OutlineReading } from './reading.js';
import { chainOf } from './reference-chain.js';

/** A Path Item Object, with those that its `$ref` leads to. */
export interface PathItem {
  /** A field of the item itself or, where it has none, of what its `$ref` leads to. */
  readonly field: (name: string) => Located;
  /** A field wherever it stands: that of the item itself first, then those of what its `$ref` leads to. */
  readonly fields: (name: string) => readonly Located[];
  readonly extensions: Extensions;
}

/** One operation of a Path Item Object. */
export interface PathItemOperation {
  /** Upper case, but for those of `additionalOperations`, which are kept as written. */
  readonly method: string;
  /** An Operation Object, or a reference to one. */
  readonly operation: Located;
}

/** Reads a Path Item Object; `undefined` where it is broken, which is reported. */
export function readPathItem(item: Located, reading: OutlineReading): PathItem | undefined {
  const end = follow(item, reading.document, reading.diagnostics);
  if (end === undefined) return undefined;
  if (!isLocatedObject(end)) {
    const problem = 'A Path Item Object has to be an object; it is left out.';
    reading.diagnostics.report('invalid-document', { problem }, end.origin);
    return undefined;
  }
  const chain = chainOf(item, reading);
  const fields = (name: string): readonly Located[] =>
    chain.map((link) => child(link, name)).filter(({ value }) => value !== undefined);
  const extensions = chain.toReversed().flatMap(({ value }) => [...extensionsOf(value)]);
  const field = (name: string): Located => fields(name)[0] ?? child(end, name);
  return { field, fields, extensions: new Map(extensions) };
}

/** The operations of a Path Item Object, in the order of its fields. */
export function operationsOf(item: PathItem, reading: OutlineReading): readonly PathItemOperation[] {
  const fixed = reading.rules.methods
    .map((method) => ({ method: method.toUpperCase(), operation: item.field(method) }))
    .filter(({ operation }) => operation.value !== undefined);
  if (!reading.rules.hasAdditionalOperations) return fixed;
  const methods = new Set(fixed.map(({ method }) => method));
  const additional = entries(item.field('additionalOperations')).flatMap(([method, operation]) => {
    if (!methods.has(method)) return [{ method, operation }];
    const problem = `'${method}' has a field of its own in the Path Item Object, which counts.`;
    reading.diagnostics.report('invalid-document', { problem }, operation.origin);
    return [];
  });
  return [...fixed, ...additional];
}

/**
 * Reports the fields of which an operation takes the item's own, though what its `$ref` leads to has another: the
 * Specification calls what it means undefined.
 */
export function reportDoubled(item: PathItem, method: string, { rules, diagnostics }: OutlineReading): void {
  const key = method.toLowerCase();
  const isFixed = rules.methods.includes(key) && item.field(key).value !== undefined;
  for (const name of [isFixed ? key : 'additionalOperations', 'servers']) {
    const [own, other] = item.fields(name);
    if (own === undefined || other === undefined) continue;
    const problem = `\`${name}\` stands here and in what the \`$ref\` of the Path Item Object leads to; this one counts.`;
    diagnostics.report('invalid-document', { problem }, own.origin);
  }
}
