import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { child, follow } from '../../src/load/located.js';
import { documentOf, inFolder, load, messagesOf, type Load } from './documents.js';

/** What `x` leads to: the file, relative to its folder, and the pointer; or the finding. */
function placeOf(loaded: Load, folder = '/'): string {
  const document = documentOf(loaded);
  const diagnostics = new Diagnostics();
  const found = follow(child(document.root, 'x'), document, diagnostics);
  if (found === undefined) return messagesOf(diagnostics).join('\n');
  const { file, pointer } = found.origin;
  return `${file.startsWith('http') ? file : path.relative(folder, file)}#${pointer}`;
}

const openapi = (fields: object, version = '3.2.0'): string =>
  JSON.stringify({ openapi: version, ...fields });

suite('a `$self` is the base URI of its document (OpenAPI 3.2.0, Establishing the Base URI)', () => {
  const self = 'https://api.example/v1/openapi.json';
  const cases: readonly [of: string, files: Readonly<Record<string, string>>, place: string][] = [
    [
      'a reference to it is one to the document',
      { 'a/openapi.json': openapi({ $self: self, x: { $ref: `${self}#/y` }, y: {} }) },
      'a/openapi.json#/y',
    ],
    [
      'a relative reference that resolves to it is one, too',
      { 'a/openapi.json': openapi({ $self: self, x: { $ref: 'openapi.json#/y' }, y: {} }) },
      'a/openapi.json#/y',
    ],
    [
      'a reference within the document needs none',
      { 'a/openapi.json': openapi({ $self: self, x: { $ref: '#/y' }, y: {} }) },
      'a/openapi.json#/y',
    ],
    [
      'a fragment of it does not count',
      { 'a/openapi.json': openapi({ $self: `${self}#z`, x: { $ref: `${self}#/y` }, y: {} }) },
      'a/openapi.json#/y',
    ],
    [
      'what lies below its folder lies below that of the file',
      {
        'a/openapi.json': openapi({ $self: self, x: { $ref: 'sub/b.json#/y' } }),
        'a/sub/b.json': '{"y": {}}',
      },
      'a/sub/b.json#/y',
    ],
    [
      'by its whole address as well',
      {
        'a/openapi.json': openapi({ $self: self, x: { $ref: 'https://api.example/v1/b%20c.json?d#/y' } }),
        'a/b c.json': '{"y": {}}',
      },
      'a/b c.json#/y',
    ],
    [
      'a relative one is taken from where the document was read (RFC 3986, 5.1.3)',
      {
        'a/openapi.json': openapi({ $self: '/v1/openapi.json', x: { $ref: 'b.json#/y' } }),
        'a/b.json': '{"y": {}}',
      },
      'a/b.json#/y',
    ],
    [
      'so that it can name another folder',
      {
        'a/openapi.json': openapi({ $self: 'sub/openapi.json', x: { $ref: 'b.json#/y' } }),
        'a/b.json': '{"y": {}}',
      },
      'a/b.json#/y',
    ],
    [
      'another document is found by its own (Appendix F)',
      {
        'a/openapi.json': openapi({
          x: { $ref: 'https://other.example/shared.json#/y' },
          z: { $ref: 'b.json' },
        }),
        'a/b.json': openapi({ $self: 'https://other.example/shared.json', y: {} }),
      },
      'a/b.json#/y',
    ],
    [
      'whichever of the two is met first',
      {
        'a/openapi.json': openapi({
          z: { $ref: 'b.json' },
          x: { $ref: 'https://other.example/shared.json#/y' },
        }),
        'a/b.json': openapi({ $self: 'https://other.example/shared.json', y: {} }),
      },
      'a/b.json#/y',
    ],
    [
      'and files beside that other one by its folder',
      {
        'a/openapi.json': openapi({
          x: { $ref: 'https://other.example/c.json#/y' },
          z: { $ref: 'sub/b.json' },
        }),
        'a/sub/b.json': openapi({ $self: 'https://other.example/shared.json' }),
        'a/sub/c.json': '{"y": {}}',
      },
      'a/sub/c.json#/y',
    ],
    [
      'the same for the `$id` of a file of JSON Schema',
      {
        'a/openapi.json': openapi({ x: { $ref: 'sub/b.json#/properties/y' } }, '3.1.0'),
        'a/sub/b.json': '{"$id": "https://s.example/b.json", "properties": {"y": {"$ref": "c.json"}}}',
        'a/sub/c.json': '{"$id": "https://s.example/c.json"}',
      },
      'a/sub/c.json#',
    ],
  ];
  for (const [of, files, place] of cases) {
    test(of, async () => {
      await inFolder(files, async (folder) => {
        assert.equal(placeOf(await load(path.join(folder, 'a/openapi.json')), folder), place);
      });
    });
  }

  const failures: readonly [of: string, fields: object, version: string, says: RegExp][] = [
    [
      'a file that is missing there is told',
      { $self: self, x: { $ref: 'b.json#/y' } },
      '3.2.0',
      /^unresolved-reference: .*There is no such file\.$/,
    ],
    [
      'what lies above its folder is on the network',
      { $self: self, x: { $ref: '../b.json#/y' } },
      '3.2.0',
      /^refused-reference: .*on the network; --allow-refs-from api\.example allows it\.$/,
    ],
    [
      'it leads to no file outside the folder',
      { $self: 'file:///etc/openapi.json', x: { $ref: 'hostname' } },
      '3.2.0',
      /^refused-reference: .*outside the document's own folder|^unresolved-reference: .*no such file/,
    ],
    [
      'before OpenAPI 3.2 there is none',
      { $self: self, x: { $ref: `${self}#/y` }, y: {} },
      '3.1.0',
      /^refused-reference: .*--allow-refs-from api\.example/,
    ],
  ];
  for (const [of, fields, version, says] of failures) {
    test(of, async () => {
      await inFolder({ 'openapi.json': openapi(fields, version) }, async (folder) => {
        assert.match(placeOf(await load('openapi.json', folder), folder), says);
      });
    });
  }

  test('standard input with one reads nothing without a folder', async () => {
    const stdin = (): Promise<Uint8Array> =>
      Promise.resolve(Buffer.from(openapi({ $self: self, x: { $ref: 'b.json' } })));
    assert.match(placeOf(await load('-', '/', { stdin })), /^refused-reference: .*api\.example/);
  });

  test('standard input with one reads from the folder that it was given', async () => {
    const stdin = (): Promise<Uint8Array> =>
      Promise.resolve(Buffer.from(openapi({ $self: self, x: { $ref: 'b.json' } })));
    await inFolder({ 'b.json': '{}' }, async (folder) => {
      assert.equal(placeOf(await load('-', folder, { stdin, refRoot: '.' }), folder), 'b.json#');
    });
  });
});

suite('a `$self` of a document from a URL', () => {
  let server: Server;
  let origin: string;

  before(async () => {
    const texts: Readonly<Record<string, string>> = {
      '/api/openapi.json': openapi({
        $self: 'https://public.example/v1/openapi.json',
        x: { $ref: 'b.json' },
      }),
      '/api/b.json': '{}',
    };
    server = createServer(({ url = '' }, response) => {
      response.writeHead(url in texts ? 200 : 404).end(texts[url]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test('leaves its files where they are', async () => {
    assert.equal(placeOf(await load(`${origin}/api/openapi.json`)), `${origin}/api/b.json#`);
  });
});
