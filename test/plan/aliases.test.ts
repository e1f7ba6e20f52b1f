import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { planAliases, reportChangedNames, reportLostAliases } from '../../src/plan/names/aliases.js';
import type { Sourced } from '../../src/plan/curation/curation.js';
import { routeOf } from '../../src/plan/names/tool-names.js';
import { model, operation, plan } from './documents.js';

/** A tool by its path: its name, and the aliases that it is to have. */
type Tools = Readonly<Record<string, readonly [name: string, ...aliases: readonly string[]]>>;

function setUp(tools: Tools, field: (path: string) => string = () => 'x-mcp') {
  const entries = Object.entries(tools).map(([path, [name, ...aliases]]) => {
    const words = aliases.map((value, at): Sourced<string> => ({
      value,
      field: field(path),
      path: `x-mcp.aliases.${at}`,
      origin: undefined,
      isOwn: true,
    }));
    return { operation: operation({ path }), name, words };
  });
  const names = new Map(entries.map((entry) => [entry.operation, entry.name]));
  const curations = new Map(entries.map((entry) => [entry.operation, { aliases: entry.words }]));
  const diagnostics = new Diagnostics();
  const aliases = planAliases(names, curations, diagnostics);
  return { names, aliases, diagnostics };
}

function aliasesOf(tools: Tools, field?: (path: string) => string) {
  const { aliases, diagnostics } = setUp(tools, field);
  return {
    served: Object.fromEntries([...aliases].map(([each, names]) => [each.path, names])),
    found: diagnostics.all.map(({ code, message }) => `${code}: ${message}`),
  };
}

suite('an alias', () => {
  test('is served as it is', () => {
    const { served, found } = aliasesOf({ '/a': ['a', 'old', 'old.a', '__proto__'] });
    assert.deepEqual(served, { '/a': ['old', 'old.a', '__proto__'] });
    assert.deepEqual(found, []);
  });

  test('that is the own name, or said twice, counts once', () => {
    assert.deepEqual(aliasesOf({ '/a': ['a', 'a', 'old', 'old'] }), { served: { '/a': ['old'] }, found: [] });
  });

  const refused: readonly [of: string, tools: Tools, served: object, found: readonly RegExp[]][] = [
    ['an illegal character', { '/a': ['a', 'old name'] }, {}, [/an alias has 1 to 128 letters/]],
    ['no character', { '/a': ['a', ''] }, {}, [/an alias has 1 to 128 letters/]],
    ['too many characters', { '/a': ['a', 'x'.repeat(129)] }, {}, [/an alias has 1 to 128 letters/]],
    ['the name of another tool', { '/a': ['a', 'b'], '/b': ['b'] }, {}, [/'b' is the name of GET \/b\./]],
    [
      'an alias of another tool, of which neither has it',
      { '/a': ['a', 'old'], '/b': ['b', 'old'] },
      {},
      [/'old' is an alias of GET \/b too\./, /'old' is an alias of GET \/a too\./],
    ],
  ];
  for (const [of, tools, served, found] of refused) {
    test(`is refused with ${of}`, () => {
      const planned = aliasesOf(tools);
      assert.deepEqual(planned.served, served);
      assert.equal(planned.found.length, found.length);
      found.forEach((pattern, at) => assert.match(planned.found[at] ?? '', pattern));
      for (const finding of planned.found) assert.match(finding, /^unusable-curation: /);
    });
  }

  test('of the configuration counts above one of the document', () => {
    const { served, found } = aliasesOf({ '/a': ['a', 'old'], '/b': ['b', 'old'] }, (path) =>
      path === '/b' ? 'config' : 'x-mcp',
    );
    assert.deepEqual(served, { '/b': ['old'] });
    assert.deepEqual(found, [
      "unusable-curation: 'x-mcp.aliases.0' is ignored: 'old' is an alias of GET /b too.",
    ]);
  });
});

suite('a name that differs from that of the last run', () => {
  const cases: readonly [of: string, tools: Tools, expected: readonly RegExp[]][] = [
    ['is reported', { '/a': ['new'] }, [/^The tool of GET \/a was named 'old' in .* 'new' now\.$/]],
    ['is not, where the old one is an alias', { '/a': ['new', 'old'] }, []],
    ['tells of another tool that has the old one', { '/a': ['new'], '/b': ['old'] }, [/'old' calls another/]],
    [
      'tells of another alias that is the old one',
      { '/a': ['new'], '/b': ['b', 'old'] },
      [/'old' calls another/],
    ],
  ];
  for (const [of, tools, expected] of cases) {
    test(of, () => {
      const { names, aliases } = setUp(tools);
      const diagnostics = new Diagnostics();
      reportChangedNames(names, aliases, { 'GET /a': 'old' }, diagnostics);
      assert.equal(diagnostics.all.length, expected.length);
      expected.forEach((pattern, at) => assert.match(diagnostics.all[at]?.message ?? '', pattern));
    });
  }

  test('is no finding of tools that are as they were, or new', () => {
    const { names, aliases } = setUp({ '/a': ['old'], '/b': ['b'] });
    const diagnostics = new Diagnostics();
    reportChangedNames(names, aliases, { 'GET /a': 'old', 'GET /c': 'c' }, diagnostics);
    assert.deepEqual(diagnostics.all, []);
  });
});

suite('an alias of the last run', () => {
  const cases: readonly [of: string, tools: Tools, expected: readonly RegExp[]][] = [
    ['that is one still', { '/a': ['a', 'old'] }, []],
    ['that is the name now', { '/a': ['old'] }, []],
    ['that went with its operation', { '/b': ['b'] }, []],
    [
      'that is gone',
      { '/a': ['a'] },
      [/^The tool 'a' no longer answers to 'old' \(alias in the last run\)\.$/],
    ],
    ['that another tool is named', { '/a': ['a'], '/b': ['old'] }, [/'old' calls another tool/]],
    ['that another tool answers to', { '/a': ['a'], '/b': ['b', 'old'] }, [/'old' calls another tool/]],
  ];
  for (const [of, tools, expected] of cases) {
    test(`${of} is ${expected.length === 0 ? 'no finding' : 'reported'}`, () => {
      const { names, aliases } = setUp(tools);
      const diagnostics = new Diagnostics();
      reportLostAliases(names, aliases, { old: 'GET /a' }, diagnostics);
      assert.equal(diagnostics.all.length, expected.length);
      expected.forEach((pattern, at) => assert.match(diagnostics.all[at]?.message ?? '', pattern));
    });
  }
});

suite('aliases of a planned tool', () => {
  const listPets = operation({
    path: '/pets',
    operationId: 'listPets',
    extensions: new Map<string, unknown>([['x-mcp', { aliases: ['from.document'] }]]),
  });

  test('come from the document and the configuration', () => {
    const settings = { operations: { listPets: { aliases: ['from_config'] } }, tags: {} };
    const planned = plan(model([listPets]), { settings });
    assert.deepEqual(planned.plan?.manifest.tools[0]?.aliases, ['from_config', 'from.document']);
    assert.deepEqual(planned.found, []);
  });

  test('are an error where the configuration has one that is illegal', () => {
    const settings = { operations: { listPets: { aliases: ['ok', 'old name'] } }, tags: {} };
    assert.deepEqual(plan(model([listPets]), { settings }).found, [
      [
        'unusable-setting',
        "The setting 'operations.listPets.aliases.1' cannot be used: " +
          'an alias has 1 to 128 letters, digits, `_`, `.` and `-`.',
      ],
    ]);
  });

  test('are left out of the manifest where there are none', () => {
    const [tool] = plan(model([operation()])).plan?.manifest.tools ?? [];
    assert.ok(tool !== undefined && !Object.hasOwn(tool, 'aliases'));
  });

  const unreadable: readonly unknown[] = [5, [5], { a: 'b' }];
  for (const aliases of unreadable) {
    test(`are not ${JSON.stringify(aliases)}`, () => {
      const own = operation({ extensions: new Map<string, unknown>([['x-mcp', { aliases }]]) });
      assert.deepEqual(plan(model([own])).found, [
        ['unusable-curation', "'x-mcp.aliases' is ignored: it has to be a list of names."],
      ]);
    });
  }

  test('keep the old name of a tool that was renamed', () => {
    const names = { [routeOf(listPets)]: 'from.document' };
    assert.deepEqual(plan(model([listPets]), { names }).found, []);
  });
});
