import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { parameter, planOne, requestBody, response, schemaPool } from './documents.js';
import { isTaken, tryInstances, type Pair } from './invariant.js';
import type { OneWay } from './one-way-members.js';
import { brokenHostRule } from './portable.js';
import { documentJudge, judgeOf, type Json, type Pool } from './schema-judge.js';
import { schemas, values, wide } from './schema-samples.js';

/** A way in which a schema of a document comes to be listed. */
interface Listing {
  readonly list: (json: Json, pool: Pool) => JsonSchema;
  /** How a value is given. */
  readonly wrap: (value: unknown) => unknown;
  readonly leftOut: OneWay;
  readonly broken: typeof brokenHostRule;
}

/** Every way in which schemas come to be listed, in words. */
export const listings: ReadonlyMap<string, Listing> = new Map([
  [
    'a request body',
    { list: listedBody, wrap: (body) => ({ body }), leftOut: 'readOnly', broken: brokenHostRule },
  ],
  [
    'a parameter',
    // A null argument counts as not given.
    {
      list: listedParameter,
      wrap: (p) => (p === null ? {} : { p }),
      leftOut: 'readOnly',
      broken: brokenHostRule,
    },
  ],
  ['a result', { list: listedOutput, wrap: (value) => value, leftOut: 'writeOnly', broken: () => undefined }],
] satisfies [string, Listing][]);

function listedBody(json: Json, pool: Pool): JsonSchema {
  const body = requestBody({ 'application/json': json });
  return planOne({ method: 'POST', requestBody: body }, { schemas: schemaPool(pool) }).inputSchema;
}

function listedParameter(json: Json, pool: Pool): JsonSchema {
  return planOne({ parameters: [parameter('p', json)] }, { schemas: schemaPool(pool) }).inputSchema;
}

function listedOutput(json: Json, pool: Pool): JsonSchema {
  const responses = [response('200', { 'application/json': json })];
  return planOne({ responses }, { schemas: schemaPool(pool) }).outputSchema ?? {};
}

const documents = fc.record({
  document: fc.oneof({ arbitrary: schemas, weight: 60 }, { arbitrary: wide, weight: 1 }),
  pool: fc.record({ A: schemas, B: schemas, C: schemas }),
  more: fc.array(values, { size: 'small' }),
  dice: fc.infiniteStream(fc.nat()),
});

/** Throws where a value that a random schema accepts is refused as listed; answers how many were tried. */
export function checkRandomSchemas(listing: Listing, runs: number, seed: number): number {
  let tried = 0;
  const property = fc.property(documents, ({ document, pool, more, dice }) => {
    const { list, wrap, leftOut, broken } = listing;
    const listed = list(document, pool);
    assert.equal(broken(listed), undefined);
    const isListed = judgeOf(listed);
    const accepts = documentJudge(document, pool);
    const pair: Pair = { document, pool, leftOut, accepts, isListed: (value) => isListed(wrap(value)) };
    const { accepted, refused } = tryInstances(pair, 20, (sides) => (dice.next().value ?? 0) % sides);
    const others = more.filter(accepts);
    tried += accepted + others.length;
    const problems = [...refused, ...others.filter((value) => !isTaken(value, pair))];
    assert.equal(
      problems.length,
      0,
      `${JSON.stringify(problems[0])} is refused by ${JSON.stringify(listed)}`,
    );
  });
  fc.assert(property, { numRuns: runs, seed, includeErrorInReport: true });
  return tried;
}
