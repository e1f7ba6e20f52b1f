import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { createSender, json, ok, startApi, type LoopbackApi } from './loopback-api.js';

let api: LoopbackApi;

before(async () => {
  api = await startApi();
});

after(() => api.stop());

/** Answers with these bytes, whatever they are, and hangs up. */
function raw(text: string): RequestListener {
  return ({ socket }) => void socket.end(text);
}

const half = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"a":1';

suite('an API that does not speak HTTP as it should', () => {
  const cases: readonly [of: string, answer: RequestListener, code: string, text: RegExp][] = [
    [
      'is gone before it answers',
      ({ socket }) => void socket.resetAndDestroy(),
      'upstream-unreachable',
      /^No answer came from the API \(ECONNRESET\): it hung up, or does not speak HTTP; GET changes nothing/,
    ],
    [
      'hangs up before it answers',
      ({ socket }) => void socket.end(),
      'upstream-unreachable',
      /^No answer came from the API \(UND_ERR_SOCKET\): it hung up/,
    ],
    [
      'says 100 unasked (RFC 9110 15.2.1)',
      raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'),
      'upstream-unreachable',
      /^No answer came from the API \(UND_ERR_SOCKET\): it sent 100 \(Continue\), which it must not send .* GET changes nothing/,
    ],
    [
      'is reset in the middle',
      ({ socket }) => void socket.write(half, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      'unreadable-response',
      /^The API answered 200, but its answer could not be read to its end \(ECONNRESET\)/,
    ],
    [
      'hangs up in the middle',
      raw(half),
      'unreadable-response',
      /^The API answered 200, but its answer could not be read to its end \(UND_ERR_\w+\)/,
    ],
    [
      'speaks something else',
      raw('NOT-HTTP\r\n\r\n'),
      'upstream-unreachable',
      /^No answer came from the API: it hung up/,
    ],
    [
      'gives two lengths (RFC 9112 6.3)',
      raw(
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n',
      ),
      'upstream-unreachable',
      /^No answer came from the API/,
    ],
    [
      'has too much to say in headers',
      raw(`HTTP/1.1 200 OK\r\n${'X-H: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(4000)}\r\n`),
      'upstream-unreachable',
      /the header fields of its answer are larger than what is read of them/,
    ],
    [
      'sends content where there is none (RFC 9110 15.3.5)',
      raw('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nPWNED'),
      'unreadable-response',
      /^The API answered 204/,
    ],
    [
      'announces its answer without an end',
      raw('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)),
      'upstream-unreachable',
      /\(TOO_MANY_INTERIM_ANSWERS\): it went on and on announcing an answer/,
    ],
    [
      'changes the protocol',
      raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'upstream-unreachable',
      /^No answer came from the API/,
    ],
  ];
  const send = createSender();
  for (const [of, answer, code, text] of cases) {
    test(of, async () => {
      const closed = new Promise((resolve) => {
        api.answer = (request, response) => {
          request.socket.once('close', resolve);
          answer(request, response);
        };
      });
      const { error } = await send(api.url, { headers: { authorization: 'Bearer SECRET' } });
      assert.equal(error?.code, code);
      assert.match(error.message, text);
      assert.doesNotMatch(error.message, /SECRET|PWNED|127\.0\.0\.1/);
      await closed;
      api.answer = ok;
      assert.equal((await send(api.url)).text, '{"ok":true}', 'the next call');
    });
  }
  test('may announce an answer that it gives', async () => {
    api.answer = raw(
      `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`,
    );
    assert.equal((await send(api.url)).text, '{}');
  });
  test('may have header fields with the names of inherited members', async () => {
    api.answer = raw(
      'HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\ntoString: c\r\nContent-Length: 2\r\n\r\n{}',
    );
    const { answer } = await send(api.url);
    assert.equal(answer?.status, 200);
    assert.equal(Object.hasOwn(answer.headers, 'constructor'), true);
  });
  test('what it did not get is told', async () => {
    api.answer = ({ socket }) => void socket.resetAndDestroy();
    const { text } = await send(api.url, { method: 'POST', body: 'x' });
    assert.match(text, /; whether it did what was asked is not known: find out before you call again\.$/);
  });
  test('that cannot be reached was sent nothing', async () => {
    const closed = await startApi();
    closed.stop();
    await once(closed.server, 'close');
    const { text } = await send(closed.url, { method: 'POST', body: 'x' });
    assert.equal(
      text,
      'No answer came from the API (ECONNREFUSED): it cannot be reached; nothing was sent, so it can be tried again later.',
    );
  });
  test('gets no cookie back that it set', async () => {
    const cookies: unknown[] = [];
    api.answer = ({ headers }, response) => {
      cookies.push(headers.cookie);
      response.setHeader('set-cookie', 'session=user-A; Path=/');
      json(response, {});
    };
    for (let count = 0; count < 3; count += 1) await send(api.url);
    assert.deepEqual(cookies, [undefined, undefined, undefined]);
  });
});
