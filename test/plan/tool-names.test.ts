import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { Operation } from '../../src/model/model.js';
import { nameTools, routeOf } from '../../src/plan/tool-names.js';
import { operation } from './documents.js';

type Route = readonly [method: string, path: string, operationId?: string];

function operationsOf(routes: readonly Route[]): readonly Operation[] {
  return routes.map(([method, path, operationId]) => operation({ method, path, operationId }));
}

function namesOf(
  routes: readonly Route[],
  locked: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const names = nameTools(operationsOf(routes), new Map(), locked, new Diagnostics());
  return Object.fromEntries([...names].map(([each, name]) => [routeOf(each), name]));
}

suite('a tool name', () => {
  const cases: readonly [of: string, route: Route, expected: string][] = [
    ['a legal operationId, unchanged', ['GET', '/a', 'listPets'], 'listPets'],
    ['one that is on the prototype', ['GET', '/a', '__proto__'], '__proto__'],
    ['an id with separators', ['GET', '/a', 'pets/list-all'], 'pets_list_all'],
    ['an id in camel case with a dot', ['GET', '/a', 'petStore.listPets'], 'pet_store_list_pets'],
    ['an id with accents', ['GET', '/a', 'über'], 'uber'],
    ['an id with a zero-width space', ['GET', '/a', 'list\u200bpets'], 'list_pets'],
    ['an id without ASCII letters', ['GET', '/pets/{petId}', '名前'], 'get_pets_by_pet_id'],
    ['no id', ['GET', '/pets/{petId}'], 'get_pets_by_pet_id'],
    ['an empty id', ['POST', '/pets', ''], 'post_pets'],
    ['the root path', ['GET', '/'], 'get_root'],
    ['a parameter inside a segment', ['GET', '/files/{name}.json'], 'get_files_by_name_json'],
    ['an id of 64 characters', ['GET', '/a', 'x'.repeat(64)], 'x'.repeat(64)],
  ];
  for (const [of, route, expected] of cases) {
    test(`is made of ${of}`, () => assert.deepEqual(Object.values(namesOf([route])), [expected]));
  }

  test('is cut with a digest of the whole', () => {
    const [open, closed] = Object.values(
      namesOf([
        ['GET', '/open', `${'long '.repeat(20)}open`],
        ['GET', '/closed', `${'long '.repeat(20)}closed`],
      ]),
    );
    assert.match(open ?? '', /^(?:long_){11}lo_[0-9a-f]{6}$/);
    assert.notEqual(open, closed);
  });
});

suite('a collision', () => {
  test('gives every member a suffix, whatever their order', () => {
    const routes: readonly Route[] = [
      ['GET', '/pets', 'list'],
      ['GET', '/cats', 'list'],
      ['POST', '/dogs', 'add dog'],
      ['POST', '/puppies', 'add-dog!'],
    ];
    const expected = {
      'GET /pets': 'list_get_pets',
      'GET /cats': 'list_get_cats',
      'POST /dogs': 'add_dog_post_dogs',
      'POST /puppies': 'add_dog_post_puppies',
    };
    assert.deepEqual(namesOf(routes), expected);
    assert.deepEqual(namesOf(routes.toReversed()), expected);
  });

  test('never takes the name of a unique, legal operationId', () => {
    const names = namesOf([
      ['GET', '/a', 'get pets'],
      ['GET', '/b', 'get_pets'],
    ]);
    assert.deepEqual(names, { 'GET /b': 'get_pets', 'GET /a': 'get_pets_get_a' });
  });

  test('is one where names differ in case alone, but of legal ids', () => {
    assert.deepEqual(
      Object.values(
        namesOf([
          ['GET', '/a', 'A'],
          ['GET', '/b', 'a'],
        ]),
      ),
      ['A', 'a'],
    );
    assert.deepEqual(
      namesOf([
        ['GET', '/a', 'HOOK_LIST'],
        ['GET', '/b', 'hook list'],
      ]),
      { 'GET /a': 'HOOK_LIST', 'GET /b': 'hook_list_get_b' },
    );
  });

  test('leaves the name to the member that had it in the last run', () => {
    const routes: readonly Route[] = [
      ['GET', '/pets/{id}'],
      ['GET', '/pets/by/id'],
    ];
    const names = namesOf(routes, { 'GET /pets/{id}': 'get_pets_by_id' });
    assert.equal(names['GET /pets/{id}'], 'get_pets_by_id');
    assert.match(names['GET /pets/by/id'] ?? '', /^get_pets_by_id_get_pets_by_id$/);
  });

  test('is told apart by a digest where method and path do not', () => {
    const names = Object.values(
      namesOf([
        ['GET', '/pets/{id}'],
        ['GET', '/pets/by/id'],
      ]),
    );
    for (const name of names) assert.match(name, /^get_pets_by_id_[0-9a-f]{6}$/);
    assert.equal(new Set(names).size, 2);
  });

  test('is reported for each member that is renamed, and a made name by a note', () => {
    const diagnostics = new Diagnostics();
    nameTools(
      operationsOf([
        ['GET', '/a', 'list'],
        ['GET', '/b', 'list'],
        ['GET', '/c', 'c.c'],
        ['GET', '/d'],
      ]),
      new Map(),
      { 'GET /a': 'list' },
      diagnostics,
    );
    assert.deepEqual(
      diagnostics.all.map(({ code }) => code),
      ['tool-renamed', 'tool-name-made'],
    );
  });
});

test('tool names are legal, unique, and the same in any order', () => {
  const id = fc.option(
    fc.oneof(fc.constantFrom('a', 'A', 'a b', 'a_b', 'a.b', 'ä', '__proto__', ''), fc.string()),
    {
      nil: undefined,
    },
  );
  const path = fc.oneof(
    fc.constantFrom('/a/{b}', '/a/b', '/a/by/b', '/'),
    fc.string().map((text) => `/${text}`),
  );
  const routes = fc.uniqueArray(fc.tuple(fc.constantFrom('GET', 'POST'), path, id), {
    selector: ([method, at]) => `${method} ${at}`,
    maxLength: 12,
  });
  fc.assert(
    fc.property(routes, (list) => {
      const names = namesOf(list as readonly Route[]);
      for (const name of Object.values(names)) assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
      assert.equal(new Set(Object.values(names)).size, list.length);
      const reversed = namesOf(list.toReversed() as readonly Route[]);
      for (const [route, name] of Object.entries(names)) assert.equal(reversed[route], name);
    }),
    { numRuns: 300 },
  );
});
