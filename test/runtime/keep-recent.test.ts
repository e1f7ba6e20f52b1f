import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { keepRecent } from '../../src/runtime/keep-recent.js';

/** Keeps each name in turn, and tells what is left and what had to go. */
function keptOf(names: readonly string[], most: number, spared: readonly string[] = []) {
  const map = new Map<string, string>();
  const gone = names.flatMap((name) => keepRecent(map, name, name, most, (each) => spared.includes(each)));
  return [[...map.keys()].join(''), gone.join('')];
}

suite('what is kept', () => {
  const cases: readonly [
    of: string,
    names: string,
    most: number,
    spared: string,
    left: string,
    gone: string,
  ][] = [
    ['all, as long as there is room', 'abc', 3, '', 'abc', ''],
    ['the last that were used', 'abcd', 3, '', 'bcd', 'a'],
    ['what was used again', 'abcad', 3, '', 'cad', 'b'],
    ['one alone', 'abb', 1, '', 'b', 'a'],
    ['what is spared', 'abcd', 2, 'a', 'ad', 'bc'],
    ['all that is spared, beyond its number', 'abcd', 2, 'abcd', 'abcd', ''],
    ['the new one beside all that is spared', 'abcd', 2, 'abc', 'abcd', ''],
  ];
  for (const [of, names, most, spared, left, gone] of cases) {
    test(of, () => assert.deepEqual(keptOf([...names], most, [...spared]), [left, gone]));
  }

  test('is the new value of a name', () => {
    const map = new Map([['a', 1]]);
    assert.deepEqual(keepRecent(map, 'a', 2, 1), []);
    assert.deepEqual([...map], [['a', 2]]);
  });
});
