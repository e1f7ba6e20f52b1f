import { cleanLine, cutCharacters, isVisible } from './text.js';
import { typeBits, type Shape } from './schema-shape.js';

/** One step from the document's schema to the schema that is listed: a shape that takes the same values or more. */
export type Pass = (shape: Shape) => Shape;

const formats = new Set(['date', 'date-time', 'time', 'uuid', 'email', 'uri']);

const longestPattern = 120;

/** A list of values over this size says more than a model can read, and more than hosts take. */
const longestEnum = 8000;

/** Every pass, by name. Each is pure, and widens. */
export const passes = {
  /** Hosts know `minimum` and `maximum` alone; of integers the bound can be moved, of others it comes to be taken. */
  inclusiveBounds: (shape) => {
    if (!('exclusiveMinimum' in shape.limits || 'exclusiveMaximum' in shape.limits)) return shape;
    const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = shape.limits;
    const isInteger = (shape.types & typeBits.fraction) === 0;
    const lower = boundOf(above, isInteger ? (value) => Math.floor(value) + 1 : (value) => value);
    const upper = boundOf(below, isInteger ? (value) => Math.ceil(value) - 1 : (value) => value);
    const minimum = Math.max(boundOf(rest['minimum'], same) ?? -Infinity, lower ?? -Infinity);
    const maximum = Math.min(boundOf(rest['maximum'], same) ?? Infinity, upper ?? Infinity);
    const bounds = { ...rest, minimum, maximum };
    return {
      ...shape,
      limits: Object.fromEntries(Object.entries(bounds).filter(([, value]) => isBound(value))),
    };
  },

  /** Patterns that every host's engine reads, and reads alike. */
  portablePatterns: (shape) => without(shape, 'pattern', (pattern) => !isPortable(String(pattern))),

  /** Formats that tell a model something; the others are about storage or unknown. */
  tellingFormats: (shape) => without(shape, 'format', (format) => !formats.has(String(format))),

  /** Hosts take enums of strings alone: other values are told in words, numbers as a range too. */
  describedValues: (shape) => {
    if (shape.values === undefined || shape.types === typeBits.string) return shape;
    // YAML has numbers that JSON has no words for.
    const values = shape.values.filter((value) => typeof value !== 'number' || Number.isFinite(value));
    const numbers = values.filter((value) => typeof value === 'number');
    const range =
      numbers.length === 0 ? {} : { minimum: Math.min(...numbers), maximum: Math.max(...numbers) };
    const isTold = shape.types !== typeBits.null && values.length > 0;
    const notes = isTold ? [...shape.notes, valuesNote(values)] : shape.notes;
    return { ...shape, values: undefined, limits: { ...shape.limits, ...range }, notes };
  },

  /** An enum that would fill a tool by itself is told in words, as is one with characters that nobody sees. */
  readableEnums: (shape) => {
    if (shape.values === undefined) return shape;
    const text = JSON.stringify(shape.values);
    if (Buffer.byteLength(text) <= longestEnum && shape.values.map(String).every(isVisible)) return shape;
    return { ...shape, values: undefined, notes: [...shape.notes, valuesNote(shape.values)] };
  },

  /** Answers drift from their documents: nothing in them is required, and they may hold more. */
  openMembers: (shape) => {
    if (shape.members === undefined) return shape;
    const { properties, additional } = shape.members;
    const open = additional === false ? undefined : additional;
    return { ...shape, members: { properties, required: new Set<string>(), additional: open } };
  },

  /** Clients' validators take the `toString` that every object inherits for a member of the answer. */
  ownMembers: (shape) => {
    if (shape.members === undefined) return shape;
    const { properties, required } = shape.members;
    const own = [...properties].filter(([name]) => !(name in Object.prototype));
    if (own.length === properties.size) return shape;
    return { ...shape, members: { properties: new Map(own), required, additional: undefined } };
  },

  /** Answers are not measured against limits, lists of values or formats. */
  unlimited: (shape) => {
    const isLimited =
      shape.values !== undefined || shape.notes.length > 0 || Object.keys(shape.limits).length > 0;
    return isLimited ? { ...shape, values: undefined, limits: {}, notes: [] } : shape;
  },
} satisfies Record<string, Pass>;

/** What a schema is listed for. */
export type Profile = 'portable' | 'relaxed';

/** The passes of each profile, in order. */
export const profiles: Readonly<Record<Profile, readonly Pass[]>> = {
  portable: [
    passes.inclusiveBounds,
    passes.portablePatterns,
    passes.tellingFormats,
    passes.describedValues,
    passes.readableEnums,
  ],
  relaxed: [passes.openMembers, passes.ownMembers, passes.unlimited],
};

/** The shape as `profile` lists it. */
export function applyProfile(shape: Shape, profile: Profile): Shape {
  return profiles[profile].reduce((passed, pass) => pass(passed), shape);
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

function without(shape: Shape, keyword: string, isUnfit: (value: unknown) => boolean): Shape {
  if (!Object.hasOwn(shape.limits, keyword)) return shape;
  const { [keyword]: value, ...rest } = shape.limits;
  return !isUnfit(value) ? shape : { ...shape, limits: rest };
}

function isPortable(pattern: string): boolean {
  if (pattern.length > longestPattern || !/^[\x20-\x7e]*$/.test(pattern)) return false;
  // Look-around, named groups and back-references: engines in linear time have none of them.
  if (/\(\?(?!:)|\\[1-9]|\\k</.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function valuesNote(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `Always ${cutCharacters(cleanLine(JSON.stringify(only)), 200)}.`;
  const list = values
    .slice(0, 50)
    .map((value) => JSON.stringify(value))
    .join(', ');
  const rest = list.length > 200 || values.length > 50 ? ` (${values.length} in all)` : '';
  return `One of ${cutCharacters(cleanLine(list), 200)}${rest}.`;
}
