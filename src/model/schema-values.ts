import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { JsonObject } from '../load/json.js';
import { child, type Located } from '../load/located.js';
import type { Keywords } from './schema-modern.js';

/**
 * Drops values of a schema that are not of its `type`, which is reported: no value fulfils both. Unquoted, YAML reads
 * a version or a year as a number, and what was written is not known any more.
 */
export function dropMistyped(
  keywords: Keywords,
  schema: Located<JsonObject>,
  diagnostics: Diagnostics,
): void {
  const types = [keywords.get('type') ?? []].flat().filter((type) => typeof type === 'string');
  if (types.length === 0) return;
  for (const [keyword, isList] of valueKeywords) {
    const written = keywords.get(keyword);
    if (written === undefined) continue;
    const values: readonly unknown[] = isList && Array.isArray(written) ? written : [written];
    const isRight = (value: unknown): boolean => typesOf(value).some((type) => types.includes(type));
    const right = values.filter(isRight);
    // An argument whose default is null is one that is not given.
    if (right.length === values.length || (keyword === 'default' && written === null)) continue;
    if (isList && right.length > 0) keywords.set(keyword, right);
    else keywords.delete(keyword);
    const wrong = values.filter((value) => !isRight(value));
    const details = { keyword, values: listed(wrong), type: types.join(' or ') };
    diagnostics.report('mistyped-values', details, child(schema, keyword).origin);
  }
}

const valueKeywords = [
  ['enum', true],
  ['const', false],
  ['default', false],
] as const;

/** The types of JSON Schema that a value has: a whole number has two. */
function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

const mostListed = 5;

function listed(values: readonly unknown[]): string {
  const texts = values.slice(0, mostListed).map((value) => JSON.stringify(value).slice(0, 40));
  return values.length > mostListed ? `${texts.join(', ')} and others` : texts.join(', ');
}
