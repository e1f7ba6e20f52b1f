import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startLogin } from './login-process.js';
import { apiAudiences } from './notes-api.js';
import type { ProxiedAnswer } from './recording-proxy.js';
import { fieldOf, problemsIn } from './request-rules.js';
import { pretendOpener, type Stage } from './stage.js';
import { connectStdio } from './tool-client.js';

const authorizationPage = /(http:\/\/127\.0\.0\.1:\d+\/auth\?\S+)/;

/** Signing in by the `login` script of an emitted project, in a browser or by the code of a device. */
export function login(stage: Stage): void {
  const { issuer, person } = stage;
  const settings = settingsFor(stage);

  suite('login in a browser', () => {
    test('writes a refresh token, which calls use and which rotates', async () => {
      const project = stage.copyProject('login');
      const opener = pretendOpener();
      takeAll(stage);
      const running = startLogin(project, ['person'], {
        ...settings,
        PATH: `${opener.folder}:${process.env['PATH'] ?? ''}`,
      });
      const page = await running.says(authorizationPage);
      assert.equal(
        await person.signIn(page, 'ada'),
        'You are signed in\n\nGo back to the terminal. You can close this page.',
      );
      const { status, output } = await running.ended;
      assert.equal(status, 0, output);
      assert.equal(opener.opened(), page);
      checkCodeRequests(stage);
      checkEnvFile(project, output);
      await callAndRotate(stage, project, 'ada');
    });

    test('refuses an answer whose `iss` is that of another issuer (RFC 9207)', async () => {
      issuer.proxy.tamper((path, answer) => (path.startsWith('/auth') ? withOtherIssuer(answer) : answer));
      try {
        const running = startLogin(stage.copyProject('login-iss'), ['person', '--no-browser'], settings);
        assert.match(
          await person.signIn(await running.says(authorizationPage), 'ada'),
          /^You are not signed in/,
        );
        const { status, output } = await running.ended;
        assert.notEqual(status, 0, output);
        assert.match(output, /\biss\b|issuer/i);
        assert.deepEqual(issuer.proxy.take('/token'), []);
      } finally {
        issuer.proxy.tamper();
      }
    });

    test('ends with the error of the issuer where the user does not sign in (RFC 6749 section 4.1.2.1)', async () => {
      takeAll(stage);
      const running = startLogin(stage.copyProject('cancelled'), ['person', '--no-browser'], settings);
      assert.match(await person.cancel(await running.says(authorizationPage)), /^You are not signed in/);
      const { status, output } = await running.ended;
      assert.notEqual(status, 0, output);
      assert.match(output, /access_denied/);
      assert.deepEqual(issuer.proxy.take('/token'), []);
    });
  });

  suite('login by a device code (RFC 8628)', () => {
    test('shows the code, waits for its confirmation, and writes a refresh token', async () => {
      const project = stage.copyProject('device');
      takeAll(stage);
      const running = startLogin(project, ['person', '--device'], settings);
      const code = await running.says(/\b([B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4})\b/);
      const page = await running.says(/(http:\/\/127\.0\.0\.1:\d+\/device)\b/);
      await person.confirmDevice(page, code, 'grace');
      const { status, output } = await running.ended;
      assert.equal(status, 0, output);
      const [asked] = issuer.proxy.take('/device/auth');
      assert.ok(asked !== undefined);
      assert.deepEqual(problemsIn('deviceAuthorization', asked), []);
      const polls = issuer.proxy.take('/token');
      assert.ok(polls.length > 0);
      for (const poll of polls) assert.deepEqual(problemsIn('deviceToken', poll), []);
      checkEnvFile(project, output);
      await callAndRotate(stage, project, 'grace');
    });
  });
}

function settingsFor({ issuer }: Stage): Readonly<Record<string, string>> {
  return {
    NOTES_PERSON_CLIENT_ID: 'notes-login',
    NOTES_PERSON_RESOURCE: apiAudiences.brief,
    // Without it, nothing tells by which name the issuer has to answer.
    NOTES_PERSON_ISSUER: issuer.url,
  };
}

function takeAll({ issuer: { proxy } }: Stage): void {
  for (const path of ['/auth', '/token', '/device/auth']) proxy.take(path);
}

function checkCodeRequests({ issuer: { proxy } }: Stage): void {
  const [asked] = proxy.take('/auth');
  const [exchanged, ...more] = proxy.take('/token');
  assert.ok(asked !== undefined && exchanged !== undefined && more.length === 0);
  assert.deepEqual(problemsIn('authorization', asked), []);
  assert.deepEqual(problemsIn('code', exchanged), []);
  // RFC 6749 section 4.1.3: the values must be identical.
  assert.equal(fieldOf(exchanged, 'redirect_uri'), asked.query.get('redirect_uri'));
}

/** The file that holds the token is its owner's alone, and nobody is shown the token. */
function checkEnvFile(project: string, output: string): void {
  const file = join(project, '.env');
  const [, token = ''] =
    /^NOTES_PERSON_REFRESH_TOKEN=["']?([^"'\n]+)/m.exec(readFileSync(file, 'utf8')) ?? [];
  assert.ok(token.length > 20);
  assert.ok(!output.includes(token));
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o077, 0);
}

/** Calls until the refresh token has rotated several times; every call is the user's. */
async function callAndRotate(stage: Stage, project: string, user: string): Promise<void> {
  const { issuer, api } = stage;
  issuer.proxy.take('/token');
  api.take();
  const client = await connectStdio(project, settingsFor(stage));
  try {
    for (const tool of ['readPersonNotes', 'writePersonNotes', 'readPersonNotes', 'readPersonNotes']) {
      const told = await client.call(tool);
      assert.deepEqual([told.isError, told.subject], [false, user], told.text);
      await delay(2200);
    }
  } finally {
    await client.close();
  }
  const refreshes = issuer.proxy.take('/token');
  for (const refresh of refreshes) assert.deepEqual(problemsIn('refresh', refresh), []);
  const used = refreshes.map((refresh) => fieldOf(refresh, 'refresh_token'));
  assert.ok(new Set(used).size >= 3, `${used.length} refreshes`);
  // Each uses what the one before it gave (RFC 6749, section 6): a used one ends all of its grant.
  for (const [index, refresh] of refreshes.entries()) {
    assert.equal(refresh.status, 200);
    if (index > 0) assert.equal(used[index], refreshes[index - 1]?.answer['refresh_token']);
  }
}

/** Changes the redirect that leads back to the login; every other answer stays as it is. */
function withOtherIssuer(answer: ProxiedAnswer): ProxiedAnswer {
  const { location } = answer.headers;
  if (location === undefined || !URL.canParse(location)) return answer;
  const url = new URL(location);
  if (!url.searchParams.has('code')) return answer;
  url.searchParams.set('iss', 'http://127.0.0.1:1');
  return { ...answer, headers: { ...answer.headers, location: url.href } };
}
