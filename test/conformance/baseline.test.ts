import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findSurprises, readBaseline, type BaselineEntry } from './baseline.js';
import { scenarios, type Check, type Revision } from './official-suite.js';

const revisions = Object.keys(scenarios) as readonly Revision[];

/** Every scenario with one good check. */
const clean: readonly Check[] = revisions.flatMap((revision) =>
  scenarios[revision].map((scenario) => ({ revision, scenario, id: 'a', status: 'SUCCESS', message: '' })),
);
const failing: Check = {
  revision: '2026-07-28',
  scenario: 'caching',
  id: 'b',
  status: 'FAILURE',
  message: 'no hints',
};
const entry: BaselineEntry = {
  revision: '2026-07-28',
  scenario: 'caching',
  check: 'b',
  status: 'FAILURE',
  reason: 'a reason',
  proof: 'a proof',
};

suite('the baseline', () => {
  const cases: readonly [
    of: string,
    checks: readonly Check[],
    baseline: readonly BaselineEntry[],
    surprises: readonly string[],
  ][] = [
    ['a clean run', clean, [], []],
    ['a failure that it names', [...clean, failing], [entry], []],
    ['a failure that it does not name', [...clean, failing], [], ['2026-07-28 caching b: FAILURE no hints']],
    [
      'a warning that it does not name',
      [...clean, { ...failing, status: 'WARNING' }],
      [],
      ['2026-07-28 caching b: WARNING no hints'],
    ],
    [
      'a warning that became a failure',
      [...clean, failing],
      [{ ...entry, status: 'WARNING' }],
      ['2026-07-28 caching b: FAILURE no hints'],
    ],
    [
      'a failure of the other revision',
      [...clean, failing],
      [{ ...entry, revision: '2025-11-25' }],
      [
        '2026-07-28 caching b: FAILURE no hints',
        '2025-11-25 caching b: no longer FAILURE: strike it from baseline.json',
      ],
    ],
    [
      'a failure that is gone',
      clean,
      [entry],
      ['2026-07-28 caching b: no longer FAILURE: strike it from baseline.json'],
    ],
    ['a scenario that did not run', clean.slice(1), [], ['2026-07-28 server-stateless: did not run']],
  ];
  for (const [of, checks, baseline, surprises] of cases) {
    test(`against ${of}`, () => assert.deepEqual(findSurprises(checks, baseline), surprises));
  }

  test('names scenarios that are run, each check once, with reason and proof', () => {
    const baseline = readBaseline();
    const keys = baseline.map(({ revision, scenario, check }) => `${revision} ${scenario} ${check}`);
    assert.equal(new Set(keys).size, baseline.length);
    for (const { revision, scenario, reason, proof } of baseline) {
      assert.ok(scenarios[revision].includes(scenario), scenario);
      assert.ok(reason.length > 20 && proof.length > 20);
    }
  });
});
