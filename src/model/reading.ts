import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../load/document.js';
import type { JsonObject } from '../load/json.js';
import { child, follow, isLocatedObject, type Located } from '../load/located.js';
import { tokensOf } from '../diagnostics/pointer.js';
import type { Extensions } from './model.js';
import type { SchemaReader } from './schema-pool.js';
import { reportSiblings } from './siblings.js';
import type { VersionRules } from './versions.js';

/** What the readers of the outline are handed. */
export interface OutlineReading {
  readonly document: OpenApiDocument;
  readonly rules: VersionRules;
  readonly diagnostics: Diagnostics;
}

/** What every reader of the model is handed. */
export interface Reading extends OutlineReading {
  readonly schemas: SchemaReader;
}

/** An object of the OpenAPI Specification, references to it followed. */
export interface Followed extends Located<JsonObject> {
  /** The `description` that a Reference Object gives in place of the object's own. */
  readonly description: string | undefined;
}

/** Follows a Reference Object to the object that `name` says; `undefined` where that is broken, which is reported. */
export function followObject(located: Located, name: string, reading: OutlineReading): Followed | undefined {
  const { document, diagnostics, rules } = reading;
  const found = follow(located, document, diagnostics);
  if (found === undefined) return undefined;
  if (!isLocatedObject(found)) {
    diagnostics.report(
      'invalid-document',
      { problem: `${name} has to be an object; it is left out.` },
      found.origin,
    );
    return undefined;
  }
  const isDescribed = rules.describesReferences && found !== located;
  if (found !== located && isLocatedObject(located)) {
    reportSiblings(located, isDescribed ? ['summary', 'description'] : [], reading);
  }
  const description = isDescribed ? textOf(child(located, 'description').value) : undefined;
  return { ...found, description: description ?? textOf(found.value.description) };
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The `x-` fields of an object; `X-` is no such prefix, but someone meant it. */
export function extensionsOf(value: JsonObject): Extensions {
  return new Map(Object.entries(value).filter(([key]) => /^x-/i.test(key)));
}

/** The texts of a list; one text stands for a list of it. `undefined` where there is none, or no list, which is reported. */
export function listOf(located: Located, { diagnostics }: Reading): readonly string[] | undefined {
  const { value, origin } = located;
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  const key = tokensOf(origin.pointer).at(-1) ?? '';
  const done = typeof value === 'string' ? 'it is read as a list of one.' : 'it is left out.';
  diagnostics.report('invalid-document', { problem: `\`${key}\` has to be a list; ${done}` }, origin);
  return typeof value === 'string' ? [value] : undefined;
}
