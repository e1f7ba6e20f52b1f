import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { isExpression } from '../schemas/pattern-cursor.js';
import { subschemasOf } from '../schemas/subschemas.js';

/** Says what keeps a schema from being one of JSON Schema 2020-12 with ECMA-262 patterns; `undefined` for nothing. */
export type SchemaProof = (schema: JsonSchema) => string | undefined;

/** Proves schemas; parts that many tools have alike are looked at once. */
export function createSchemaProof(): SchemaProof {
  const sound = new Set<string>();
  const known = new WeakSet<object>();
  const partProblem = (part: unknown): string | undefined => {
    const isObject = typeof part === 'object' && part !== null;
    if (isObject && known.has(part)) return undefined;
    const text = JSON.stringify(part);
    const problem = sound.has(text) ? undefined : problemOf(part);
    if (problem !== undefined) return problem;
    sound.add(text);
    if (isObject) known.add(part);
    return undefined;
  };
  return (schema) => {
    const { properties, ...rest } = schema;
    if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
      return problemOf(schema);
    for (const [name, member] of Object.entries(properties)) {
      const problem = partProblem(member);
      if (problem !== undefined) return `/properties/${name}${problem}`;
    }
    return partProblem(rest);
  };
}

let ajv: Ajv2020 | undefined;

function problemOf(schema: unknown): string | undefined {
  // The validator of the meta-schema is compiled once, when there is a schema to prove.
  ajv ??= new Ajv2020({ strict: false, logger: false, validateFormats: false });
  // The meta-schema says of values of any type whether they are schemas.
  if (ajv.validateSchema(schema as JsonSchema) !== true) {
    const [error] = ajv.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`;
  }
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const { schema: part } of subschemasOf(schema as JsonSchema)) {
    const broken = patternsOf(part).find((pattern) => !isExpression(pattern));
    if (broken !== undefined) return ` has a pattern that ECMA-262 does not know: ${broken}`;
  }
  return undefined;
}

function patternsOf({ pattern, patternProperties }: JsonSchema): readonly string[] {
  const own = typeof pattern === 'string' ? [pattern] : [];
  return [...own, ...Object.keys(patternProperties ?? {})];
}
