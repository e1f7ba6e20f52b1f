import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { JsonSchema } from './json-schema.js';
import { loadPatternEngine, type PatternEngine } from './patterns.js';

/** What is wrong with a value: where, and which rule it breaks. Of the value it holds property names alone. */
interface Violation {
  /** RFC 6901 pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** `must be integer`. */
  readonly rule: string;
}

/** Finds the first violation of a schema; `undefined` where the value is valid. */
export type Validate = (value: unknown) => Violation | undefined;

/** Compiles a schema on first use and keeps what it compiled. */
export type ValidatorOf = (schema: JsonSchema) => Promise<Validate>;

/** Values nested deeper than this are refused unread. */
const depthLimit = 200;

/** Longer arrays are not searched for equal items: that is the API's to refuse. */
const uniqueItemsLimit = 10_000;

interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface AjvFunction {
  (value: unknown): unknown;
  readonly errors?: readonly AjvError[] | null;
}

interface Ajv {
  readonly compile: (schema: JsonSchema) => AjvFunction;
  readonly removeKeyword: (keyword: string) => unknown;
  readonly addKeyword: (definition: Readonly<Record<string, unknown>>) => unknown;
}

/** The JSON Schema 2020-12 validators of one server. */
export function createValidators(): ValidatorOf {
  // Compiling is slow and most tools are never called: nothing is made before a schema is asked for.
  const compiled = new WeakMap<JsonSchema, Promise<Validate>>();
  let patterns: PatternEngine | undefined;
  let ajv: Ajv | undefined;

  const compile = async (schema: JsonSchema): Promise<Validate> => {
    const text = JSON.stringify(schema);
    if (/"pattern|"__proto__"/.test(text)) patterns ??= await loadPatternEngine();
    ajv ??= createAjv((source) => patterns?.compile(source) ?? { test: () => true });
    const validate = compileWith(ajv, text.includes('"__proto__"') ? nameByPattern(text) : schema);
    return (value) => {
      if (isDeeperThan(value, depthLimit))
        return { pointer: '', rule: `must not be nested over ${depthLimit} levels` };
      patterns?.reset();
      return validate(value) === true ? undefined : violationOf(validate.errors ?? []);
    };
  };
  return (schema) => {
    const known = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, known);
    return known;
  };
}

/** Ajv passes over a property called `__proto__`, unless it is named by a pattern. */
function nameByPattern(text: string): JsonSchema {
  return JSON.parse(text, (_, value: unknown) => {
    if (!isContainer(value) || !('properties' in value) || !isContainer(value.properties)) return value;
    if (!Object.hasOwn(value.properties, '__proto__')) return value;
    const named: readonly [string, unknown] | undefined = Object.entries(value.properties).find(
      ([name]) => name === '__proto__',
    );
    const { patternProperties = {} } = value as JsonSchema;
    return { ...value, patternProperties: { ...(patternProperties as object), '^__proto__$': named?.[1] } };
  }) as JsonSchema;
}

function compileWith(ajv: Ajv, schema: JsonSchema): AjvFunction {
  try {
    return ajv.compile(schema);
  } catch {
    // A schema that cannot be compiled checks nothing: the tool stays usable, and its API refuses what is wrong.
    return () => true;
  }
}

function createAjv(compilePattern: PatternEngine['compile']): Ajv {
  const ajv = new (ajv2020())({
    strict: false,
    validateSchema: false,
    logger: false,
    // A format is an annotation in 2020-12: what it allows is the API's to decide.
    validateFormats: false,
    // A property named `constructor` is the sender's own, or it is not there.
    ownProperties: true,
    code: { regExp: regExpOf(compilePattern) },
  });
  // Ajv compares every pair of objects: an array of some MiB would take it minutes.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have equal items' },
    validate: (unique: boolean, items: readonly unknown[]) => !unique || areDistinct(items),
  });
  return ajv;
}

/** The 2020-12 class of the Ajv inside the SDK, which exports only the class for draft-07. */
function ajv2020(): new (options: Readonly<Record<string, unknown>>) => Ajv {
  // `ajv` is a private member of the SDK's class; a test fails if an upgrade renames it.
  const { ajv } = new AjvJsonSchemaValidator() as unknown as { readonly ajv: object };
  return ajv.constructor as new (options: Readonly<Record<string, unknown>>) => Ajv;
}

function regExpOf(compilePattern: PatternEngine['compile']): unknown {
  const regExp = (source: string) => ({
    ...compilePattern(source),
    // Ajv keeps compiled patterns by this text: were it the same for all, all would share the first.
    toString: () => `/${source}/u`,
  });
  return Object.assign(regExp, { code: 'linearTimePattern' });
}

function violationOf(errors: readonly AjvError[]): Violation {
  const error = tellingError(errors);
  if (error === undefined) return { pointer: '', rule: 'is not valid' };
  const { instancePath, keyword, params } = error;
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['propertyName'];
  const pointer = typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath;
  return { pointer, rule: rules[keyword]?.(params) ?? error.message ?? 'is not valid' };
}

/** Of a union's errors the one about the branch that was meant, where there is but one; else the union's own. */
function tellingError(errors: readonly AjvError[]): AjvError | undefined {
  const last = errors.at(-1);
  if (last === undefined || !(last.keyword === 'anyOf' || last.keyword === 'oneOf')) return last;
  const meant = errors
    .slice(0, -1)
    .filter(({ keyword, params }) => keyword !== 'type' || params['type'] !== 'null');
  return meant.length === 1 ? meant[0] : last;
}

/** Wordings by keyword where Ajv's own do not help to mend the value. */
const rules: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known property',
  unevaluatedProperties: () => 'is not a known property',
  propertyNames: () => 'has a name that is not allowed',
  anyOf: () => 'fits none of the forms that are allowed',
  oneOf: () => 'must fit exactly one of the forms that are allowed',
  enum: ({ allowedValues }) => `must be one of ${JSON.stringify(allowedValues).slice(0, 500)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue).slice(0, 500)}`,
};

/** Words for a violation: the place and the rule. */
export function describeViolation({ pointer, rule }: Violation): string {
  return pointer === '' ? rule : `${quoteName(pointer.slice(1), 200)} ${rule}`;
}

/** A name that came from outside: on one line, and not longer than `length`. */
export function quoteName(name: string, length: number): string {
  return `'${name.length > length ? `${name.slice(0, length)}…` : name}'`.replaceAll(
    /[\p{Cc}\p{Cf}]/gu,
    '\u{fffd}',
  );
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Whether a JSON value has arrays and objects inside one another beyond `limit` levels. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: readonly object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= limit) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function areDistinct(items: readonly unknown[]): boolean {
  if (items.length > uniqueItemsLimit) return true;
  return new Set(items.map((item) => JSON.stringify(item, sortMembers))).size === items.length;
}

/** JSON Schema compares objects whatever the order of their members. */
function sortMembers(_key: string, value: unknown): unknown {
  if (!isContainer(value) || Array.isArray(value)) return value;
  return { members: Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) };
}
