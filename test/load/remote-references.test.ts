import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Agent, fetch } from 'undici';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { defaultLimits } from '../../src/load/limits.js';
import { child, follow } from '../../src/load/located.js';
import { isNamedByAddress } from '../../src/load/reference-policy.js';
import type { LoadSettings } from '../../src/load/settings.js';
import { lookupPublic } from '../../src/load/web/addresses.js';
import { fetchFile } from '../../src/load/web/fetch-file.js';
import { documentOf, inFolder, load, messagesOf, openapiAt, type Load } from './documents.js';

/** Texts by path; a text that begins with `>` is where a redirect leads, with `<origin>` for this or `<other>`. */
const served: Readonly<Record<string, string>> = {
  '/api/v1/openapi.json':
    '{"openapi": "3.1.0", "x": {"$ref": "sub/a.yaml#/a"}, "y": {"$ref": "../outside.json"}}',
  '/api/v1/sub/a.yaml': 'a: {$ref: "../b.json#/b"}\n',
  '/api/v1/b.json': '{"b": "here"}',
  '/api/v1/moved.json': '{"openapi": "3.1.0", "x": {"$ref": "away"}, "y": {"$ref": "within"}}',
  '/api/v1/away': '>/api/outside.json',
  '/api/v1/within': '>sub/c.json',
  '/api/v1/sub/c.json': '{"$ref": "d.json"}',
  '/api/v1/sub/d.json': '"relative to where the redirect led"',
  '/api/outside.json': '"CANARY"',
  '/leaf.json': '{"a": "leaf"}',
  '/branch.json': '{"a": {"$ref": "leaf.json#/a"}}',
  '/to-other': '><other>/leaf.json',
  '/to-file': '>file:///etc/hostname',
  '/local.json': '{"a": {"$ref": "file:///etc/hostname"}}',
  '/broken.json': '{"a": 1,}',
  '/large.json': `"${'x'.repeat(2_000)}"`,
};

/** The text at a path; what stands behind `/refer?` is what `a` refers to. */
function textAt(url: string): string | undefined {
  if (url.startsWith('/refer?')) return JSON.stringify({ a: { $ref: decodeURIComponent(url.slice(7)) } });
  return url.startsWith('/many/') ? `{"name": "${url}"}` : served[url];
}

interface Asked {
  readonly url: string;
  readonly header: string | undefined;
}

/** Two servers with the same files: the same computer, two origins. */
const servers: Server[] = [];
const asked: Asked[] = [];
let host = '';
let other = '';
let running = 0;
let mostRunning = 0;

before(async () => {
  for (let index = 0; index < 2; index += 1) {
    const server = createServer((request, response) => {
      const { url = '' } = request;
      asked.push({ url, header: request.headersDistinct['x-key']?.join() });
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      response.on('close', () => {
        running -= 1;
      });
      // Later ones answer sooner: the order of answers is not that of requests.
      const delay = url.startsWith('/many/') ? 30 - (Number(url.slice(6)) % 6) * 5 : 0;
      setTimeout(() => {
        const text = textAt(url);
        if (text?.startsWith('>') === true) {
          response.writeHead(307, { location: text.slice(1).replace('<other>', `http://${other}`) }).end();
        } else response.writeHead(text === undefined ? 404 : 200).end(text);
      }, delay);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  [host = '', other = ''] = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  asked.length = 0;
  mostRunning = 0;
});
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** What a member of a document leads to, or the finding. */
function followed(loaded: Load, key = 'x'): unknown {
  const document = documentOf(loaded);
  const diagnostics = new Diagnostics();
  const found = follow(child(document.root, key), document, diagnostics);
  return found === undefined ? messagesOf(diagnostics).join('\n') : found.value;
}

/** What a reference in a local document leads to; `<host>` and `<other>` stand for the servers. */
async function followedFrom(reference: string, settings: Partial<LoadSettings>): Promise<unknown> {
  const url = reference.replace('<host>', host).replace('<other>', other);
  return await inFolder({ 'openapi.json': openapiAt(url) }, async (folder) =>
    followed(await load(path.join(folder, 'openapi.json'), folder, settings)),
  );
}

suite('references of a document from a URL', () => {
  test('lead below its own folder, each relative to the file that it stands in', async () => {
    const loaded = await load(`http://${host}/api/v1/openapi.json`);
    assert.equal(followed(loaded), 'here');
    assert.deepEqual(
      [...loaded.files.values()].map(({ name }) => name),
      [
        `http://${host}/api/v1/openapi.json`,
        `http://${host}/api/v1/sub/a.yaml`,
        `http://${host}/api/v1/b.json`,
      ],
    );
  });

  test('lead nowhere else, and nothing is asked there', async () => {
    const loaded = await load(`http://${host}/api/v1/openapi.json`);
    assert.equal(
      followed(loaded, 'y'),
      "refused-reference: The reference '../outside.json' is not followed: " +
        `It is outside the document's folder; --allow-refs-from ${host} allows it.`,
    );
    assert.ok(!asked.some(({ url }) => url === '/api/outside.json'));
  });

  test('carry the header fields of the document', async () => {
    await load(`http://${host}/api/v1/openapi.json`, '/', { headers: [['x-key', 'secret']] });
    assert.deepEqual(
      asked.map(({ header }) => header),
      ['secret', 'secret', 'secret'],
    );
  });

  test('follow redirects within the folder alone', async () => {
    const loaded = await load(`http://${host}/api/v1/moved.json`);
    assert.match(
      String(followed(loaded)),
      /^refused-reference: .*redirects to http:.*outside the document's folder/,
    );
    assert.equal(followed(loaded, 'y'), 'relative to where the redirect led');
    assert.ok(!asked.some(({ url }) => url === '/api/outside.json'));
  });
});

suite('references to hosts that were allowed', () => {
  test('none is asked that was not', async () => {
    const outcome = await followedFrom('http://<host>/leaf.json#/a', { refHosts: [other] });
    assert.match(String(outcome), new RegExp(`^refused-reference: .*--allow-refs-from ${host} allows it`));
    assert.deepEqual(asked, []);
  });

  const cases: readonly [reference: string, outcome: RegExp][] = [
    ['http://<host>/leaf.json#/a', /^leaf$/],
    ['http://<host>/branch.json#/a', /^leaf$/],
    ['http://<host>/missing.json', /^unresolved-reference: .*status 404/],
    ['http://<host>/to-other#/a', /^refused-reference: .*redirects to .*--allow-refs-from/],
    ['http://<host>/to-file#/a', /^refused-reference: .*redirects to file:/],
    ['http://<host>/local.json#/a', /^refused-reference: .*leads to no file of this computer/],
    ['http://<host>/broken.json#/a', /^unresolved-reference: .*cannot be used/],
  ];
  for (const [reference, outcome] of cases) {
    test(reference, async () => {
      assert.match(String(await followedFrom(reference, { refHosts: [host] })), outcome);
    });
  }

  test('what comes from one leads to no file of this computer, not even to one of the document', async () => {
    await inFolder({ 'own.json': '"CANARY"' }, async (folder) => {
      const own = pathToFileURL(path.join(folder, 'own.json')).href;
      const x = { $ref: `http://${host}/refer?${encodeURIComponent(own)}#/a` };
      writeFileSync(
        path.join(folder, 'openapi.json'),
        JSON.stringify({ openapi: '3.1.0', x, y: { $ref: own } }),
      );
      const loaded = await load('openapi.json', folder, { refHosts: [host] });
      assert.match(String(followed(loaded)), /^refused-reference: .*leads to no file of this computer/);
      assert.equal(followed(loaded, 'y'), 'CANARY');
    });
  });

  test('a redirect leads to another host that was allowed as well', async () => {
    assert.equal(await followedFrom('http://<host>/to-other#/a', { refHosts: [host, other] }), 'leaf');
  });

  test('no header field of the user is sent', async () => {
    await followedFrom('http://<host>/branch.json#/a', { refHosts: [host], headers: [['x-key', 'secret']] });
    assert.deepEqual(asked, [
      { url: '/branch.json', header: undefined },
      { url: '/leaf.json', header: undefined },
    ]);
  });

  test('standard input refers to them', async () => {
    const text = Buffer.from(openapiAt(`http://${host}/leaf.json#/a`));
    const stdin = (): Promise<Uint8Array> => Promise.resolve(text);
    assert.equal(followed(await load('-', '/', { stdin, refHosts: [host] })), 'leaf');
  });

  test('a file that is larger than a document may be is not taken', async () => {
    const limits = { ...defaultLimits, documentBytes: 1_000 };
    const outcome = await followedFrom('http://<host>/large.json', { refHosts: [host], limits });
    assert.match(String(outcome), /larger than 1000 bytes \(limit 'documentBytes'\)/);
  });

  test('all files together have a limit', async () => {
    const limits = { ...defaultLimits, fileBytes: 1_000 };
    await inFolder({ 'openapi.json': openapiAt(`http://${host}/large.json`) }, async (folder) => {
      const { diagnostics } = await load('openapi.json', folder, { refHosts: [host], limits });
      assert.match(messagesOf(diagnostics).join(), /^limit-exceeded: Limit 'fileBytes'/);
    });
  });

  test('many are fetched six at a time, and stand in the order of their references', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `/many/${index}`);
    const x = names.map((name) => ({ $ref: `http://${host}${name}` }));
    const files = { 'openapi.json': JSON.stringify({ openapi: '3.1.0', x }) };
    await inFolder(files, async (folder) => {
      const { files: read } = await load('openapi.json', folder, { refHosts: [host] });
      assert.deepEqual(
        [...read.keys()].slice(1),
        names.toReversed().map((name) => `http://${host}${name}`),
      );
      assert.equal(mostRunning, 6);
    });
  });
});

test('the address of a host is checked when it is connected to', async () => {
  const dispatcher = new Agent({ connect: { lookup: lookupPublic } });
  const connections = { fetch, to: () => dispatcher, close: () => dispatcher.destroy() };
  try {
    const route = { refusalOf: () => undefined, headers: [], isChecked: () => true };
    const url = new URL(`http://localhost:${host.split(':')[1]}/leaf.json`);
    const answer = await fetchFile(url, route, { limits: defaultLimits, maxBytes: 100 }, connections);
    const problem = "The host 'localhost' has an address that is not public.";
    assert.deepEqual(answer, { isRefused: true, problem });
    assert.deepEqual(asked, []);
  } finally {
    await connections.close();
  }
});

test("a name of this computer that is not 'localhost' leads to nothing on it", async () => {
  const name = `${hostname().toLowerCase()}:${host.split(':')[1]}`;
  const outcome = await followedFrom(`http://${name}/leaf.json#/a`, { refHosts: [name], allowHttp: true });
  assert.match(String(outcome), /an address that is not public|cannot be reached/);
  assert.deepEqual(asked, []);
});

test('only this computer and hosts that are named by their address are spared that check', () => {
  const hosts = ['localhost', '127.0.0.1', '10.0.0.1', '[::1]', '[fd00::1]', 'example.com', '10.example'];
  const spared = hosts.filter((name) => isNamedByAddress(new URL(`https://${name}/`)));
  assert.deepEqual(spared, ['localhost', '127.0.0.1', '10.0.0.1', '[::1]', '[fd00::1]']);
});
