import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codesOf, messagesOf } from '../load/documents.js';
import { build, buildOperation, versionField } from './models.js';

const every = Object.fromEntries(
  ['query', 'trace', 'patch', 'head', 'options', 'delete', 'post', 'put', 'get', 'connect', 'GET'].map(
    (key) => [key, {}],
  ),
);

suite('the operations of a Path Item Object', () => {
  const cases: readonly [version: string, methods: string][] = [
    ['2.0', 'GET PUT POST DELETE OPTIONS HEAD PATCH'],
    ['3.0', 'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE'],
    ['3.1', 'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE'],
    ['3.2', 'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE QUERY'],
  ];
  for (const [version, methods] of cases) {
    test(`of OpenAPI ${version}, in the order of its fields`, async () => {
      const { model } = await build({ ...versionField(version), paths: { '/a': every } });
      assert.equal(model.operations.map(({ method }) => method).join(' '), methods);
    });
  }

  test('come path by path', async () => {
    const { model } = await build({
      openapi: '3.1.0',
      paths: { '/b': { post: {}, get: {} }, '/a': { get: {} }, 'x-c': { get: {} } },
    });
    assert.deepEqual(
      model.operations.map(({ method, path }) => `${method} ${path}`),
      ['GET /b', 'POST /b', 'GET /a'],
    );
  });

  test('can have other methods in OpenAPI 3.2', async () => {
    const item = { additionalOperations: { LINK: {}, CONNECT: {}, 'A B': {} } };
    const { model } = await build({ openapi: '3.2.0', paths: { '/a': item } });
    assert.deepEqual(
      model.operations.map(({ method, unusable }) => [method, unusable]),
      [
        ['LINK', undefined],
        ['CONNECT', "no request has the method 'CONNECT'."],
        ['A B', "no request has the method 'A B'."],
      ],
    );
  });

  test('are not those of callbacks and webhooks', async () => {
    const callbacks = { done: { '{$request.query.url}': { post: {} } } };
    const { model } = await build({
      openapi: '3.1.0',
      paths: { '/a': { post: { callbacks } } },
      webhooks: { w: { post: {} } },
    });
    assert.equal(model.operations.length, 1);
  });
});

suite('references', () => {
  test('a Path Item Object can be one; what stands beside it counts first', async () => {
    const items = {
      I: {
        get: { summary: 'target' },
        post: { summary: 'target' },
        parameters: [{ name: 'p', in: 'query' }],
      },
    };
    const paths = { '/a': { $ref: '#/components/pathItems/I', post: { summary: 'here' } } };
    const { model } = await build({ openapi: '3.1.0', components: { pathItems: items }, paths });
    assert.deepEqual(
      model.operations.map(({ method, summary, parameters }) => [method, summary, parameters.length]),
      [
        ['GET', 'target', 1],
        ['POST', 'here', 1],
      ],
    );
  });

  test('an operation can be one, as documents of many files have it', async () => {
    const { operation } = await buildOperation(
      { $ref: '#/x-operations/a' },
      { 'x-operations': { a: { operationId: 'a' } } },
    );
    assert.deepEqual([operation.operationId, operation.origin.pointer], ['a', '/x-operations/a']);
  });

  test('broken ones cost their path', async () => {
    const paths = {
      '/a': { $ref: '#/paths/~1b' },
      '/b': { $ref: '#/paths/~1a' },
      '/c': null,
      '/d': { get: 'x' },
      '/e': { get: {} },
    };
    const { model, diagnostics } = await build({ openapi: '3.1.0', paths });
    assert.deepEqual(
      model.operations.map(({ path }) => path),
      ['/e'],
    );
    assert.deepEqual(codesOf(diagnostics), [
      'unresolved-reference',
      'unresolved-reference',
      'invalid-document',
      'invalid-document',
    ]);
  });
});

test('the fields of an Operation Object are read', async () => {
  const { operation } = await buildOperation({
    operationId: 'do',
    summary: 'S',
    description: 'D',
    tags: ['a', 1, 'b'],
    deprecated: true,
    'x-mcp': { a: 1 },
  });
  const { operationId, summary, description, tags, deprecated, extensions } = operation;
  assert.deepEqual([operationId, summary, description, tags, deprecated], ['do', 'S', 'D', ['a', 'b'], true]);
  assert.deepEqual([...extensions], [['x-mcp', { a: 1 }]]);
});

test('fields of the wrong type, and empty ones, are not there', async () => {
  const { operation } = await buildOperation({
    operationId: 7,
    summary: ' ',
    description: [],
    tags: 'a',
    deprecated: 'yes',
  });
  const { operationId, summary, description, tags, deprecated } = operation;
  assert.deepEqual(
    [operationId, summary, description, tags, deprecated],
    [undefined, undefined, undefined, [], false],
  );
});

test('an operationId that is used again is told each time', async () => {
  const paths = {
    '/a': { get: { operationId: 'x' }, put: { operationId: 'x' } },
    '/b': { get: { operationId: 'x' } },
  };
  const { diagnostics } = await build({ openapi: '3.1.0', paths });
  assert.deepEqual(
    diagnostics.all.map(({ code, origin }) => `${code} ${origin?.pointer}`),
    [
      'duplicate-operation-id /paths/~1a/put/operationId',
      'duplicate-operation-id /paths/~1b/get/operationId',
    ],
  );
});

test('a path without its slash is read with one', async () => {
  const { model, diagnostics } = await build({ openapi: '3.1.0', paths: { 'a/{b}': { get: {} } } });
  assert.equal(model.operations[0]?.path, '/a/{b}');
  assert.equal(codesOf(diagnostics)[0], 'invalid-document');
});

suite('the document', () => {
  test('gives title, version, description and tags', async () => {
    const info = { title: 'A', version: 1.5, description: 'D' };
    const tags = [{ name: 't', description: 'T' }, { name: 'u' }, { description: 'no name' }, 'v'];
    const { model } = await build({ openapi: '3.1.0', info, tags });
    assert.deepEqual(
      [model.version, model.title, model.apiVersion, model.description],
      ['3.1', 'A', '1.5', 'D'],
    );
    assert.deepEqual(model.tags, [
      { name: 't', description: 'T' },
      { name: 'u', description: undefined },
    ]);
  });

  test('can do without them', async () => {
    const { model, diagnostics } = await build({ openapi: '3.1.0', info: null });
    assert.deepEqual([model.title, model.apiVersion, model.operations], ['API', '0.0.0', []]);
    assert.deepEqual(messagesOf(diagnostics), [
      "invalid-document: The document needs `info.title`; 'API' is taken.",
      "invalid-document: The document needs `info.version`; '0.0.0' is taken.",
    ]);
  });
});
