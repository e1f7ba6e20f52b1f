import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { after, before, suite, test } from 'node:test';
import * as zlib from 'node:zlib';
import { createSender, startApi, type LoopbackApi, type Sending } from './loopback-api.js';

let api: LoopbackApi;

before(async () => {
  api = await startApi();
});

after(() => api.stop());

const { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } = zlib;
// Node has it since 22.15.
const { zstdCompressSync } = zlib as { readonly zstdCompressSync?: (data: string) => Buffer };

/** Answers with a content in a coding. */
function coded(
  coding: string | readonly string[],
  bytes: Buffer,
  contentType = 'application/json',
): RequestListener {
  return (_, response) => {
    const headers = { 'content-type': contentType, 'content-encoding': coding as string };
    response.writeHead(200, headers).end(bytes);
  };
}

async function receive(answer: RequestListener, sending: Sending = {}) {
  api.answer = answer;
  api.requests.length = 0;
  return createSender(sending.limits)(api.url, sending);
}

const content = JSON.stringify({ a: 'é'.repeat(1000) });

suite('content codings (RFC 9110 8.4)', () => {
  const read: readonly (readonly [coding: string | readonly string[], bytes: Buffer])[] = [
    ['gzip', gzipSync(content)],
    ['X-GZIP', gzipSync(content)],
    ['br', brotliCompressSync(content)],
    ['deflate', deflateSync(content)],
    ['deflate', deflateRawSync(content)],
    ['identity', Buffer.from(content)],
    ['', Buffer.from(content)],
    ['identity, gzip', gzipSync(content)],
    [['gzip', 'identity'], gzipSync(content)],
    ...(zstdCompressSync === undefined ? [] : [['zstd', zstdCompressSync(content)] as const]),
  ];
  for (const [coding, bytes] of read) {
    test(`undoes '${String(coding)}' (${bytes.length} bytes)`, async () => {
      assert.equal((await receive(coded(coding, bytes))).text, content);
    });
  }
  test('asks for what it can undo', async () => {
    await receive(coded('gzip', gzipSync(content)));
    const asked = `gzip, deflate, br${zstdCompressSync === undefined ? '' : ', zstd'}`;
    assert.equal(api.requests[0]?.headers['accept-encoding'], asked);
  });
  test('asks for what a parameter of the API says instead', async () => {
    await receive(coded('gzip', gzipSync(content)), { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(api.requests[0]?.headers['accept-encoding'], 'gzip');
  });
  test('asks for nothing where such a parameter is not given, and undoes what comes (RFC 9110 12.5.3)', async () => {
    const { text } = await receive(coded('gzip', gzipSync(content)), { leavesCoding: true });
    assert.equal(api.requests[0]?.headers['accept-encoding'], undefined);
    assert.equal(text, content);
  });
  test('undoes a coding byte by byte', async () => {
    const { text } = await receive((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const bytes = [...gzipSync(content)];
      const more = (): void => {
        const byte = bytes.shift();
        if (byte === undefined) response.end();
        else response.write(Buffer.from([byte]), () => setImmediate(more));
      };
      more();
    });
    assert.equal(text, content);
  });
  for (const status of [200, 204, 304]) {
    test(`takes a coding of no content (${status})`, async () => {
      const { answer } = await receive((_, response) => {
        response.writeHead(status, { 'content-encoding': 'unheard-of' }).end();
      });
      assert.equal(answer?.status, status);
      assert.equal(answer.body.length, 0);
    });
  }
  test('takes a coding of the content that a HEAD does not get', async () => {
    const answer: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(2 ** 40) }).end();
    };
    assert.equal((await receive(answer, { method: 'HEAD' })).answer?.body.length, 0);
  });

  const refused: readonly [of: string, coding: string | readonly string[], bytes: Buffer, text: RegExp][] = [
    [
      'a chain',
      'gzip, gzip',
      gzipSync(gzipSync(content)),
      /answered 200 in 2 content codings at once: .* not read\.$/,
    ],
    ['a chain of two fields', ['br', 'gzip'], gzipSync(content), /in 2 content codings at once/],
    ['a long chain', Array(40).fill('gzip').join(', '), gzipSync(content), /in 40 content codings at once/],
    [
      'what it cannot undo',
      'lzma',
      Buffer.from(content),
      /in the content coding 'lzma', which this server cannot undo/,
    ],
    ['what is no name', '"<b>"', Buffer.from(content), /in the content coding no one knows/],
    ['a lie', 'gzip', Buffer.from(content), /its content is not in the coding that it says \(Z_DATA_ERROR\)/],
    ['another lie', 'br', Buffer.from(content), /could not be read|is not in the coding that it says/],
    ['half of it', 'gzip', gzipSync(content).subarray(0, 20), /could not be read to its end \(Z_BUF_ERROR\)/],
    [
      'half of it otherwise',
      'br',
      brotliCompressSync(content).subarray(0, 9),
      /could not be read to its end/,
    ],
  ];
  for (const [of, coding, bytes, text] of refused) {
    test(`refuses ${of}`, async () => {
      const { error } = await receive(coded(coding, bytes));
      assert.equal(error?.code, 'unreadable-response');
      assert.match(error.message, text);
      assert.equal((await receive(coded('gzip', gzipSync('next')))).text, 'next');
    });
  }
});

suite('the size of content', () => {
  const limits = { answerBytes: 100_000 };
  const large = Buffer.alloc(64 * 1024 * 1024, 'x');
  const cases: readonly [of: string, answer: RequestListener][] = [
    ['plain', (_, response) => response.end(large.subarray(0, 200_000))],
    [
      'a length alone',
      (_, response) => void response.writeHead(200, { 'content-length': String(2 ** 40) }).write(large),
    ],
    [
      'one that closes the connection',
      (_, response) => response.writeHead(200, { connection: 'close' }).end(large),
    ],
    ['gzip', coded('gzip', gzipSync(large))],
    ['br', coded('br', brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))],
    ['deflate', coded('deflate', deflateRawSync(large))],
    ['a stream of one long line', coded('identity', large, 'application/jsonl')],
  ];
  for (const [of, answer] of cases) {
    test(`is cut at the limit: ${of}`, async () => {
      const { answer: received, text } = await receive(answer, { limits });
      assert.equal(received?.cut, 'size');
      assert.equal(received.body.length, limits.answerBytes);
      assert.equal(text, 'x'.repeat(limits.answerBytes));
    });
  }
  for (const length of [limits.answerBytes - 1, limits.answerBytes]) {
    test(`is not cut where it is ${length}`, async () => {
      const { answer } = await receive((_, response) => response.end(large.subarray(0, length)), { limits });
      assert.equal(answer?.cut, undefined);
      assert.equal(answer?.body.length, length);
    });
  }
  test('is not read on behind the limit', async () => {
    let sent = 0;
    const piece = large.subarray(0, 1024 * 1024);
    const endless: RequestListener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) sent += 1;
        sent += 1;
      };
      response.writeHead(200).on('drain', more);
      more();
    };
    const { answer } = await receive(endless);
    assert.equal(answer?.cut, 'size');
    assert.ok(sent < 40, `${sent}`);
  });
  test('is cut for one byte', async () => {
    const { answer } = await receive((_, response) => response.end('xyz'), { limits: { answerBytes: 2 } });
    assert.equal(answer?.body.toString(), 'xy');
    assert.equal(answer?.cut, 'size');
  });
});

suite('streams', () => {
  function events(
    response: ServerResponse,
    contentType = 'text/event-stream',
    coding?: zlib.Gzip,
  ): zlib.Gzip | ServerResponse {
    response.writeHead(200, { 'content-type': contentType, ...(coding && { 'content-encoding': 'gzip' }) });
    coding?.pipe(response);
    return coding ?? response;
  }

  test('tell of each event as it comes', async () => {
    const progress: string[] = [];
    let sent = 0;
    const answer: RequestListener = (_, response) => {
      const out = events(response);
      const more = (): void => {
        if (sent === 3) return void out.end();
        sent += 1;
        out.write(`data: ${sent}\n\n`);
        // The next one waits until this one was told of.
        const wait = setInterval(() => {
          if (!progress.includes(`event ${sent}`)) return;
          clearInterval(wait);
          more();
        }, 2);
      };
      more();
    };
    const { text } = await receive(answer, { progress: (message) => progress.push(message) });
    assert.equal(text, 'data: 1\n\ndata: 2\n\ndata: 3\n\n');
    const told = ['Request sent', 'Headers received', 'event 1', 'event 2', 'event 3', 'Body read'];
    assert.deepEqual(progress, told);
  });
  test('are decoded as they come', async () => {
    const progress: string[] = [];
    const answer: RequestListener = (_, response) => {
      const out = events(response, 'text/event-stream; charset=utf-8', zlib.createGzip());
      out.write('data: 1\n\n');
      (out as zlib.Gzip).flush();
      const wait = setInterval(() => {
        if (!progress.includes('event 1')) return;
        clearInterval(wait);
        out.end('data: 2\n\n');
      }, 2);
    };
    const { text } = await receive(answer, { progress: (message) => progress.push(message) });
    assert.equal(text, 'data: 1\n\ndata: 2\n\n');
  });

  /** Sends the piece every 10 ms and has no end. */
  function endless(contentType: string, piece: string): RequestListener {
    return (_, response) => {
      const out = events(response, contentType);
      out.write(piece);
      const timer = setInterval(() => out.write(piece), 10);
      response.once('close', () => clearInterval(timer));
    };
  }
  const kinds: readonly [contentType: string, piece: string][] = [
    ['text/event-stream', 'data: {"x":1}\n\n'],
    ['application/jsonl', '{"x":1}\n'],
    ['application/x-ndjson; charset=utf-8', '{"x":1}\n'],
    ['application/json-seq', '\u001e{"x":1}\n'],
    ['application/geo+json-seq', '\u001e{"x":1}\n'],
  ];
  for (const [contentType, piece] of kinds) {
    test(`${contentType} ends at the limit of events`, async () => {
      const { answer } = await receive(endless(contentType, piece), { limits: { events: 5 } });
      assert.equal(answer?.cut, 'events');
      assert.ok(answer.body.toString().startsWith(piece.repeat(5)));
    });
    test(`${contentType} ends when time runs out, which is no error`, async () => {
      const { answer, ms } = await receive(endless(contentType, piece), { limits: { callMs: 200 } });
      assert.equal(answer?.cut, 'time');
      assert.ok(answer.body.toString().startsWith(piece.repeat(2)));
      assert.ok(ms < 1_000, `${ms}`);
    });
  }
  test('that rest for too long end so too', async () => {
    const answer: RequestListener = (_, response) => void events(response).write('data: 1\n\n');
    const { answer: received, text } = await receive(answer, { limits: { idleMs: 150 } });
    assert.equal(received?.cut, 'time');
    assert.equal(text, 'data: 1\n\n');
  });
  test('that say that they are over are', async () => {
    const answer: RequestListener = (_, response) =>
      void events(response).write('data: 1\n\ndata: [DONE]\n\n');
    const { answer: received, ms } = await receive(answer);
    assert.equal(received?.cut, undefined);
    assert.ok(ms < 1_000, `${ms}`);
  });
  const faults: readonly [of: string, answer: RequestListener][] = [
    [
      'a reset',
      (request, response) => {
        events(response).write('data: 1\n\ndata: tw');
        setTimeout(() => request.socket.resetAndDestroy(), 50);
      },
    ],
    [
      'an early end',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': 100 });
        response.write('data: 1\n\ndata: tw');
        setTimeout(() => request.socket.end(), 50);
      },
    ],
    [
      'a coding that goes wrong',
      (_, response) => {
        const out = events(response, 'text/event-stream', zlib.createGzip());
        out.write('data: 1\n\ndata: tw');
        (out as zlib.Gzip).flush();
        setTimeout(() => response.end('no gzip'), 50);
      },
    ],
  ];
  for (const [of, answer] of faults) {
    test(`that break off by ${of} are what came of them`, async () => {
      const { answer: received, text } = await receive(answer);
      assert.equal(received?.cut, 'fault');
      assert.equal(text, 'data: 1\n\ndata: tw');
    });
  }
  test('that break off before their first event are none', async () => {
    const answer: RequestListener = (request, response) => {
      events(response).write('data: tw');
      setTimeout(() => request.socket.resetAndDestroy(), 50);
    };
    assert.equal((await receive(answer)).error?.code, 'unreadable-response');
  });
  test('end where the client no longer wants them', async () => {
    const controller = new AbortController();
    const progress = (message: string): void => {
      if (message === 'event 2') controller.abort();
    };
    const { error } = await receive(endless('text/event-stream', 'data: 1\n\n'), {
      progress,
      signal: controller.signal,
    });
    assert.equal(error?.code, 'cancelled');
  });
  test('of an error are content like any other', async () => {
    const answer: RequestListener = (_, response) => {
      response.writeHead(500, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    };
    const { error } = await receive(answer, { limits: { idleMs: 100 } });
    assert.equal(error?.code, 'upstream-timeout');
  });
  test('are read to the end where nothing ends them', async () => {
    const { answer, text } = await receive((_, response) => void events(response).end('data: 1\n\ndata: 2'));
    assert.equal(answer?.cut, undefined);
    assert.equal(text, 'data: 1\n\ndata: 2');
  });
});
