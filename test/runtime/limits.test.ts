import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultLimits, limitSettings, readLimits } from '../../src/runtime/limits.js';
import { SettingError } from '../../src/runtime/settings.js';

suite('the limits of a call', () => {
  test('have defaults', () => {
    assert.deepEqual(readLimits({ MCP_UPSTREAM_TIMEOUT_MS: '' }), defaultLimits);
    assert.equal(defaultLimits.callMs, 30_000);
  });

  for (const [name, { env, preset, least = 1, most = 2 ** 31 - 1 }] of Object.entries(limitSettings)) {
    test(`come from ${env}`, () => {
      assert.ok(least <= preset && preset <= most);
      for (const value of [least, most])
        assert.deepEqual(readLimits({ [env]: ` ${value} ` }), { ...defaultLimits, [name]: value });
    });
    for (const text of [String(least - 1), String(most + 1), '-5', '1.5', 'soon', '99999999999'])
      test(`are not ${env}='${text}'`, () => assert.throws(() => readLimits({ [env]: text }), SettingError));
  }

  test('have a variable each, with a purpose that ends in no full stop', () => {
    const settings = Object.values(limitSettings);
    assert.equal(new Set(settings.map(({ env }) => env)).size, settings.length);
    for (const { env, purpose } of settings) {
      assert.match(env, /^MCP_[A-Z_]+$/);
      assert.match(purpose, /^[A-Z].*[^.]$/);
    }
  });
});
