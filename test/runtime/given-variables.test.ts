import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { noteFiles, variableGiven, withoutParts } from '../../src/runtime/credentials/given-variables.js';
import { variableToCorrect } from '../../src/runtime/credentials/token-errors.js';
import { variableGiven as settingGiven } from '../../src/runtime/settings.js';

suite('the variable to look at', () => {
  const scheme = { env: { clientId: 'T_ID', clientSecret: 'T_SECRET' } };
  const credential = { clientId: 'id', clientSecret: 'secret' };
  noteFiles(credential, new Set(['clientSecret', 'constructor']));

  const cases: readonly (readonly [part: string, variable: string | undefined])[] = [
    ['clientId', 'T_ID'],
    ['clientSecret', 'T_SECRET_FILE'],
    ['constructor', undefined],
    ['privateKey', undefined],
  ];
  for (const [part, variable] of cases) {
    test(`of ${part} is ${variable ?? 'none'}`, () =>
      assert.equal(variableGiven({ scheme, credential }, part), variable));
  }

  test('is that of no file where code gave the credential', () =>
    assert.equal(variableGiven({ scheme, credential: { clientSecret: 'x' } }, 'clientSecret'), 'T_SECRET'));

  test('is the same where a part is left out', () => {
    const rest = withoutParts(credential, ['clientId']);
    assert.deepEqual(rest, { clientSecret: 'secret' });
    assert.equal(variableGiven({ scheme, credential: rest }, 'clientSecret'), 'T_SECRET_FILE');
  });

  test('is told of in words where there is none', () =>
    assert.equal(variableToCorrect({ scheme, credential }, 'privateKey'), "the variable of 'privateKey'"));

  const settings: readonly (readonly [of: string, environment: Record<string, string>, variable: string])[] =
    [
      ['a value', { A: 'x', A_FILE: '/f' }, 'A'],
      ['a file', { A_FILE: '/f' }, 'A_FILE'],
      ['a file beside a blank value', { A: ' ', A_FILE: '/f' }, 'A_FILE'],
      ['neither', { A_FILE: ' ' }, 'A'],
    ];
  for (const [of, environment, variable] of settings) {
    test(`of a setting with ${of} is ${variable}`, () =>
      assert.equal(settingGiven(environment, 'A'), variable));
  }
});
