import type { JsonSchema } from '../../runtime/json-schema.js';
import { mapParts } from './parts.js';

/** Objects in fewer bytes are said again as quickly as they are looked for. */
const leastBytes = 300;

/**
 * An argument in which objects that it lists again, with all that limits them, have no words on their members. What that
 * saves lets large arguments keep their structure.
 */
export function toldOnce(argument: JsonSchema): JsonSchema {
  const told = new Set<string>();
  const tell = (schema: JsonSchema): JsonSchema => {
    const { properties } = schema;
    const key = properties === undefined ? '' : JSON.stringify(properties);
    if (told.has(key)) return mapParts(schema, untold);
    if (key.length >= leastBytes) told.add(key);
    return mapParts(schema, tell);
  };
  return tell(argument);
}

/** A schema whose description stands elsewhere, as do those within. */
function untold(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  return mapParts(description === undefined ? schema : rest, untold);
}
