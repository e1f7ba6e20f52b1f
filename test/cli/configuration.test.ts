import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { readRequest } from '../../src/cli/options.js';
import { put, scratch, snapshot } from '../write/scratch.js';
import { documentOf, runHere } from './command-line.js';

const lockFile = 'openapi2mcp.lock.json';

/** A document with two operations, one of them of a tag. */
const pets = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', tags: ['pets'], responses: { 200: { description: 'Read.' } } },
      post: { operationId: 'addPet', responses: { 200: { description: 'Added.' } } },
    },
  },
});

function toolsOf(folder: string): readonly string[] {
  const text = readFileSync(join(folder, 'generated/manifest.json'), 'utf8');
  // Written by a run of ours.
  return (JSON.parse(text) as { tools: { name: string }[] }).tools.map(({ name }) => name);
}

suite('a configuration', () => {
  const value = { document: 'api.json', output: 'out', filter: ['tag:pets'] };
  const typed = `import { defineConfig } from 'openapi2mcp';\nconst filter: readonly string[] = ['tag:pets'];\n`;
  const forms: readonly [ending: string, text: string][] = [
    ['json', JSON.stringify(value)],
    ['json', `\ufeff${JSON.stringify(value)}`],
    ['yaml', 'document: api.json\noutput: out\nfilter: ["tag:pets"]\n'],
    ['yml', 'document: api.json\noutput: out\nfilter:\n  - tag:pets\n'],
    ['ts', `${typed}export default defineConfig({ document: 'api.json', output: 'out', filter });`],
    [
      'mts',
      `${typed}export default Promise.resolve({ document: 'api.json', output: 'out', name: undefined, filter });`,
    ],
    ['js', `module.exports = ${JSON.stringify(value)};`],
    ['mjs', `const { ...config } = ${JSON.stringify(value)};\nexport default config;`],
  ];
  for (const [ending, text] of forms) {
    test(`in the form .${ending} is found in the current folder: ${text.slice(0, 24).trim()}`, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'api.json': pets, [`openapi2mcp.config.${ending}`]: text });
      const { exitCode, talk, result } = await runHere([], cwd);
      assert.deepEqual({ exitCode, talk }, { exitCode: 0, talk: '' });
      assert.match(result, /\nleft out: 1 by filter\nwrote \d+ files to out\n/);
      assert.deepEqual(toolsOf(join(cwd, 'out')), ['listPets']);
    });
  }

  test('names paths from its own folder, and counts below the flags', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api.json': pets,
      'conf/c.json': JSON.stringify({
        document: '../api.json',
        output: '../out',
        name: 'config',
        envPrefix: 'PETS',
        strict: true,
        overlays: ['o.yaml', 'https://e.org/o?a=b'],
        deprecated: false,
        references: { root: '..', hosts: ['E.org'] },
        allowHttp: true,
        limits: { depth: 7 },
        operations: { listPets: { include: false } },
      }),
    });
    const args = ['-c', 'conf/c.json', '--name', 'flag', '--strict=false'];
    const { options, mistakes } = await readRequest(args, { cwd, env: {} });
    assert.deepEqual(mistakes, []);
    assert.deepEqual(
      [options.document, options.output, options.strict, options.choices],
      ['api.json', 'out', false, { name: 'flag' }],
    );
    assert.deepEqual(options.configuration?.choices, {
      name: 'config',
      envPrefix: 'PETS',
      overlays: [join(cwd, 'conf/o.yaml'), 'https://e.org/o?a=b'],
      deprecated: false,
      refRoot: cwd,
      refHosts: ['e.org'],
      allowHttp: true,
      limits: { depth: 7 },
    });
    assert.deepEqual(options.configuration?.settings, {
      file: join(cwd, 'conf/c.json'),
      operations: { listPets: { include: false } },
      tags: {},
    });
  });

  test('can lie in the folder that becomes the project, as in a monorepo, with what it names', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'packages/pets-mcp/openapi2mcp.config.yaml':
        'document: api/pets.json\noutput: .\noverlays: [fixes.yaml]\n',
      'packages/pets-mcp/api/pets.json': pets,
      'packages/pets-mcp/fixes.yaml':
        'overlay: 1.0.0\ninfo: { title: Fixes, version: "1" }\nactions: [{ target: $.info, update: { title: Animals } }]\n',
      'packages/pets-mcp/.gitignore': 'mine\n',
      'packages/pets-mcp/node_modules/.keep': '',
    });
    const folder = join(cwd, 'packages/pets-mcp');
    const { exitCode, talk } = await runHere([], folder);
    assert.deepEqual({ exitCode, talk }, { exitCode: 0, talk: '' });
    assert.equal(snapshot(folder)['.gitignore'], 'mine\n');
    assert.equal((await runHere(['--check'], folder)).exitCode, 0);
  });

  test('lets nothing else be in that folder', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api.json': pets,
      'openapi2mcp.config.yaml': 'output: .\n',
      'a.txt': '',
      'package.json': '{}',
    });
    const before = snapshot(cwd);
    const { exitCode, talk } = await runHere(['api.json'], cwd);
    assert.equal(exitCode, 1);
    assert.match(talk, /^error: \. holds a\.txt, package\.json, but no openapi2mcp\.lock\.json/m);
    assert.deepEqual(snapshot(cwd), before);
  });

  test('of the last run is used again, and the summary says so', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets, 'c.yaml': 'filter: ["tag:pets"]' });
    await runHere(['api.json', '-o', 'out', '-c', 'c.yaml'], cwd);
    const again = await runHere([], join(cwd, 'out'));
    assert.match(again.result, /\nas in the last run: --config\n/);
    assert.deepEqual(toolsOf(join(cwd, 'out')), ['listPets']);
    const elsewhere = await runHere(['-o', 'out', '--check'], cwd);
    assert.equal(elsewhere.exitCode, 0);

    await runHere(['--config='], join(cwd, 'out'));
    assert.deepEqual(toolsOf(join(cwd, 'out')), ['listPets', 'addPet']);
    assert.doesNotMatch((await runHere([], join(cwd, 'out'))).result, /last run: --config/);
  });

  test('of the last run is asked for again where the title led to the folder', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets, 'c.yaml': 'filter: ["tag:pets"]' });
    await runHere(['api.json', '-c', 'c.yaml'], cwd);
    const before = snapshot(cwd);
    const { exitCode, talk } = await runHere(['api.json'], cwd);
    assert.equal(exitCode, 2);
    assert.match(talk, /Option --config: the last run of pets-mcp used c\.yaml; give it again/);
    assert.deepEqual(snapshot(cwd), before);
    assert.equal((await runHere(['api.json', '--config='], cwd)).exitCode, 0);
    assert.deepEqual(toolsOf(join(cwd, 'pets-mcp')), ['listPets', 'addPet']);
  });

  test('of the last run that is gone is a mistake', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets, 'c.yaml': 'filter: ["tag:pets"]' });
    await runHere(['api.json', '-o', 'out', '-c', 'c.yaml'], cwd);
    rmSync(join(cwd, 'c.yaml'));
    const { exitCode, talk } = await runHere([], join(cwd, 'out'));
    assert.equal(exitCode, 2);
    assert.match(talk, /Option --config: that of the last run, \.\.\/c\.yaml, is not there/);
  });

  test('is an input of the lock, by its digest', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets, 'openapi2mcp.config.json': '{ "name": "cats" }' });
    await runHere(['api.json'], cwd);
    // Written by the run above.
    const lock = JSON.parse(readFileSync(join(cwd, 'cats', lockFile), 'utf8')) as Record<string, object>;
    assert.deepEqual(Object.keys(lock.inputs ?? {}), ['../openapi2mcp.config.json']);
    assert.deepEqual(lock.options, {});
    assert.equal(lock.config, '../openapi2mcp.config.json');
  });
});

suite('a wrong configuration', () => {
  const name = 'openapi2mcp.config';
  const cases: readonly [of: string, files: Readonly<Record<string, string>>, expected: readonly string[]][] =
    [
      [
        'with many mistakes tells all of them, each in its place',
        {
          [`${name}.json`]: `{
  "nmae": "x",
  "output": 5,
  "filter": ["tag:a", "", 7],
  "limits": { "depht": 3, "files": -1, "nodes": 1.5 },
  "references": { "hosts": "e.org" },
  "operations": { "GET /pets": { "titel": "x", "parameters": { "a": {}, "b": { "const": 1, "env": "A" } } } }
}`,
        },
        [
          `${name}.json:2:3: error: The setting 'nmae' cannot be used: there is no such key; did you mean name? [unusable-setting]`,
          `${name}.json:3:3: error: The setting 'output' cannot be used: it has to be text. [unusable-setting]`,
          `${name}.json:4:23: error: The setting 'filter[1]' cannot be used: it is empty. [unusable-setting]`,
          `${name}.json:4:27: error: The setting 'filter[2]' cannot be used: it has to be text. [unusable-setting]`,
          `${name}.json:5:15: error: The setting 'limits.depht' cannot be used: there is no such key; did you mean depth? [unusable-setting]`,
          `${name}.json:5:27: error: The setting 'limits.files' cannot be used: it has to be at least 0. [unusable-setting]`,
          `${name}.json:5:40: error: The setting 'limits.nodes' cannot be used: it has to be a whole number. [unusable-setting]`,
          `${name}.json:6:19: error: The setting 'references.hosts' cannot be used: it has to be a list, e.g. ["example.com"]. [unusable-setting]`,
          `${name}.json:7:34: error: The setting 'operations["GET /pets"].titel' cannot be used: there is no such key; did you mean title? [unusable-setting]`,
          `${name}.json:7:64: error: The setting 'operations["GET /pets"].parameters.a' cannot be used: it has to have \`const\`, \`env\`, \`claim\` or \`header\`. [unusable-setting]`,
          `${name}.json:7:73: error: The setting 'operations["GET /pets"].parameters.b' cannot be used: it can have only one of \`const\`, \`env\`, \`claim\` and \`header\`. [unusable-setting]`,
          '11 errors; nothing was written.',
        ],
      ],
      [
        'whose values are wrong is told by the rules of the flags',
        {
          [`${name}.yaml`]: `name: A B
envPrefix: MCP_A
serverUrl: ftp://e.org
overlays: ["https://me:s3cret@e.org/a"]
filter: [pets]
references: { hosts: ["https://e.org"] }
operations:
  listPets: { parameters: { a: { env: PATH }, b: { env: NODE_OPTIONS }, c: { env: pets }, d: { env: PETS } } }
`,
        },
        [
          `${name}.yaml:1:1: error: The setting 'name' cannot be used: a package name has`,
          `${name}.yaml:2:1: error: The setting 'envPrefix' cannot be used: it has capitals`,
          `${name}.yaml:3:1: error: The setting 'serverUrl' cannot be used: it is neither http nor https.`,
          `${name}.yaml:4:12: error: The setting 'overlays[0]' cannot be used: it holds credentials`,
          `${name}.yaml:5:10: error: The setting 'filter[0]' cannot be used: 'pets' does not say what to look at`,
          `${name}.yaml:6:23: error: The setting 'references.hosts[0]' cannot be used: a host is written`,
          `${name}.yaml:8:34: error: The setting 'operations.listPets.parameters.a.env' cannot be used: a variable has`,
          `${name}.yaml:8:52: error: The setting 'operations.listPets.parameters.b.env' cannot be used: a variable has`,
          `${name}.yaml:8:78: error: The setting 'operations.listPets.parameters.c.env' cannot be used: a variable has`,
          '9 errors; nothing was written.',
        ],
      ],
      [
        'of who may call, and what that takes, is told by the rules of these',
        {
          [`${name}.yaml`]: `server:
  auth: oath
  identity: user
  visibility: none
  scopes:
    rename: { a: 'b c' }
    implies: { 'a b': [c], d: ['"', offline_access] }
operations:
  listPets: { scopes: [ok, 'not ok'] }
tags:
  pets: { scopes: [offline_access] }
`,
        },
        [
          `${name}.yaml:2:3: error: The setting 'server.auth' cannot be used: there is no 'oath'; did you mean oauth?`,
          `${name}.yaml:3:3: error: The setting 'server.identity' cannot be used: there is no 'user'; they are service, exchange.`,
          `${name}.yaml:4:3: error: The setting 'server.visibility' cannot be used: there is no 'none'; they are filter, all.`,
          `${name}.yaml:6:15: error: The setting 'server.scopes.rename.a' cannot be used: a scope is one word`,
          `${name}.yaml:7:16: error: The setting 'server.scopes.implies["a b"]' cannot be used: a scope is one word`,
          `${name}.yaml:7:32: error: The setting 'server.scopes.implies.d[0]' cannot be used: a scope is one word`,
          `${name}.yaml:7:37: error: The setting 'server.scopes.implies.d[1]' cannot be used: clients ask their issuer`,
          `${name}.yaml:9:28: error: The setting 'operations.listPets.scopes[1]' cannot be used: a scope is one word`,
          `${name}.yaml:11:20: error: The setting 'tags.pets.scopes[0]' cannot be used: clients ask their issuer`,
          '9 errors; nothing was written.',
        ],
      ],
      [
        'beside another names both',
        { [`${name}.json`]: '{}', [`${name}.ts`]: '' },
        [
          `error: Option --config: both ${name}.json and ${name}.ts are here; remove one`,
          '1 error; nothing was written.',
        ],
      ],
      [
        'that is no JSON is placed',
        { [`${name}.json`]: '{\n  // no\n}' },
        [`${name}.json:2:3: error: This is not valid JSON`, '1 error; nothing was written.'],
      ],
      [
        'with a key twice is placed',
        { [`${name}.yaml`]: 'name: a\nname: b\n' },
        [`${name}.yaml:2:1: error: The key 'name' stands twice`, '1 error; nothing was written.'],
      ],
      [
        'that is empty is told',
        { [`${name}.yaml`]: '' },
        [
          `${name}.yaml: error: The configuration has to be an object. [unusable-configuration]`,
          '1 error; nothing was written.',
        ],
      ],
      [
        'with names of prototypes is told',
        { [`${name}.json`]: '{ "__proto__": {}, "constructor": 1 }' },
        [
          `${name}.json:1:3: error: The setting '__proto__' cannot be used: there is no such key`,
          `${name}.json:1:20: error: The setting 'constructor' cannot be used: there is no such key`,
          '2 errors; nothing was written.',
        ],
      ],
      [
        'that throws is told without a stack',
        { [`${name}.mjs`]: "throw new Error('no\\nway')" },
        [
          `${name}.mjs: error: The configuration cannot be evaluated: no [unusable-configuration]`,
          '1 error; nothing was written.',
        ],
      ],
      [
        'that breaks the syntax is told',
        { [`${name}.ts`]: 'export default {' },
        [
          `${name}.ts:1:17: error: The configuration cannot be evaluated: ParseError`,
          '1 error; nothing was written.',
        ],
      ],
      [
        'that exports a function is told',
        { [`${name}.ts`]: 'export default () => ({})' },
        [`${name}.ts: error: The configuration exports a function`, '1 error; nothing was written.'],
      ],
      [
        'with a function in it is told',
        { [`${name}.js`]: 'module.exports = { name() {} }' },
        [
          `${name}.js: error: The configuration exports what cannot be written as JSON`,
          '1 error; nothing was written.',
        ],
      ],
      [
        'that is a module is told by its keys',
        { [`${name}.ts`]: 'export default { nmae: 1 }' },
        [
          `${name}.ts: error: The setting 'nmae' cannot be used: there is no such key; did you mean name?`,
          '1 error; nothing was written.',
        ],
      ],
    ];
  for (const [of, files, expected] of cases) {
    test(of, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'api.json': pets, ...files });
      const before = snapshot(cwd);
      const { exitCode, talk } = await runHere(['api.json'], cwd);
      const lines = talk.split('\n').filter((line) => line !== '' && !line.startsWith('    '));
      assert.equal(lines.length, expected.length, talk);
      for (const [at, start] of expected.entries())
        assert.ok(lines[at]?.startsWith(start), `${lines[at]}\n${start}`);
      assert.equal(exitCode, 2);
      assert.doesNotMatch(talk, /\n +at |s3cret/);
      assert.deepEqual(snapshot(cwd), before);
    });
  }

  const named: readonly [path: string, problem: RegExp][] = [
    ['none.json', /^none\.json: error: The configuration is no file/],
    ['api.txt', /^api\.txt: error: The configuration has a name that ends with none of \.json, \.yaml/],
    ['.', /a name that ends with none of/],
  ];
  for (const [path, problem] of named) {
    test(`that --config names as '${path}' is a mistake`, async (t) => {
      const { exitCode, talk } = await runHere(['--config', path], scratch(t));
      assert.equal(exitCode, 2);
      assert.match(talk, problem);
    });
  }

  test('is told as JSON where that is asked for', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'openapi2mcp.config.json': '{\n  "nmae": 1 }' });
    const { exitCode, result } = await runHere(['--json'], cwd);
    assert.equal(exitCode, 2);
    // What a program reads.
    const { diagnostics, ...rest } = JSON.parse(result) as {
      diagnostics: Record<string, unknown>[];
      exitCode: number;
    };
    assert.equal(rest.exitCode, 2);
    assert.deepEqual(
      diagnostics.map(({ code, file, line, column, pointer }) => [code, file, line, column, pointer]),
      [['unusable-setting', 'openapi2mcp.config.json', 2, 3, '/nmae']],
    );
  });

  test('that gives a list or a name in a form of its own is told with an example', async (t) => {
    const cwd = scratch(t);
    const operations = '{ listPets: { name: "has space!" }, addPet: { name: add-pet_1 } }';
    put(cwd, {
      'api.json': pets,
      'openapi2mcp.config.yaml': `filter: tag:pets\noperations: ${operations}\nreferences: { root: none }\n`,
    });
    const { exitCode, talk } = await runHere(['api.json'], cwd);
    assert.equal(exitCode, 2);
    assert.match(talk, /^openapi2mcp\.config\.yaml:1:1: .* it has to be a list, e\.g\. \["tag:pets"\]\. /m);
    assert.match(
      talk,
      /^openapi2mcp\.config\.yaml:2:27: .*'operations\.listPets\.name' .* is no tool name: 1 to 64 letters/m,
    );
    assert.equal(talk.split('[unusable-setting]').length - 1, 2);
  });

  test('that names a folder or a document that is gone is told in its place', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api.json': pets,
      'openapi2mcp.config.yaml': 'document: old/api.json\nreferences: { root: none }\n',
    });
    const { exitCode, talk } = await runHere([], cwd);
    assert.equal(exitCode, 2);
    assert.match(
      talk,
      /^openapi2mcp\.config\.yaml:1:1: error: .*'document' .* there is no file old\/api\.json\./m,
    );
    assert.match(
      talk,
      /^openapi2mcp\.config\.yaml:2:15: error: .*'references\.root' .* there is no such folder\./m,
    );
    assert.doesNotMatch((await runHere(['api.json'], cwd)).talk, /'document'/);
  });

  test('with a filter that matches nothing is told in its place', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets, 'openapi2mcp.config.yaml': 'filter:\n  - tag:pets\n  - tag:pest\n' });
    const place = /^openapi2mcp\.config\.yaml:3:5: warning: The filter 'tag:pest' .* 'tag:pets'\?/m;
    assert.match((await runHere(['api.json', '-o', 'out'], cwd)).talk, place);
    assert.match(
      (await runHere(['api.json', '--filter', 'tag:pest'], cwd)).talk,
      /^warning: The filter 'tag:pest'/m,
    );
  });

  test('for operations that are not there is told in its place', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api.json': pets,
      'openapi2mcp.config.yaml': 'operations:\n  listPest:\n    include: true\ntags:\n  pet: {}\n',
    });
    const { exitCode, talk } = await runHere(['api.json'], cwd);
    assert.equal(exitCode, 2);
    assert.match(
      talk,
      /^openapi2mcp\.config\.yaml:2:3: error: The setting 'operations\.listPest' .*did you mean 'listPets'/m,
    );
    assert.match(
      talk,
      /^openapi2mcp\.config\.yaml:5:3: error: The setting 'tags\.pet' .*did you mean 'pets'/m,
    );
  });
});

suite('what is remembered', () => {
  test('is used by the next run, told, and dropped by an empty value', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets });
    await runHere(['api.json', '-o', 'out', '--filter', 'tag:pets', '--limit', 'depth=50'], cwd);
    const again = await runHere([], join(cwd, 'out'));
    assert.match(again.result, /\nleft out: 1 by filter\nas in the last run: --filter, --limit\n/);
    const dropped = await runHere(['--filter=', '--limit', 'files=3'], join(cwd, 'out'));
    assert.equal(dropped.exitCode, 0);
    assert.deepEqual(toolsOf(join(cwd, 'out')), ['listPets', 'addPet']);
    // Written by the run above.
    const lock = JSON.parse(readFileSync(join(cwd, 'out', lockFile), 'utf8')) as Record<string, object>;
    assert.deepEqual(lock.options, { filter: [], limits: { depth: 50, files: 3 } });
  });

  test('is nothing that a configuration decides, of limits each by itself', async (t) => {
    const cwd = scratch(t);
    const config = (value: object): void =>
      put(cwd, {
        'openapi2mcp.config.json': JSON.stringify({ document: 'api.json', output: 'out', ...value }),
      });
    const optionsKept = (): unknown => {
      const lock = readFileSync(join(cwd, 'out', lockFile), 'utf8');
      // Written by a run of ours.
      return (JSON.parse(lock) as { options: unknown }).options;
    };
    put(cwd, { 'api.json': pets });
    config({});
    const flags = ['--filter', 'tag:pets', '--limit', 'depth=50', '--limit', 'files=3'];
    assert.equal((await runHere(flags, cwd)).exitCode, 0);
    assert.deepEqual(optionsKept(), { filter: ['tag:pets'], limits: { depth: 50, files: 3 } });
    config({ filter: ['!tag:pets'], limits: { depth: 60 } });
    assert.equal((await runHere([], cwd)).exitCode, 0);
    assert.deepEqual(toolsOf(join(cwd, 'out')), ['addPet']);
    assert.deepEqual(optionsKept(), { limits: { files: 3 } });
    // A flag above the configuration counts once.
    await runHere(['--filter', 'tag:pets', '--limit', 'depth=70'], cwd);
    assert.deepEqual(toolsOf(join(cwd, 'out')), ['listPets']);
    assert.deepEqual(optionsKept(), { limits: { files: 3 } });
    config({});
    const { result } = await runHere([], cwd);
    assert.match(result, /\nas in the last run: --limit\n/);
    assert.deepEqual(toolsOf(join(cwd, 'out')), ['listPets', 'addPet']);
    assert.deepEqual(optionsKept(), { limits: { files: 3 } });
  });

  test('is how clients prove who they are, until another way is chosen', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': pets });
    const accessOf = (): unknown =>
      // Written by a run of ours.
      (JSON.parse(readFileSync(join(cwd, 'out/generated/manifest.json'), 'utf8')) as { access?: unknown })
        .access;
    const dependencies = (): readonly string[] =>
      Object.keys(
        // Written by a run of ours.
        (JSON.parse(readFileSync(join(cwd, 'out/package.json'), 'utf8')) as { dependencies: object })
          .dependencies,
      );
    await runHere(['api.json', '-o', 'out'], cwd);
    assert.equal(accessOf(), undefined);
    assert.ok(!dependencies().includes('jose'));
    assert.equal((await runHere(['-o', 'out', '--auth', 'oauth'], cwd)).exitCode, 0);
    assert.deepEqual(accessOf(), { auth: 'oauth' });
    assert.ok(['jose', 'oauth4webapi'].every((name) => dependencies().includes(name)));
    const again = await runHere(['-o', 'out'], cwd);
    assert.match(again.result, /\nas in the last run: --auth\n/);
    assert.deepEqual(accessOf(), { auth: 'oauth' });
    put(cwd, { 'c.json': '{ "server": { "auth": "bearer" } }' });
    await runHere(['-o', 'out', '-c', 'c.json'], cwd);
    assert.deepEqual(accessOf(), { auth: 'bearer' });
    await runHere(['-o', 'out', '-c', 'c.json', '--auth', 'none'], cwd);
    assert.deepEqual(accessOf(), { auth: 'none' });
  });

  const others: readonly [of: string, args: readonly string[], isSaid: boolean][] = [
    ['another document', ['other.json'], true],
    ['another document that is looked at', ['inspect', 'other.json'], true],
    ['its own document', ['api.json'], false],
    ['its own document, named in another way', ['./api.json'], false],
    ['no document', [], false],
  ];
  for (const [of, args, isSaid] of others) {
    test(`${isSaid ? 'is said to be for its document' : 'is no riddle'} where the command line names ${of}`, async (t) => {
      const cwd = scratch(t);
      const operations = { listCats: { include: false } };
      put(cwd, {
        'api.json': documentOf('/pets'),
        'other.json': documentOf('/pets'),
        'openapi2mcp.config.json': JSON.stringify({ document: 'api.json', operations }),
      });
      const { exitCode, talk } = await runHere(args, cwd);
      assert.equal(exitCode, 2);
      assert.match(talk, /\[unknown-operation-setting\]/);
      const said = /^The configuration is for api\.json; `--config=` leaves it aside\.$/m.test(talk);
      assert.equal(said, isSaid, talk);
    });
  }

  test('holds no header', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    const { exitCode, result, talk } = await runHere(
      ['api.json', '--header', 'X-Key: s3cret', '--json', '--verbose'],
      cwd,
    );
    assert.equal(exitCode, 0);
    assert.doesNotMatch(JSON.stringify(snapshot(cwd)) + result + talk, /s3cret/);
  });
});
