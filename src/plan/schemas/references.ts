import { escapeToken, unescapeToken } from '../../diagnostics/pointer.js';
import type { JsonSchema } from '../../runtime/json-schema.js';

/** The name of the schema that a `$ref` refers to. */
export function referenceOf(schema: JsonSchema): string | undefined {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return undefined;
  return unescapeToken(reference.slice('#/$defs/'.length));
}

/** A reference to a named schema. */
export function refTo(name: string): JsonSchema {
  return { $ref: `#/$defs/${escapeToken(name)}` };
}
