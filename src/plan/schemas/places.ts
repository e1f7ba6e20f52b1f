import type { Origin } from '../../diagnostics/diagnostics.js';
import { escapeToken } from '../../diagnostics/pointer.js';
import type { Operation, Schema, SchemaPool } from '../../model/model.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { referenceOf } from './flatten.js';

/** A Schema Object and where it was written. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly origin: Origin;
}

type Holds = 'one' | 'list' | 'map';

/** The keywords of JSON Schema 2020-12 that hold schemas, and how (Core 10, Validation 11). */
export const holders: ReadonlyMap<string, Holds> = new Map(
  Object.entries({
    properties: 'map',
    patternProperties: 'map',
    additionalProperties: 'one',
    items: 'one',
    prefixItems: 'list',
    allOf: 'list',
    anyOf: 'list',
    oneOf: 'list',
    not: 'one',
    if: 'one',
    then: 'one',
    else: 'one',
    contains: 'one',
    propertyNames: 'one',
    dependentSchemas: 'map',
  } satisfies Record<string, Holds>),
);

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
    open.push(...(target === undefined ? [] : [target]), ...partsOf(json, origin).toReversed());
  }
}

function partsOf(schema: JsonSchema, { file, pointer }: Origin): readonly Schema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const holds = holders.get(keyword);
    if (holds === undefined || typeof value !== 'object' || value === null) return [];
    const at = (path: string): Origin => ({ file, pointer: `${pointer}/${keyword}${path}` });
    // What is no schema is passed over by whoever reads the keywords of one.
    if (holds === 'one') return [{ json: value as JsonSchema, origin: at('') }];
    return Object.entries(value)
      .filter(([, part]) => typeof part === 'object' && part !== null)
      .map(([key, part]) => ({ json: part as JsonSchema, origin: at(`/${escapeToken(key)}`) }));
  });
}
