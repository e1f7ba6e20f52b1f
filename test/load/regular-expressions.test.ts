import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultLimits } from '../../src/load/limits.js';
import { budgetOf, LimitReached } from '../../src/load/overlays/budget.js';
import { regularExpressions } from '../../src/load/overlays/regular-expressions.js';

suite('an I-Regexp (RFC 9485)', () => {
  const compare = regularExpressions(budgetOf(defaultLimits));
  const cases: readonly [of: string, text: unknown, pattern: unknown, search: boolean, match: boolean][] = [
    ['is searched, or matched with the whole', 'abc', 'b', true, false],
    ['matches the whole', 'abc', 'a.c', true, true],
    ['that is none matches nothing', 'abc', '(', false, false],
    ['that is no text matches nothing', 'abc', 1, false, false],
    ['matches no number', 1, '1', false, false],
    ['with more characters than people write matches nothing', 'a', `a${'|a'.repeat(500)}`, false, false],
    [
      'with more instructions than people write matches nothing',
      'a',
      'a?'.concat('{1000}').repeat(6),
      false,
      false,
    ],
    ['with many instructions matches', 'a'.repeat(1_000), 'a{1000}', true, true],
  ];
  for (const [of, text, pattern, search, match] of cases) {
    test(of, () => {
      assert.deepEqual([compare(text, pattern, 'search'), compare(text, pattern, 'match')], [search, match]);
    });
  }
});

suite('the steps of I-Regexps', () => {
  const compareAll = (patterns: readonly string[], overlaySteps: number): void => {
    const compare = regularExpressions(budgetOf({ ...defaultLimits, overlaySteps }));
    for (const pattern of patterns) compare('a', pattern, 'search');
  };
  const many = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${index}`.padStart(3, '0'));

  test('are those of compiling as well', () => {
    const large = Array.from({ length: 20 }, (_, index) => `b{1000}`.repeat(140) + String(index));
    assert.throws(() => compareAll(large, 10_000_000), LimitReached);
    assert.throws(() => compareAll(many(100), 50_000), LimitReached);
  });

  test('are few for a pattern that is known', () => {
    compareAll([...many(100), ...many(100), ...many(100)], 80_000);
  });

  test('are those of compiling again behind the last hundred', () => {
    assert.throws(() => compareAll([...many(101), ...many(101)], 80_000), LimitReached);
  });
});
