import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operation, Server } from '../../src/model/model.js';
import { model, operation, origin, plan, planOne } from './documents.js';

suite('nothing to make a tool of', () => {
  test('is an error', () => {
    const { plan: planned, found } = plan(model([]));
    assert.equal(planned, undefined);
    assert.deepEqual(
      found.map(([code]) => code),
      ['no-operations'],
    );
  });

  test('says why each operation is left out', () => {
    const { plan: planned, found } = plan(
      model([operation({ method: 'GET', path: '/a', unusable: 'its path is broken.' })]),
    );
    assert.equal(planned, undefined);
    assert.deepEqual(
      found.map(([, message]) => message),
      [
        'GET /a is left out: its path is broken.',
        'There is nothing to make a tool of: no operation can be called.',
      ],
    );
  });
});

suite('a tool says', () => {
  const cases: readonly [of: string, own: Partial<Operation>, title: string, description: string][] = [
    ['its summary', { operationId: 'a', summary: 'List  <b>pets</b>' }, 'List pets', 'List pets'],
    [
      'its summary and its description',
      { summary: 'List pets', description: 'All of them.' },
      'List pets',
      'List pets\n\nAll of them.',
    ],
    ['its description once', { summary: 'List pets.', description: 'List pets' }, 'List pets', 'List pets.'],
    [
      'the summary with the description that starts with it',
      { summary: 'List pets', description: 'List pets. All.' },
      'List pets',
      'List pets. All.',
    ],
    [
      'its description under a title made of its name',
      { operationId: 'listAllPets', description: 'All.' },
      'List all pets',
      'All.',
    ],
    [
      'the words of its name where the document says nothing',
      { operationId: 'putB', method: 'PUT', path: '/a/{b}' },
      'Put b',
      'Put b',
    ],
    [
      'that it is deprecated',
      { summary: 'List pets', deprecated: true },
      'List pets',
      '[deprecated] List pets',
    ],
    [
      'a long summary whole, and its name as the title',
      { operationId: 'listPets', summary: 'word '.repeat(40).trim() },
      'List pets',
      'word '.repeat(40).trim(),
    ],
  ];
  for (const [of, own, title, description] of cases) {
    test(of, () => {
      const tool = planOne(own);
      assert.equal(tool.title, title);
      assert.equal(tool.description, description);
    });
  }

  test('2,000 bytes at most, with a mark', () => {
    const { description = '' } = planOne({
      summary: 'List pets',
      description: 'Wörter und mehr. '.repeat(1000),
    });
    assert.ok(Buffer.byteLength(description) <= 2000);
    assert.match(description, /^List pets\n\nWörter und mehr\. .* Wörter und mehr\. …$/);
  });
});

suite('the manifest', () => {
  test('names the server and tells what it is for', () => {
    const { plan: planned } = plan(
      model([operation()], { title: 'Pet\u200b Store', apiVersion: '', description: 'All <i>pets</i>.' }),
    );
    assert.deepEqual(planned?.manifest.server, {
      name: 'pet-store-mcp',
      version: '0.0.0',
      title: 'Pet Store',
    });
    assert.equal(planned.manifest.instructions, 'Pet Store\n\nAll pets.');
    assert.equal(planned.packageName, 'pet-store-mcp');
  });

  test('has instructions of 1,500 bytes at most', () => {
    const { plan: planned } = plan(model([operation()], { description: 'A pet. '.repeat(1000) }));
    assert.ok(Buffer.byteLength(planned?.manifest.instructions ?? '') <= 1500);
  });

  test('lists tools in the document’s order, and groups them by their first tag', () => {
    const operations = [
      operation({ path: '/b', operationId: 'b', tags: ['Two', 'One'] }),
      operation({ path: '/a', operationId: 'a', tags: ['One'] }),
      operation({ path: '/c', operationId: 'c', tags: ['Two'] }),
    ];
    const { plan: planned } = plan(model(operations));
    assert.deepEqual(
      planned?.manifest.tools.map(({ name, group }) => [name, group]),
      [
        ['b', 'Two'],
        ['a', 'One'],
        ['c', 'Two'],
      ],
    );
    assert.deepEqual(
      planned.modules.map(({ fileName, tools }) => [fileName, tools.length]),
      [
        ['two.ts', 2],
        ['one.ts', 1],
      ],
    );
  });
});

const server = (url: string, variables: Server['variables'] = {}): Server => ({ origin, url, variables });

suite('the base URL', () => {
  const cases: readonly [
    of: string,
    servers: readonly Server[],
    url: string | undefined,
    problem: RegExp | undefined,
  ][] = [
    ['is the first', [server('https://a.b/v1'), server('https://c.d')], 'https://a.b/v1', undefined],
    ['may be http on this machine', [server('http://127.0.0.1:80/v1')], 'http://127.0.0.1:80/v1', undefined],
    ['may be http on localhost', [server('http://localhost')], 'http://localhost', undefined],
    [
      'is the first that can be used, and the others before it are told',
      [server('http://a.b'), server('https://a.b'), server('/c')],
      'https://a.b',
      /'http:\/\/a\.b' cannot be used \(.*requests go to 'https:\/\/a\.b'.*PETS_BASE_URL/,
    ],
    ['is a template', [server('https://{r}.a.b', { r: { default: 'eu' } })], 'https://{r}.a.b', undefined],
    ['is not http beyond', [server('http://a.b')], undefined, /http beyond/],
    [
      'is not http beyond by a name like this machine',
      [server('http://127.0.0.1.a.b')],
      undefined,
      /http beyond/,
    ],
    [
      'is not http beyond by a variable',
      [server('{s}://a.b', { s: { default: 'http' } })],
      undefined,
      /http beyond/,
    ],
    ['is not relative', [server('/v1')], undefined, /relative/],
    ['is no other scheme', [server('file:///etc/passwd')], undefined, /neither https nor http/],
    ['holds no credentials', [server('https://user:secret@a.b')], undefined, /credentials/],
    ['has no query', [server('https://a.b/?x=1')], undefined, /query/],
    ['has a default for each variable', [server('https://{r}.a.b')], undefined, /variable/],
    ['is missing', [], undefined, /names no server URL/],
  ];
  for (const [of, servers, url, problem] of cases) {
    test(of, () => {
      const { plan: planned, found } = plan(model([operation()], { servers }));
      assert.ok(planned);
      assert.equal(planned.manifest.upstream.url, url);
      assert.equal(planned.manifest.upstream.env, 'PETS_BASE_URL');
      const [variable] = planned.variables;
      assert.deepEqual(
        [variable?.name, variable?.default, variable?.required],
        ['PETS_BASE_URL', url, url === undefined],
      );
      assert.deepEqual(
        found.map(([code]) => code),
        problem === undefined ? [] : ['unusable-server-url'],
      );
      if (problem !== undefined) assert.match(found[0]?.[1] ?? '', problem);
    });
  }

  test('that the user gives may be http, and replaces the document’s', () => {
    const { plan: planned, found } = plan(model([operation()], { servers: [server('/v1')] }), {
      serverUrl: 'http://a.b',
    });
    assert.deepEqual(planned?.manifest.upstream, { url: 'http://a.b', variables: {}, env: 'PETS_BASE_URL' });
    assert.deepEqual(found, []);
  });

  test('has an environment variable for each variable', () => {
    const servers = [
      server('https://{r}.a.b/{r}', { r: { default: 'eu', enum: ['eu', 'us'] }, unused: { default: 'x' } }),
    ];
    const { plan: planned } = plan(model([operation()], { servers }));
    assert.deepEqual(planned?.manifest.upstream.variables, {
      r: { default: 'eu', enum: ['eu', 'us'], env: 'PETS_SERVER_R' },
    });
    assert.deepEqual(planned.variables[1], {
      name: 'PETS_SERVER_R',
      purpose: 'The part {r} of the base URL, one of eu, us',
      default: 'eu',
      required: false,
      secret: false,
    });
  });

  test('of operations that have their own is numbered by URL', () => {
    const at = (path: string, ...servers: readonly Server[]): Operation => operation({ path, servers });
    const operations = [
      at('/a'),
      at('/b', server('https://b.example')),
      at('/c', server('https://c.example')),
      at('/d', server('https://b.example')),
      at('/e', server('https://api.example.com')),
      at('/f', server('http://f.example')),
      at('/g', server('http://g.example'), server('https://c.example')),
      at('/h', server('http://h.example'), server('https://api.example.com')),
    ];
    const { plan: planned, found } = plan(model(operations));
    const servers = planned?.manifest.tools.map(({ request }) => request.server);
    assert.deepEqual(
      servers?.map((own) => own && [own.url, own.env]),
      [
        undefined,
        ['https://b.example', 'PETS_BASE_URL_1'],
        ['https://c.example', 'PETS_BASE_URL_2'],
        ['https://b.example', 'PETS_BASE_URL_1'],
        undefined,
        [undefined, 'PETS_BASE_URL_3'],
        ['https://c.example', 'PETS_BASE_URL_2'],
        undefined,
      ],
    );
    assert.equal(found.length, 3);
    assert.match(found[0]?.[1] ?? '', /'http:\/\/f\.example'.*PETS_BASE_URL_3/);
    assert.match(found[1]?.[1] ?? '', /'http:\/\/g\.example'.*go to 'https:\/\/c\.example'.*PETS_BASE_URL_2/);
    assert.match(
      found[2]?.[1] ?? '',
      /'http:\/\/h\.example'.*go to 'https:\/\/api\.example\.com'.*PETS_BASE_URL /,
    );
  });
});

test('the same document gives the same plan', () => {
  const operations = [
    operation({ operationId: 'a b' }),
    operation({ path: '/b', operationId: 'a.b', tags: ['x'] }),
  ];
  assert.deepEqual(plan(model(operations)), plan(model(structuredClone(operations))));
});
