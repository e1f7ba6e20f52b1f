import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { createSender, json, startApi, type LoopbackApi, type Sending } from './loopback-api.js';

let api: LoopbackApi;

before(async () => {
  api = await startApi();
  // What is loaded for the first call takes longer than the times below.
  await createSender()(api.url);
});

after(() => api.stop());

const silent: RequestListener = () => undefined;

const headersAlone: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
};

/** Sends a piece every 20 ms. */
function drip(contentType: string, piece: string): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': contentType });
    const timer = setInterval(() => response.write(piece), 20);
    response.once('close', () => clearInterval(timer));
  };
}

suite('the time of a call', () => {
  const cases: readonly [of: string, answer: RequestListener, sending: Sending, text: RegExp][] = [
    [
      'the whole call, while nothing comes',
      silent,
      { limits: { callMs: 150 } },
      /^The API did not begin to answer within 0\.15 s; GET changes nothing.* given by MCP_UPSTREAM_TIMEOUT_MS\.$/,
    ],
    [
      'the headers',
      silent,
      { limits: { headersMs: 150 } },
      /^The API did not begin to answer within 0\.15 s; .* given by MCP_HEADERS_TIMEOUT_MS\.$/,
    ],
    [
      'the headers of what may have been done',
      silent,
      { method: 'POST', body: 'x', limits: { headersMs: 150 } },
      /; whether it did what was asked is not known: find out before you call again\./,
    ],
    [
      'the headers of what can be done again (RFC 9110 9.2.2)',
      silent,
      { method: 'PUT', body: 'x', limits: { headersMs: 150 } },
      /; whether it did what was asked is not known, and PUT can be tried again/,
    ],
    [
      'content that does not go on',
      headersAlone,
      { limits: { idleMs: 150 } },
      /^The API answered 200, but its answer did not go on within 0\.15 s; .* given by MCP_IDLE_TIMEOUT_MS\.$/,
    ],
    [
      'content that does not go on after something was done',
      headersAlone,
      { method: 'POST', limits: { idleMs: 150 } },
      /; the call itself went through and must not be repeated\./,
    ],
    [
      'content that goes on for too long',
      drip('application/json', ' '),
      { limits: { callMs: 200, idleMs: 150 } },
      /^The API answered 200, but its answer did not come whole within 0\.2 s; /,
    ],
    [
      'a tool with a shorter time of its own',
      silent,
      { timeoutMs: 150 },
      /within 0\.15 s; .* given by the tool's timeoutMs\.$/,
    ],
  ];
  for (const [of, answer, sending, text] of cases) {
    test(`ends ${of}`, async () => {
      api.answer = answer;
      const { error, ms } = await createSender(sending.limits)(api.url, sending);
      assert.equal(error?.code, 'upstream-timeout');
      assert.match(error.message, text);
      assert.ok(ms >= 140 && ms < 1_000, `${ms}`);
      await until(() => api.open === 0);
    });
  }

  test('is not that of one piece: content that goes on may take longer than a pause', async () => {
    api.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      let pieces = 0;
      const timer = setInterval(() => {
        pieces += 1;
        response.write('x');
        if (pieces === 12) clearInterval(timer);
        if (pieces === 12) response.end();
      }, 25);
    };
    const { text } = await createSender({ idleMs: 200 })(api.url);
    assert.equal(text, 'x'.repeat(12));
  });

  test('is spent by a tool with a longer time of its own as it likes', async () => {
    api.answer = (_, response) => void setTimeout(() => json(response, {}), 300);
    const limits = { callMs: 100, headersMs: 100, idleMs: 100 };
    const { text } = await createSender(limits)(api.url, { timeoutMs: 2_000 });
    assert.equal(text, '{}');
  });

  test('for headers does not count while the request is on its way', async () => {
    const body = Buffer.alloc(24 * 1024 * 1024, 'x');
    let received = 0;
    const slow = createServer((socket) => {
      socket.on('data', (piece) => {
        received += piece.length;
        if (received >= body.length) return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
        socket.pause();
        setTimeout(() => socket.resume(), 1);
      });
    });
    const url = await listen(slow);
    const { text, ms } = await createSender({ headersMs: 150 })(url, { method: 'POST', body });
    slow.close();
    assert.equal(text, '{}');
    assert.ok(ms > 150, `${ms}`);
  });

  test('ends an upload that is not taken', async () => {
    const sockets: Socket[] = [];
    const deaf = createServer((socket) => void sockets.push(socket.pause()));
    const url = await listen(deaf);
    const body = Buffer.alloc(24 * 1024 * 1024);
    const { text } = await createSender({ callMs: 400, headersMs: 200 })(url, { method: 'POST', body });
    for (const socket of sockets) socket.destroy();
    deaf.close();
    assert.match(
      text,
      /^The API did not take the whole request within 0\.4 s; whether it did .* is not known/,
    );
  });

  test('for a connection ends where nobody takes it', async () => {
    await withFullPort(async (url) => {
      const { error, ms } = await createSender({ connectMs: 200 })(url, { method: 'POST' });
      assert.equal(error?.code, 'upstream-timeout');
      assert.equal(
        error.message,
        'No connection to the API came about within 0.2 s; nothing was sent, so it can be tried again later. ' +
          'More time is given by MCP_CONNECT_TIMEOUT_MS.',
      );
      assert.ok(ms < 1_000, `${ms}`);
    });
  });

  test('leaves a connection that can be used again', async () => {
    const send = createSender();
    const ports = new Set<number | undefined>();
    api.answer = ({ socket }, response) => {
      ports.add(socket.remotePort);
      json(response, {});
    };
    for (let count = 0; count < 10; count += 1) await send(api.url);
    // The second call may be made before the first connection is known to be free.
    assert.ok(ports.size <= 2, `${ports.size}`);
  });
});

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits for what happens soon after. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 1_000;
  while (!isSo()) {
    assert.ok(performance.now() < end, 'It did not happen within a second.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A port whose process accepts nobody, with as many waiting as may wait. */
async function withFullPort(run: (url: string) => Promise<void>): Promise<void> {
  const program = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000);
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const waiting: Socket[] = [];
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    for (let count = 0; count < 4; count += 1) {
      waiting.push(connect(Number(port.toString()), '127.0.0.1').on('error', () => undefined));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    await run(`http://127.0.0.1:${port.toString()}`);
  } finally {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  }
}
