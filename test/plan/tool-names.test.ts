import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { Operation } from '../../src/model/model.js';
import type { NameWord } from '../../src/plan/curation/curation.js';
import { nameTools } from '../../src/plan/names/name-tools.js';
import { defaultNaming, type Naming } from '../../src/plan/names/naming.js';
import { routeOf } from '../../src/plan/names/tool-names.js';
import { operation } from './documents.js';

type Route = readonly [method: string, path: string, operationId?: string | undefined];

type Names = Readonly<Record<string, string>>;

interface Given {
  readonly locked?: Names;
  readonly naming?: Partial<Naming>;
  /** Names that a configuration sets, by route. */
  readonly chosen?: Names;
}

function operationsOf(routes: readonly Route[]): readonly Operation[] {
  return routes.map(([method, path, operationId]) => operation({ method, path, operationId }));
}

function nameAll(
  routes: readonly Route[],
  { locked = {}, naming = {}, chosen = {} }: Given = {},
): { readonly names: Names; readonly found: readonly string[] } {
  const diagnostics = new Diagnostics();
  const operations = operationsOf(routes);
  const wanted = new Map(
    operations.flatMap((each) => {
      const value = chosen[routeOf(each)];
      return value === undefined ? [] : [[each, chosenName(value)] as const];
    }),
  );
  const rules = { naming: { ...defaultNaming, ...naming }, wanted, locked };
  const names = nameTools(operations, rules, diagnostics);
  return {
    names: Object.fromEntries([...names].map(([each, name]) => [routeOf(each), name])),
    found: diagnostics.all.map(({ code }) => code),
  };
}

function chosenName(value: string): NameWord {
  return { value, field: 'config', path: 'name', origin: undefined, isOwn: true, isOfMethod: false };
}

function namesOf(routes: readonly Route[], locked: Names = {}): Names {
  return nameAll(routes, { locked }).names;
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
    ['an id of spaces', ['POST', '/pets', ' '], 'post_pets'],
    ['an id with a ligature and full-width letters', ['GET', '/a', 'ﬁnd Ｐets'], 'find_pets'],
    ['an id that is partly in another script', ['GET', '/a', 'list 名前'], 'list'],
    ['an illegal id that begins with a digit', ['GET', '/a', '2fa.enable'], 'get_2fa_enable'],
    ['a legal id that begins with a digit, unchanged', ['GET', '/a', '2fa'], '2fa'],
    ['a reserved word', ['DELETE', '/a', 'delete'], 'delete'],
    ['a device of Windows', ['GET', '/a', 'con'], 'con'],
    ['one that every object has', ['GET', '/a', 'hasOwnProperty'], 'hasOwnProperty'],
    ['the root path', ['GET', '/'], 'get_root'],
    ['several parameters', ['PUT', '/a/{petId}/b/{b_id}'], 'put_a_by_pet_id_b_by_b_id'],
    ['a parameter with a slash in its name', ['GET', '/a/{b/c}'], 'get_a_by_b_c'],
    ['a path in another script', ['GET', '/日本/{名}'], 'get_cf2abf_by_778e0c'],
    ['a method with a dash', ['M-SEARCH', '/a'], 'm_search_a'],
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
    assert.match(open ?? '', /^(?:long_){11}[0-9a-f]{6}$/);
    assert.notEqual(open, closed);
  });

  test('of a very long path begins with its first words', () => {
    const [name = ''] = Object.values(
      namesOf([['GET', `/v1${'/organizations/{organizationId}'.repeat(9)}`]]),
    );
    assert.match(name, /^get_v1_organizations_by_organization_id_organizations_by_[0-9a-f]{6}$/);
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

  test('has all members that differ in case', () => {
    const names = namesOf([
      ['GET', '/a', 'List'],
      ['GET', '/b', 'List'],
      ['GET', '/c', 'list!'],
    ]);
    assert.deepEqual(Object.values(names), ['list_get_a', 'list_get_b', 'list_get_c']);
  });

  test('leaves the name to the member that had it in the last run', () => {
    const routes: readonly Route[] = [
      ['GET', '/pets/{id}'],
      ['GET', '/pets/by/id'],
    ];
    const names = namesOf(routes, { 'GET /pets/{id}': 'get_pets_by_id' });
    assert.equal(names['GET /pets/{id}'], 'get_pets_by_id');
    assert.match(names['GET /pets/by/id'] ?? '', /^get_pets_by_id_[0-9a-f]{6}$/);
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

  test('of a HEAD with its GET tells both apart by the method', () => {
    const names = namesOf([
      ['GET', '/pets', 'listPets'],
      ['HEAD', '/pets', 'listPets'],
    ]);
    assert.deepEqual(Object.values(names), ['list_pets_get_pets', 'list_pets_head_pets']);
  });

  test('leaves ids that differ in case alone to the members that had them', () => {
    const routes: readonly Route[] = [
      ['GET', '/a', 'list'],
      ['GET', '/b', 'List'],
      ['GET', '/c', 'list'],
      ['GET', '/d', 'List'],
    ];
    assert.deepEqual(Object.values(namesOf(routes, { 'GET /a': 'list', 'GET /b': 'List' })), [
      'list',
      'List',
      'list_get_c',
      'list_get_d',
    ]);
  });

  test('leaves a suffixed name to the member that had it too', () => {
    const routes: readonly Route[] = [
      ['GET', '/a', 'x y'],
      ['POST', '/b', 'x-y!'],
      ['GET', '/a/', 'x.y'],
    ];
    const names = namesOf(routes, { 'GET /a': 'x_y_get_a' });
    assert.equal(names['GET /a'], 'x_y_get_a');
    assert.equal(names['POST /b'], 'x_y_post_b');
    assert.match(names['GET /a/'] ?? '', /^x_y_[0-9a-f]{6}$/);
  });

  test('is not decided by a lock that gives one name to several', () => {
    const routes: readonly Route[] = [
      ['GET', '/a', 'list'],
      ['GET', '/b', 'list'],
    ];
    assert.deepEqual(namesOf(routes, { 'GET /a': 'list', 'GET /b': 'list' }), namesOf(routes));
  });

  test('never takes the name of a unique, legal operationId, whatever the last run says', () => {
    const routes: readonly Route[] = [
      ['GET', '/a', 'get pets'],
      ['GET', '/b', 'get_pets'],
    ];
    assert.equal(namesOf(routes, { 'GET /a': 'get_pets' })['GET /b'], 'get_pets');
  });
});

suite('the report', () => {
  const cases: readonly [of: string, routes: readonly Route[], given: Given, expected: readonly string[]][] =
    [
      ['says nothing of a legal id', [['GET', '/a', 'a']], {}, []],
      ['says nothing of an operation without an id', [['GET', '/a']], {}, []],
      ['names an illegal id', [['GET', '/a', 'a.a']], {}, ['tool-name-made']],
      ['names an empty id', [['GET', '/a', '']], {}, ['tool-name-made']],
      ['names an id without a legal character', [['GET', '/a', '名']], {}, ['tool-name-made']],
      [
        'names an id that gets a prefix',
        [['GET', '/a', 'a']],
        { naming: { prefix: 'p_' } },
        ['tool-name-made'],
      ],
      [
        'names an id that is written in snake case',
        [['GET', '/a', 'getA']],
        { naming: { style: 'snake_case' } },
        ['tool-name-made'],
      ],
      [
        'names each member of a collision',
        [
          ['GET', '/a', 'a'],
          ['GET', '/b', 'a'],
        ],
        {},
        ['tool-renamed', 'tool-renamed'],
      ],
      [
        'names the member that keeps its name',
        [
          ['GET', '/a', 'a'],
          ['GET', '/b', 'a'],
        ],
        { locked: { 'GET /a': 'a' } },
        ['tool-name-kept', 'tool-renamed'],
      ],
      [
        'refuses a chosen name that is the id of another',
        [
          ['GET', '/a', 'a'],
          ['GET', '/b', 'b'],
        ],
        { chosen: { 'GET /a': 'b' } },
        ['tool-renamed', 'unusable-setting'],
      ],
      [
        'refuses a prefix that leaves no name',
        [['GET', '/a']],
        { naming: { longest: 16, prefix: 'a_long_prefix' } },
        ['unusable-setting'],
      ],
    ];
  for (const [of, routes, given, expected] of cases) {
    test(of, () => assert.deepEqual(nameAll(routes, given).found, expected));
  }
});

suite('naming', () => {
  const cases: readonly [of: string, route: Route, naming: Partial<Naming>, expected: RegExp][] = [
    ['snake_case', ['GET', '/a', 'listPets'], { style: 'snake_case' }, /^list_pets$/],
    ['snake_case of an acronym', ['GET', '/a', 'getHTTPInfo'], { style: 'snake_case' }, /^get_http_info$/],
    ['snake_case of dashes', ['GET', '/a', 'get-a'], { style: 'snake_case' }, /^get_a$/],
    ['snake_case of a digit', ['GET', '/a', '2FA'], { style: 'snake_case' }, /^get_2_fa$/],
    ['snake_case of no letter', ['GET', '/a', '__'], { style: 'snake_case' }, /^get_a$/],
    ['a prefix', ['GET', '/a', 'listPets'], { prefix: 'acme_' }, /^acme_listPets$/],
    ['a prefix before a made name', ['GET', '/a'], { prefix: 'acme_' }, /^acme_get_a$/],
    ['a prefix before an empty id', ['GET', '/a', ''], { prefix: 'acme_' }, /^acme_get_a$/],
    ['a prefix before a digit', ['GET', '/a', '2 fa'], { prefix: 'acme_' }, /^acme_2_fa$/],
    [
      'a prefix that leaves too little',
      ['GET', '/a', `${'x'.repeat(59)}Y`],
      { prefix: 'acme_' },
      /^acme_x{52}_[0-9a-f]{6}$/,
    ],
    ['a length that the id has', ['GET', '/a', 'x'.repeat(16)], { longest: 16 }, /^x{16}$/],
    [
      'a length below that of the id',
      ['GET', '/a', 'listAllOfThePets'],
      { longest: 15 },
      /^list_all_[0-9a-f]{6}$/,
    ],
    [
      'a length below that of the path',
      ['GET', '/pets/{petId}/owners'],
      { longest: 24 },
      /^get_pets_by_pet_[0-9a-f]{6}$/,
    ],
  ];
  for (const [of, route, naming, expected] of cases) {
    test(`by ${of}`, () =>
      assert.match(nameAll([route], { naming }).names[`${route[0]} ${route[1]}`] ?? '', expected));
  }

  test('leaves a chosen name as it is', () => {
    const naming = { style: 'snake_case', prefix: 'acme_', longest: 16 } as const;
    const chosen = { 'GET /a': 'aNameThatSomeoneChose' };
    assert.deepEqual(nameAll([['GET', '/a', 'a']], { naming, chosen }).names, chosen);
  });

  test('in snake_case leaves a unique id that is so already its name', () => {
    const routes: readonly Route[] = [
      ['GET', '/a', 'listPets'],
      ['GET', '/b', 'list_pets'],
    ];
    assert.deepEqual(nameAll(routes, { naming: { style: 'snake_case' } }).names, {
      'GET /a': 'list_pets_get_a',
      'GET /b': 'list_pets',
    });
  });
});

suite('names of any operations', () => {
  const text = fc.oneof(
    fc.constantFrom('a', 'A', 'a b', 'a_b', 'a.b', 'aB', 'a-b', 'ä', '名', '2b', '__proto__', '', ' '),
    fc.constantFrom('a_get_a', 'get_a', 'get_a_by_b', `${'long '.repeat(20)}a`, `${'long '.repeat(20)}b`),
    fc.string(),
  );
  const path = fc.oneof(
    fc.constantFrom('/a/{b}', '/a/b', '/a/by/b', '/a', '/a/', '/'),
    fc.string().map((end) => `/${end}`),
  );
  const anyRoutes = fc.uniqueArray(
    fc.tuple(fc.constantFrom('GET', 'HEAD'), path, fc.option(text, { nil: undefined })),
    { selector: ([method, at]) => `${method} ${at}`, maxLength: 12 },
  );
  const anyNaming = fc.record({
    style: fc.constantFrom('preserve' as const, 'snake_case' as const),
    longest: fc.constantFrom(16, 24, 64),
    prefix: fc.constantFrom('', 'p_', 'p-prefix'),
  });
  const check = (holds: (routes: readonly Route[], naming: Naming) => void): void => {
    fc.assert(fc.property(anyRoutes, anyNaming, holds), { numRuns: 400 });
  };

  test('are legal, unique, begin with the prefix, and differ in more than case unless they are ids', () => {
    check((routes, naming) => {
      const { names } = nameAll(routes, { naming });
      const all = Object.values(names);
      for (const name of all) {
        assert.match(name, /^[a-zA-Z0-9_-]+$/);
        assert.ok(name.length <= naming.longest && name.startsWith(naming.prefix), name);
      }
      assert.equal(new Set(all).size, routes.length);
      const ids = new Set(routes.map(([, , id = '']) => `${naming.prefix}${id}`));
      const made = all.filter((name) => !ids.has(name));
      for (const name of made) {
        assert.equal(all.filter((other) => other.toLowerCase() === name.toLowerCase()).length, 1, name);
      }
    });
  });

  test('are the same in any order, with and without a lock', () => {
    check((routes, naming) => {
      const { names } = nameAll(routes, { naming });
      assert.deepEqual(nameAll(routes.toReversed(), { naming }).names, names);
      const locked = Object.fromEntries(Object.entries(names).filter((_, index) => index % 2 === 0));
      const again = nameAll(routes, { naming, locked }).names;
      assert.deepEqual(nameAll(routes.toReversed(), { naming, locked }).names, again);
    });
  });

  test('are the same in the next run', () => {
    check((routes, naming) => {
      const { names } = nameAll(routes, { naming });
      assert.deepEqual(nameAll(routes, { naming, locked: names }).names, names);
    });
  });

  test('are the same in the run after one that came upon a lock', () => {
    fc.assert(
      fc.property(anyRoutes, anyNaming, fc.nat(12), (routes, naming, count) => {
        const first = nameAll(routes.slice(0, count), { naming }).names;
        const second = nameAll(routes, { naming, locked: first }).names;
        assert.deepEqual(nameAll(routes, { naming, locked: second }).names, second);
      }),
      { numRuns: 400 },
    );
  });

  test('change with others only in a collision', () => {
    check((routes, naming) => {
      const { names } = nameAll(routes, { naming });
      // What each would be called if there were no other.
      const alone = routes.map((route) => Object.values(nameAll([route], { naming }).names)[0] ?? '');
      routes.forEach(([method, at], index) => {
        const own = alone[index] ?? '';
        const rivals = alone.filter((name) => name.toLowerCase() === own.toLowerCase());
        if (rivals.length === 1) assert.equal(names[`${method} ${at}`], own);
      });
    });
  });

  test('stay in the run after operations came or went, but for one whose name is the id of another', () => {
    fc.assert(
      fc.property(anyRoutes, anyNaming, fc.nat(12), (routes, naming, count) => {
        const locked = nameAll(routes.slice(0, count), { naming }).names;
        const { names } = nameAll(routes, { naming, locked });
        const ids = new Set(routes.map(([, , id = '']) => `${naming.prefix}${id}`.toLowerCase()));
        const alone = new Map(
          routes.map((route) => [
            `${route[0]} ${route[1]}`,
            Object.values(nameAll([route], { naming }).names)[0],
          ]),
        );
        for (const [route, last] of Object.entries(locked)) {
          const hadOwn = alone.get(route) === last;
          if (hadOwn && !ids.has(last.toLowerCase())) assert.equal(names[route], last);
        }
      }),
      { numRuns: 400 },
    );
  });
});
