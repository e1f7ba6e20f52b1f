import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { withoutUnsent } from '../../src/runtime/credentials/unsent.js';

suite('an error of a call that has sent a request', () => {
  const cases: readonly [message: string, expected: string][] = [
    ['Correct T_ID. Nothing was sent to the API.', 'Correct T_ID.'],
    ['(MCP_IDENTITY is exchange). Nothing was sent.', '(MCP_IDENTITY is exchange).'],
    ['Set T_ID; nothing was sent. More.', 'Set T_ID. More.'],
    ['There is no token, and nothing was sent to it: busy.', 'There is no token: busy.'],
    ['The token has ended, and nothing was sent. Sign in.', 'The token has ended. Sign in.'],
    ['All is well.', 'All is well.'],
  ];
  for (const [message, expected] of cases)
    test(message, () => assert.equal(withoutUnsent(message), expected));

  test('does not say otherwise in any words that credentials and issuers have for it', () => {
    for (const room of ['credentials', 'issuers']) {
      const folder = new URL(`../../src/runtime/${room}/`, import.meta.url);
      for (const name of readdirSync(folder).filter((each) => each !== 'unsent.ts')) {
        // Each text of the source, as it would stand behind others.
        const source = readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
        assert.doesNotMatch(withoutUnsent(source.replaceAll(/['`]/g, ' ')), /nothing was sent/i, name);
      }
    }
  });
});
