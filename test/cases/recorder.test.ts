import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { scratchFolder } from '../tools/projects.js';
import type { UpstreamAnswer } from './case-format.js';
import { defaultAnswer, startRecorder, type Recorder } from './recorder.js';

/** Sends bytes as they are and returns all that comes back. */
async function exchange(recorder: Recorder, text: string): Promise<string> {
  const [host, port] = recorder.authority.split(':');
  const socket = connect(Number(port), host);
  socket.write(text);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

suite('a recorder', () => {
  let recorder: Recorder;
  before(async () => {
    recorder = await startRecorder();
  });
  after(() => recorder.close());

  test('keeps method, raw target, headers and body as they came', async () => {
    recorder.answerWith(defaultAnswer);
    const received = await exchange(
      recorder,
      'PATCH /a/../b%2f?x=[1] HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-a: 2\r\nCookie: a=1\r\nCookie: b=2\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
    );
    assert.match(received, /^HTTP\/1\.1 200 [\s\S]*content-type: application\/json[\s\S]*\{"ok":true\}$/);
    const [request, ...others] = recorder.take();
    assert.equal(others.length, 0);
    assert.equal(request?.method, 'PATCH');
    assert.equal(request.target, '/a/../b%2f?x=[1]');
    assert.equal(request.headers.get('x-a'), '1, 2');
    assert.equal(request.headers.get('cookie'), 'a=1; b=2');
    assert.equal(request.body.toString(), 'abc');
    assert.deepEqual(recorder.take(), []);
  });

  const answers: readonly (readonly [answer: UpstreamAnswer, pattern: RegExp])[] = [
    [{ status: 204 }, /^HTTP\/1\.1 204 (?![\s\S]*content-type)[\s\S]*\r\n\r\n$/],
    [{ status: 201 }, /^HTTP\/1\.1 201 [\s\S]*content-length: 0[\s\S]*\r\n\r\n$/i],
    [{ body: 'text' }, /^HTTP\/1\.1 200 (?![\s\S]*content-type)[\s\S]*\r\n\r\ntext$/],
    [
      { body: [1], headers: { 'content-type': 'application/x+json' } },
      /content-type: application\/x\+json[\s\S]*\[1\]$/,
    ],
    [{ body: null }, /content-type: application\/json[\s\S]*null$/],
    [{ bodyBytes: '/0E=' }, /\r\n\r\n\ufffdA$/],
    [{ hangUp: true }, /^$/],
  ];
  for (const [answer, pattern] of answers) {
    test(`answers ${JSON.stringify(answer)}`, async () => {
      recorder.answerWith(answer);
      assert.match(
        await exchange(recorder, 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'),
        pattern,
      );
      assert.equal(recorder.take().length, 1);
    });
  }

  test('serves a folder, but nothing above it, and takes those reads for no request', async () => {
    const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-cases'));
    mkdirSync(join(folder, 'case', 'parts'), { recursive: true });
    writeFileSync(join(folder, 'secret.yaml'), 'secret');
    writeFileSync(join(folder, 'case', 'case.yaml'), 'whole');
    writeFileSync(join(folder, 'case', 'parts', 'a.yaml'), 'part');
    const read = async (target: string): Promise<string | undefined> =>
      (await exchange(recorder, `GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`)).split(
        '\r\n\r\n',
      )[1];
    recorder.answerWith({ body: 'recorded' });
    const stop = recorder.serveFolder(join(folder, 'case'), 'case.yaml', '/docs/api.yaml');
    assert.equal(await read('/docs/api.yaml'), 'whole');
    assert.equal(await read('/docs/parts/a.yaml'), 'part');
    assert.deepEqual(recorder.take(), []);
    assert.equal(await read('/docs/..%2fsecret.yaml'), 'recorded');
    assert.equal(await read('/docs/../secret.yaml'), 'recorded');
    stop();
    assert.equal(await read('/docs/api.yaml'), 'recorded');
    assert.equal(recorder.take().length, 3);
  });

  test('tells when a request arrives', async () => {
    recorder.answerWith({ stall: true });
    const arrival = recorder.arrival(5000);
    const [host, port] = recorder.authority.split(':');
    const socket = connect(Number(port), host);
    socket.write('GET /late HTTP/1.1\r\nHost: h\r\n\r\n');
    await arrival;
    assert.equal(recorder.take()[0]?.target, '/late');
    socket.destroy();
  });
});
