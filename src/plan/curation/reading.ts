import { didYouMean } from '../../diagnostics/did-you-mean.js';
import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import type { Extensions } from '../../model/model.js';
import type { HintName, Hints } from '../annotations.js';
import { isScopeToken } from '../../runtime/scope-token.js';
import type { Level, Wishes } from './curation.js';

/** A value of an extension, with what a report needs to know of it. */
export interface Field {
  readonly value: unknown;
  /** `x-mcp.annotations.readOnly`. */
  readonly path: string;
  readonly origin: Origin;
  readonly level: Level;
  /** All extensions of the same object. */
  readonly beside: Extensions;
}

/** Reads what a value wishes; what cannot be used is reported and wishes nothing. */
export type ReadWishes = (field: Field, diagnostics: Diagnostics) => Wishes;

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member `key` of a field whose value is an object. */
export function memberOf(field: Field, key: string): Field {
  const value = isRecord(field.value) && Object.hasOwn(field.value, key) ? field.value[key] : undefined;
  return { ...field, value, path: `${field.path}.${key}`, origin: pointInto(field.origin, key) };
}

/** The place of the member `key` of what stands at `origin`. */
export function pointInto({ file, pointer }: Origin, key: string): Origin {
  return { file, pointer: pointerTo(pointer, key) };
}

/** Reports a value that is ignored. */
export function refuse({ path, origin }: Field, problem: string, diagnostics: Diagnostics): Wishes {
  diagnostics.report('unusable-curation', { field: path, problem }, origin);
  return {};
}

/** Reports a key that nobody knows. */
export function refuseKey(field: Field, known: readonly string[], diagnostics: Diagnostics): Wishes {
  const { path, origin } = field;
  diagnostics.report('unknown-curation-key', { field: path, meant: keyMeant(field, known) }, origin);
  return {};
}

/** The key that another was meant to be, where one is alike. */
export function keyMeant({ path }: Field, known: readonly string[]): string | undefined {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const isSame = (other: string): boolean => other.toLowerCase() === key.toLowerCase();
  return known.find(isSame) ?? didYouMean(key, known);
}

/** Reads a text as one wish. */
export function text(wish: 'name' | 'title' | 'description' | 'descriptionAppend' | 'group'): ReadWishes {
  return (field, diagnostics) => {
    const { value } = field;
    if (typeof value === 'string' && value.trim() !== '') return { [wish]: value };
    return refuse(field, 'it has to be text.', diagnostics);
  };
}

/** What a value says that is to be true or false; YAML in quotes counts too. */
export function switchOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** What comes of a value that was to show or hide something and says neither. */
export function unclear({ path, origin }: Field, meant?: string): Wishes {
  return { include: false, unclear: { path, origin, meant } };
}

/** Reads `true` as the wish to leave the operation out; `false` says nothing. */
export const hides: ReadWishes = (field) => {
  const isHidden = switchOf(field.value);
  if (isHidden === undefined) return unclear(field);
  return isHidden ? { include: false } : {};
};

/** Reads `false` as the wish to leave the operation out, `true` as the wish to have it. */
export const shows: ReadWishes = (field) => {
  const include = switchOf(field.value);
  return include === undefined ? unclear(field) : { include };
};

/** Whether a parameter is hidden by what one of its fields wishes. */
export function isHiding({ include, unclear: field }: Wishes, diagnostics: Diagnostics): boolean {
  if (field !== undefined) {
    const { path, origin, meant } = field;
    diagnostics.report('unclear-visibility', { field: path, meant }, origin);
  }
  return include === false;
}

/** Reads an object, or `true` or `false` in its place. */
export function switchOr(read: ReadWishes): ReadWishes {
  return (field, diagnostics) => (isRecord(field.value) ? read : shows)(field, diagnostics);
}

/** The keys by which people show and hide things. */
export const switches: Readonly<Record<string, ReadWishes>> = {
  enabled: shows,
  include: shows,
  disabled: hides,
  exclude: hides,
  hidden: hides,
};

/** Reads an object with switches and `others`, or `true` or `false` in its place; what is nearly a switch hides. */
export function switchWith(others: Readonly<Record<string, ReadWishes>> = {}): ReadWishes {
  const readers = { ...switches, ...others };
  const known = Object.keys(readers);
  return switchOr((field, diagnostics) => {
    const nearly = Object.keys(isRecord(field.value) ? field.value : {})
      .filter((key) => !Object.hasOwn(readers, key))
      .map((key) => memberOf(field, key))
      // Vendors have switches of their own for other things.
      .filter((member) => Object.hasOwn(switches, keyMeant(member, known) ?? ''));
    return joined([
      members(readers)(field, diagnostics),
      ...nearly.map((member) => unclear(member, keyMeant(member, known))),
    ]);
  });
}

/** Whether a key that nobody knows can be meant to show or hide something. */
export function isNearSwitch(field: Field, known: readonly string[]): boolean {
  return switchOf(field.value) !== undefined || Object.hasOwn(switches, keyMeant(field, known) ?? '');
}

/** Reads a field of another vendor that would hide by its name, but that the vendor has nowhere said to. */
const doubts: ReadWishes = (field) => (switchOf(field.value) === false ? {} : unclear(field));

/** Names that would hide, of members that no vendor defines. */
export const doubted: Readonly<Record<string, ReadWishes>> = Object.fromEntries(
  ['hidden', 'skip', 'ignore', 'internal', 'private', 'exclude', 'excluded', 'disabled'].map((key) => [
    key,
    doubts,
  ]),
);

/** The extensions that are written in another case than `key`, which names are not the same in. */
export function alikeIn(extensions: Extensions, key: string): readonly string[] {
  const lower = key.toLowerCase();
  return [...extensions.keys()].filter((other) => other !== key && other.toLowerCase() === lower);
}

/** Reads a field of which the name is written in another case: where it would hide or ask for scopes, nobody can tell. */
export function hidesAlike(key: string, read: ReadWishes): ReadWishes {
  return (field, diagnostics) => {
    const { include, scopes: asked, unreadable } = read(field, diagnostics);
    if (include === false) return unclear(field, key);
    if ((asked ?? unreadable) === undefined) return {};
    const problem = `is written otherwise than \`${key}\`; nobody can tell which tokens may call it.`;
    return { unreadable: `\`${field.path}\` ${problem}` };
  };
}

/** Reads what Microsoft's connectors are told: of all words only `internal` hides. */
export const visibility: ReadWishes = (field) => {
  const { value } = field;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (word === 'internal') return { include: false };
  return ['important', 'advanced', 'none', ''].includes(word ?? '?') ? {} : unclear(field);
};

/** Reads the known members of an object; of the others nothing is said. */
export function members(readers: Readonly<Record<string, ReadWishes>>): ReadWishes {
  return (field, diagnostics) => {
    if (!isRecord(field.value)) return refuse(field, 'it has to be an object.', diagnostics);
    const present = Object.entries(readers).filter(([key]) => memberOf(field, key).value !== undefined);
    return joined(present.map(([key, read]) => read(memberOf(field, key), diagnostics)));
  };
}

/** Several wishes as one; hints add up, and of two words on the whole the one that hides counts. */
export function joined(all: readonly Wishes[]): Wishes {
  const annotations = Object.assign({}, ...all.map((wishes) => wishes.annotations)) as Hints;
  const whole = Object.assign({}, ...all) as Wishes;
  return {
    ...whole,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(all.some(({ include }) => include === false) ? { include: false } : {}),
  };
}

/**
 * Reads the scopes that a call needs: a list, or words of one text; an empty one says nothing, and frees from none.
 * Where one of them is no scope, the rest would let in more than were meant.
 */
export const scopes: ReadWishes = ({ value, path }) => {
  const words: unknown = typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : value;
  if (!isScopes(words))
    return {
      unreadable: `\`${path}\` has to be a list of scopes; nobody can tell which tokens may call it.`,
    };
  return words.length === 0 ? {} : { scopes: words };
};

function isScopes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string' && isScopeToken(word));
}

const hints: Readonly<Record<string, HintName>> = {
  readOnly: 'readOnlyHint',
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
  openWorld: 'openWorldHint',
};

/** Readers of MCP's hints, with or without the ending `Hint`. */
export const hintReaders: Readonly<Record<string, ReadWishes>> = Object.fromEntries(
  Object.entries(hints).flatMap(([key, hint]) => [
    [key, readHint(hint)],
    [hint, readHint(hint)],
  ]),
);

function readHint(hint: HintName): ReadWishes {
  return (field, diagnostics) => {
    if (typeof field.value === 'boolean') return { annotations: { [hint]: field.value } };
    return refuse(field, 'it has to be true or false.', diagnostics);
  };
}

const annotationReaders: Readonly<Record<string, ReadWishes>> = { ...hintReaders, title: text('title') };

/** Reads MCP's `ToolAnnotations`. */
export const annotations: ReadWishes = (field, diagnostics) => {
  const { value } = field;
  const known = Object.keys(annotationReaders);
  for (const key of isRecord(value) ? Object.keys(value) : []) {
    if (!known.includes(key)) refuseKey(memberOf(field, key), known, diagnostics);
  }
  return members(annotationReaders)(field, diagnostics);
};
