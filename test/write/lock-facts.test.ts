import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { compareTools, documentOf, inputsOf, namesOf, toolDigestsOf } from '../../src/write/lock-facts.js';
import { facts, put, scratch } from './scratch.js';

const tool = {
  name: 'listPets',
  description: 'Lists pets.',
  inputSchema: { type: 'object' },
  request: { method: 'GET', path: '/pets', parameters: [], security: [{ key: [] }] },
};
const manifest = {
  upstream: { url: 'https://api.example.com' },
  securitySchemes: { key: { name: 'X-Key' }, other: { name: 'X-Other' } },
  tools: [tool],
};

suite('what a lock says of tools', () => {
  test('their names by method and path', () => {
    assert.deepEqual(namesOf([tool]), { 'GET /pets': 'listPets' });
  });

  const request = (own: object): object => ({ tools: [{ ...tool, request: { ...tool.request, ...own } }] });
  const { key, other } = manifest.securitySchemes;
  const changes: readonly [of: string, change: object, differs: boolean][] = [
    ['description', { tools: [{ ...tool, description: 'Lists dogs.' }] }, true],
    ['title', { tools: [{ ...tool, title: 'Pets' }] }, true],
    ['aliases', { tools: [{ ...tool, aliases: ['list'] }] }, true],
    ['annotations', { tools: [{ ...tool, annotations: { readOnlyHint: true } }] }, true],
    ['input schema', { tools: [{ ...tool, inputSchema: { type: 'object', properties: {} } }] }, true],
    ['output schema', { tools: [{ ...tool, outputSchema: {} }] }, true],
    ['method', request({ method: 'DELETE' }), true],
    ['path', request({ path: '/dogs' }), true],
    ['fixed values', request({ fixed: [{ property: 'limit', value: 4 }] }), true],
    ['server of the API', { upstream: { url: 'https://other.example.com' } }, true],
    ['security scheme that it asks for', { securitySchemes: { key: other, other } }, true],
    ['security scheme of others', { securitySchemes: { key, other: key } }, false],
    ['other tools', { tools: [tool, { ...tool, name: 'addPet' }] }, false],
  ];
  for (const [of, change, differs] of changes) {
    test(`a digest that ${differs ? 'changes' : 'stays'} with the ${of}`, () => {
      const before = toolDigestsOf(manifest)['listPets'];
      const after = toolDigestsOf({ ...manifest, ...change })['listPets'];
      assert.equal(before !== after, differs);
    });
  }

  test('a digest that stays where another server is the API’s, but not the tool’s', () => {
    const own = { ...manifest, ...request({ server: { url: 'https://pets.example.com' } }) };
    assert.deepEqual(toolDigestsOf(own), toolDigestsOf({ ...own, upstream: {} }));
  });

  test('what was added, removed and changed', () => {
    assert.deepEqual(compareTools({ a: '1', b: '1', toString: '1' }, { b: '2', c: '1', constructor: '1' }), {
      added: ['c', 'constructor'],
      removed: ['a', 'toString'],
      changed: ['b'],
    });
  });
});

suite('what a lock says of inputs', () => {
  const digest = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
  const files = (...names: readonly string[]) => new Map(names.map((name) => [name, { text: 'foo' }]));

  test('paths from the project, and SHA-256', (t) => {
    const root = scratch(t);
    put(root, { 'api/a.yaml': 'foo', 'api/parts/b.yaml': 'foo' });
    const paths = [join(root, 'api/a.yaml'), join(root, 'api/parts/b.yaml')];
    assert.deepEqual(inputsOf(join(root, 'not/there'), files(...paths), paths[0] ?? ''), {
      document: { file: '../../api/a.yaml', digest },
      inputs: { '../../api/parts/b.yaml': digest },
    });
  });

  const roots: readonly [of: string, root: string, file: string, found: string | undefined][] = [
    ['standard input', '<stdin>', '-', undefined],
    ['a URL', 'https://example.com/a.yaml', 'https://example.com/a.yaml', 'https://example.com/a.yaml'],
    [
      'a URL with credentials, without them',
      'https://me:s3cret@example.com/a',
      'https://example.com/a',
      'https://example.com/a',
    ],
    [
      'a URL with a query, without it, so that it has to be given again',
      'https://example.com/a?b=s3cret',
      'https://example.com/a?',
      undefined,
    ],
    ['a URL with an empty query', 'https://example.com/a?', 'https://example.com/a', 'https://example.com/a'],
  ];
  for (const [of, root, file, found] of roots) {
    test(`${of}`, () => {
      const { document, inputs } = inputsOf('/project', files(root), root);
      assert.deepEqual({ document, inputs }, { document: { file, digest }, inputs: {} });
      const lock = { lockVersion: 1, ...facts, generated: {}, scaffolded: {}, dependencies: {} } as const;
      assert.equal(documentOf('/project', { ...lock, document }), found);
    });
  }
});
