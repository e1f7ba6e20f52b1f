import type { Rule } from './rules.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Subschema } from '../schemas/subschemas.js';

/** Says what is wrong with a schema within an input schema; `undefined` for nothing. */
export type SubschemaCheck = (subschema: Subschema) => string | undefined;

const ours = 'This is a fault of the generator: please report it with the operation.';
const simpler = 'Generate with --profile for this host, or simplify the schema by an overlay.';

/** Rules about each schema within an input schema. A new one is an entry here, a row of the data and its samples in the test. */
export const subschemaRules = {
  'root-object': {
    help: ours,
    against:
      () =>
      ({ parent, schema: { type, properties } }) => {
        if (parent !== undefined || (type === 'object' && isObject(properties))) return undefined;
        return 'the input schema is no object with properties';
      },
  },
  'root-keywords': {
    help: ours,
    against: (limit) => {
      const refused = refusal(limit);
      return ({ parent, schema }) => (parent === undefined ? refused(schema) : undefined);
    },
  },
  keywords: {
    help: simpler,
    against: (limit) => {
      const refused = refusal(limit);
      return ({ schema }) => refused(schema);
    },
  },
  'argument-names': {
    help: ours,
    against: (limit) => {
      const pattern = new RegExp(String(limit), 'u');
      return ({ parent, schema: { properties } }) => {
        if (parent !== undefined || !isObject(properties)) return undefined;
        const broken = Object.keys(properties).find((name) => !pattern.test(name));
        return broken === undefined ? undefined : `the argument '${broken}' does not match ${String(limit)}`;
      };
    },
  },
  'single-type': {
    help: simpler,
    against:
      () =>
      ({ schema: { type } }) =>
        type === undefined || typeof type === 'string' ? undefined : '`type` is a list',
  },
  'array-items': {
    help: ours,
    against:
      () =>
      ({ schema: { type, items } }) =>
        type !== 'array' || isObject(items) ? undefined : 'an array has no `items`',
  },
  'object-properties': {
    help: ours,
    against:
      () =>
      ({ schema: { type, properties } }) =>
        type !== 'object' || isObject(properties) ? undefined : 'an object has no `properties`',
  },
  'named-members': {
    help: simpler,
    against:
      () =>
      ({ parent, schema: { type, properties } }) => {
        // A tool without arguments has no others to name.
        if (parent === undefined || type !== 'object') return undefined;
        return isObject(properties) && Object.keys(properties).length > 0
          ? undefined
          : 'an object lists no members';
      },
  },
  'named-types': {
    help: simpler,
    against:
      () =>
      ({ schema: { type, anyOf } }) =>
        type === undefined && !Array.isArray(anyOf) ? 'a schema names no type' : undefined,
  },
  'required-listed': {
    help: ours,
    against:
      () =>
      ({ schema: { properties, required } }) => {
        const listed = isObject(properties) ? properties : {};
        // What is required is told by names.
        const names = Array.isArray(required) ? (required as readonly string[]) : [];
        const missing = names.find((name) => !Object.hasOwn(listed, name));
        return missing === undefined ? undefined : `'${missing}' is required and not listed`;
      },
  },
  'string-enums': {
    help: ours,
    against:
      () =>
      ({ schema: { enum: values } }) => {
        if (values === undefined) return undefined;
        const isFit = Array.isArray(values) && values.every((value) => typeof value === 'string');
        return isFit ? undefined : '`enum` has values that are not strings';
      },
  },
  'enum-values': {
    help: simpler,
    against: (limit) => {
      const most = Number(limit);
      return ({ schema: { enum: values } }) =>
        Array.isArray(values) && values.length > most
          ? `\`enum\` has ${values.length} values of ${most}`
          : undefined;
    },
  },
  'null-branches': {
    help: simpler,
    against:
      () =>
      ({ schema: { anyOf } }) =>
        Array.isArray(anyOf) && anyOf.some((branch: JsonSchema) => branch['type'] === 'null')
          ? 'null is a branch of `anyOf`'
          : undefined,
  },
  levels: {
    help: simpler,
    against: (limit) => {
      const most = Number(limit);
      return ({ level, parent }) =>
        level > most && (parent?.level ?? 0) <= most ? `it is nested over ${most} levels` : undefined;
    },
  },
  'closed-objects': {
    help: simpler,
    against:
      () =>
      ({ schema: { type, additionalProperties } }) =>
        type !== 'object' || additionalProperties === false ? undefined : 'an object is not closed',
  },
  'all-required': {
    help: simpler,
    against:
      () =>
      ({ schema: { properties, required } }) => {
        if (!isObject(properties)) return undefined;
        const given: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
        const optional = Object.keys(properties).find((name) => !given.has(name));
        return optional === undefined ? undefined : `'${optional}' is not required`;
      },
  },
  'references-to-defs': {
    help: ours,
    against:
      () =>
      ({ schema: { $ref: reference } }) =>
        reference === undefined || (typeof reference === 'string' && reference.startsWith('#/$defs/'))
          ? undefined
          : 'a `$ref` leads elsewhere than below `#/$defs/`',
  },
} satisfies Record<string, Rule<SubschemaCheck>>;

function refusal(limit: unknown): (schema: JsonSchema) => string | undefined {
  // A row of ours, in the form that the test of the data asks.
  const refused: ReadonlySet<string> = new Set(limit as readonly string[]);
  return (schema) => {
    for (const keyword in schema) if (refused.has(keyword)) return `it has the keyword \`${keyword}\``;
    return undefined;
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
