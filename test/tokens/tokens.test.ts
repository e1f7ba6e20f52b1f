import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { createTokenSource } from '../../src/runtime/credentials/token-source.js';
import { grant, startIssuer, wishFor, type TestIssuer } from '../runtime/issuer.js';
import { mistakenCalls, createSubjectOf, startTokenApi, type SubjectOf, type TokenApi } from './token-api.js';

let issuer: TestIssuer;
beforeEach(async () => void (issuer = await startIssuer()));
afterEach(() => issuer.stop());

suite('tokens on a fast clock', () => {
  const clock = { time: 0 };
  beforeEach(() => void (clock.time = 1_000_000));

  test('of five seconds: ten minutes at 100 calls a second, none of them with one that has ended', async () => {
    const ends = new Map<string, number>();
    issuer.token = (_, response) => {
      const token = `token-${ends.size}`;
      ends.set(token, clock.time + 5_000);
      grant(response, { access_token: token, expires_in: 5 });
    };
    const source = createTokenSource({ now: () => clock.time });
    const wish = wishFor(issuer);
    const end = clock.time + 600_000;
    let late = 0;
    for (; clock.time < end; clock.time += 10) {
      const token = await source.get(wish);
      if (clock.time >= (ends.get(token) ?? 0)) late += 1;
      // The issuer answers between calls.
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(late, 0);
    assert.ok(issuer.requests.length <= 150, String(issuer.requests.length));
    assert.ok(issuer.requests.length >= 120, String(issuer.requests.length));
  });

  test('outlast a minute without their issuer, and then say so without asking more than once in two seconds', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'token-of-before', expires_in: 100 });
    const source = createTokenSource({ now: () => clock.time });
    const wish = wishFor(issuer);
    await source.get(wish);
    clock.time += 70_000;
    const asked: number[] = [];
    issuer.token = (_, response) => {
      asked.push(clock.time);
      response.writeHead(503).end();
    };
    const outcomes: string[] = [];
    const downUntil = clock.time + 60_000;
    for (; clock.time < downUntil; clock.time += 500) {
      outcomes.push(await source.get(wish).catch((error: unknown) => String(error)));
      await sleep(4);
    }
    // It lives for 100 s, of which the last five are for requests to arrive.
    assert.deepEqual(
      outcomes.map((outcome) => outcome === 'token-of-before'),
      outcomes.map((_, index) => index < 50),
    );
    assert.match(outcomes.at(-1) ?? '', /no access token for the API.*answers 503/);
    assert.ok(asked.length <= 30, String(asked.length));
    assert.ok(asked.every((time, index) => index === 0 || time - (asked[index - 1] ?? 0) >= 2_000));
    issuer.token = (_, response) => grant(response, { access_token: 'token-of-after' });
    clock.time += 2_000;
    assert.equal(await source.get(wish), 'token-of-after');
  });
});

suite('tokens of calls', () => {
  let api: TokenApi;
  let subjectOf: SubjectOf;
  beforeEach(async () => {
    api = await startTokenApi(issuer, 3600);
    subjectOf = createSubjectOf(api, issuer);
  });
  afterEach(() => api.stop());

  test('500 at once, cold, ask for one token', async () => {
    const subjects = await Promise.all(Array.from({ length: 500 }, () => subjectOf()));
    assert.deepEqual(new Set(subjects), new Set(['service']));
    assert.deepEqual([issuer.requests.length, api.counts.answered], [1, 500]);
  });

  test('that the API takes back are obtained anew, once', async () => {
    await subjectOf();
    api.revokeAll();
    const subjects = await Promise.all(Array.from({ length: 20 }, () => subjectOf()));
    assert.deepEqual(new Set(subjects), new Set(['service']));
    assert.equal(issuer.requests.length, 2);
  });

  test('that the API refuses whatever they are do not make their issuer busy', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'unknown-to-the-api' });
    for (let call = 0; call < 50; call += 1) assert.match(JSON.stringify(await subjectOf()), /401/);
    assert.ok(issuer.requests.length <= 4, String(issuer.requests.length));
  });

  test('of 100 callers with 20 calls each are those of their caller', async () => {
    assert.deepEqual(await mistakenCalls(subjectOf, 100), []);
    assert.deepEqual([api.counts.answered, issuer.requests.length], [2_000, 100]);
  });
});
