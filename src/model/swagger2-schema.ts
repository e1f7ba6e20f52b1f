import type { JsonObject } from '../load/json.js';
import type { Located } from '../load/located.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import type { Schema } from './model.js';
import type { Reading } from './reading.js';

/** Fields of a Parameter Object that are no keywords of its schema. */
const ownFields: ReadonlySet<string> = new Set([
  'name',
  'in',
  'description',
  'required',
  'collectionFormat',
  'allowEmptyValue',
]);

/** The schema that a Parameter Object of Swagger 2.0 is, besides what it says of the parameter. */
export function schemaOfParameter({ value, origin }: Located<JsonObject>, { schemas }: Reading): Schema {
  const keywords = Object.entries(value).filter(
    ([key]) => !ownFields.has(key) && (!key.startsWith('x-') || key === 'x-nullable'),
  );
  // A Parameter Object of 2.0 has no examples; tools write them under this name.
  const example = Object.hasOwn(value, 'x-example') ? [['example', value['x-example']] as const] : [];
  const schema = schemas.read({ value: Object.fromEntries([...example, ...keywords]), origin });
  return value.allowEmptyValue === true ? { ...schema, json: orEmpty(schema.json) } : schema;
}

const textLimits = ['enum', 'format', 'minLength', 'pattern'];

/** A schema that the empty text fulfils too: `allowEmptyValue` lets a name be sent without a value. */
function orEmpty(json: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof json === 'boolean' || json['type'] === undefined) return json;
  const isAnyText = json['type'] === 'string' && !textLimits.some((keyword) => Object.hasOwn(json, keyword));
  return isAnyText ? json : { anyOf: [json, { type: 'string', enum: [''] }] };
}
