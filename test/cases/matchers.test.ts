import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { holds } from './matchers.js';

const own = (text: string): unknown => JSON.parse(text);

const table: readonly (readonly [expected: unknown, actual: unknown, holds: boolean])[] = [
  [{ a: 1, b: [2, null] }, { b: [2, null], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [{}, [], false],
  [0, -0, true],
  [1, '1', false],
  [null, undefined, false],
  [{ absent: true }, undefined, true],
  [{ absent: true }, null, false],
  [{ a: { absent: true } }, {}, true],
  [{ a: { absent: true }, b: 1 }, { a: 1, b: 1 }, false],
  [{ match: '^AB' }, 'abc', true],
  [{ match: 'a.c' }, 'a\nc', true],
  [{ match: '1' }, 1, false],
  [{ anyOf: [1, { match: 'x' }] }, 'xy', true],
  [{ anyOf: [1, { match: 'x' }] }, 2, false],
  [{ unwrap: [1] }, [1], true],
  [{ unwrap: [1] }, { result: [1] }, true],
  [{ unwrap: [1] }, { result: [1], more: 2 }, false],
  [{ unwrap: [1] }, { a: { b: [1] } }, false],
  [{ unwrap: { a: { match: 'x' } } }, { a: 'x' }, true],
  // With a second key it is no matcher.
  [{ absent: true, other: 1 }, undefined, false],
  [{ absent: true, other: 1 }, { absent: true, other: 1 }, true],
  [own('{"__proto__": "p"}'), own('{"__proto__": "p"}'), true],
  [own('{"__proto__": "p"}'), own('{"__proto__": "q"}'), false],
  [own('{"__proto__": "p"}'), {}, false],
  [{ toString: { absent: true }, a: 1 }, { a: 1 }, true],
];

suite('an expected value', () => {
  for (const [expected, actual, outcome] of table) {
    test(`${JSON.stringify(expected)} ${outcome ? 'holds' : 'does not hold'} for ${JSON.stringify(actual)}`, () =>
      assert.equal(holds(expected, actual), outcome));
  }
});
