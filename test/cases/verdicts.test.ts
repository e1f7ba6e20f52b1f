import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { linesOf, summaryOf, verdictOn, type Verdict } from './verdicts.js';

const putOff = { id: 'a', issue: 3, reason: 'forms' };

suite('a case', () => {
  test('that holds has passed', () => assert.equal(linesOf('a', [], undefined), 'ok      a'));
  test('that does not has failed, and says why', () => {
    assert.equal(linesOf('a', ['this', 'that'], undefined), 'FAIL    a\n          this\n          that');
  });
  test('that is put off is pending while it fails', () => {
    assert.equal(linesOf('a', ['this'], putOff), 'pending a\n          issue 3: forms');
  });
  test('that is put off may not pass', () => {
    assert.equal(verdictOn([], putOff), 'mended');
    assert.match(linesOf('a', [], putOff), /^MENDED {2}a\n.*strike it/);
  });
});

suite('the exit status', () => {
  const table: readonly (readonly [verdicts: readonly Verdict[], line: string, status: number])[] = [
    [['passed', 'pending'], '2 cases: 1 passed, 0 failed, 1 pending', 0],
    [['passed', 'failed'], '2 cases: 1 passed, 1 failed, 0 pending', 1],
    [['mended'], '1 cases: 0 passed, 0 failed, 0 pending, 1 mended but still listed as pending', 1],
  ];
  for (const [verdicts, line, status] of table) {
    test(`is ${status} for ${verdicts.join(' and ')}`, () =>
      assert.deepEqual(summaryOf(verdicts), { line, status }));
  }
});
