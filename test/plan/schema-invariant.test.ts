import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkRandomSchemas, listings } from './random-schemas.js';

const runs = 150;
const seed = 20_261_130;

suite('what the document accepts, the listed schema accepts', () => {
  for (const [of, listing] of listings) {
    test(`for random schemas of ${of}`, () => {
      const tried = checkRandomSchemas(listing, runs, seed);
      // Instances that no document accepts would prove nothing.
      assert.ok(tried > runs * 10, `${tried} instances were accepted`);
    });
  }
});
