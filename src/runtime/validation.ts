import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { JsonSchema } from './json-schema.js';
import { firstViolation, violationsOf, type AjvError, type Violation } from './violations.js';
import { loadPatternEngine, type PatternEngine } from './patterns.js';

/** Finds the first violation of a schema; `undefined` where the value is valid. */
export interface Validate {
  (value: unknown): Violation | undefined;
  /** Finds the violations of a value that is not valid: more than the first, unless the value is large. */
  readonly all: (value: unknown) => readonly Violation[];
}

/** Compiles a schema on first use and keeps what it compiled. */
export type ValidatorOf = (schema: JsonSchema) => Promise<Validate>;

/** Values nested deeper than this are refused unread. */
const depthLimit = 200;

const tooDeep: Violation = { pointer: '', rule: `must not be nested over ${depthLimit} levels` };

/** Of values with more parts the first violation is told: each of them could be one. */
const partsLimit = 2_000;

/** Longer arrays are not searched for equal items: that is the API's to refuse. */
const uniqueItemsLimit = 10_000;

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
  const compilePattern: PatternEngine['compile'] = (source) =>
    patterns?.compile(source) ?? { test: () => true };
  const first = once(() => createAjv(compilePattern, false));
  const every = once(() => createAjv(compilePattern, true));

  const compile = async (schema: JsonSchema): Promise<Validate> => {
    const text = JSON.stringify(schema);
    if (/"pattern|"__proto__"/.test(text)) patterns ??= await loadPatternEngine();
    const named = text.includes('"__proto__"') ? nameByPattern(text) : schema;
    const validate = compileWith(first(), named);
    // Whoever sends what is valid needs no second one.
    const validateAll = once(() => compileWith(every(), named));
    const findFirst = (value: unknown): Violation | undefined => {
      if (isDeeperThan(value, depthLimit)) return tooDeep;
      patterns?.reset();
      return validate(value) === true ? undefined : firstViolation(validate.errors ?? []);
    };
    const findAll = (value: unknown): readonly Violation[] => {
      const found = findFirst(value);
      if (found === undefined) return [];
      if (found === tooDeep || isLargerThan(value, partsLimit)) return [found];
      patterns?.reset();
      const isValid = validateAll()(value) === true;
      const errors = (isValid ? undefined : validateAll().errors) ?? [];
      return errors.length === 0 || errors.length > partsLimit ? [found] : violationsOf(errors);
    };
    return Object.assign(findFirst, { all: findAll });
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

function createAjv(compilePattern: PatternEngine['compile'], allErrors: boolean): Ajv {
  const ajv = new (ajv2020())({
    strict: false,
    allErrors,
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

/** Whether a JSON value has arrays and objects inside one another beyond `limit` levels. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: readonly object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= limit) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

/** Whether a JSON value, not nested too deep, has more than `limit` parts. */
function isLargerThan(value: unknown, limit: number): boolean {
  const open: unknown[] = [value];
  for (let parts = 0; open.length > 0; parts++) {
    if (parts + open.length > limit) return true;
    const part = open.pop();
    if (isContainer(part)) for (const inner of Object.values(part)) open.push(inner);
  }
  return false;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
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
