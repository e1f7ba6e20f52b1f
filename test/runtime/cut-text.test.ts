import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cutAt, oneLine, shorten } from '../../src/runtime/answer/cut-text.js';

suite('texts are cut between characters', () => {
  const cases: readonly [of: string, actual: string, expected: string][] = [
    ['a whole text', cutAt('abc', 3), 'abc'],
    ['a beginning', cutAt('abcd', 3), 'abc'],
    ['no room', cutAt('abcd', -1), ''],
    ['a pair at the border', cutAt('ab😀c', 3), 'ab'],
    ['a pair before the border', cutAt('a😀c', 3), 'a😀'],
    ['a sign where it goes on', shorten('abcd', 3), 'ab…'],
    ['no sign where it does not', shorten('abc', 3), 'abc'],
    ['a sign in place of half a pair', shorten('a😀bc', 3), 'a…'],
    ['lines', oneLine(' a\r\n\tb\u202e\u200bc ', 10), 'a bc'],
    ['a long line', oneLine('a b c d', 4), 'a b…'],
    // What is not looked at ends between characters too, however short the rest becomes.
    ['blanks that hide a pair', oneLine(`${' '.repeat(39)}😀`, 10), ''],
  ];
  for (const [of, actual, expected] of cases) {
    test(of, () => assert.equal(actual, expected));
  }
});
