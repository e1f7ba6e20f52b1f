import { didYouMean } from '../../diagnostics/did-you-mean.js';
import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import type { Extensions } from '../../model/model.js';
import type { ToolAnnotations } from '../../runtime/manifest.js';
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
export function refuseKey(
  { path, origin }: Field,
  known: readonly string[],
  diagnostics: Diagnostics,
): Wishes {
  const key = path.slice(path.lastIndexOf('.') + 1);
  diagnostics.report('unknown-curation-key', { field: path, meant: didYouMean(key, known) }, origin);
  return {};
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
export function unclear({ path, origin }: Field): Wishes {
  return { include: false, unclear: { path, origin } };
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
  if (field !== undefined) diagnostics.report('unclear-visibility', { field: field.path }, field.origin);
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
  const annotations = Object.assign({}, ...all.map((wishes) => wishes.annotations)) as ToolAnnotations;
  const whole = Object.assign({}, ...all) as Wishes;
  return {
    ...whole,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(all.some(({ include }) => include === false) ? { include: false } : {}),
  };
}

const hints: Readonly<Record<string, keyof ToolAnnotations>> = {
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

function readHint(hint: keyof ToolAnnotations): ReadWishes {
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
