import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { put, scratch, snapshot } from '../write/scratch.js';
import { runHere } from './command-line.js';

/** An operation with little to say. */
function operation(summary: string, more: object = {}): object {
  return { summary, responses: { 200: { description: 'Done.' } }, ...more };
}

const pathParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** A document with findings at an operation, at a path, and at the whole. */
const petshop = {
  openapi: '3.1.0',
  info: { title: 'Petshop', version: '1' },
  servers: [{ url: 'http://api.example.com' }],
  paths: {
    '/pets': {
      get: operation('Lists all pets of the shop', { operationId: 'listPets', tags: ['pets'] }),
      post: operation('Adds a pet to the shop', {
        operationId: 'addPet',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      }),
    },
    '/pets/{id}': {
      parameters: [pathParameter, { name: 'mood', in: 'query', style: 'nonsense', schema: {} }],
      get: operation('Finds a pet of the shop by its id'),
      delete: operation('Deletes a pet of the shop for good', { 'x-internal': true }),
      put: operation('Replaces a pet of the shop', { operationId: 'replacePet' }),
    },
  },
};

interface Told {
  readonly exitCode: number;
  readonly tools: readonly {
    readonly name: string;
    readonly findings: readonly { readonly code: string }[];
    readonly tokens: number;
  }[];
  readonly totals: Readonly<Record<string, unknown>>;
  readonly findings: readonly { readonly code: string }[];
}

suite('inspect', () => {
  test('shows a line per tool in document order, and writes nothing', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    const before = snapshot(cwd);
    const { exitCode, result, talk } = await runHere(['inspect', 'api.json'], cwd);
    assert.deepEqual({ exitCode, talk }, { exitCode: 0, talk: '' });
    const rows = result
      .split('\n')
      .map((line) => line.replaceAll(/ {2,}/g, ' | ').replaceAll(/[\d,]+/g, '0'));
    assert.deepEqual(rows.slice(0, 6), [
      'tool | method | path | group | hints | ≈tokens | findings',
      'listPets | GET | /pets | pets | r | 0',
      'addPet | POST | /pets | w | 0',
      'get_pets_by_id | GET | /pets/{id} | r | 0 | 0',
      'replacePet | PUT | /pets/{id} | wdi | 0 | 0',
      '',
    ]);
    assert.match(
      result,
      /^4 tools from 5 operations \(1 left out\), ≈\d+ tokens when listed; the largest is /m,
    );
    assert.deepEqual(snapshot(cwd), before);
  });

  test('tells of each code how often, of which tools, where and what to do', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop, null, 2) });
    const { result } = await runHere(['inspect', 'api.json'], cwd);
    assert.match(
      result,
      /^1 × unsupported-parameter-style, warning {2}\(get_pets_by_id, replacePet\)\n {4}api\.json:\d+:\d+: Parameter 'mood'[^]*?\n {4}→ Set `style`/m,
    );
    assert.match(result, /^1 × unusable-server-url, warning\n/m);
    assert.match(
      result,
      /^next: openapi2mcp inspect api\.json --tool \w+\n {2}or: openapi2mcp generate api\.json$/m,
    );
  });

  test('is as wide as the terminal, and no wider', async (t) => {
    const cwd = scratch(t);
    const path = `/${'very-'.repeat(20)}long/{id}`;
    const paths = {
      [path]: { get: operation('Gets it', { tags: ['A group of many words'], parameters: [pathParameter] }) },
    };
    put(cwd, { 'api.json': JSON.stringify({ ...petshop, paths }) });
    const cases: readonly [columns: number | undefined, expected: number][] = [
      [undefined, 100],
      [140, 140],
      [72, 72],
      [20, 60],
    ];
    for (const [columns, expected] of cases) {
      const { result } = await runHere(['inspect', 'api.json'], cwd, '', columns);
      const [head = '', row = ''] = result.split('\n');
      assert.equal(Math.max(head.length, row.length), expected, `${columns}`);
      // Path and group keep a fair width, and then the name has what it needs: it is copied from the table.
      assert.match(
        row,
        expected >= 140 ? /^get_very[^…]*_[\da-f]{6} {2}GET {2,}\/ve.*…/ : /^get_.*….* {2}GET {2,}\/.{4,}…/,
      );
      // A name is never broken, nor a command.
      const long = result.split('\n').filter((line) => line.length > Math.max(expected, 72));
      assert.deepEqual(
        long.filter((line) => !/^(?:next| {2}or):/.test(line)),
        [],
      );
    }
  });

  test('has no column for what no tool has', async (t) => {
    const cwd = scratch(t);
    const paths = { '/pets': { get: operation('Lists the pets of a shop') } };
    put(cwd, { 'api.json': JSON.stringify({ ...petshop, paths }) });
    const { result } = await runHere(['inspect', 'api.json'], cwd);
    assert.match(result, /^tool +method +path +hints +≈tokens\n/);
  });

  test('says what is over budget', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api.json': JSON.stringify(petshop),
      'openapi2mcp.config.json': '{"tools":{"budgets":{"tools":3,"toolTokens":1,"descriptionCharacters":5}}}',
    });
    const { result } = await runHere(['inspect', 'api.json'], cwd);
    assert.match(
      result.replaceAll('\n', ' '),
      /over budget: 4 tools of 3 \(choose operations with --filter, or raise `tools\.budgets`\) /,
    );
    assert.match(result, /^4 × tool-over-budget, warning /m);
    // That has been said.
    assert.doesNotMatch(result, /list-over-budget/);
  });

  test('--verbose tells every finding at its place, and what was left out', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    const { result } = await runHere(['inspect', 'api.json', '--verbose'], cwd);
    assert.match(result, /^left out {2}DELETE \/pets\/\{id\} \(x-internal\)$/m);
    assert.match(result, /^api\.json:1:\d+: warning: .* \[unsupported-parameter-style\]$/m);
  });

  test('in a project takes what the last run took', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    await runHere(['api.json', '-o', 'out', '--filter', 'tag:pets'], cwd);
    const before = snapshot(cwd);
    const { exitCode, result } = await runHere(['inspect'], `${cwd}/out`);
    assert.equal(exitCode, 0);
    assert.match(result, /^1 tool from 5 operations \(4 left out\)/m);
    assert.deepEqual(snapshot(cwd), before);
  });

  test('takes no notice of what else lies in the folder that a project would have', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop), 'petshop-mcp/mine.txt': 'mine' });
    assert.equal((await runHere(['inspect', 'api.json'], cwd)).exitCode, 0);
  });
});

suite('inspect --tool', () => {
  const names: readonly [written: string, name: string][] = [
    ['listPets', 'listPets'],
    ['GET /pets', 'listPets'],
    ['get_pets_by_id', 'get_pets_by_id'],
    ['GET /pets/{id}', 'get_pets_by_id'],
    ['replacePet', 'replace'],
    ['swapPet', 'replace'],
  ];
  for (const [written, name] of names) {
    test(`finds '${written}'`, async (t) => {
      const cwd = scratch(t);
      const operations = { replacePet: { name: 'replace', aliases: ['swapPet'] } };
      put(cwd, {
        'api.json': JSON.stringify(petshop),
        'openapi2mcp.config.json': JSON.stringify({ operations }),
      });
      const { exitCode, result } = await runHere(['inspect', 'api.json', '--tool', written], cwd);
      assert.equal(exitCode, 0);
      assert.match(result, new RegExp(`^ {2}name +${name}$`, 'm'));
    });
  }

  test('shows it as a host sees it, with its request, costs and findings', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    const { result } = await runHere(['inspect', 'api.json', '--tool', 'replacePet'], cwd);
    const parts = [
      /^ {2}title +Replaces a pet of the shop$/m,
      /^ {2}annotations +\{.*"idempotentHint":true.*\}$/m,
      /^ {2}scopes +none: every client may call it$/m,
      /^description:\nReplaces a pet of the shop/m,
      /^inputSchema:\n\{\n {2}"type": "object",\n {2}"properties": \{\n {4}"id": \{/m,
      /^arguments → request:\n {2}id +path id \(simple\)\n {2}mood +query mood \(form\)$/m,
      /^ {2}whole tool +\d+ \(inputSchema: \d+ bytes\)$/m,
      /^findings:\napi\.json:1:\d+: warning: .* \[unsupported-parameter-style\]\n {4}Set/m,
    ];
    for (const part of parts) assert.match(result, part);
  });

  test('shows what a client needs, and what it sends without being asked', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api.json': JSON.stringify({
        ...petshop,
        components: {
          securitySchemes: { o: { type: 'oauth2', flows: {} }, k: { type: 'http', scheme: 'bearer' } },
        },
        security: [{ o: ['read', 'list'] }, { k: [] }],
      }),
      'openapi2mcp.config.json': JSON.stringify({
        server: { auth: 'oauth' },
        operations: {
          replacePet: { parameters: { id: { claim: 'pet' }, mood: { header: 'X-Mood' } } },
        },
      }),
    });
    const { result } = await runHere(['inspect', 'api.json', '--tool', 'replacePet'], cwd);
    assert.match(result, /^ {2}scopes +read list, or petshop:write$/m);
    assert.match(result, /^ {2}\(no argument\) +path id \(simple\) = claim 'pet' of the client's token$/m);
    assert.match(
      result,
      /^ {2}\(no argument\) +query mood \(form\) = header 'x-mood' of the client's request$/m,
    );
    const { result: printed } = await runHere(['inspect', 'api.json', '--tool', 'replacePet', '--json'], cwd);
    // Printed by the run above.
    const { tool } = JSON.parse(printed) as { readonly tool: Readonly<Record<string, unknown>> };
    assert.deepEqual(tool['scopes'], [['read', 'list'], ['petshop:write']]);
  });

  test('asks whether another one was meant', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    const { exitCode, result, talk } = await runHere(['inspect', 'api.json', '--tool', 'listPet'], cwd);
    assert.deepEqual({ exitCode, result }, { exitCode: 2, result: '' });
    assert.match(
      talk,
      /there is no tool 'listPet'; did you mean 'listPets'\? \[unknown-tool\]\n {4}`openapi2mcp inspect` lists/,
    );
  });

  for (const written of ['DELETE /pets/{id}', 'removePet', 'remove_pet']) {
    test(`says why there is no '${written}'`, async (t) => {
      const cwd = scratch(t);
      const { '/pets/{id}': item } = petshop.paths;
      const left = { ...item, delete: { ...item.delete, operationId: 'removePet' } };
      put(cwd, {
        'api.json': JSON.stringify({ ...petshop, paths: { ...petshop.paths, '/pets/{id}': left } }),
      });
      const { talk } = await runHere(['inspect', 'api.json', '--tool', written], cwd);
      assert.match(
        talk,
        /Option --tool: DELETE \/pets\/\{id\} is left out \(x-internal\)\. \[unknown-tool\]/,
      );
    });
  }

  test('counts what is found of the whole document, and lists what is of the tool', async (t) => {
    const cwd = scratch(t);
    const described = (id: string, formats: readonly string[]) =>
      operation('Lists what the shop has in store', {
        operationId: id,
        parameters: formats.map((format, at) => ({
          name: `p${at}`,
          in: 'query',
          schema: { type: 'string', format },
        })),
      });
    const paths = {
      '/a': { get: described('listA', ['own', 'own', 'shared']) },
      '/b': { get: described('listB', ['shared']) },
    };
    const document = { ...petshop, servers: [{ url: 'https://api.example.com' }], paths };
    put(cwd, { 'api.json': JSON.stringify(document) });
    const { result } = await runHere(['inspect', 'api.json', '--tool', 'listA'], cwd);
    const [, found = ''] = result.split('\nfindings:\n');
    assert.match(found, /'own' \(used 2 times\)[^]*\n {4}at api\.json:1:\d+, api\.json:1:\d+\n/);
    assert.doesNotMatch(found, /'shared'/);
    assert.match(found, /\n1 finding of the whole document: openapi2mcp inspect api\.json\n$/);
  });

  test('tells which parts of the arguments cost most, and which clients repeat in headers', async (t) => {
    const cwd = scratch(t);
    const text = (words: number) => ({ type: 'string', description: 'One more word. '.repeat(words) });
    const properties = {
      short: { ...text(1), 'x-mcp-header': 'Short' },
      long: text(9),
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, text(3)])),
    };
    const schema = { type: 'object', required: ['short'], properties };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const paths = { '/pets': { post: operation('Adds a pet', { operationId: 'addPet', requestBody }) } };
    put(cwd, { 'api.json': JSON.stringify({ ...petshop, paths }) });
    const { result } = await runHere(['inspect', 'api.json', '--tool', 'addPet'], cwd);
    assert.match(result, /^ {2}body\.short +mirrored in Mcp-Param-Short by clients of HTTP$/m);
    const [, costs = ''] = result.split('\ncosts most of inputSchema:\n');
    const rows = costs.split('\n\n')[0]?.split('\n') ?? [];
    assert.equal(rows.length, 5);
    assert.match(rows[0] ?? '', /^ {2}body\.long +\d+$/);
    assert.ok(rows.every((row) => !row.includes('body.short')));
  });

  test('shows words of a document without what a terminal acts on', async (t) => {
    const cwd = scratch(t);
    const pets = {
      get: operation('Lists \u001b[31mpets', {
        tags: ['a\u001b]0;b\u0007'],
        description: 'One\n\u009b1mtwo',
        parameters: [{ name: 'm\u001b[1m', in: 'query', style: 'nonsense', schema: {} }],
      }),
    };
    put(cwd, { 'api.json': JSON.stringify({ ...petshop, paths: { '/p\u001b[2J': pets } }) });
    for (const args of [[], ['--tool', 'GET /p\u001b[2J'], ['--verbose'], ['--json']]) {
      const { exitCode, result } = await runHere(['inspect', 'api.json', ...args], cwd);
      assert.equal(exitCode, 0);
      // eslint-disable-next-line no-control-regex -- controls are what this is about
      assert.doesNotMatch(result, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });
});

suite('inspect --json', () => {
  test('prints one object with all tools and findings', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    const { exitCode, result, talk } = await runHere(['inspect', 'api.json', '--json'], cwd);
    assert.deepEqual({ exitCode, talk }, { exitCode: 0, talk: '' });
    // Printed by the run above.
    const told = JSON.parse(result) as Told;
    assert.deepEqual(Object.keys(told), ['exitCode', 'server', 'tools', 'totals', 'leftOut', 'findings']);
    assert.deepEqual(
      told.tools.map(({ name, findings }) => [
        name,
        findings.some(({ code }) => code === 'unsupported-parameter-style'),
      ]),
      [
        ['listPets', false],
        ['addPet', false],
        ['get_pets_by_id', true],
        ['replacePet', true],
      ],
    );
    assert.ok(told.findings.some(({ code }) => code === 'unusable-server-url'));
    const tokens = told.tools.reduce((sum, tool) => sum + tool.tokens, 0);
    assert.deepEqual(told.totals, {
      operations: 5,
      tools: 4,
      tokens,
      tokensAreExact: false,
      overBudget: [],
    });
  });

  test('prints one tool in full', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(petshop) });
    const { result } = await runHere(['inspect', 'api.json', '--json', '--tool', 'listPets'], cwd);
    // Printed by the run above.
    const { tool } = JSON.parse(result) as { readonly tool: Readonly<Record<string, unknown>> };
    assert.deepEqual(
      [tool.name, tool.operationId, tool.method, tool.path, tool.group],
      ['listPets', 'listPets', 'GET', '/pets', 'pets'],
    );
    assert.deepEqual(tool.listed, {
      name: 'listPets',
      title: 'Lists all pets of the shop',
      description: 'Lists all pets of the shop',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { readOnlyHint: true },
    });
  });

  const failures: readonly [of: string, args: readonly string[], exitCode: number, code: string][] = [
    ['an unknown tool', ['api.json', '--tool', 'x'], 2, 'unknown-tool'],
    ['an unknown option', ['api.json', '--frobnicate'], 2, 'invalid-option'],
    ['no document', ['none.json'], 1, 'unreadable-document'],
  ];
  for (const [of, args, expected, code] of failures) {
    test(`prints findings alone for ${of}`, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'api.json': JSON.stringify(petshop) });
      const { exitCode, result, talk } = await runHere(['inspect', ...args, '--json'], cwd);
      assert.deepEqual({ exitCode, talk }, { exitCode: expected, talk: '' });
      // Printed by the run above.
      const told = JSON.parse(result) as Told;
      assert.deepEqual(
        [Object.keys(told), told.exitCode, told.findings.map((finding) => finding.code)],
        [['exitCode', 'findings'], expected, [code]],
      );
    });
  }
});

suite('inspect --tokens', () => {
  /** A tokenizer that counts characters, and refuses what stands for the end of a text as the real one does. */
  const tokenizer = {
    'node_modules/gpt-tokenizer/package.json':
      '{"name":"gpt-tokenizer","type":"module","exports":{"./encoding/o200k_base":"./o200k.js"}}',
    'node_modules/gpt-tokenizer/o200k.js':
      'export const countTokens = (text, { disallowedSpecial } = {}) => {\n' +
      "  if (disallowedSpecial?.size !== 0 && text.includes('<|endoftext|>')) throw new Error('special');\n" +
      '  return text.length;\n};\n',
  };
  const paths = { '/pets': { get: operation('Lists pets until <|endoftext|>') } };

  test('counts by the tokenizer that is installed in the current folder', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify({ ...petshop, paths }), ...tokenizer });
    const { exitCode, result } = await runHere(['inspect', 'api.json', '--tokens', '--json'], cwd);
    assert.equal(exitCode, 0);
    // Printed by the run above.
    const { tools, totals } = JSON.parse(result) as Told;
    const one = await runHere(['inspect', 'api.json', '--json', '--tool', 'get_pets'], cwd);
    // Printed by the run above.
    const { tool } = JSON.parse(one.result) as { readonly tool: { readonly listed: object } };
    assert.deepEqual([tools[0]?.tokens, totals.tokensAreExact], [JSON.stringify(tool.listed).length, true]);
    const { result: table } = await runHere(['inspect', 'api.json', '--tokens'], cwd);
    assert.match(table, /^tool.* tokens/);
    assert.doesNotMatch(table, /≈/);
  });
});
