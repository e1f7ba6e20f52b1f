import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { build, onlyOne } from './models.js';

const id = { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } };

/** A document whose maps and lists all stand elsewhere, and where they stand. */
const divided = {
  openapi: '3.1.0',
  paths: { $ref: '#/x-paths' },
  servers: { $ref: '#/x-servers' },
  security: { $ref: '#/x-security' },
  tags: { $ref: '#/x-tags' },
  components: { $ref: '#/x-components' },
  'x-paths': {
    '/a/{id}': {
      parameters: { $ref: '#/x-parameters' },
      post: {
        requestBody: { content: { $ref: '#/x-content' } },
        responses: { $ref: '#/x-responses' },
      },
    },
  },
  'x-servers': [{ url: 'https://a.example.com' }],
  'x-security': [{ key: [] }],
  'x-tags': [{ name: 't' }],
  'x-components': { schemas: { $ref: '#/x-schemas' }, securitySchemes: { $ref: '#/x-schemes' } },
  'x-parameters': [id],
  'x-content': { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } },
  'x-responses': { 204: { description: 'none' } },
  'x-schemas': { Id: { type: 'integer' }, Body: { type: 'object' } },
  'x-schemes': { key: { type: 'http', scheme: 'bearer' } },
};

suite('a reference in the place of a map or a list, where OpenAPI has none,', () => {
  test('is followed, and told once', async () => {
    const { model, diagnostics } = await build(divided);
    const operation = onlyOne(model.operations);
    assert.deepEqual(
      operation.parameters.map(({ name, schema }) => [name, schema.json]),
      [['id', { $ref: '#/$defs/x-schemas_Id' }]],
    );
    assert.deepEqual(
      operation.requestBody?.content.map(({ range, schema }) => [range, schema?.json]),
      [['application/json', { $ref: '#/$defs/x-schemas_Body' }]],
    );
    assert.deepEqual(
      operation.responses.map(({ status }) => status),
      ['204'],
    );
    assert.deepEqual(operation.security, [{ key: [] }]);
    assert.deepEqual(
      model.servers.map(({ url }) => url),
      ['https://a.example.com'],
    );
    assert.deepEqual(
      model.tags.map(({ name }) => name),
      ['t'],
    );
    assert.deepEqual(model.schemas.get('x-schemas_Id')?.json, { type: 'integer' });
    assert.ok(diagnostics.all.every(({ code }) => code === 'misplaced-reference'));
    assert.deepEqual(diagnostics.all.map(({ origin }) => origin?.pointer).sort(), [
      '/components',
      '/paths',
      '/security',
      '/servers',
      '/tags',
      '/x-components/schemas',
      '/x-components/securitySchemes',
      '/x-paths/~1a~1{id}/parameters',
      '/x-paths/~1a~1{id}/post/requestBody/content',
      '/x-paths/~1a~1{id}/post/responses',
    ]);
  });

  const broken: readonly [field: string, unusable: RegExp][] = [
    ['parameters', /`parameters` cannot be read/],
    ['security', /`security`/],
    ['servers', /none of its own servers/],
  ];
  for (const [field, unusable] of broken) {
    test(`costs the operation where it is broken and all of its ${field}`, async () => {
      const get = { [field]: { $ref: '#/nowhere' } };
      const { model, diagnostics } = await build({ openapi: '3.1.0', paths: { '/a': { get } } });
      assert.match(onlyOne(model.operations).unusable ?? '', unusable);
      assert.equal(diagnostics.all[0]?.code, 'unresolved-reference');
    });
  }

  test('is read together with what stands beside it, which counts first', async () => {
    const answer = (description: string) => ({ responses: { 200: { description } } });
    const { model, diagnostics } = await build({
      openapi: '3.1.0',
      paths: { $ref: '#/x-paths', '/own': { get: answer('own') }, '/both': { get: answer('own') } },
      'x-paths': {
        $ref: '#/x-more',
        '/both': { get: answer('far') },
        '/far': { get: answer('far') },
      },
      'x-more': { '/far': { get: answer('farther') }, '/more': { get: answer('more') } },
    });
    assert.deepEqual(
      model.operations.map(({ path, responses }) => [path, responses[0]?.description]),
      [
        ['/own', 'own'],
        ['/both', 'own'],
        ['/far', 'far'],
        ['/more', 'more'],
      ],
    );
    assert.deepEqual(
      diagnostics.all.map(({ code, message }) => [code, /both are read/.test(message)]),
      [['misplaced-reference', true]],
    );
  });

  test('agrees with the references that pass through the map', async () => {
    const schemas = { $ref: '#/x-schemas', Own: { type: 'string' }, Both: { type: 'string' } };
    const content = (name: string) => ({
      requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
    });
    const { model, diagnostics } = await build({
      openapi: '3.1.0',
      paths: { '/a': { put: content('Own'), post: content('Both'), patch: content('Far') } },
      components: { schemas },
      'x-schemas': { Both: { type: 'integer' }, Far: { type: 'integer' } },
    });
    const types = [...model.schemas].map(([name, { json }]) => [name, json]);
    assert.deepEqual(Object.fromEntries(types), {
      Own: { type: 'string' },
      Both: { type: 'string' },
      'x-schemas_Far': { type: 'integer' },
    });
    assert.deepEqual(
      diagnostics.all.map(({ code }) => code),
      ['misplaced-reference'],
    );
  });

  test('leaves what stands beside it where it is broken', async () => {
    const paths = { $ref: '#/nowhere', '/own': { get: {} } };
    const { model, diagnostics } = await build({ openapi: '3.1.0', paths });
    assert.deepEqual(
      model.operations.map(({ path }) => path),
      ['/own'],
    );
    assert.deepEqual(
      diagnostics.all.map(({ code }) => code),
      ['unresolved-reference'],
    );
  });

  test('gives its security schemes beside those of the map', async () => {
    const { model } = await build({
      openapi: '3.1.0',
      paths: { '/a': { get: { security: [{ own: [] }, { far: [] }] } } },
      components: {
        $ref: '#/x-components',
        securitySchemes: { $ref: '#/x-schemes', own: { type: 'http', scheme: 'basic' } },
      },
      'x-components': { securitySchemes: { lost: { type: 'http', scheme: 'bearer' } } },
      'x-schemes': { far: { type: 'http', scheme: 'bearer' } },
    });
    assert.deepEqual(onlyOne(model.operations).security, [{ own: [] }, { far: [] }]);
    assert.deepEqual([...model.securitySchemes.keys()], ['own', 'far']);
  });

  test('is followed for the tags of an operation', async () => {
    const get = { tags: { $ref: '#/x-tags' } };
    const { model } = await build({ openapi: '3.1.0', paths: { '/a': { get } }, 'x-tags': ['pets'] });
    assert.deepEqual(onlyOne(model.operations).tags, ['pets']);
  });

  test('is told of the security of the document where no operation takes that', async () => {
    const paths = { '/a': { get: { security: [] } } };
    const { diagnostics } = await build({
      openapi: '3.1.0',
      paths,
      security: { $ref: '#/x-security' },
      'x-security': [],
    });
    assert.deepEqual(
      diagnostics.all.map(({ code, origin }) => [code, origin?.pointer]),
      [['misplaced-reference', '/security']],
    );
  });

  test('is told once where it leads to a map in place of a list', async () => {
    const get = { parameters: { $ref: '#/x-parameters' } };
    const { model, diagnostics } = await build({
      openapi: '3.1.0',
      paths: { '/a': { get } },
      'x-parameters': { id },
    });
    assert.match(onlyOne(model.operations).unusable ?? '', /are no list/);
    assert.deepEqual(
      diagnostics.all.map(({ code, origin }) => [code, origin?.pointer]),
      [['invalid-document', '/paths/~1a/get/parameters']],
    );
  });

  for (const keyword of ['required', 'allOf', 'enum']) {
    test(`is not followed in the schema keyword ${keyword}, which is said`, async () => {
      const schema = { type: 'object', [keyword]: { $ref: '#/x-list' } };
      const post = { requestBody: { content: { 'application/json': { schema } } } };
      const { diagnostics } = await build({ openapi: '3.1.0', paths: { '/a': { post } }, 'x-list': ['a'] });
      const [found, ...more] = diagnostics.all;
      assert.deepEqual([found?.code, more], ['unsupported-schema-keyword', []]);
      assert.match(found?.message ?? '', /`\$ref` stands there, which is not followed/);
    });
  }
});
