import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { figure, limited, median, ratio, units, writeResults } from '../../bench/figures.js';
import { madeCall, makeDocument } from '../../bench/made-document.js';

suite('figures', () => {
  const cases: readonly [values: readonly number[], expected: number][] = [
    [[3], 3],
    [[10, 2, 1], 2],
    [[4, 1, 3, 100], 3.5],
  ];
  for (const [values, expected] of cases) {
    test(`the median of ${values.join(', ')}`, () => assert.equal(median(values), expected));
  }
  test('a ratio compares round by round', () => assert.equal(ratio([2, 40, 300], [1, 20, 100]), 2));
  test('a budget is kept up to its limit', () => {
    const kept = (value: number): boolean | undefined => limited('a', value, 5, units.seconds).budget?.kept;
    assert.deepEqual([kept(4), kept(5), kept(5.01), kept(Number.NaN)], [true, true, false, false]);
  });
  test('stand in a table, with what was exceeded', () => {
    const figures = [figure('a', '1'), limited('b', 2, 3, units.times), limited('c', 4, 3, units.times)];
    const lines = writeResults(['A machine.'], [{ title: 'T', method: 'How.', figures }]).split('\n');
    assert.deepEqual(lines.slice(-6), [
      '| | measured | budget |',
      '| --- | --: | --- |',
      '| a | 1 |  |',
      '| b | 2.00 × | ≤ 3.00 × |',
      '| c | 4.00 × | ≤ 3.00 ×, **exceeded** |',
      '',
    ]);
  });
});

suite('a made document', () => {
  test('is the same on every run', () => assert.deepEqual(makeDocument(3), makeDocument(3)));
  test('grows by its operations and nothing else', () => {
    const size = (operations: number): number => JSON.stringify(makeDocument(operations)).length;
    const perOperation = (size(2_000) - size(1_000)) / (size(1_000) - size(900));
    assert.ok(perOperation > 9.5 && perOperation < 10.5, String(perOperation));
  });
  test('holds the operation that is called', () => {
    const { paths } = makeDocument(1) as {
      readonly paths: Readonly<Record<string, { readonly post: { readonly operationId: string } }>>;
    };
    assert.equal(paths['/r0/{id}']?.post.operationId, madeCall.name);
  });
});
