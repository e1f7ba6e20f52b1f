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
  // Swagger 2.0 has it in a query and in a form alone; elsewhere there is no way to send nothing.
  const isEmptyAllowed = value.allowEmptyValue === true && (value.in === 'query' || value.in === 'formData');
  return isEmptyAllowed ? { ...schema, json: orEmpty(schema.json) } : schema;
}

const limits = ['type', '$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not'];
const textLimits = ['enum', 'const', 'format', 'minLength', 'pattern', 'allOf', 'anyOf', 'oneOf', 'not'];

/** A schema that the empty text fulfils too: `allowEmptyValue` lets a name be sent with nothing behind it. */
export function orEmpty(json: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof json === 'boolean' || !limits.some((keyword) => Object.hasOwn(json, keyword))) return json;
  const isAnyText = json['type'] === 'string' && !textLimits.some((keyword) => Object.hasOwn(json, keyword));
  return isAnyText ? json : { anyOf: [json, { type: 'string', enum: [''] }] };
}
