/** A JSON Schema 2020-12 object, as JSON. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The root of every tool's `inputSchema`. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}
