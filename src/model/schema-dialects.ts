import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { dialectOf } from '../load/dialects.js';
import type { Located } from '../load/located.js';

/** Reports a `$schema` or `jsonSchemaDialect` that is not known. */
export function checkDialect({ value, origin }: Located, diagnostics: Diagnostics): void {
  if (value === undefined) return;
  const dialect = typeof value === 'string' ? value : JSON.stringify(value);
  if (dialectOf(dialect) === undefined) diagnostics.report('unsupported-dialect', { dialect }, origin);
}
