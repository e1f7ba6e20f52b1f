import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OpenApiDocument } from '../../src/load/document.js';
import { absoluteUrl } from '../../src/model/servers.js';
import { codesOf, documentOf, loadText } from '../load/documents.js';
import { build, buildOperation, buildWhole, versionField } from './models.js';

suite('a server URL against that of the document (RFC 3986, 5.2)', () => {
  const base = 'https://docs.example/specs/v1/openapi.json?x=1';
  const cases: readonly [url: string, absolute: string][] = [
    ['/', 'https://docs.example/'],
    ['/v2', 'https://docs.example/v2'],
    ['../water/v2', 'https://docs.example/specs/water/v2'],
    ['v2/{region}', 'https://docs.example/specs/v1/v2/{region}'],
    ['//api.example/v1', 'https://api.example/v1'],
    ['https://{region}.example/v1', 'https://{region}.example/v1'],
    ['{scheme}://{host}', '{scheme}://{host}'],
    ['http://[', 'http://['],
  ];
  for (const [url, absolute] of cases) {
    test(url, () => assert.equal(absoluteUrl(url, base), absolute));
  }

  test('stays as written where the document has no URL', () => {
    assert.equal(absoluteUrl('../v2', undefined), '../v2');
  });
});

suite('Server Objects', () => {
  test('have variables, whose values are text', async () => {
    const variables = {
      port: { default: 8443, enum: [8443, '443'] },
      region: { enum: ['eu', 'us'] },
      unused: {},
    };
    const servers = [{ url: 'https://{region}.a.example:{port}', variables }];
    const { model } = await build({ openapi: '3.1.0', servers });
    assert.deepEqual(
      model.servers.map(({ url, variables: read }) => [url, read]),
      [
        [
          'https://{region}.a.example:{port}',
          { port: { default: '8443', enum: ['8443', '443'] }, region: { default: 'eu', enum: ['eu', 'us'] } },
        ],
      ],
    );
  });

  const broken: readonly [of: string, server: unknown][] = [
    ['no URL', {}],
    ['no object', 'https://a.example'],
    ['a variable that is not declared', { url: 'https://{a}.example' }],
    ['a variable without a value', { url: 'https://{a}.example', variables: { a: { description: 'A' } } }],
    ['an inherited variable', { url: 'https://{constructor}.example' }],
  ];
  for (const [of, server] of broken) {
    test(`${of}: it is left out`, async () => {
      const { model, diagnostics } = await build({
        openapi: '3.1.0',
        servers: [server, { url: 'https://b.example' }],
      });
      assert.deepEqual(
        model.servers.map(({ url }) => url),
        ['https://b.example'],
      );
      assert.deepEqual(codesOf(diagnostics), ['invalid-document']);
    });
  }

  test('a document without any has none', async () => {
    assert.deepEqual((await build({ openapi: '3.1.0', servers: [] })).model.servers, []);
  });

  const own = [{ url: 'https://own.example' }];
  const items = [{ url: 'https://item.example' }];
  const cases: readonly [of: string, operation: object, item: object, urls: readonly string[]][] = [
    ['an operation has its own', { servers: own }, { servers: items }, ['https://own.example']],
    ['or those of its path', {}, { servers: items }, ['https://item.example']],
    ['an empty list is none', { servers: [] }, { servers: items }, ['https://item.example']],
    ['or none, where those of the document apply', {}, {}, []],
  ];
  for (const [of, operation, item, urls] of cases) {
    test(of, async () => {
      const built = await buildOperation(operation, { item, servers: [{ url: 'https://a.example' }] });
      assert.deepEqual(
        built.operation.servers.map(({ url }) => url),
        urls,
      );
    });
  }
});

/** A document that was read from a URL, with a path item that was read from another. */
async function fromTheWeb(root: object, item: object): Promise<OpenApiDocument> {
  const [file, other] = ['https://docs.example/v1/openapi.json', 'https://parts.example/api/items.json'];
  const written = { openapi: '3.2.0', info: {}, paths: { '/a': { $ref: `${other}#/a` } }, ...root };
  const document = documentOf(await loadText({ openapi: '3.2.0', info: {}, paths: {} }));
  return {
    ...document,
    url: file,
    root: { value: written, origin: { file, pointer: '' } },
    files: new Map([
      [file, { name: file, text: '', value: written }],
      [other, { name: other, text: '', value: { a: item } }],
    ]),
    located: new Map([[other, other]]),
  };
}

suite('a relative server URL is against where its own file was read (OpenAPI 3.2, API URLs)', () => {
  const get = { get: { responses: {} } };
  const cases: readonly [of: string, root: object, item: object, url: string][] = [
    ['of the document', { servers: [{ url: '../v2' }] }, get, 'https://docs.example/v2'],
    ['of a path in another file', {}, { ...get, servers: [{ url: 'v2' }] }, 'https://parts.example/api/v2'],
    [
      'not what `$self` says',
      { $self: 'https://self.example/x/openapi.json', servers: [{ url: '.' }] },
      get,
      'https://docs.example/v1/',
    ],
  ];
  for (const [of, root, item, url] of cases) {
    test(of, async () => {
      const { model } = buildWhole(await fromTheWeb(root, item));
      assert.equal((model.operations[0]?.servers[0] ?? model.servers[0])?.url, url);
    });
  }
});

suite('broken servers of an operation cost it', () => {
  const good = [{ url: 'https://own.example' }];
  const broken: readonly [of: string, operation: object, item: object][] = [
    ['no list', { servers: { url: 'https://own.example' } }, {}],
    ['a text', { servers: 'https://own.example' }, {}],
    ['no Server Object that can be used', { servers: [{}] }, {}],
    ['no list in its path', {}, { servers: { url: 'https://own.example' } }],
    ['none that can be used in its path', {}, { servers: [{ url: 'https://{a}.example' }] }],
    ['no list, beside those of its path', { servers: {} }, { servers: good }],
  ];
  for (const [of, operation, item] of broken) {
    test(of, async () => {
      const built = await buildOperation(operation, { item, servers: [{ url: 'https://a.example' }] });
      assert.equal(built.operation.unusable, 'none of its own servers can be used.');
      assert.deepEqual(codesOf(built.diagnostics), ['invalid-document']);
    });
  }

  const usable: readonly [of: string, operation: object][] = [
    ['one of several', { servers: [{}, ...good] }],
    ['an empty key', { servers: null }],
  ];
  for (const [of, operation] of usable) {
    test(`but not ${of}`, async () => {
      assert.equal((await buildOperation(operation)).operation.unusable, undefined);
    });
  }

  test('no list in the document is told, and no default taken', async () => {
    const { model, diagnostics } = await build({ openapi: '3.1.0', servers: { url: 'https://a.example' } });
    assert.deepEqual([model.servers, codesOf(diagnostics)], [[], ['invalid-document']]);
  });
});

suite('servers of Swagger 2.0', () => {
  const cases: readonly [of: string, fields: object, urls: readonly string[]][] = [
    [
      'host, basePath, schemes',
      { host: 'a.example', basePath: '/v1', schemes: ['https'] },
      ['https://a.example/v1'],
    ],
    [
      'https stands first',
      { host: 'a.example', schemes: ['ws', 'http', 'https'] },
      ['https://a.example/', 'http://a.example/'],
    ],
    ['no schemes', { host: 'a.example', basePath: 'v1' }, ['https://a.example/v1']],
    ['no schemes on this computer', { host: 'localhost:8080' }, ['http://localhost:8080/']],
    ['no host', { basePath: '/v1', schemes: ['https'] }, ['/v1']],
    [
      'no scheme of HTTP',
      { host: 'a.example', schemes: ['wss', 'ws'] },
      ['wss://a.example/', 'ws://a.example/'],
    ],
    ['a trailing slash', { host: 'a.example', basePath: '/v1/' }, ['https://a.example/v1/']],
    ['nothing', {}, ['/']],
  ];
  for (const [of, fields, urls] of cases) {
    test(of, async () => {
      const { model } = await build({ ...versionField('2.0'), ...fields });
      assert.deepEqual(
        model.servers.map(({ url }) => url),
        urls,
      );
    });
  }

  const odd: readonly [of: string, fields: object, urls: readonly string[], places: readonly string[]][] = [
    ['a scheme in `host`', { host: 'http://a.example' }, ['http://a.example/'], ['/host']],
    [
      'a scheme in `host` beside `schemes`',
      { host: 'http://a.example/', schemes: ['https'] },
      ['https://a.example/'],
      ['/host'],
    ],
    ['a path in `host`', { host: 'a.example/v1', basePath: '/b' }, ['https://a.example/v1/b'], ['/host']],
    [
      'the path in `host` again',
      { host: 'a.example/v1', basePath: '/v1' },
      ['https://a.example/v1'],
      ['/host'],
    ],
    ['a URL in `basePath`', { basePath: 'http://a.example/v1' }, ['http://a.example/v1'], ['/basePath']],
    [
      'a URL in `basePath` beside `host`',
      { host: 'b.example', basePath: 'http://a.example/v1' },
      ['https://b.example/v1'],
      ['/basePath'],
    ],
    ['no list', { host: 'a.example', schemes: 'http' }, ['http://a.example/'], ['/schemes']],
  ];
  for (const [of, fields, urls, places] of odd) {
    test(`${of} is read, and told`, async () => {
      const { model, diagnostics } = await build({ ...versionField('2.0'), ...fields });
      assert.deepEqual(
        model.servers.map(({ url }) => url),
        urls,
      );
      assert.deepEqual(
        diagnostics.all.map(({ origin }) => origin?.pointer),
        places,
      );
    });
  }

  test('an operation that is called by WebSocket alone cannot be called', async () => {
    const { operation } = await buildOperation(
      { schemes: ['ws', 'wss'] },
      { version: '2.0', host: 'a.example', schemes: ['https'] },
    );
    assert.equal(operation.unusable, 'it is called by ws or wss, not by http.');
  });

  test('an operation has those of its own schemes', async () => {
    const { operation } = await buildOperation(
      { schemes: ['http'] },
      { version: '2.0', host: 'a.example', schemes: ['https'] },
    );
    assert.deepEqual(
      operation.servers.map(({ url }) => url),
      ['http://a.example/'],
    );
  });
});
