import { pointerTo } from '../../diagnostics/pointer.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { readSchema, type Json } from './shape.js';

/** How a keyword holds schemas: a single one, or a list or map of them. */
interface Holder {
  readonly holds: 'one' | 'many';
  /** Whether they are about what is in a value, and not about the value itself. */
  readonly isDeeper: boolean;
}

const ofValue: Holder = { holds: 'one', isDeeper: false };
const ofValueEach: Holder = { holds: 'many', isDeeper: false };
const within: Holder = { holds: 'one', isDeeper: true };
const withinEach: Holder = { holds: 'many', isDeeper: true };

/** The keywords of JSON Schema 2020-12 that hold schemas (Core 8.2.4, 10 and 11). */
const holders: ReadonlyMap<string, Holder> = new Map(
  Object.entries({
    properties: withinEach,
    patternProperties: withinEach,
    additionalProperties: within,
    unevaluatedProperties: within,
    propertyNames: within,
    items: within,
    prefixItems: withinEach,
    unevaluatedItems: within,
    contains: within,
    allOf: ofValueEach,
    anyOf: ofValueEach,
    oneOf: ofValueEach,
    not: ofValue,
    if: ofValue,
    then: ofValue,
    else: ofValue,
    dependentSchemas: ofValueEach,
    $defs: ofValueEach,
  }),
);

/** A schema that stands directly in another. */
export interface Part {
  readonly keyword: string;
  /** Its name or place beneath the keyword; `undefined` where the keyword holds one schema. */
  readonly key: string | undefined;
  readonly schema: Json;
  /** Whether it is about what is in a value, and not about the value itself. */
  readonly isDeeper: boolean;
}

/** How a keyword holds schemas; `undefined` for one that holds none. */
export function holdingOf(keyword: string): Holder['holds'] | undefined {
  return holders.get(keyword)?.holds;
}

/** The schemas that stand directly in a schema, in its order; what is no schema is passed over. */
export function partsOf(schema: JsonSchema): readonly Part[] {
  const parts: Part[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const holder = holders.get(keyword);
    if (holder === undefined) continue;
    const add = (key: string | undefined, member: unknown): void => {
      const part = readSchema(member);
      if (part !== undefined) parts.push({ keyword, key, schema: part, isDeeper: holder.isDeeper });
    };
    // Drafts before 2020-12 have lists of `items`, and documents have them still.
    if (holder.holds === 'one' && !Array.isArray(value)) add(undefined, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) add(key, member);
    }
  }
  return parts;
}

/** The schemas that values are held against directly: definitions are not, until something refers to them. */
export function appliedPartsOf(schema: JsonSchema): readonly Part[] {
  return partsOf(schema).filter(({ keyword }) => keyword !== '$defs');
}

/** The pointer to a part of what `pointer` leads to. */
export function pointerToPart(pointer: string, { keyword, key }: Pick<Part, 'keyword' | 'key'>): string {
  const holder = pointerTo(pointer, keyword);
  return key === undefined ? holder : pointerTo(holder, key);
}
