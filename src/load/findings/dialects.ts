import { isObject } from '../json.js';

/** The dialects of JSON Schema that the rules for Schema Objects hold for. */
const modern =
  /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d+\/dialect\/.*)#?$/;

/** Whether a value says, in the field that names its dialect, that other rules hold for it. */
export function isOfOtherDialect(value: unknown, field: '$schema' | 'jsonSchemaDialect'): boolean {
  const dialect = isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
  return typeof dialect === 'string' && !modern.test(dialect);
}
