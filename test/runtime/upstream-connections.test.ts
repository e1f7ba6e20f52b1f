import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createSender, ok, startApi, type LoopbackApi } from './loopback-api.js';

let api: LoopbackApi;
let opened: number;

beforeEach(async () => {
  api = await startApi();
  opened = 0;
  api.server.on('connection', () => (opened += 1));
});

afterEach(() => api.stop());

const silent: RequestListener = () => undefined;

/** Sends headers, a piece, and then nothing. */
const half: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write('{');

suite('connections to the API', () => {
  const cases: readonly [of: string, answer: RequestListener][] = [
    ['before it is answered', silent],
    ['within its answer', half],
  ];
  for (const [of, answer] of cases) {
    test(`are no more than there are calls where one is given up ${of}`, async () => {
      const send = createSender();
      api.answer = answer;
      const client = new AbortController();
      const calls = [1, 2, 3].map(() => send(api.url, { signal: client.signal }));
      while (api.requests.length < calls.length) await delay(2);
      client.abort();
      for (const { error } of await Promise.all(calls)) assert.equal(error?.code, 'cancelled');
      await delay(100);
      assert.equal(opened, calls.length);
      api.answer = ok;
      assert.equal((await send(api.url)).text, '{"ok":true}', 'the next call');
    });
  }

  test('are opened for calls that wait while others are given up', async () => {
    const send = createSender();
    const client = new AbortController();
    api.answer = (request, response) => {
      if (request.url === '/silent') client.abort();
      else ok(request, response);
    };
    const given = send(`${api.url}/silent`, { signal: client.signal });
    const others = [1, 2, 3, 4, 5].map(() => send(api.url));
    assert.equal((await given).error?.code, 'cancelled');
    for (const { text } of await Promise.all(others)) assert.equal(text, '{"ok":true}');
  });

  test('are kept for the next call', async () => {
    const send = createSender();
    for (let call = 0; call < 20; call += 1) await send(api.url);
    // One that has just brought an answer is not yet free for a call that follows at once.
    assert.ok(opened <= 2, `${opened} for 20 calls in turn`);
  });

  test('are opened anew once the API has closed them', async () => {
    const send = createSender();
    api.answer = (_, response) => void response.setHeader('connection', 'close').end('one');
    for (let call = 0; call < 3; call += 1) assert.equal((await send(api.url)).text, 'one');
    assert.equal(opened, 3);
  });

  test('that cannot be made keep no later one from being made', async () => {
    const send = createSender();
    const closed = await startApi();
    closed.stop();
    for (let call = 0; call < 3; call += 1) {
      assert.match((await send(closed.url)).text, /ECONNREFUSED/);
      assert.equal((await send(api.url)).text, '{"ok":true}');
    }
  });
});
