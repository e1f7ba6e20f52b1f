import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { callerOfService } from './credential-call.js';
import { json, startApi, type LoopbackApi } from './loopback-api.js';

let api: LoopbackApi;

before(async () => {
  api = await startApi();
});
after(() => api.stop());

/** What an API answers that tells of the user it was called by, and of all that it was sent. */
async function answerTo(scheme: 'basic' | 'digest', user: string, password: string): Promise<string> {
  const schemes: Readonly<Record<string, SecurityScheme>> = {
    login: { type: 'http', scheme, env: { username: 'T_USERNAME', password: 'T_PASSWORD' } },
  };
  api.answer = (request, response) =>
    json(response, { assignee: user, link: encodeURIComponent(user), sent: request.headers.authorization });
  const call = callerOfService({
    url: api.url,
    schemes,
    variables: { T_USERNAME: user, T_PASSWORD: password },
  });
  return (await call()).text;
}

suite('the user name of a call', () => {
  for (const scheme of ['basic', 'digest'] as const) {
    for (const user of ['ann@example.com', 'service-account', 'Ännchen Müller']) {
      test(`is what the API says of '${user}' (${scheme})`, async () => {
        const text = await answerTo(scheme, user, 'correct horse battery');
        assert.ok(text.includes(user) && text.includes(encodeURIComponent(user)), text);
      });
    }
  }

  test('and the password together are hidden (RFC 7617 2)', async () => {
    const pair = Buffer.from('ann@example.com:correct horse battery').toString('base64');
    const text = await answerTo('basic', 'ann@example.com', 'correct horse battery');
    assert.match(text, /Basic \[redacted\]/);
    assert.ok(!text.includes(pair.slice(0, 20)), text);
  });

  for (const password of ['pass', 's3cret!', '12', 'Xy']) {
    test(`is no secret beside the short password '${password}'`, async () => {
      assert.match(await answerTo('basic', 'ann@example.com', password), /"assignee":"ann@example\.com"/);
    });
  }

  for (const filler of ['X', 'x', '-', 'xxxx', 'xX']) {
    test(`is hidden where it is the key, with '${filler}' for a password`, async () => {
      const text = await answerTo('basic', 'KEYq71aVeryLongOne', filler);
      assert.doesNotMatch(text, /KEYq71/);
      assert.match(text, /"assignee":"\[redacted\]"/);
    });
  }
});
