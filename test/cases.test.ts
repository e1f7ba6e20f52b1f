import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { alterationsOf } from './cases/alterations.js';
import { readCases, type CaseFolder } from './cases/case-format.js';
import { judge } from './cases/judge.js';
import { readPending } from './cases/pending.js';
import { runCases, type CaseResult } from './cases/run-cases.js';

const folder = fileURLToPath(new URL('./cases/', import.meta.url));
const all = readCases(folder);

/** Of each kind, and of security all of them; the part `cases` of `npm run check:long` takes every one. */
const perKind = 1;
const cases = all.filter(({ case: { kind } }, at) => {
  const before = all.slice(0, at).filter((other) => other.case.kind === kind);
  return kind === 'security' || before.length < perKind;
});
const pending = readPending(
  folder,
  all.map(({ case: { id } }) => id),
);

/** All cases are run together; each test waits for its own. */
function startAll(): ReadonlyMap<string, Promise<CaseResult>> {
  const settle = new Map<string, (result: CaseResult) => void>();
  const results = new Map(
    cases.map(
      ({ case: { id } }) => [id, new Promise<CaseResult>((resolve) => settle.set(id, resolve))] as const,
    ),
  );
  const running = runCases(cases, (result) => settle.get(result.caseFolder.case.id)?.(result));
  // A run that breaks off as a whole must fail every test that still waits.
  return new Map(
    [...results].map(([id, result]) => [id, Promise.race([result, running.then(() => result)])]),
  );
}

suite('cases', () => {
  let results: ReadonlyMap<string, Promise<CaseResult>>;
  before(() => {
    results = startAll();
  });

  for (const caseFolder of cases) {
    const { id, fault } = caseFolder.case;
    test(`${id}: ${fault}`, async () => {
      const result = await results.get(id);
      assert.ok(result !== undefined);
      expectProblems(result);
      expectAlterationsToFail(caseFolder, result);
    });
  }
});

function expectProblems({ caseFolder, problems }: CaseResult): void {
  const put = pending.get(caseFolder.case.id);
  if (put === undefined) assert.deepEqual(problems, []);
  else
    assert.notDeepEqual(
      problems,
      [],
      `It passes: strike it from pending.txt (issue ${put.issue}: ${put.reason}).`,
    );
}

/** A case that passes has been looked at closely: each of its expectations fails when it is altered. */
function expectAlterationsToFail(
  { case: original }: CaseFolder,
  { observation, problems }: CaseResult,
): void {
  if (problems.length > 0) return;
  const unseen = alterationsOf(original).filter((altered) => judge(altered.case, observation).length === 0);
  assert.deepEqual(
    unseen.map(({ of }) => of),
    [],
  );
}
