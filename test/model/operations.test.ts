import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { buildModel } from '../../src/model/build-model.js';
import { outlineDocument } from '../../src/model/outline.js';
import { codesOf, documentOf, loadText, messagesOf } from '../load/documents.js';
import { build, buildOperation, onlyOne, versionField } from './models.js';

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

  test('keep the case that additionalOperations give them (OpenAPI 3.2, Path Item Object)', async () => {
    const item = { get: {}, additionalOperations: { lInK: {}, GET: {}, POST: {} } };
    const { model, diagnostics } = await build({ openapi: '3.2.0', paths: { '/a': item } });
    assert.deepEqual(
      model.operations.map(({ method }) => method),
      ['GET', 'lInK', 'POST'],
    );
    assert.deepEqual(
      diagnostics.all.map(({ origin }) => origin?.pointer),
      ['/paths/~1a/additionalOperations/GET'],
    );
  });

  const callbacks = { done: { '{$request.query.url}': { post: {} } } };
  test('are not those of callbacks and webhooks, which is told once for each', async () => {
    const { model, diagnostics } = await build({
      openapi: '3.1.0',
      paths: { '/a': { get: {}, post: { callbacks }, put: { callbacks } } },
      webhooks: { w: { post: {} }, v: { post: {} }, 'x-y': {} },
    });
    assert.equal(model.operations.length, 3);
    assert.deepEqual(
      diagnostics.all.map(
        ({ code, origin, message }) => `${code} ${origin?.pointer} ${message.split(' became')[0]}`,
      ),
      [
        'not-called /webhooks The 2 webhooks',
        'not-called /paths/~1a/put/callbacks The callbacks of 2 operations',
      ],
    );
  });

  test('webhooks are no field before OpenAPI 3.1, callbacks none before 3.0', async () => {
    for (const version of ['2.0', '3.0']) {
      const { diagnostics } = await build({
        ...versionField(version),
        paths: { '/a': { post: version === '2.0' ? { callbacks } : {} } },
        webhooks: { w: { post: {} } },
      });
      assert.deepEqual(codesOf(diagnostics), []);
    }
  });

  test('can be none: OpenAPI 3.1 does without `paths`', async () => {
    const { model, diagnostics } = await build({ openapi: '3.1.0' });
    assert.deepEqual([model.operations, diagnostics.all], [[], []]);
  });
});

test('paths that differ in names of parameters alone are told (OpenAPI 3.1.1, Paths Object)', async () => {
  const paths = {
    '/k/{id}': { get: {}, put: {} },
    '/k/{name}': { get: {}, delete: {} },
    '/k/n': { get: {} },
  };
  const told = async (version: object): Promise<readonly (string | undefined)[]> => {
    const { diagnostics } = await build({ ...version, paths });
    const alike = diagnostics.all.filter(({ message }) => message.includes('identical'));
    return alike.map(({ origin }) => origin?.pointer);
  };
  assert.deepEqual(await told({ openapi: '3.1.0' }), ['/paths/~1k~1{name}/get']);
  assert.deepEqual(await told({ swagger: '2.0' }), []);
});

test('operations in fields of vendors are told', async () => {
  const any = { 'x-amazon-apigateway-any-method': {} };
  const { diagnostics } = await build({ swagger: '2.0', paths: { '/a': any }, 'x-ms-paths': { '/b?c': {} } });
  assert.deepEqual(
    diagnostics.all.map(({ code, origin }) => [code, origin?.pointer]),
    [
      ['extension-not-read', '/x-ms-paths'],
      ['extension-not-read', '/paths/~1a/x-amazon-apigateway-any-method'],
    ],
  );
});

test('extensions are kept whatever the case of their prefix: one that hides must not be lost', async () => {
  const { operation } = await buildOperation({ 'X-Internal': true, 'x-a': 1, xml: {} });
  assert.deepEqual(
    [...operation.extensions],
    [
      ['X-Internal', true],
      ['x-a', 1],
    ],
  );
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

  test('of every Path Item Object on the way the fields count, the nearest first', async () => {
    const items = {
      I: { $ref: '#/components/pathItems/J', get: { summary: 'middle' }, 'x-a': 1 },
      J: { get: { summary: 'end' }, put: { summary: 'end' }, 'x-a': 2, 'x-b': 2 },
    };
    const paths = { '/a': { $ref: '#/components/pathItems/I' } };
    const { model } = await build({ openapi: '3.1.0', components: { pathItems: items }, paths });
    assert.deepEqual(
      model.operations.map(({ method, summary }) => [method, summary]),
      [
        ['GET', 'middle'],
        ['PUT', 'end'],
      ],
    );
    assert.deepEqual(Object.fromEntries(model.operations[0]?.pathExtensions ?? []), { 'x-a': 1, 'x-b': 2 });
  });

  test('parameters count from every one on the way, the nearest of a name and place', async () => {
    const written = (name: string, location: string, description: string): object => ({
      ...{ name, in: location, description },
    });
    const items = {
      I: {
        $ref: '#/components/pathItems/J',
        parameters: [written('a', 'query', 'I'), written('b', 'query', 'I')],
      },
      J: { parameters: [written('a', 'query', 'J'), written('X-Tenant', 'header', 'J')], delete: {} },
    };
    const own = [written('b', 'query', 'own'), written('a', 'header', 'own')];
    const paths = { '/a': { $ref: '#/components/pathItems/I', parameters: own } };
    const { model, diagnostics } = await build({ openapi: '3.1.0', components: { pathItems: items }, paths });
    assert.deepEqual(
      onlyOne(model.operations).parameters.map(({ name, in: place, description }) => [
        name,
        place,
        description,
      ]),
      [
        ['a', 'query', 'I'],
        ['X-Tenant', 'header', 'J'],
        ['b', 'query', 'own'],
        ['a', 'header', 'own'],
      ],
    );
    assert.deepEqual(diagnostics.all, []);
  });

  test('a field on both sides is told, since the Specification calls it undefined (Path Item Object, $ref)', async () => {
    const servers = [{ url: 'https://a.b' }];
    const item = { get: {}, put: {}, servers };
    const paths = { '/a': { $ref: '#/components/pathItems/I', get: {}, servers } };
    const { diagnostics } = await build({ openapi: '3.1.0', components: { pathItems: { I: item } }, paths });
    assert.deepEqual(
      diagnostics.all.map(({ severity, origin }) => [severity, origin?.pointer]),
      [
        ['warning', '/paths/~1a/get'],
        ['warning', '/paths/~1a/servers'],
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

suite('operations that the outline does not hold any more', () => {
  const schemas = { Kept: { $ref: '#/components/schemas/Needed' }, Needed: {}, Other: { minLength: 'x' } };
  const answer = (name: string) => ({
    responses: {
      200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
    },
  });
  const paths = {
    '/kept/{id}': { get: { operationId: 'a', ...answer('Kept') } },
    '/other/{id}': {
      post: {
        operationId: 'a',
        ...answer('Other'),
        callbacks: { done: {} },
        parameters: [{ in: 'nowhere' }],
      },
    },
  };

  test('are not read, and nothing is found in them or in what only they need', async () => {
    const document = documentOf(
      await loadText({
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths,
        components: { schemas },
      }),
    );
    const diagnostics = new Diagnostics();
    const outline = outlineDocument(document, diagnostics);
    assert.deepEqual(
      outline.operations.map(({ method, path }) => `${method} ${path}`),
      ['GET /kept/{id}', 'POST /other/{id}'],
    );
    assert.deepEqual(codesOf(diagnostics), []);
    const model = buildModel(
      document,
      { ...outline, operations: outline.operations.slice(0, 1) },
      diagnostics,
    );
    assert.deepEqual([...model.schemas.keys()], ['Kept', 'Needed']);
    assert.deepEqual(
      diagnostics.all.map(({ code, origin }) => `${code} ${origin?.pointer}`),
      ['undeclared-path-parameter /paths/~1kept~1{id}/get'],
    );
  });
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
    assert.deepEqual(
      model.tags.map(({ name, title, description }) => [name, title, description]),
      [
        ['t', 't', 'T'],
        ['u', 'u', undefined],
      ],
    );
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

suite('Tag Objects of OpenAPI 3.2', () => {
  /** `name: title` of each tag, and the places of what was found. */
  async function titlesOf(tags: readonly object[], version = '3.2') {
    const { model, diagnostics } = await build({ ...versionField(version), tags });
    return [
      model.tags.map(({ name, title }) => `${name}: ${title}`),
      diagnostics.all.map(({ code, origin }) => `${code} ${origin?.pointer}`),
    ];
  }
  const child = { name: 'c', parent: 'b' };

  test('have a summary and stand below a parent', async () => {
    const tags = [child, { name: 'b', summary: 'Bee', parent: 'a' }, { name: 'a' }];
    assert.deepEqual(await titlesOf(tags), [['c: a › Bee › c', 'b: a › Bee', 'a: a'], []]);
  });

  test('a parent that is no tag is told', async () => {
    assert.deepEqual(await titlesOf([child]), [['c: c'], ['invalid-document /tags/0/parent']]);
  });

  test('a circle of parents is told, and none of it taken', async () => {
    const tags = [child, { name: 'b', parent: 'c' }, { name: 'd', parent: 'd' }];
    assert.deepEqual(await titlesOf(tags), [
      ['c: c', 'b: b', 'd: d'],
      [
        'invalid-document /tags/1/parent',
        'invalid-document /tags/0/parent',
        'invalid-document /tags/2/parent',
      ],
    ]);
  });

  test('had none of it before', async () => {
    const tags = [child, { name: 'b', summary: 'Bee', parent: 'nope' }];
    assert.deepEqual(await titlesOf(tags, '3.1'), [['c: c', 'b: b'], []]);
  });

  const kinds: readonly [version: string, kind: string | undefined, group: string][] = [
    ['3.2', 'badge', 'second'],
    ['3.2', 'nav', 'first'],
    ['3.2', undefined, 'first'],
    ['3.1', 'badge', 'first'],
  ];
  for (const [version, kind, group] of kinds) {
    test(`of kind ${kind} group operations by the ${group} in OpenAPI ${version}`, async () => {
      const tags = [{ name: 'first', kind }];
      const { operation } = await buildOperation({ tags: ['first', 'second'] }, { version, tags });
      assert.deepEqual([operation.group, operation.tags], [group, ['first', 'second']]);
    });
  }
});
