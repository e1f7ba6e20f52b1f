import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readFilter } from '../../src/plan/filters.js';
import { leftOutOf } from '../../src/plan/left-out.js';
import type { PlanOptions } from '../../src/plan/plan.js';
import { placesLeftOut } from '../../src/plan/selection.js';
import { model, operation, origin, plan } from './documents.js';

const operations = [
  operation({ path: '/pets', operationId: 'listPets', tags: ['pets'] }),
  operation({ path: '/pets', method: 'POST', operationId: 'createPet', tags: ['pets', 'admin'] }),
  operation({ path: '/pets/{petId}', operationId: 'getPet', tags: ['pets'], deprecated: true }),
  operation({ path: '/pets/{petId}/toys/(all)', operationId: 'toys/list', tags: ['toys and games'] }),
  operation({ path: '/', operationId: 'root' }),
  operation({ path: '/health', method: 'HEAD', extensions: new Map([['x-internal', true]]) }),
  operation({ path: '/search?kind=pets', operationId: 'search', key: 'GET /search?kind=pets&x' }),
];
const routes = operations.map(({ method, path }) => `${method} ${path}`);
const visible = routes.filter((route) => route !== 'HEAD /health');

function select(options: Partial<PlanOptions>) {
  const { plan: planned, selection, found } = plan(model(operations), options);
  const leftOut = leftOutOf(selection?.leftOut ?? new Map()).map(
    ({ operation: route, reason }) => `${route} ${reason}`,
  );
  const tools = planned?.manifest.tools.map(({ request }) => `${request.method} ${request.path}`) ?? [];
  return { tools, leftOut, found: found.filter(([code]) => /filter|no-op|setting/.test(code)) };
}

suite('filters', () => {
  const cases: readonly [filter: string, expected: readonly string[]][] = [
    ['', visible],
    ['tag:pets', ['GET /pets', 'POST /pets', 'GET /pets/{petId}']],
    ['tag:toys*', ['GET /pets/{petId}/toys/(all)']],
    ['!tag:*', ['GET /', 'GET /search?kind=pets']],
    ['tag:admin tag:toys*', ['POST /pets', 'GET /pets/{petId}/toys/(all)']],
    ['tag:pets !tag:admin', ['GET /pets', 'GET /pets/{petId}']],
    ['tag:pets method:post', ['POST /pets']],
    ['method:P*', ['POST /pets']],
    ['!method:get', ['POST /pets']],
    ['path:/pets', ['GET /pets', 'POST /pets']],
    ['path:/pets/*', ['GET /pets/{petId}']],
    ['path:/pets/{petId}', ['GET /pets/{petId}']],
    ['path:/pets/{*}', ['GET /pets/{petId}']],
    ['path:/pets/**', ['GET /pets', 'POST /pets', 'GET /pets/{petId}', 'GET /pets/{petId}/toys/(all)']],
    ['path:**/toys/**', ['GET /pets/{petId}/toys/(all)']],
    ['path:/**/toys/(all)', ['GET /pets/{petId}/toys/(all)']],
    ['path:/', ['GET /']],
    ['path:/p?ts', ['GET /pets', 'POST /pets']],
    ['path:/search?kind=pets&x', ['GET /search?kind=pets']],
    ['operation:listPets', ['GET /pets']],
    ['operation:*Pet', ['POST /pets', 'GET /pets/{petId}']],
    ['operation:toys/*', ['GET /pets/{petId}/toys/(all)']],
    ['operation:*list*', ['GET /pets', 'GET /pets/{petId}/toys/(all)']],
    ['operation:get /pets/*', ['GET /pets/{petId}']],
    ['operation:* /pets', ['GET /pets', 'POST /pets']],
    ['operation:GET /pets/{petId}', ['GET /pets/{petId}']],
  ];
  for (const [filter, expected] of cases) {
    test(`'${filter}' takes ${expected.join(', ')}`, () => {
      const expressions = filter === '' ? [] : filter.split(/ (?=!?(?:tag|path|operation|method):)/);
      const { tools, found } = select({ filter: expressions });
      assert.deepEqual(tools, expected);
      assert.deepEqual(found, []);
    });
  }

  const broken: readonly [expression: string, problem: RegExp][] = [
    ['pets', /'pets' does not say what to look at; write tag:…, path:…, operation:…, method:…\./],
    ['tags:pets', /'tags' in 'tags:pets' is nothing to look at/],
    ['constructor:pets', /'constructor' in .* is nothing to look at/],
    ['tag:', /'tag:' has nothing behind the colon/],
    ['!method: ', /has nothing behind the colon/],
    ['!!tag:pets', /'!tag' in/],
  ];
  for (const [expression, problem] of broken) {
    test(`'${expression}' is broken`, () => assert.match(readFilter(expression) as string, problem));
  }

  test('that match nothing are reported, with what was meant', () => {
    const { found } = select({ filter: ['!tag:pest', 'operation:listPet', '!path:/zzz/**'] });
    assert.deepEqual(found, [
      ['filter-matches-nothing', "The filter '!tag:pest' matches no operation; did you mean 'tag:pets'?"],
      [
        'filter-matches-nothing',
        "The filter 'operation:listPet' matches no operation; did you mean 'operation:listPets'?",
      ],
      ['filter-matches-nothing', "The filter '!path:/zzz/**' matches no operation."],
      [
        'no-operations',
        'There is nothing to make a tool of: the selection leaves no operation (left out: 7 by filter).',
      ],
    ]);
  });

  test('take no longer for names that are made for it', () => {
    const filter = readFilter(`tag:${'*a'.repeat(20)}*b`);
    assert.ok(typeof filter !== 'string');
    assert.equal(filter.matches(operation({ tags: ['a'.repeat(10_000)] })), false);
  });
});

suite('selection', () => {
  test('takes all but what the document hides', () => {
    const { tools, leftOut } = select({});
    assert.deepEqual(tools, visible);
    assert.deepEqual(leftOut, ['HEAD /health x-internal']);
  });

  test('leaves out what is deprecated, if asked to', () => {
    const { leftOut } = select({ deprecated: false });
    assert.deepEqual(leftOut, ['GET /pets/{petId} deprecated', 'HEAD /health x-internal']);
  });

  test('follows the configuration above all', () => {
    const settings = {
      operations: {
        getPet: { include: true },
        'HEAD /health': { include: true },
        listPets: { include: false },
      },
      tags: { 'toys and games': { include: true } },
    };
    const { tools, leftOut } = select({ filter: ['method:POST'], deprecated: false, settings });
    assert.deepEqual(tools, [
      'POST /pets',
      'GET /pets/{petId}',
      'GET /pets/{petId}/toys/(all)',
      'HEAD /health',
    ]);
    assert.deepEqual(leftOut, ['GET /pets config', 'GET / filter', 'GET /search?kind=pets filter']);
  });

  test('lets the nearest setting win', () => {
    const settings = { operations: { listPets: { include: true } }, tags: { pets: { include: false } } };
    assert.deepEqual(
      select({ settings }).tools.filter((route) => route.includes('/pets')),
      ['GET /pets', 'GET /pets/{petId}/toys/(all)'],
    );
  });

  test('reports settings of nothing, where they stand', () => {
    const settings = {
      file: '/etc/c.json',
      operations: { listPest: {}, 'GET /pet': {}, __proto__x: {} },
      tags: { admins: {} },
    };
    const { found } = select({ settings });
    assert.deepEqual(found, [
      [
        'unknown-operation-setting',
        "The setting 'operations.listPest' fits nothing in the document: there is no such operation; did you mean 'listPets'?",
      ],
      [
        'unknown-operation-setting',
        "The setting 'operations.GET /pet' fits nothing in the document: there is no such operation; did you mean 'GET /pets'?",
      ],
      [
        'unknown-operation-setting',
        "The setting 'operations.__proto__x' fits nothing in the document: there is no such operation.",
      ],
      [
        'unknown-operation-setting',
        "The setting 'tags.admins' fits nothing in the document: there is no such tag; did you mean 'admin'?",
      ],
    ]);
  });

  test('costs an operation that is left out no name and no finding', () => {
    const same = [
      operation({ path: '/a', operationId: 'list', tags: ['a'] }),
      operation({ path: '/b', operationId: 'list', tags: ['b'], unusable: 'it is broken.' }),
    ];
    const { plan: planned, found } = plan(model(same), { filter: ['tag:a'] });
    assert.deepEqual(
      planned?.manifest.tools.map(({ name }) => name),
      ['list'],
    );
    assert.deepEqual(found, []);
  });

  test('keeps what is said of an operation that is left out to itself', () => {
    const odd = new Map<string, unknown>([['x-mcp', { tilte: 'T' }]]);
    const both = ['a', 'b'].map((tag) => operation({ path: `/${tag}`, tags: [tag], extensions: odd }));
    const codes = (filter: readonly string[]) => plan(model(both), { filter }).found.map(([code]) => code);
    assert.deepEqual(codes(['path:/a']), ['unknown-curation-key']);
    assert.deepEqual(codes(['!path:/a', '!path:/b']), ['no-operations']);
  });

  test('tells of a word that says neither yes nor no where it is what leaves an operation out', () => {
    const hidden = operation({ path: '/a', extensions: new Map([['x-internal', 'maybe']]) });
    const api = model([hidden, operation({ path: '/b' }), operation({ path: '/c' })]);
    const codes = (options: Parameters<typeof plan>[1]) => plan(api, options).found.map(([code]) => code);
    assert.deepEqual(codes({}), ['unclear-visibility']);
    assert.deepEqual(codes({ filter: ['path:/b'] }), []);
    assert.deepEqual(codes({ settings: { operations: { 'GET /a': { include: true } }, tags: {} } }), []);
  });

  test('says nothing of parameters that only an operation that is left out can have', () => {
    const pets = ['/a', '/b'].map((path) => operation({ path, tags: ['pets'] }));
    const settings = { operations: {}, tags: { pets: { parameters: { tenant: { const: 1 } } } } };
    const codes = (filter: readonly string[]) =>
      plan(model(pets), { filter, settings }).found.map(([code]) => code);
    assert.deepEqual(codes([]), ['unknown-operation-setting']);
    assert.deepEqual(codes(['path:/a']), []);
  });

  test('tells the places that are read for no operation', () => {
    const at = (pointer: string) => ({ ...origin, pointer });
    const shared = ['/a', '/b'].map((path) => operation({ path, origin: at('/components/pathItems/I/get') }));
    const own = operation({ path: '/c', origin: at('/paths/~1c/get') });
    const places = (filter: readonly string[]) => {
      const { selection } = plan(model([...shared, own]), { filter });
      return selection && placesLeftOut(selection).map(({ pointer }) => pointer);
    };
    assert.deepEqual(places(['path:/a']), ['/paths/~1c/get']);
    assert.deepEqual(places(['path:/c']), ['/components/pathItems/I/get', '/components/pathItems/I/get']);
    assert.deepEqual(places([]), []);
  });

  test('is what the limit of operations counts', () => {
    const many = ['/a', '/b', '/c'].map((path) => operation({ path, tags: [path] }));
    const few = plan(model(many), { mostOperations: 2, filter: ['!tag:/a'] });
    assert.equal(few.plan?.manifest.tools.length, 2);
    const { plan: none, found } = plan(model(many), { mostOperations: 2 });
    assert.equal(none, undefined);
    assert.deepEqual(found, [
      ['limit-exceeded', "Limit 'operations': more than 2 operations would become tools."],
    ]);
  });
});
