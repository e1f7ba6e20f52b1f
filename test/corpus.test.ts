import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { findCorpus, noCorpus, readPending, readSkipped } from './corpus/corpus.js';
import { isRight, judgeCorpus, type Verdict } from './corpus/judge.js';
import { findSkippedSurprises, writeProblems } from './corpus/report.js';

// `npm run corpus` takes the large ones too.
const mostOperations = 2;

const corpus = findCorpus();
const documents = corpus?.documents.filter(({ operations }) => operations <= mostOperations) ?? [];
const pending = readPending();

suite('the corpus', () => {
  const verdicts = new Map<string, Verdict>();
  if (corpus === undefined) {
    console.log(noCorpus);
    return;
  }
  before(async () => {
    for (const verdict of await judgeCorpus({ ...corpus, documents }, { parses: false }, () => undefined))
      verdicts.set(verdict.document.id, verdict);
  });
  for (const { id } of documents) {
    const known = pending.get(id);
    test(known === undefined ? `${id} comes out right` : `${id} is still pending: ${known.reason}`, () => {
      const verdict = verdicts.get(id);
      assert.ok(verdict);
      assert.equal(
        isRight(verdict),
        known === undefined,
        writeProblems([verdict]) || 'strike it from pending.txt',
      );
    });
  }
  test('leaves out the operations of skipped.txt and no others', () => {
    assert.deepEqual(findSkippedSurprises([...verdicts.values()], readSkipped()), []);
  });
  test('pending.txt names documents of the corpus only', () => {
    const ids = new Set(corpus.documents.map(({ id }) => id));
    assert.deepEqual(
      [...pending.keys()].filter((id) => !ids.has(id)),
      [],
    );
  });
});
