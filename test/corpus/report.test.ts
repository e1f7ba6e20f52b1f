import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readPending } from './corpus.js';
import type { Problems, Verdict } from './judge.js';
import { findSkippedSurprises, findSurprises, writeProblems, writeTable } from './report.js';

const verdict = (id: string, problems: Problems): Verdict => ({
  document: { id, file: `${id}.yaml`, operations: 2 },
  project: undefined,
  problems,
  skipped: [],
  usage: { cpuSeconds: 1.25, peakMiB: 100 },
  inspection: undefined,
});
const noProblems = { start: [], names: [], schemas: [], size: [], hosts: [], coverage: [], estimate: [] };
const right = verdict('right', { generate: [], cpu: [] });
const wrong = verdict('wrong', { generate: ['exit status 70'], cpu: [] });
const pending = (...ids: readonly string[]): ReturnType<typeof readPending> =>
  readPending(['# a comment', ...ids.map((id) => `${id} 3 needs styles`)].join('\n'));

suite('pending.txt', () => {
  const cases: readonly [of: string, ids: readonly string[], surprises: readonly string[]][] = [
    ['a failure that is expected', ['wrong'], []],
    ['a failure that is not', [], ['wrong fails']],
    [
      'a document that comes out right',
      ['wrong', 'right'],
      ['right comes out right: strike it from pending.txt'],
    ],
    ['a document that is not there', ['wrong', 'gone'], ['gone in pending.txt is no document']],
  ];
  for (const [of, ids, surprises] of cases) {
    test(`against ${of}`, () => assert.deepEqual(findSurprises([right, wrong], pending(...ids)), surprises));
  }
  test('wants an issue and a reason', () =>
    assert.throws(() => readPending('right because'), /is not '<id> <issue> <reason>'/));
});

suite('skipped.txt', () => {
  const broken = { ...right, skipped: ['GET /a: its path has a dot segment.'] };
  const many = { ...right, document: { ...right.document, operations: 1000 } };
  const cases: readonly [
    of: string,
    verdict: Verdict,
    known: readonly string[],
    surprises: readonly string[],
  ][] = [
    ['an operation that is listed', broken, ['right GET /a: its path has a dot segment.'], []],
    ['an operation that is not', broken, [], ['left out: right GET /a: its path has a dot segment.']],
    [
      'one that is no longer left out',
      right,
      ['right GET /a: x'],
      ['strike from skipped.txt: right GET /a: x'],
    ],
    [
      'one that only a response breaks',
      { ...right, skipped: ['GET /a: its response is odd.'] },
      ['right GET /a: its response is odd.'],
      ['for a response alone: right GET /a: its response is odd.'],
    ],
  ];
  for (const [of, verdict, known, surprises] of cases) {
    test(`against ${of}`, () => assert.deepEqual(findSkippedSurprises([verdict, many], known), surprises));
  }
  test('excuses half a percent of all operations', () => {
    const skipped = Array.from({ length: 6 }, (_, index) => `GET /${index}: x`);
    const known = skipped.map((line) => `right ${line}`);
    assert.deepEqual(findSkippedSurprises([{ ...many, skipped }, right], known), [
      '6 of 1002 operations are left out',
    ]);
  });
});

suite('the report', () => {
  test('shows what came of each document', () => {
    const figures = { tokens: 1000, withOutputs: 1250 };
    const coverage = { named: 9995, total: 10_000, missing: [] };
    const inspection = { tools: 2, coverage, figures, largestInput: 700, problems: noProblems };
    const [, rightLine, wrongLine, totals] = writeTable([{ ...right, inspection }, wrong]).split('\n');
    assert.match(rightLine ?? '', /^right +ok +2 +2 +99\.9 % +1\.3 +100 +1000 +1250 +25\.0 % +700 +-$/);
    assert.match(wrongLine ?? '', /^wrong +FAIL generate +2 +- +- +1\.3 +100 +- +- +- +- +-$/);
    assert.match(totals ?? '', /^2 documents +1 ok +4 +2 +99\.9 % +2\.5 +100 +1000 +1250 +25\.0 % +700 +0$/);
  });
  test('holds the first problems of a stage', () => {
    assert.equal(
      writeProblems([right, verdict('a', { build: ['b', 'c\nd'] })], 1),
      'a, build:\n    b\n    and 1 more',
    );
  });
});
