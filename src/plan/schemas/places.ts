import type { Origin } from '../../diagnostics/diagnostics.js';
import type { Operation, Schema, SchemaPool } from '../../model/model.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { referenceOf } from './references.js';
import { appliedPartsOf, pointerToPart } from './holders.js';

/** A Schema Object and where it was written. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly origin: Origin;
}

/** Every Schema Object that arguments of the operations are made of, once each, those behind references included. */
export function* inputSchemas(operations: readonly Operation[], pool: SchemaPool): Generator<PlacedSchema> {
  const roots = operations.flatMap(({ parameters, requestBody }) => [
    ...parameters.map(({ schema }) => schema),
    ...(requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []),
  ]);
  const seen = new Set<unknown>();
  // A work list: the depth of a schema is not ours to choose.
  const open: Schema[] = roots.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { json, origin } = next;
    if (typeof json === 'boolean' || seen.has(json)) continue;
    seen.add(json);
    yield { schema: json, origin };
    const name = referenceOf(json);
    const target = name === undefined ? undefined : pool.get(name);
    const parts = appliedPartsOf(json).map((part) => ({
      json: part.schema,
      origin: { file: origin.file, pointer: pointerToPart(origin.pointer, part) },
    }));
    open.push(...(target === undefined ? [] : [target]), ...parts.toReversed());
  }
}
