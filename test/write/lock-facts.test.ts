import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Names } from '../../src/write/lock.js';
import {
  aliasesOf,
  compareTools,
  documentOf,
  inputsOf,
  namesOf,
  toolDigestsOf,
  type ToolChanges,
} from '../../src/write/lock-facts.js';
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
  test('method and path by their further names', () => {
    const aliased = { ...tool, aliases: ['list', 'constructor'] };
    assert.deepEqual(aliasesOf([aliased, { ...tool, name: 'other' }]), {
      list: 'GET /pets',
      constructor: 'GET /pets',
    });
    assert.deepEqual(aliasesOf([tool]), {});
  });

  test('their names by method and path', () => {
    assert.deepEqual(namesOf([tool]), { 'GET /pets': 'listPets' });
  });

  const request = (own: object): object => ({ tools: [{ ...tool, request: { ...tool.request, ...own } }] });
  const { key, other } = manifest.securitySchemes;
  const changes: readonly [of: string, change: object, differs: boolean][] = [
    ['description', { tools: [{ ...tool, description: 'Lists dogs.' }] }, true],
    ['title', { tools: [{ ...tool, title: 'Pets' }] }, true],
    ['aliases', { tools: [{ ...tool, aliases: ['list'] }] }, true],
    ['scopes', { tools: [{ ...tool, scopes: [['pets:read']] }] }, true],
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
    const last: Names = { a: '1', b: '1', toString: '1' };
    const now: Names = { b: '2', c: '1', constructor: '1' };
    assert.deepEqual(compareTools({ names: {}, tools: last }, { names: {}, tools: now }), {
      renamed: [],
      added: ['c', 'constructor'],
      removed: ['a', 'toString'],
      changed: ['b'],
    });
  });

  const renamings: readonly [of: string, last: Names, now: Names, expected: Partial<ToolChanges>][] = [
    ['a new name', { 'GET /a': 'a' }, { 'GET /a': 'b' }, { renamed: [{ from: 'a', to: 'b' }] }],
    ['a name that moved on', { 'GET /a': 'a' }, { 'GET /a': 'b', 'GET /c': 'a' }, { added: ['b'] }],
    ['two names that were swapped', { 'GET /a': 'a', 'GET /b': 'b' }, { 'GET /a': 'b', 'GET /b': 'a' }, {}],
    ['another operation', { 'GET /a': 'a' }, { 'GET /b': 'b' }, { added: ['b'], removed: ['a'] }],
  ];
  for (const [of, last, now, expected] of renamings) {
    test(`${of} by method and path`, () => {
      const facts = (names: Names) => ({
        names,
        tools: Object.fromEntries(Object.values(names).map((name) => [name, '1'])),
      });
      assert.deepEqual(compareTools(facts(last), facts(now)), {
        renamed: [],
        added: [],
        removed: [],
        changed: [],
        ...expected,
      });
    });
  }
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
