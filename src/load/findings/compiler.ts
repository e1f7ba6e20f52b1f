import type { AnySchema, Options } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { OfficialSchema } from './official-schemas.js';
import { fewKeyword, schemaName, visitKeyword } from './shallow.js';

/** A value that was met while another was checked, and what it has to be. */
export interface Visit {
  readonly value: unknown;
  /** Pointer to a subschema of the official schema. */
  readonly rule: string;
  /** Pointer from the value that was checked. */
  readonly path: string;
}

/** One thing that is wrong with a value, as ajv tells it. */
export interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
  /** The keyword's value. */
  readonly schema?: unknown;
  readonly data?: unknown;
}

/** Checks a value, adds what it met to `visits`, and returns what is wrong. */
export type Check = (value: unknown, visits: Visit[]) => readonly Fault[];

/** Makes checks of subschemas that refer to the whole schema. */
export type Compile = (schema: unknown) => Check;

/** Members of one object or array that are checked one by one. */
const widest = 20_000;

/** ajv for any dialect. */
type Ajv = Pick<Ajv2020, 'addKeyword' | 'removeKeyword' | 'addSchema' | 'compile' | 'opts'>;

/** Thrown out of a check of an object with more members than anyone has written. */
class TooWide extends Error {}

const options: Options = {
  meta: false,
  strict: false,
  validateSchema: false,
  validateFormats: false,
  messages: false,
  ownProperties: true,
  passContext: true,
  verbose: true,
};

/** Makes the compiler of a dialect; a check tells everything, or the first thing alone where a value is too wide. */
export async function compilerOf(draft: OfficialSchema['draft'], whole: unknown): Promise<Compile> {
  const Ajv = await dialects[draft]();
  const thorough = prepare(new Ajv({ ...options, allErrors: true }), whole);
  const brief = prepare(new Ajv(options), whole);
  return (schema) => {
    let all: ReturnType<typeof thorough> | undefined;
    let first: typeof all;
    return (value, visits) => {
      const met = visits.length;
      try {
        all ??= thorough(schema);
        return all(value, visits);
      } catch (error) {
        if (!(error instanceof TooWide)) throw error;
        visits.length = met;
        first ??= brief(schema);
        return first(value, visits);
      }
    };
  };
}

const dialects: {
  readonly [Draft in OfficialSchema['draft']]: () => Promise<new (options: Options) => Ajv>;
} = {
  '04': async () => (await import('ajv-draft-04')).default.default,
  '2020-12': async () => (await import('ajv/dist/2020.js')).Ajv2020,
};

function prepare(ajv: Ajv, whole: unknown): (schema: unknown) => Check {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', errors: false, validate: areDistinct });
  ajv.addKeyword({ keyword: visitKeyword, errors: false, validate: visit });
  if (ajv.opts.allErrors) ajv.addKeyword({ keyword: fewKeyword, errors: false, validate: requireFew });
  else ajv.addKeyword(fewKeyword);
  // What `shallow` made is a schema.
  ajv.addSchema(whole as AnySchema, schemaName);
  return (schema) => {
    const validate = ajv.compile(schema as AnySchema);
    return (value, visits) => {
      if (validate.call(visits, value)) return [];
      // ajv's errors under the options above, promises left aside.
      const errors = (validate.errors ?? []) as readonly Fault[];
      validate.errors = null;
      return errors;
    };
  };
}

function visit(this: unknown, rule: string, value: unknown, _parent: unknown, at?: DataValidationCxt): true {
  // The context that the check was called with.
  (this as Visit[]).push({ value, rule, path: at?.instancePath ?? '' });
  return true;
}

function requireFew(_rule: unknown, value: unknown): true {
  const isWide =
    typeof value === 'object' &&
    value !== null &&
    (Array.isArray(value) ? value.length : Object.keys(value).length) > widest;
  if (isWide) throw new TooWide();
  return true;
}

/** ajv compares the items of a list in pairs, which a long list of objects does not bear. */
function areDistinct(isWanted: boolean, items: readonly unknown[]): boolean {
  return !isWanted || new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}
