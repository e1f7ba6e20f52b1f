import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createFlattener } from '../../src/plan/schemas/flatten.js';
import { createInliner } from '../../src/plan/schemas/inline.js';
import { passes, passSetOf, type Pass, type PassName } from '../../src/plan/schema-profile.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { picker } from '../properties/mutations.js';
import { schemaPool } from './documents.js';
import { changeInstance } from './instance-changes.js';
import { instanceOf } from './schema-instances.js';
import { judgeOf, type Json, type Pool } from './schema-judge.js';
import { schemas } from './schema-samples.js';

const exact = (Object.entries(passes) as readonly [PassName, Pass][])
  .filter(([, { isExact }]) => isExact === true)
  .map(([name]) => name);

function listedBy(names: readonly PassName[], json: Json, pool: Pool): JsonSchema {
  const listing = {
    passes: passSetOf(names),
    direction: 'input',
    depth: 5,
    descriptions: [160, 80],
  } as const;
  const inliner = createInliner(createFlattener(schemaPool(pool)), new Map(), listing, 5000);
  return inliner.list(json, { isNullListed: true }).schema;
}

const words = fc.constantFrom('a', 'ab', 'what it means');
const described = fc.record({ description: words });

/** What passes leave out: words that are said twice, and values that another branch takes. */
const wordy: fc.Arbitrary<Json> = fc.letrec<{ wordy: Json }>((tie) => ({
  wordy: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc
      .constantFrom('string', 'null', 'integer')
      .chain((type) => described.map((made) => ({ type, ...made }))),
    words.map((value) => ({ type: 'string', enum: [value], default: value })),
    fc
      .tuple(fc.constantFrom('^a{2,3}$', '^.$', 'a'), fc.nat({ max: 4 }), fc.nat({ max: 4 }))
      .map(([pattern, minLength, maxLength]) => ({ type: 'string', pattern, minLength, maxLength })),
    fc.tuple(words, words).map(([value, description]) => ({ const: value, description })),
    fc.tuple(words, words).map((told) => ({ type: 'string', enum: ['x', 'y'], 'x-enum-descriptions': told })),
    fc.tuple(fc.array(tie('wordy'), { minLength: 2, maxLength: 5 }), words).map(([anyOf, description]) => ({
      anyOf,
      description,
    })),
    fc.tuple(tie('wordy'), words).map(([items, description]) => ({ type: 'array', items, description })),
    tie('wordy').map((a) => ({ type: 'object', properties: { a } })),
  ),
})).wordy;

const documents = fc.record({
  json: fc.oneof(schemas, wordy),
  pool: fc.record({ A: schemas, B: schemas, C: schemas }),
  seed: fc.nat(),
});

suite('what is listed with an exact pass accepts no more than without it', () => {
  for (const name of exact) {
    test(name, () => {
      let changed = 0;
      const property = fc.property(documents, ({ json, pool, seed }) => {
        const [without, listed] = [listedBy([], json, pool), listedBy([name], json, pool)];
        if (JSON.stringify(without) === JSON.stringify(listed)) return;
        changed += 1;
        const [isTaken, accepts] = [judgeOf(without), judgeOf(listed)];
        const pick = picker(seed);
        for (let count = 0; count < 20; count += 1) {
          const value = instanceOf(listed, {}, pick);
          for (const each of [value, changeInstance(value, pick)].filter(accepts)) {
            assert.ok(isTaken(each), `${JSON.stringify(each)}: ${JSON.stringify([without, listed])}`);
          }
        }
      });
      fc.assert(property, { numRuns: 600, seed: 20_261_130 });
      // A pass that changed nothing would prove nothing.
      assert.ok(changed >= 5, `${changed} schemas were changed`);
    });
  }
});
