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

  test('has what stands beside it told', async () => {
    const paths = { $ref: '#/x-paths', '/b': { get: {} } };
    const { model, diagnostics } = await build({ openapi: '3.1.0', paths, 'x-paths': { '/a': { get: {} } } });
    assert.deepEqual(
      model.operations.map(({ path }) => path),
      ['/a'],
    );
    assert.deepEqual(
      diagnostics.all.map(({ code }) => code),
      ['misplaced-reference', 'ignored-reference-siblings'],
    );
  });
});
