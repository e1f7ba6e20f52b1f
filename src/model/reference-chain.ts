import type { JsonObject } from '../load/json.js';
import { isLocatedObject, referenceOf, target, type Located } from '../load/located.js';
import type { OutlineReading } from './reading.js';

/** The objects of a chain of references, each of which can have fields beside its own `$ref`; it has to have an end. */
export function chainOf(
  start: Located,
  { document, diagnostics }: Pick<OutlineReading, 'document' | 'diagnostics'>,
): readonly Located<JsonObject>[] {
  const chain: Located<JsonObject>[] = [];
  for (let link: Located | undefined = start; link !== undefined && isLocatedObject(link);) {
    chain.push(link);
    const reference = referenceOf(link);
    link = reference === undefined ? undefined : target(link, reference, document, diagnostics);
  }
  return chain;
}
