import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRedactor, redactor } from '../../src/runtime/redaction.js';

suite('a redactor', () => {
  test('is kept while the secrets are the same', () => {
    const redactorOf = createRedactor();
    const first = redactorOf(['secret-one', 'secret-two']);
    assert.equal(redactorOf(['secret-one', 'secret-two']), first);
    for (const others of [[], ['secret-one'], ['secret-two', 'secret-one'], ['secret-one', 'secret-3']]) {
      const text = 'secret-one secret-two secret-3';
      assert.equal(redactorOf(others)(text), redactor(others)(text));
    }
  });
});
