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

/** ajv for any dialect. */
type Ajv = Pick<Ajv2020, 'addKeyword' | 'removeKeyword' | 'addSchema' | 'compile'>;

/** Members of one object of OpenAPI, those of its lists and maps with it. */
const mostMembers = 200_000;

/** Thrown out of the check of an object with more members. */
class TooManyMembers extends Error {}

/** What the keywords below add to while a value is checked. */
interface Tally {
  readonly visits: Visit[];
  members: number;
}

const options: Options = {
  allErrors: true,
  meta: false,
  strict: false,
  validateSchema: false,
  validateFormats: false,
  messages: false,
  ownProperties: true,
  passContext: true,
  verbose: true,
};

/** Makes the compiler of a dialect for an official schema. */
export async function compilerOf(draft: OfficialSchema['draft'], whole: unknown): Promise<Compile> {
  const Ajv = await dialects[draft]();
  const ajv = new Ajv(options);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', errors: false, validate: areDistinct });
  ajv.addKeyword({ keyword: visitKeyword, errors: false, validate: visit });
  ajv.addKeyword({ keyword: fewKeyword, errors: false, validate: count });
  // What `shallow` made is a schema.
  ajv.addSchema(whole as AnySchema, schemaName);
  return (schema) => {
    const validate = ajv.compile(schema as AnySchema);
    return (value, visits) => {
      const tally: Tally = { visits, members: 0 };
      try {
        if (validate.call(tally, value)) return [];
      } catch (error) {
        if (!(error instanceof TooManyMembers)) throw error;
        const params = { limit: mostMembers };
        return [{ keyword: fewKeyword, instancePath: '', schemaPath: '', params, data: value }];
      }
      // ajv's errors under the options above, promises left aside.
      const errors = (validate.errors ?? []) as readonly Fault[];
      validate.errors = null;
      return errors;
    };
  };
}

const dialects: {
  readonly [Draft in OfficialSchema['draft']]: () => Promise<new (options: Options) => Ajv>;
} = {
  '04': async () => (await import('ajv-draft-04')).default.default,
  '2020-12': async () => (await import('ajv/dist/2020.js')).Ajv2020,
};

// The context of both is the one that the check was called with.

function visit(this: unknown, rule: string, value: unknown, _parent: unknown, at?: DataValidationCxt): true {
  (this as Tally).visits.push({ value, rule, path: at?.instancePath ?? '' });
  return true;
}

function count(this: unknown, _rule: unknown, value: unknown): true {
  const tally = this as Tally;
  tally.members += Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;
  if (tally.members > mostMembers) throw new TooManyMembers();
  return true;
}

/** ajv compares the items of a list in pairs, which a long list of objects does not bear. */
function areDistinct(isWanted: boolean, items: readonly unknown[]): boolean {
  return !isWanted || new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}
