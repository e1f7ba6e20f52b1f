import type { Flattener } from './flatten.js';
import { eitherOf, type Json, type Shape } from './shape.js';
import { anyType, numberBits, typeBits } from './types.js';
import { isVisible } from '../texts/hidden.js';

/** What all alternatives of a schema say together of one value of an answer. */
export interface Answer {
  /** A set of `typeBits`. */
  readonly types: number;
  /** Whether some of its numbers may have more digits than JavaScript's hold: the server gives those as texts. */
  readonly hasLongNumbers: boolean;
  /** By name, in document order. */
  readonly members: ReadonlyMap<string, Part>;
  /** Of members that are not named. */
  readonly additional: Part | undefined;
  readonly items: Part | undefined;
}

/** What is said of one place inside a value. */
export interface Part {
  readonly schema: Json;
  /** Whether some alternative takes any value there: then the schema says what is likely. */
  readonly isGuess: boolean;
}

/** Reads what a schema says of answers. Parts that answers never have, and names that cannot be listed, are left out. */
export function readAnswer(schema: Json, flattener: Flattener): Answer {
  const { alternatives } = flattener.flattenOffer(schema);
  const objects = alternatives.filter(({ types }) => (types & typeBits.object) !== 0);
  const arrays = alternatives.filter(({ types }) => (types & typeBits.array) !== 0);
  const names = new Set(objects.flatMap(({ members }) => [...(members?.properties.keys() ?? [])]));
  const members = new Map<string, Part>();
  for (const name of [...names].filter(isListable)) {
    const part = partOf(objects.map((shape) => memberOf(shape, name)));
    if (part !== undefined && !isWriteOnly(part.schema, flattener)) members.set(name, part);
  }
  return {
    // A schema that contradicts itself says nothing of answers that come all the same.
    types: alternatives.length === 0 ? anyType : alternatives.reduce((set, { types }) => set | types, 0),
    hasLongNumbers: alternatives.some(mayBeLong),
    members,
    // What is left out must pass all the same.
    additional:
      members.size < names.size ? undefined : partOf(objects.map((shape) => shape.members?.additional)),
    items: partOf(arrays.map(({ items }) => items)),
  };
}

/** Formats of the registry, and of habit, whose numbers may have more digits than a double holds. */
const longFormats: ReadonlySet<unknown> = new Set(['int64', 'uint64', 'int128', 'uint128', 'long', 'bigint']);

/** Those of the registry whose integers a double holds. */
const shortFormats: ReadonlySet<unknown> = new Set([
  ...['int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32'],
  ...['double-int', 'sf-integer'],
]);

/** Identifiers are integers that grow beyond every bound which nobody set; other numbers are measures. */
function mayBeLong({ types, limits, values }: Shape): boolean {
  if ((types & numberBits) === 0) return false;
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits;
  const bounds = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  const isShort = (bound: unknown): boolean => Math.abs(Number(bound)) <= Number.MAX_SAFE_INTEGER;
  if (longFormats.has(format)) return true;
  if ((types & numberBits) !== typeBits.integer)
    return bounds.some((bound) => bound !== undefined && !isShort(bound));
  if (values !== undefined) return !values.every((value) => typeof value !== 'number' || isShort(value));
  return !shortFormats.has(format) && !bounds.every((bound) => bound !== undefined && isShort(bound));
}

/** Clients' validators take the `toString` that every object inherits for a member of the answer. */
function isListable(name: string): boolean {
  return !(name in Object.prototype) && isVisible(name);
}

function memberOf({ members }: Shape, name: string): Json | undefined {
  return members?.properties.get(name);
}

function isWriteOnly(schema: Json, { annotationsOf }: Flattener): boolean {
  return annotationsOf(schema).writeOnly === true;
}

/** `undefined` where no alternative says anything. */
function partOf(schemas: readonly (Json | undefined)[]): Part | undefined {
  const said = schemas.filter((schema) => schema !== undefined && schema !== false);
  if (said.length === 0) return undefined;
  return { schema: eitherOf(said) ?? true, isGuess: said.length < schemas.length };
}
