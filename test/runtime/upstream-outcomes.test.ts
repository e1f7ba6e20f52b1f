import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { ToolAnnotations } from '../../src/runtime/manifest.js';
import { startDeadline, type Stage } from '../../src/runtime/upstream/deadline.js';
import { startOutcome } from '../../src/runtime/upstream/outcome.js';
import { createSender, json, startApi, type LoopbackApi, type Sending } from './loopback-api.js';

let api: LoopbackApi;
/** Where nobody listens any more. */
let closed: string;

before(async () => {
  api = await startApi();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  closed = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, 'close');
});

after(() => api.stop());

const done = /; the call itself went through and must not be repeated\.( More time .*)?$/;
const unknown =
  /; whether it did what was asked is not known: find out before you call again\.( More time .*)?$/;
const idempotent = /not known, and (?:PUT|DELETE) can be tried again, since it changes nothing more\./;
const safe = /; GET changes nothing, so it can be tried again\./;

/** What goes wrong with the request that follows a redirect. */
const endings: Readonly<
  Record<string, { readonly place?: () => string; readonly answer?: RequestListener }>
> = {
  'nobody listens there': { place: () => `${closed}/end` },
  'it hangs up': { answer: ({ socket }) => void socket.resetAndDestroy() },
  'it does not answer': { answer: () => undefined },
  'its answer breaks off': {
    answer: ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a"'),
  },
  'its error breaks off': {
    answer: ({ socket }) => void socket.end('HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\n{"a"'),
  },
  'its answer stops': { answer: (_, response) => void response.writeHead(200).write('{"a"') },
  'it redirects for ever': { answer: (_, response) => response.writeHead(307, { location: '/end' }).end() },
  'it redirects to a foreign origin': {
    answer: (_, response) => response.writeHead(302, { location: 'https://foreign.invalid/' }).end(),
  },
  'it redirects to what is no URL': {
    answer: (_, response) => response.writeHead(302, { location: 'http://' }).end(),
  },
  'its content has an unknown coding': {
    answer: (_, response) => response.writeHead(200, { 'content-encoding': 'pack200' }).end('x'),
  },
};

async function failAfter(statuses: readonly number[], ending: string, sending: Sending): Promise<string> {
  api.requests.length = 0;
  const { place = () => '/end', answer } = endings[ending] ?? {};
  api.answer = (request, response) => {
    const status = statuses[api.requests.length - 1];
    const isLast = api.requests.length >= statuses.length;
    if (status === undefined) return answer?.(request, response);
    response.writeHead(status, { location: isLast ? place() : `/hop${api.requests.length}` }).end();
  };
  const send = createSender({ headersMs: 150, idleMs: 150 });
  const { error, text } = await send(`${api.url}/x`, { allowedOrigins: [closed], ...sending });
  assert.ok(error !== undefined, text);
  assert.doesNotMatch(text, /nothing was sent/);
  return text;
}

suite('a call that fails behind a redirect tells what became of it, not of the last request', () => {
  const post: Sending = { method: 'POST', body: '{}' };
  for (const ending of Object.keys(endings)) {
    test(`303: ${ending}`, async () => {
      assert.match(await failAfter([303], ending, post), done);
      assert.match(await failAfter([303, 302], ending, { method: 'PATCH', body: '{}' }), done);
      assert.match(await failAfter([307, 303], ending, post), done);
    });
  }
  const kept: readonly [ending: string, told: RegExp][] = [
    ['nobody listens there', unknown],
    ['it hangs up', unknown],
    ['it does not answer', unknown],
    ['it redirects for ever', unknown],
    ['it redirects to a foreign origin', unknown],
    ['its answer breaks off', done],
    ['its answer stops', done],
  ];
  for (const [ending, told] of kept) {
    test(`307: ${ending}`, async () => assert.match(await failAfter([307], ending, post), told));
  }
  for (const ending of ['nobody listens there', 'it hangs up', 'it does not answer']) {
    test(`what can be repeated can be: ${ending}`, async () => {
      assert.match(await failAfter([308], ending, { method: 'PUT', body: '{}' }), idempotent);
      assert.match(await failAfter([302], ending, { method: 'GET' }), safe);
      assert.match(await failAfter([303], ending, { method: 'GET' }), safe);
    });
  }
  test('an answer behind 303 says so, and any other does not', async () => {
    for (const [status, method, isDone] of [
      [303, 'POST', true],
      [303, 'GET', undefined],
      [307, 'POST', undefined],
    ] as const) {
      api.requests.length = 0;
      api.answer = ({ url }, response) =>
        url === '/end'
          ? json(response, { message: 'no' }, 404)
          : response.writeHead(status, { location: '/end' }).end();
      const { answer } = await createSender()(`${api.url}/x`, { method });
      assert.equal(answer?.status, 404);
      assert.equal(answer.isDone, isDone);
    }
  });
});

suite('a time that runs out behind a redirect', () => {
  const stages: readonly Stage[] = ['connection', 'redirect', 'upload', 'headers', 'content'];
  const redirects: readonly [status: number, told: RegExp][] = [
    [303, done],
    [307, unknown],
  ];
  for (const [status, told] of redirects) {
    for (const stage of stages.filter((name) => status === 303 || name !== 'content')) {
      test(`${status}, ${stage}`, async () => {
        const outcome = startOutcome({ request: { method: 'POST' } });
        const times = { callMs: 10, connectMs: 10, headersMs: 10, idleMs: 10, setting: 'X' };
        const deadline = startDeadline(times, outcome, new AbortController().signal);
        outcome.redirect(status);
        deadline.enter(stage, 500);
        await once(deadline.signal, 'abort');
        deadline.stop();
        const { message } = deadline.signal.reason as Error;
        assert.match(message, told);
        assert.doesNotMatch(message, /nothing was sent/);
      });
    }
  }
});

suite('what people said of a tool counts above its method', () => {
  const cases: readonly [method: string, annotations: ToolAnnotations, told: RegExp][] = [
    ['POST', {}, /find out before/],
    ['POST', { readOnlyHint: true }, /^the call changes nothing, so it can be tried again$/],
    ['POST', { idempotentHint: true }, /and the call can be tried again, since/],
    ['PUT', {}, /and PUT can be tried again/],
    ['PUT', { idempotentHint: false }, /find out before/],
    ['GET', {}, /^GET changes nothing/],
    ['GET', { readOnlyHint: false }, /find out before/],
    ['GET', { destructiveHint: true }, /find out before/],
    ['GET', { idempotentHint: false }, /find out before/],
    ['GET', { readOnlyHint: false, idempotentHint: true }, /and GET can be tried again, since/],
    ['PURGE', {}, /find out before/],
  ];
  for (const [method, annotations, told] of cases) {
    test(`${method} with ${JSON.stringify(annotations)}`, () => {
      assert.match(startOutcome({ request: { method }, annotations }).unanswered(), told);
    });
  }
});

suite('a fault of this server', () => {
  test('is not told as one of the API', async () => {
    for (const at of ['Request sent', 'Headers received', 'Body read', 'event 1']) {
      api.answer = (_, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n');
      const progress = (message: string): void => {
        if (message === at) throw new RangeError('our own');
      };
      await assert.rejects(createSender()(api.url, { progress }), RangeError, at);
    }
  });
});
