import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { brokenHostRule } from './portable.js';
import { parameter, planOne, requestBody, response, schemaPool } from './documents.js';
import { sampleOf, schemas, values, type Pool } from './schema-samples.js';

// JSON Schema 2020-12 with formats as annotations (validation 7.2.1) and own members alone.
const judge = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true, logger: false });

type Judge = (value: unknown) => boolean;

function judgeOf(schema: JsonSchema | boolean): Judge {
  const validate = judge.compile(schema);
  return (value) => validate(value);
}

/** What the document says of a value. */
function documentJudge(json: JsonSchema | boolean, pool: Pool): Judge {
  // Ajv throws on schemas that refer to themselves on one level, on members called `__proto__` in an enum and on
  // some `unevaluatedProperties`: there it is no judge.
  try {
    const accepts = judgeOf({ $defs: { ...pool, root: json }, $ref: '#/$defs/root' });
    return (value) => isTrue(() => accepts(value));
  } catch {
    return () => false;
  }
}

function isTrue(judged: () => boolean): boolean {
  try {
    return judged();
  } catch {
    return false;
  }
}

function listedBody(json: JsonSchema | boolean, pool: Pool): JsonSchema {
  const body = requestBody({ 'application/json': json });
  return planOne({ method: 'POST', requestBody: body }, { schemas: schemaPool(pool) }).inputSchema;
}

function listedParameter(json: JsonSchema | boolean, pool: Pool): JsonSchema {
  return planOne({ parameters: [parameter('p', json)] }, { schemas: schemaPool(pool) }).inputSchema;
}

function listedOutput(json: JsonSchema | boolean, pool: Pool): JsonSchema {
  const responses = [response('200', { 'application/json': json })];
  return planOne({ responses }, { schemas: schemaPool(pool) }).outputSchema ?? {};
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? 400);

suite('what the document accepts, the listed schema accepts', () => {
  const documents = fc.record({ json: schemas, pool: fc.record({ A: schemas, B: schemas, C: schemas }) });

  const noHostRules = (): undefined => undefined;
  const listings: readonly [
    of: string,
    list: typeof listedBody,
    wrap: (value: unknown) => unknown,
    broken: typeof brokenHostRule,
  ][] = [
    ['a request body', listedBody, (body) => ({ body }), brokenHostRule],
    // A null argument counts as not given.
    ['a parameter', listedParameter, (p) => (p === null ? {} : { p }), brokenHostRule],
    ['a result', listedOutput, (value) => value, noHostRules],
  ];
  for (const [of, list, wrap, broken] of listings) {
    test(`for random schemas of ${of}`, () => {
      let accepted = 0;
      const property = fc.property(
        documents,
        fc.array(values, { size: 'small' }),
        fc.infiniteStream(fc.nat()),
        (document, more, dice) => {
          const accepts = documentJudge(document.json, document.pool);
          const listed = list(document.json, document.pool);
          assert.equal(broken(listed), undefined);
          const isListed = judgeOf(listed);
          const roll = (sides: number): number => (dice.next().value ?? 0) % sides;
          const made = Array.from({ length: 20 }, () => sampleOf(document.json, document.pool, roll));
          for (const value of [...made, ...more].filter(accepts)) {
            accepted += 1;
            assert.ok(
              isListed(wrap(value)),
              `${JSON.stringify(value)} is refused by ${JSON.stringify(listed)}`,
            );
          }
        },
      );
      fc.assert(property, { numRuns: runs, includeErrorInReport: true });
      // Instances that no document accepts would prove nothing.
      assert.ok(accepted > runs * 3, `${accepted} instances were accepted`);
    });
  }
});
