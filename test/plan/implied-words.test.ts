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

suite('a sentence stays that tells', () => {
  const names = [
    'limit',
    'count',
    'per_page',
    'offset',
    'start',
    'skip',
    'cursor',
    'marker',
    'page',
    'fields',
    'token',
    'id',
  ];
  const facts: readonly [kind: string, text: string][] = [
    ['a number', 'The maximum number of items to return is 50.'],
    ['a number in words', 'The number of items to return, at most fifty.'],
    ['where counting begins', 'The first item has the number 0.'],
    ['what a number stands for', 'Default: 0 (the first item).'],
    ['a unit', 'The number of bytes to return.'],
    ['a default', 'Returns all items by default.'],
    ['a condition', 'The number of items to return if the page is full.'],
    ['an order', 'Returns the newest items first.'],
    ['an exception', 'Items without a page are not returned.'],
    ['what is ignored', 'Ignored with a cursor.'],
    ['another argument', 'Used with `after`.'],
    ['a format', 'A base64 cursor of the next page.'],
    ['a source', 'The cursor from the response header.'],
    ['a scope', 'Authentication token with the scope to read.'],
  ];
  for (const [kind, description] of facts) {
    test(`${kind}: ${description}`, () => {
      for (const name of names) {
        const schema = { type: 'string', default: 0, description };
        assert.equal(unlessRestating(name, schema)['description'], description, name);
      }
    });
  }
});
