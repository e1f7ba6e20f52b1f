import type { Flattener } from '../schemas/flatten.js';
import { isSame } from '../schemas/same.js';
import type { Json, Shape } from '../schemas/shape.js';
import { typeOf } from '../schemas/types.js';

/** Deeper inside a value nothing is checked. */
const deepest = 8;

/** Whether an API that keeps to its document can take a value: what is refused fits no alternative of the schema. */
export function valueFits(value: unknown, schema: Json, flattener: Flattener, depth = 0): boolean {
  if (depth > deepest) return true;
  return flattener
    .flatten(schema)
    .alternatives.some((shape) => fitsShape(value, shape, flattener, depth + 1));
}

function fitsShape(value: unknown, shape: Shape, flattener: Flattener, depth: number): boolean {
  if ((typeOf(value) & shape.types) === 0) return false;
  if (shape.values?.some((allowed) => isSame(allowed, value)) === false) return false;
  const measures = measuresOf(value);
  const isWithin = Object.entries(shape.limits).every(([keyword, limit]) => {
    const holds = Object.hasOwn(measures, keyword) ? measures[keyword] : undefined;
    return holds?.(Number(limit)) ?? true;
  });
  return isWithin && fitsInside(value, shape, flattener, depth);
}

type Measure = (limit: number) => boolean;

/** The keywords that measure a value; patterns and formats are the API's to check. */
function measuresOf(value: unknown): Readonly<Record<string, Measure>> {
  if (typeof value === 'number') {
    return {
      minimum: (limit) => value >= limit,
      maximum: (limit) => value <= limit,
      exclusiveMinimum: (limit) => value > limit,
      exclusiveMaximum: (limit) => value < limit,
    };
  }
  if (typeof value === 'string') {
    // JSON Schema counts characters, not UTF-16 units.
    const length = [...value].length;
    return { minLength: (limit) => length >= limit, maxLength: (limit) => length <= limit };
  }
  if (!Array.isArray(value)) return {};
  return { minItems: (limit) => value.length >= limit, maxItems: (limit) => value.length <= limit };
}

function fitsInside(value: unknown, { items, members }: Shape, flattener: Flattener, depth: number): boolean {
  if (Array.isArray(value)) {
    return items === undefined || value.every((item) => valueFits(item, items, flattener, depth));
  }
  if (typeof value !== 'object' || value === null || members === undefined) return true;
  const { properties, required, additional = true } = members;
  return (
    [...required].every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) =>
      valueFits(member, properties.get(name) ?? additional, flattener, depth),
    )
  );
}
