import type { JsonSchema } from '../../runtime/json-schema.js';
import { readAnswer, type Answer, type Part } from './answer-shape.js';
import type { Flattener } from './flatten.js';
import type { Json } from './shape.js';
import { anyType, kinds, typeBits } from './types.js';
import { wordsOf } from '../names/words.js';

/**
 * Characters of an outline's names. A list holds hundreds of outlines: with more of them, documents like Box's grow by
 * over a quarter.
 */
const mostCharacters = 224;

/** Characters of an outline that has types too: they make fewer tokens each than names. */
const mostTyped = 320;

const addresses = new Set(['url', 'urls', 'uri', 'uris', 'href', 'link', 'links']);

/** A place in an answer that is spelt out as far as there is room; where nothing is, every value passes. */
interface Place {
  readonly answer: Answer;
  /** Whether types say no more here than what is likely. */
  readonly isGuess: boolean;
  /** Whether some of its members may be listed for all of them: so it is with the root, and with the rows of a list. */
  readonly canBeCut: boolean;
  inner: Inner;
}

interface Inner {
  readonly members: readonly (readonly [name: string, place: Place])[];
  /** Whether there are more members than these. */
  readonly isCut: boolean;
  readonly additional: Place | undefined;
  readonly items: Place | undefined;
}

type Read = (schema: Json) => Answer;

const nothing: Inner = { members: [], isCut: false, additional: undefined, items: undefined };

/**
 * Makes outlines of answers: a schema with the names of their members, outer ones first, and their types where there
 * is room. It is open, requires nothing and takes null everywhere, for answers drift from their documents.
 */
export function createOutliner(flattener: Flattener): (schema: Json) => JsonSchema {
  const known = new Map<Json, Answer>();
  const read: Read = (json) => {
    const schema = typeof json === 'boolean' ? json : flattener.identityOf(json);
    const answer = known.get(schema) ?? readAnswer(schema, flattener);
    known.set(schema, answer);
    return answer;
  };
  const outlines = new Map<Answer, JsonSchema>();
  return (schema) => {
    const answer = read(schema);
    const outline = outlines.get(answer) ?? outlineOf(answer, read);
    outlines.set(answer, outline);
    return outline;
  };
}

function outlineOf(answer: Answer, read: Read): JsonSchema {
  const root = spellOut(answer, read);
  // A type that is not promised makes no room for others: it would have lists grow.
  const isRoomy = JSON.stringify(writeRoot(root, everyType)).length <= mostTyped;
  return writeRoot(root, isRoomy ? promisedType : noType);
}

/** The keyword `type` of one place below the root, if any. */
type TypeWriter = (place: Place) => JsonSchema;

const noType: TypeWriter = () => ({});

const everyType: TypeWriter = ({ answer, isGuess }) => (isGuess ? {} : writeType(answer.types));

const promisedType: TypeWriter = (place) => (place.answer.hasLongNumbers ? {} : everyType(place));

/** Spells out level by level; what stands in an answer twice is spelt out once. */
function spellOut(answer: Answer, read: Read): Place {
  const root: Place = { answer, isGuess: false, canBeCut: true, inner: nothing };
  let left = mostCharacters - JSON.stringify(writeType(answer.types)).length;
  const seen = new Set<Answer>();
  let level: readonly Place[] = [root];
  // Each place costs something: answers can be nested without an end.
  while (level.length > 0 && left > 0) {
    for (const place of level.filter(({ answer }) => holdsParts(answer))) {
      const names = fittingNames(place, left);
      const isCut = names.length < place.answer.members.size;
      if (seen.has(place.answer) || (isCut && !place.canBeCut)) continue;
      seen.add(place.answer);
      place.inner = enter(place, names, isCut, read);
      left -= JSON.stringify(writeInner(place, noType)).length;
    }
    level = level.flatMap(({ inner }) => placesIn(inner));
  }
  return root;
}

function holdsParts({ members, additional, items }: Answer): boolean {
  return members.size > 0 || additional !== undefined || items !== undefined;
}

function placesIn({ members, additional, items }: Inner): readonly Place[] {
  return [items, additional, ...members.map(([, place]) => place)].filter((place) => place !== undefined);
}

/** The names for which there is room; where that is too little for all, addresses come last. */
function fittingNames({ answer }: Place, left: number): readonly string[] {
  const names = [...answer.members.keys()];
  const first = firstOf(names, left);
  if (first.length === names.length) return names;
  return firstOf([...names.filter((name) => !isAddress(name)), ...names.filter(isAddress)], left);
}

function firstOf(names: readonly string[], left: number): readonly string[] {
  let room = left - '"properties":{},'.length;
  const beyond = names.findIndex((name) => (room -= JSON.stringify(name).length + ':{},'.length) < 0);
  return beyond < 0 ? names : names.slice(0, beyond);
}

/** Whether a member is named as a link, such as `html_url`: of an answer's members, links tell least. */
function isAddress(name: string): boolean {
  return addresses.has(wordsOf(name).at(-1) ?? '');
}

function enter(place: Place, names: readonly string[], isCut: boolean, read: Read): Inner {
  const { members, additional, items } = place.answer;
  const placeOf = ({ schema, isGuess }: Part, canBeCut: boolean): Place => {
    return { answer: read(schema), isGuess: place.isGuess || isGuess, canBeCut, inner: nothing };
  };
  return {
    members: names.flatMap((name) => {
      const part = members.get(name);
      return part === undefined ? [] : [[name, placeOf(part, false)] as const];
    }),
    isCut,
    // What is not listed must pass all the same.
    additional: additional === undefined || isCut ? undefined : placeOf(additional, false),
    items: items && placeOf(items, true),
  };
}

/** Clients before 2026-07-28 know no root but an object: it stays one where the document says so. */
function writeRoot(place: Place, typeOf: TypeWriter): JsonSchema {
  const { types, hasLongNumbers } = place.answer;
  const type = types === typeBits.object ? { type: 'object' } : hasLongNumbers ? {} : writeType(types);
  return { ...type, ...writeInner(place, typeOf) };
}

function writePlace(place: Place, typeOf: TypeWriter): JsonSchema {
  return { ...typeOf(place), ...writeInner(place, typeOf) };
}

function writeInner({ inner: { members, isCut, additional, items } }: Place, typeOf: TypeWriter): JsonSchema {
  const properties = members.map(([name, place]) => [name, writePlace(place, typeOf)] as const);
  return {
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(isCut && members.length > 0 ? { additionalProperties: true } : {}),
    ...writeTelling('additionalProperties', additional, typeOf),
    ...writeTelling('items', items, typeOf),
  };
}

function writeTelling(keyword: string, place: Place | undefined, typeOf: TypeWriter): JsonSchema {
  const schema = place === undefined ? {} : writePlace(place, typeOf);
  return Object.keys(schema).length === 0 ? {} : { [keyword]: schema };
}

function writeType(types: number): JsonSchema {
  if (types === anyType) return {};
  const named = kinds.filter(({ bits }) => (types & bits) !== 0);
  const names = named.map(({ name, bits }) => ((types & bits) === typeBits.integer ? 'integer' : name));
  return { type: [...new Set([...names, 'null'])] };
}
