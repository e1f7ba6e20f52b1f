import type { Flattener } from '../schemas/flatten.js';
import type { Json, Shape } from '../schemas/shape.js';
import { anyType, kinds, typeBits } from '../schemas/types.js';
import { textKindsOf, type TextKinds } from './text-kinds.js';

/** What values of one schema can say that those of others cannot. */
export interface Addition {
  /** Members that the others do not name. */
  readonly members: readonly string[];
  /** Types of JSON that the others do not take. */
  readonly types: readonly string[];
  /** Members that are text, a file, where the others take no text. */
  readonly texts: readonly string[];
}

/**
 * What a schema adds to others: members, types, or bytes where they have text; `undefined` where it adds nothing. Words
 * about values, limits and values that are required or listed add nothing that a model would choose a media type for.
 */
export function additionOf(
  schema: Json,
  others: readonly Json[],
  flattener: Flattener,
): Addition | undefined {
  const [own, theirs] = [shapesOf([schema], flattener), shapesOf(others, flattener)];
  // A schema that says nothing offers nothing, and beside one that takes everything nothing is added.
  if ([...own, ...theirs].some(isAnything)) return undefined;
  const known = namesOf(theirs, flattener);
  const names = namesOf(own, flattener);
  const members = [...names.keys()].filter((name) => !known.has(name));
  const types = typesOf(own, theirs);
  const files = [...names].filter(([name, schemas]) => {
    const beside = known.get(name);
    return beside !== undefined && kindsOf(schemas, flattener).bytes && !kindsOf(beside, flattener).bytes;
  });
  const texts = files
    .filter(([name]) => !kindsOf(known.get(name) ?? [], flattener).text)
    .map(([name]) => name);
  const hasMoreBytes = kindsOf([schema], flattener).bytes && !kindsOf(others, flattener).bytes;
  const isMore = members.length + types.length + files.length > 0 || hasMoreBytes;
  return isMore ? { members, types, texts } : undefined;
}

function shapesOf(schemas: readonly Json[], flattener: Flattener): readonly Shape[] {
  return schemas.flatMap((schema) => flattener.flatten(schema).alternatives);
}

function isAnything({ types, members }: Shape): boolean {
  return types === anyType && members === undefined;
}

function typesOf(own: readonly Shape[], theirs: readonly Shape[]): readonly string[] {
  const [bits, known] = [own, theirs].map((shapes) => shapes.reduce((set, { types }) => set | types, 0));
  return kinds
    .filter(
      ({ bits: kind }) => kind !== typeBits.null && (kind & (bits ?? 0)) !== 0 && (kind & (known ?? 0)) === 0,
    )
    .map(({ name }) => name);
}

/** The members that a request can set, each with its schemas. */
function namesOf(shapes: readonly Shape[], flattener: Flattener): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, readonly Json[]>();
  for (const [name, schema] of shapes.flatMap(({ members }) => [...(members?.properties ?? [])])) {
    if (schema === false || flattener.annotationsOf(schema).readOnly === true) continue;
    found.set(name, [...(found.get(name) ?? []), schema]);
  }
  return found;
}

function kindsOf(schemas: readonly Json[], flattener: Flattener): Omit<TextKinds, 'base64'> {
  const found = schemas.map((schema) => textKindsOf(schema, flattener));
  return { bytes: found.some(({ bytes }) => bytes), text: found.some(({ text }) => text) };
}
