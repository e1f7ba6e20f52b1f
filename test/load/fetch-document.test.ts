import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, beforeEach, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { child } from '../../src/load/located.js';
import { defaultLimits } from '../../src/load/limits.js';
import type { LoadSettings } from '../../src/load/settings.js';
import { codesOf, documentOf, load, messagesOf } from './documents.js';

const openapi = JSON.stringify({ openapi: '3.1.0', x: 'ü' });

/** What each path answers; `asked` counts how often it was asked before. */
const answers: Readonly<Record<string, (...of: [...Parameters<RequestListener>, asked: number]) => void>> = {
  '/api/openapi.json': (_request, response) => response.end(openapi),
  '/moved': (_request, response) => response.writeHead(302, { location: '/api/openapi.json#x' }).end(),
  '/away': (_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/openapi.json' }).end(),
  '/file': (_request, response) => response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-nowhere': (_request, response) => response.writeHead(302, { location: 'http://[' }).end(),
  '/broken': (request) => request.socket.destroy(),
  '/cut': (request, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('{');
    setTimeout(() => request.socket.destroy(), 20);
  },
  '/late': (_request, response, asked) =>
    void (asked < 2 ? response.writeHead(503).end() : response.end(openapi)),
  '/down': (_request, response) => response.writeHead(502).end(),
  '/wrong': (_request, response) => response.writeHead(500).end(),
  '/unauthorized': (_request, response) => response.writeHead(401).end(),
  '/forbidden': (_request, response) => response.writeHead(403).end(),
  '/silent': () => undefined,
  '/zipped': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(openapi)),
  '/bomb': (_request, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
  '/latin1': (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json; charset=iso-8859-1' }).end(openapi),
  '/endless': (_request, response) => {
    const send = (): void => {
      while (response.writable && response.write('x'.repeat(65_536)));
      if (response.writable) response.once('drain', send);
    };
    send();
  },
};

interface Asked {
  readonly url: string;
  readonly header: string | undefined;
}

const asked: Asked[] = [];
let server: Server;
let origin: string;

before(async () => {
  server = createServer((request, response) => {
    const { url = '' } = request;
    const before = asked.filter((one) => one.url === url).length;
    asked.push({ url, header: request.headersDistinct['x-key']?.join() });
    const answer = answers[url];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response, before);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

suite('a document from a URL', () => {
  test('is read from this computer by http', async () => {
    const { document, files } = await load(`${origin}/api/openapi.json`);
    assert.equal(document?.url, `${origin}/api/openapi.json`);
    assert.equal(files.get(document.root.origin.file)?.name, `${origin}/api/openapi.json`);
  });

  test('is read after a redirect within its origin, and counts from there', async () => {
    assert.equal(documentOf(await load(`${origin}/moved`)).url, `${origin}/api/openapi.json`);
  });

  test('has no fragment', async () => {
    assert.equal(documentOf(await load(`${origin}/api/openapi.json#/x`)).url, `${origin}/api/openapi.json`);
  });

  for (const path of ['/zipped', '/latin1', '/late']) {
    test(`${path} is read`, async () => {
      assert.equal(child(documentOf(await load(`${origin}${path}`)).root, 'x').value, 'ü');
    });
  }

  const refusals: readonly [path: string, says: RegExp, tries: number][] = [
    ['/missing', /status 404\.$/, 1],
    ['/wrong', /status 500\.$/, 1],
    ['/down', /status 502\.$/, 3],
    ['/unauthorized', /status 401\. .*--header 'Authorization: …'/, 1],
    ['/forbidden', /status 403\. .*--header/, 1],
    ['/away', /redirects to http:\/\/127\.0\.0\.1:1\. That is another origin/, 1],
    ['/file', /redirects to file:\. That is another origin/, 1],
    ['/to-nowhere', /not a valid URL/, 1],
    ['/loop', /more than 5 times .*'fetchRedirects'/, 6],
    ['/broken', /cannot be reached \(it broke the connection off\)/, 3],
    ['/cut', /cannot be reached \(it broke the connection off\)/, 3],
    ['/endless', /'documentBytes'/, 1],
    ['/bomb', /'documentBytes'/, 1],
  ];
  for (const [path, says, tries] of refusals) {
    test(`${path} is one error after ${tries} requests`, async () => {
      const { document, diagnostics } = await load(`${origin}${path}`);
      assert.equal(document, undefined);
      assert.equal(diagnostics.all.length, 1);
      assert.match(diagnostics.all[0]?.message ?? '', says);
      assert.equal(asked.length, tries);
    });
  }

  for (const path of ['/silent', '/broken']) {
    test(`${path} is given up when the time is over`, async () => {
      const { diagnostics } = await load(`${origin}${path}`, '/', {
        limits: { ...defaultLimits, fetchMilliseconds: 150 },
      });
      assert.match(messagesOf(diagnostics).join(), /more than 0\.15 s \(limit 'fetchMilliseconds'\)/);
    });
  }

  test('is not there where nothing listens', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const { diagnostics } = await load(`http://127.0.0.1:${port}/`);
    assert.match(messagesOf(diagnostics).join(), /cannot be reached \(it refuses the connection\)/);
  });

  test('is not sent a user name or a password, which no report holds', async () => {
    const { diagnostics } = await load(`${origin.replace('//', '//user:secret@')}/api/openapi.json`);
    assert.match(messagesOf(diagnostics).join(), /user name or a password/);
    assert.ok(!JSON.stringify(diagnostics.all).includes('secret'));
    assert.deepEqual(asked, []);
  });

  const notAsked = ['http://example.com/openapi.json', 'http://127.0.0.1.example.com/', 'http://10.0.0.1/a'];
  for (const url of notAsked) {
    test(`${url} is not asked, since http leaves this computer`, async () => {
      const [message = ''] = messagesOf((await load(url)).diagnostics);
      assert.match(message, /^unreadable-document: .*https.*--allow-http/);
    });
  }
});

suite('header fields', () => {
  const headers: LoadSettings['headers'] = [['X-Key', 'secret-7f3a']];

  test("are sent to the document's own origin, after a redirect too", async () => {
    documentOf(await load(`${origin}/moved`, '/', { headers }));
    assert.deepEqual(asked, [
      { url: '/moved', header: 'secret-7f3a' },
      { url: '/api/openapi.json', header: 'secret-7f3a' },
    ]);
  });

  test('may stand there several times', async () => {
    await load(`${origin}/moved`, '/', { headers: [...headers, ['x-key', 'two']] });
    assert.equal(asked[0]?.header, 'secret-7f3a, two');
  });

  for (const path of ['/unauthorized', '/broken', '/away', '/loop', '/api/openapi.json']) {
    test(`are in nothing that is told of ${path}`, async () => {
      const { diagnostics, files } = await load(`${origin}${path}`, '/', { headers });
      assert.ok(!JSON.stringify([diagnostics.all, [...files]]).includes('secret-7f3a'));
    });
  }

  const wrong: readonly [name: string, value: string, says: RegExp][] = [
    ['X Key', 'secret-7f3a', /is no token/],
    ['', 'secret-7f3a', /is no token/],
    ['X-Key:', 'secret-7f3a', /is no token/],
    ['X-Key', 'secret-7f3a\r\nX-Other: 1', /'X-Key' has a value with a sign/],
    ['X-Key', 'secret-7f3a\0', /'X-Key' has a value with a sign/],
    ['X-Key', 'secret-7f3a-ü', /'X-Key' has a value with a sign/],
    ['Host', 'secret-7f3a', /'Host' is not for you/],
    ['content-length', 'secret-7f3a', /'content-length' is not for you/],
  ];
  for (const [name, value, says] of wrong) {
    test(`${JSON.stringify(name)} with ${JSON.stringify(value)} is refused, and nothing is sent`, async () => {
      const { diagnostics } = await load(`${origin}/moved`, '/', { headers: [[name, value]] });
      assert.deepEqual(codesOf(diagnostics), ['unreadable-document']);
      assert.match(messagesOf(diagnostics).join(), says);
      assert.ok(!messagesOf(diagnostics).join().includes('secret-7f3a'));
      assert.deepEqual(asked, []);
    });
  }
});

suite('proxies', () => {
  const proxied: string[] = [];
  let proxy: Server;
  let address: string;

  before(async () => {
    proxy = createServer((request, response) => {
      proxied.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      response.end(openapi);
    });
    // A tunnel to a host that has no certificate here: that the proxy was asked for it is all there is to see.
    proxy.on('connect', (request: { url?: string }, socket: Socket) => {
      proxied.push(`CONNECT ${request.url}`);
      const target = connect((server.address() as AddressInfo).port, '127.0.0.1');
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      target.end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    proxied.length = 0;
  });
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  const byHttp: readonly [name: string, value: (address: string) => string, line: string][] = [
    ['HTTP_PROXY', (at) => `http://${at}`, 'GET http://api.example/openapi.json'],
    ['http_proxy', (at) => `http://${at}`, 'GET http://api.example/openapi.json'],
    ['http_proxy', (at) => at, 'GET http://api.example/openapi.json'],
    ['http_proxy', (at) => `http://u:p@${at}`, 'GET http://api.example/openapi.json Basic dTpw'],
  ];
  for (const [name, value, line] of byHttp) {
    test(`${name}=${value('proxy')} is asked for a document by http`, async () => {
      const settings = { env: { [name]: value(address) }, allowHttp: true };
      assert.equal(documentOf(await load('http://api.example/openapi.json', '/', settings)).version, '3.1');
      assert.deepEqual(proxied, [line]);
    });
  }

  test('HTTPS_PROXY is asked for a tunnel', async () => {
    const { diagnostics } = await load('https://api.example/a.json', '/', {
      env: { HTTPS_PROXY: `http://${address}` },
    });
    assert.deepEqual(proxied, ['CONNECT api.example:443']);
    assert.match(messagesOf(diagnostics).join(), /the proxy refuses the connection/);
  });

  const direct: readonly Readonly<Record<string, string>>[] = [
    {},
    { NO_PROXY: '*' },
    { no_proxy: 'invalid' },
  ];
  for (const env of direct) {
    test(`a host of this computer is asked directly, with ${JSON.stringify(env)} too`, async () => {
      const all = { ...env, http_proxy: `http://${address}`, https_proxy: `http://${address}` };
      documentOf(await load(`${origin}/api/openapi.json`, '/', { env: all }));
      assert.deepEqual(proxied, []);
    });
  }

  test('NO_PROXY names hosts that are asked directly', async () => {
    const env = { HTTP_PROXY: `http://${address}`, NO_PROXY: '.invalid' };
    const { diagnostics } = await load('http://api.invalid/a.json', '/', { env, allowHttp: true });
    assert.match(messagesOf(diagnostics).join(), /cannot be reached/);
    assert.deepEqual(proxied, []);
  });

  for (const value of ['http://u:secret-7f3a@[', 'socks5://u:secret-7f3a@127.0.0.1:1']) {
    test(`${value} is refused without being told`, async () => {
      const { diagnostics } = await load('https://api.example/a.json', '/', { env: { HTTPS_PROXY: value } });
      assert.match(messagesOf(diagnostics).join(), /HTTPS_PROXY is no http or https URL/);
      assert.ok(!messagesOf(diagnostics).join().includes('secret-7f3a'));
    });
  }
});
