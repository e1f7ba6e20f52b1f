import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { isObject, type JsonObject } from './json.js';

/** The field that names a document's version, and the values that are known. */
const versions = [
  { version: '2.0', field: 'swagger', pattern: /^2(?:\.0)?$/ },
  { version: '3.0', field: 'openapi', pattern: /^3(?:\.0(?:\.\d+)?(?:-.*)?)?$/ },
  { version: '3.1', field: 'openapi', pattern: /^3\.1(?:\.\d+)?(?:-.*)?$/ },
  { version: '3.2', field: 'openapi', pattern: /^3\.2(?:\.\d+)?(?:-.*)?$/ },
] as const;

/** The versions of the OpenAPI Specification that can be read. */
export type OpenApiVersion = (typeof versions)[number]['version'];

/** The version of an OpenAPI document; `undefined` where it is none that is known, which is reported. */
export function versionOf(
  value: unknown,
  file: string,
  diagnostics: Diagnostics,
): OpenApiVersion | undefined {
  const origin = { file, pointer: '' };
  const problem = problemOf(value);
  if (problem !== undefined) {
    diagnostics.report('not-openapi', { problem }, origin);
    return undefined;
  }
  const fields = isObject(value) ? value : {};
  for (const { version, field, pattern } of versions) {
    if (pattern.test(textOf(fields, field))) return version;
  }
  const field = Object.hasOwn(fields, 'openapi') ? 'openapi' : 'swagger';
  const version = String(JSON.stringify(fields[field])).replace(/^"(.*)"$/, '$1');
  diagnostics.report('unsupported-version', { version }, { file, pointer: `/${field}` });
  return undefined;
}

/** Unquoted, YAML reads a version without a patch as a number: 2.0 is then 2. */
function textOf(fields: JsonObject, field: string): string {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function problemOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'it is empty.';
  if (!isObject(value)) return 'it is no mapping of names to values.';
  if (Object.hasOwn(value, 'openapi') || Object.hasOwn(value, 'swagger')) return undefined;
  return 'it has neither `openapi` nor `swagger`.';
}
