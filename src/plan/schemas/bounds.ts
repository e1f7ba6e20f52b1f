import type { Shape } from './shape.js';
import { typeBits } from './types.js';

/** Hosts know `minimum` and `maximum` alone; of integers the bound can be moved, of others it comes to be taken. */
export function inclusiveBounds(shape: Shape): Shape {
  if (!('exclusiveMinimum' in shape.limits || 'exclusiveMaximum' in shape.limits)) return shape;
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = shape.limits;
  const isInteger = (shape.types & typeBits.fraction) === 0;
  const lower = boundOf(above, isInteger ? (value) => Math.floor(value) + 1 : same);
  const upper = boundOf(below, isInteger ? (value) => Math.ceil(value) - 1 : same);
  const minimum = Math.max(boundOf(rest['minimum'], same) ?? -Infinity, lower ?? -Infinity);
  const maximum = Math.min(boundOf(rest['maximum'], same) ?? Infinity, upper ?? Infinity);
  const bounds = Object.entries({ ...rest, minimum, maximum });
  return { ...shape, limits: Object.fromEntries(bounds.filter(([, value]) => isBound(value))) };
}

function same(value: number): number {
  return value;
}

function boundOf(value: unknown, move: (value: number) => number): number | undefined {
  return typeof value === 'number' ? move(value) : undefined;
}

function isBound(value: unknown): boolean {
  return value !== Infinity && value !== -Infinity;
}

const formats = new Set(['date', 'date-time', 'time', 'uuid', 'email', 'uri']);

/** Formats that tell a model something; the others are about storage or unknown. */
export function tellingFormats(shape: Shape): Shape {
  return withoutLimit(shape, 'format', (format) => !formats.has(String(format)));
}

const idle: ReadonlySet<string> = new Set(['minLength', 'minItems']);

/** Limits that every value keeps say nothing. */
export function tellingLimits(shape: Shape): Shape {
  const limits = Object.entries(shape.limits);
  const telling = limits.filter(([keyword, value]) => !(idle.has(keyword) && value === 0));
  return telling.length === limits.length ? shape : { ...shape, limits: Object.fromEntries(telling) };
}

/** The shape without one of its limits where `isUnfit` holds of it. */
export function withoutLimit(shape: Shape, keyword: string, isUnfit: (value: unknown) => boolean): Shape {
  if (!Object.hasOwn(shape.limits, keyword)) return shape;
  const { [keyword]: value, ...rest } = shape.limits;
  return isUnfit(value) ? { ...shape, limits: rest } : shape;
}
