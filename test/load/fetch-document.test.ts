import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { child, follow } from '../../src/load/located.js';
import { documentOf, load, messagesOf } from './documents.js';

const openapi = JSON.stringify({ openapi: '3.1.0', x: { $ref: 'other.json' }, y: { $ref: '#/z' }, z: 1 });

/** What each path answers. */
const answers: Readonly<Record<string, RequestListener>> = {
  '/api/openapi.json': (_request, response) => response.end(openapi),
  '/moved': (_request, response) => response.writeHead(302, { location: '/api/openapi.json#x' }).end(),
  '/away': (_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/openapi.json' }).end(),
  '/file': (_request, response) => response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/broken': (request) => request.socket.destroy(),
  '/endless': (_request, response) => {
    const send = (): void => {
      while (response.writable && response.write('x'.repeat(65_536)));
      if (response.writable) response.once('drain', send);
    };
    send();
  },
};

suite('a document from a URL', () => {
  let server: Server;
  let origin: string;
  const asked: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      const { url = '' } = request;
      asked.push(url);
      const answer = answers[url];
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is read from this computer by http', async () => {
    const { document, files } = await load(`${origin}/api/openapi.json`);
    assert.equal(document?.url, `${origin}/api/openapi.json`);
    assert.equal(files.get(document.root.origin.file)?.name, `${origin}/api/openapi.json`);
  });

  test('is read after a redirect within its origin, and counts from there', async () => {
    assert.equal(documentOf(await load(`${origin}/moved`)).url, `${origin}/api/openapi.json`);
  });

  test('refers to itself, and to no other file', async () => {
    const document = documentOf(await load(`${origin}/api/openapi.json`));
    const diagnostics = new Diagnostics();
    assert.equal(follow(child(document.root, 'y'), document, diagnostics)?.value, 1);
    assert.equal(follow(child(document.root, 'x'), document, diagnostics), undefined);
    assert.deepEqual(messagesOf(diagnostics), [
      "refused-reference: The reference 'other.json' is not followed: It is on the network.",
    ]);
    assert.ok(!asked.includes('/api/other.json'));
  });

  const refusals: readonly [path: string, says: RegExp][] = [
    ['/missing', /status 404/],
    ['/away', /another origin, http:\/\/127\.0\.0\.1:1/],
    ['/file', /another origin/],
    ['/loop', /more than 5 times/],
    ['/broken', /cannot be reached/],
    ['/endless', /'documentBytes'/],
  ];
  for (const [path, says] of refusals) {
    test(`${path} is one error`, async () => {
      const { document, diagnostics } = await load(`${origin}${path}`);
      assert.equal(document, undefined);
      assert.equal(diagnostics.all.length, 1);
      assert.match(diagnostics.all[0]?.message ?? '', says);
    });
  }

  test('is not sent a user name or a password', async () => {
    const { diagnostics } = await load(`${origin.replace('//', '//user:secret@')}/api/openapi.json`);
    const [message = ''] = messagesOf(diagnostics);
    assert.match(message, /user name or a password/);
    assert.ok(!message.includes('secret'));
  });

  const notAsked = ['http://example.com/openapi.json', 'http://127.0.0.1.example.com/', 'http://10.0.0.1/a'];
  for (const url of notAsked) {
    test(`${url} is not asked, since http leaves this computer`, async () => {
      const [message = ''] = messagesOf((await load(url)).diagnostics);
      assert.match(message, /^unreadable-document: .*https/);
    });
  }
});
