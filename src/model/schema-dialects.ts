import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Located } from '../load/located.js';

/** The meta-schemas whose keywords are known: those of OpenAPI, and of JSON Schema since draft 4. */
const knownDialects = [
  /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\//,
  /^https?:\/\/json-schema\.org\/draft\/20(?:20-12|19-09)\/schema$/,
  /^https?:\/\/json-schema\.org\/(?:draft-0[467]\/)?schema$/,
];

/** Reports a `$schema` or `jsonSchemaDialect` that is not known. */
export function checkDialect({ value, origin }: Located, diagnostics: Diagnostics): void {
  if (value === undefined) return;
  const dialect = typeof value === 'string' ? value : JSON.stringify(value);
  const uri = dialect.replace(/#$/, '');
  if (knownDialects.some((known) => known.test(uri))) return;
  diagnostics.report('unsupported-dialect', { dialect }, origin);
}
