import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { callAsMany } from './isolation.js';

// The whole of it, 50,000 calls, is `tsx test/callers/isolation.ts`.
suite('200 clients of one server, each with a token of its own', () => {
  test('get their own answers and nothing of others', { timeout: 120_000 }, async () => {
    const { mixed, wrong, told } = await callAsMany({ clients: 200, calls: 1_000, concurrent: 32 });
    assert.deepEqual(mixed, []);
    assert.deepEqual(wrong, []);
    assert.equal(told.size, 200);
    for (const [subject, outcomes] of told) {
      const canWrite = Number(subject.replace('user-', '')) % 2 === 1;
      const expected = canWrite ? { ok: 5 } : { ok: 4, 'insufficient-scope': 1 };
      assert.deepEqual(Object.fromEntries(outcomes), expected, subject);
    }
  });
});
