import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Later } from './later.js';
import { reportOn } from './report.js';

const later: readonly Later[] = [{ check: '16-text/finding', issue: 4, reason: 'not looked for yet' }];

function linesOf(problems: readonly string[], laters: readonly Later[] = []): readonly string[] {
  const outcomes = [
    { check: 'ends', problems: [] },
    { check: 'finding', problems },
  ];
  return reportOn({ id: '16-text', figures: 'exit 0, 1.2 s, 143 MiB', outcomes }, laters).lines;
}

suite('the report on a file', () => {
  const cases: readonly [of: string, lines: readonly string[], expected: readonly string[]][] = [
    ['says ok where all holds', linesOf([]), ['ok 16-text exit 0, 1.2 s, 143 MiB']],
    [
      'names each problem',
      linesOf(['one', 'other']),
      ['NOT OK 16-text exit 0, 1.2 s, 143 MiB', '    finding: one', '    finding: other'],
    ],
    [
      'says what is for later',
      linesOf(['one'], later),
      ['ok 16-text exit 0, 1.2 s, 143 MiB', 'later 16-text/finding: issue 4: not looked for yet'],
    ],
    [
      'fails where what is for later holds',
      linesOf([], later),
      ['NOT OK 16-text exit 0, 1.2 s, 143 MiB', '    finding: holds now; strike it from later.ts'],
    ],
    [
      'fails where there is no such check',
      linesOf([], [{ check: '16-text/other', issue: 4, reason: 'x' }]),
      [
        'NOT OK 16-text exit 0, 1.2 s, 143 MiB',
        '    16-text/other: later.ts names a check that there is none of',
      ],
    ],
  ];
  for (const [of, lines, expected] of cases) test(of, () => assert.deepEqual(lines, expected));
});
