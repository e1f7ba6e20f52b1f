import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultLimits, limitSettings, readLimits } from '../../src/runtime/limits.js';
import { SettingError } from '../../src/runtime/settings.js';

suite('the limits of a call', () => {
  test('have defaults', () => {
    assert.deepEqual(readLimits({ MCP_UPSTREAM_TIMEOUT_MS: '' }), defaultLimits);
    assert.equal(defaultLimits.callMs, 30_000);
  });

  for (const [name, { env }] of Object.entries(limitSettings)) {
    test(`come from ${env}`, () =>
      assert.deepEqual(readLimits({ [env]: ' 1500 ' }), { ...defaultLimits, [name]: 1500 }));
    for (const text of ['0', '-5', '1.5', 'soon', '99999999999'])
      test(`are not ${env}='${text}'`, () => assert.throws(() => readLimits({ [env]: text }), SettingError));
  }
});
