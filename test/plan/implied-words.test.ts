import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { unlessRestating } from '../../src/plan/texts/restating.js';

suite('a name that means the same everywhere says by itself', () => {
  const cases: readonly [name: string, description: string, kept: string | undefined][] = [
    ['limit', 'The maximum number of items to return per page.', undefined],
    [
      'limit',
      'The maximum number of items to return. Must be between 1 - 1000.',
      'Must be between 1 - 1000.',
    ],
    ['limit', 'The most a user may spend.', 'The most a user may spend.'],
    ['page_size', 'How many days a page covers.', 'How many days a page covers.'],
    ['marker', 'The position at which to begin returning results.', undefined],
    ['cursor', 'The `next_cursor` of the last page.', 'The `next_cursor` of the last page.'],
    ['token', 'Authentication token. Requires scope: `chat:write`', 'Requires scope: `chat:write`'],
    ['token_limit', 'The maximum number to return.', 'The maximum number to return.'],
    ['user_id', 'The unique ID of the user.', undefined],
  ];
  for (const [name, description, kept] of cases) {
    test(`of ${name}: ${description}`, () =>
      assert.equal(unlessRestating(name, { type: 'string', description })['description'], kept));
  }
});
