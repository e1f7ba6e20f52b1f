import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { JsonObject } from '../load/json.js';
import { child, type Located } from '../load/located.js';

/** Reports what stands beside a `$ref` to no effect; vendors' fields are theirs, but for the one that a schema has. */
export function reportSiblings(
  reference: Located<JsonObject>,
  allowed: readonly string[],
  diagnostics: Diagnostics,
): void {
  const ignored = Object.keys(reference.value).filter(
    (key) => key !== '$ref' && !allowed.includes(key) && (!key.startsWith('x-') || key === 'x-nullable'),
  );
  const [first] = ignored;
  if (first === undefined) return;
  const fields = ignored.map((key) => `\`${key}\``).join(', ');
  diagnostics.report('ignored-reference-siblings', { fields }, child(reference, first).origin);
}
