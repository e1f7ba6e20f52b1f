import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.js';

suite('a recording proxy', () => {
  let proxy: RecordingProxy;
  const target = createServer((request, response) => {
    void buffer(request).then((body) => {
      response.writeHead(201, { 'content-type': 'application/json', location: 'http://elsewhere/?code=1' });
      response.end(JSON.stringify({ host: request.headers.host, body: body.toString() }));
    });
  });

  before(async () => {
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    proxy = await startRecordingProxy();
  });
  after(async () => {
    await proxy.close();
    target.close();
    target.closeAllConnections();
  });

  const post = (path: string): Promise<Response> =>
    fetch(`${proxy.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ a: '1', b: '' }),
      redirect: 'manual',
    });

  test('does not answer before it knows where to go', async () => {
    assert.equal((await post('/token')).status, 503);
    proxy.forwardTo((target.address() as AddressInfo).port);
  });

  test('hands on what comes as it is, under its own name, and keeps both sides', async () => {
    const answer = await post('/token?x=1');
    assert.equal(answer.status, 201);
    assert.deepEqual(await answer.json(), { host: new URL(proxy.url).host, body: 'a=1&b=' });
    const [exchange, ...more] = proxy.take('/token');
    assert.ok(exchange !== undefined && more.length === 0);
    const form = [
      ['a', '1'],
      ['b', ''],
    ];
    assert.deepEqual([exchange.method, exchange.query.get('x'), exchange.status], ['POST', '1', 201]);
    assert.deepEqual([exchange.form, exchange.answer['body']], [form, 'a=1&b=']);
    assert.deepEqual(proxy.take('/token'), []);
  });

  test('changes answers as it is told, until it is told no more', async () => {
    proxy.tamper((path, answer) =>
      path === '/auth' ? { ...answer, headers: { ...answer.headers, location: 'http://other/' } } : answer,
    );
    assert.equal((await post('/auth')).headers.get('location'), 'http://other/');
    assert.equal((await post('/token')).headers.get('location'), 'http://elsewhere/?code=1');
    proxy.tamper();
    assert.equal((await post('/auth')).headers.get('location'), 'http://elsewhere/?code=1');
  });
});
