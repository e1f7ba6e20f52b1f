import { isObject } from './json.js';

/** A dialect of JSON Schema whose keywords are understood. */
export interface Dialect {
  readonly pattern: RegExp;
  /** Whether the rules for Schema Objects of OpenAPI 3.1 and 3.2 hold for it. */
  readonly isChecked: boolean;
}

const dialects: readonly Dialect[] = [
  { pattern: /^https?:\/\/spec\.openapis\.org\/oas\/3\.\d+\//, isChecked: true },
  { pattern: /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema$/, isChecked: true },
  { pattern: /^https?:\/\/json-schema\.org\/draft\/2019-09\/schema$/, isChecked: false },
  { pattern: /^https?:\/\/json-schema\.org\/(?:draft-0[467]\/)?schema$/, isChecked: false },
];

/** The dialect that a URI names; `undefined` where it is not known. */
export function dialectOf(uri: string): Dialect | undefined {
  const plain = uri.replace(/#$/, '');
  return dialects.find(({ pattern }) => pattern.test(plain));
}

/** The URI in the field of a value that names its dialect. */
export function dialectNamedBy(value: unknown, field: '$schema' | 'jsonSchemaDialect'): string | undefined {
  const uri = isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
  return typeof uri === 'string' ? uri : undefined;
}
