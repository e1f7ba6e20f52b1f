import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mostPending, parsePending } from './pending.js';

const ids = Array.from({ length: mostPending + 1 }, (_, index) => `case-${index}`);

suite('pending.txt', () => {
  test('names cases with the issue and the reason', () => {
    const pending = parsePending('case-1 3 bodies of forms\n\ncase-2 4 OAuth\n', ids);
    assert.deepEqual(
      [...pending.values()],
      [
        { id: 'case-1', issue: 3, reason: 'bodies of forms' },
        { id: 'case-2', issue: 4, reason: 'OAuth' },
      ],
    );
  });
  const broken: readonly (readonly [of: string, text: string])[] = [
    ['no such case', 'other 3 reason'],
    ['no issue', 'case-1 reason'],
    ['no reason', 'case-1 3'],
    ['a case twice', 'case-1 3 reason\ncase-1 4 reason'],
    ['too many', ids.map((id) => `${id} 3 reason`).join('\n')],
  ];
  for (const [of, text] of broken) {
    test(`is refused with ${of}`, () => assert.throws(() => parsePending(text, ids), /pending\.txt/));
  }
});
