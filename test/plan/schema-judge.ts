import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

/** A schema: an object or, for everything or nothing, a boolean. */
export type Json = JsonSchema | boolean;

/** Named schemas; a reference to one reads `#/$defs/<name>`. */
export type Pool = Readonly<Record<string, Json>>;

/** Whether a schema accepts a value. */
export type Judge = (value: unknown) => boolean;

type Holds = 'one' | 'list' | 'named';

/** The keywords of JSON Schema 2020-12 that decide what is accepted, and how they hold schemas. */
const keywords: ReadonlyMap<string, Holds | 'value'> = new Map([
  ...'allOf anyOf oneOf prefixItems'.split(' ').map((keyword) => [keyword, 'list'] as const),
  ...'properties patternProperties dependentSchemas'.split(' ').map((keyword) => [keyword, 'named'] as const),
  ...'not if then else items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties'
    .split(' ')
    .map((keyword) => [keyword, 'one'] as const),
  ...`$ref type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern
    maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired`
    .split(/\s+/)
    .map((keyword) => [keyword, 'value'] as const),
]);

/** What decides in a schema: Ajv reads `$id` and `id` in examples and in extensions too. */
function deciding(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
      const holds = keywords.get(keyword);
      return holds === undefined ? [] : [[keyword, decidingIn[holds](value)] as const];
    }),
  );
}

const decidingIn: Readonly<Record<Holds | 'value', (value: unknown) => unknown>> = {
  value: (value) => value,
  one: deciding,
  list: (value) => (Array.isArray(value) ? value.map(deciding) : value),
  named: (value) => decidingMembers(value as Pool),
};

function decidingMembers(schemas: Pool): unknown {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, deciding(schema)]));
}

// JSON Schema 2020-12 with formats as annotations (Validation 7.2.1) and own members alone.
const rules = {
  strict: false,
  validateFormats: false,
  ownProperties: true,
  validateSchema: false,
  logger: false,
} as const;

/** Patterns of documents are often not of the dialect that is asked for; one that no dialect knows checks nothing. */
function documentPattern(pattern: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next dialect may know it.
    }
  }
  return /(?:)/;
}
const documentRules = {
  ...rules,
  code: { regExp: Object.assign(documentPattern, { code: 'documentPattern' }) },
};

/** The judge of a schema as it is listed; throws where Ajv cannot compile it, which makes it no schema to list. */
export function judgeOf(schema: Json): Judge {
  const validate = new Ajv2020({ ...rules, unicodeRegExp: true }).compile(schema);
  return (value) => validate(value);
}

/** Judges the schemas of one document, which are compiled once each; `undefined` where Ajv is no judge. */
export function documentJudges(pool: Pool, roots: Pool): (root: string) => Judge | undefined {
  // Ajv throws on schemas that refer to themselves on one level, on members called `__proto__` in an enum and on some
  // `unevaluatedProperties`: there it is no judge.
  const ajv = new Ajv2020(documentRules);
  try {
    ajv.addSchema({
      $id: 'https://api.example.com/document',
      $defs: decidingMembers(pool),
      roots: decidingMembers(roots),
    });
  } catch {
    return () => undefined;
  }
  return (root) => {
    try {
      const token = encodeURIComponent(root.replaceAll('~', '~0').replaceAll('/', '~1'));
      const accepts = ajv.compile({ $ref: `https://api.example.com/document#/roots/${token}` });
      return (value) => isTrue(() => accepts(value));
    } catch {
      return undefined;
    }
  };
}

/** The judge of one schema of a document. */
export function documentJudge(json: Json, pool: Pool): Judge {
  return documentJudges(pool, { root: json })('root') ?? ((): boolean => false);
}

function isTrue(judged: () => boolean): boolean {
  try {
    return judged();
  } catch {
    return false;
  }
}
