import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { put, scratch, snapshot } from '../write/scratch.js';
import { runHere } from './command-line.js';

/** One tool that openai-strict refuses and gemini likes less; otherwise nothing is wrong with it. */
const good = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'Lists all orders that the shop has taken.',
        parameters: [{ name: 'state', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: 'Read.' } },
      },
    },
  },
};
const warned = { ...good, servers: [{ url: 'http://api.example.com' }] };

suite('lint', () => {
  test('finds nothing where nothing is wrong, and writes nothing', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(good) });
    const before = snapshot(cwd);
    assert.deepEqual(await runHere(['lint', 'api.json', '--strict'], cwd), {
      exitCode: 0,
      result: 'nothing found; hosts: claude, openai, vscode, cursor, gemini\n',
      talk: '',
    });
    assert.deepEqual(snapshot(cwd), before);
  });

  const exits: readonly [of: string, document: object, args: readonly string[], expected: number][] = [
    ['a warning', warned, [], 0],
    ['a warning under --strict', warned, ['--strict'], 1],
    ['an error', { ...good, paths: {} }, [], 1],
    ['no document', {}, [], 1],
    ['a host that refuses', good, ['--hosts', 'openai-strict'], 0],
    ['a host that refuses under --strict', good, ['--hosts', 'openai-strict', '--strict'], 1],
    ['a host that works worse under --strict', good, ['--hosts', 'gemini', '--strict'], 0],
    ['an unknown host', good, ['--hosts', 'openai,gemni'], 2],
  ];
  for (const [of, document, args, expected] of exits) {
    test(`ends with ${expected} at ${of}`, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'api.json': JSON.stringify(document) });
      assert.equal((await runHere(['lint', 'api.json', ...args], cwd)).exitCode, expected);
    });
  }

  test('takes --strict from the configuration', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(warned), 'openapi2mcp.config.json': '{"strict":true}' });
    assert.equal((await runHere(['lint', 'api.json'], cwd)).exitCode, 1);
  });

  test('tells what a host is against once for all tools', async (t) => {
    const cwd = scratch(t);
    const paths = {
      ...good.paths,
      '/bills': { get: { ...good.paths['/orders'].get, operationId: 'listBills' } },
    };
    put(cwd, { 'api.json': JSON.stringify({ ...good, paths }) });
    const { result } = await runHere(['lint', 'api.json', '--hosts', 'openai-strict,gemini'], cwd);
    assert.match(result, /openai-strict refuses 2 tools, such as 'listOrders': .* \[host-refuses\]/);
    assert.match(result, /gemini works worse with 2 tools, such as 'listOrders': .* \[host-works-worse\]/);
    assert.match(result, /; hosts: openai-strict, gemini\n$/);
  });

  test('takes --hosts several times', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(good) });
    const { result } = await runHere(['lint', 'api.json', '--hosts', 'claude', '--hosts', 'gemini,n8n'], cwd);
    assert.match(result, /; hosts: claude, gemini, n8n\n$/);
    const { talk } = await runHere(['lint', 'api.json', '--hosts=', '--hosts', 'gemini'], cwd);
    assert.match(talk, /--hosts: it needs a value\./);
  });

  test('tells names that are served too long, and how long they may be', async (t) => {
    const cwd = scratch(t);
    const { get } = good.paths['/orders'];
    const operationId = 'listEveryOrderThatIsThereAndEveryOneThatMightComeSomeDay';
    put(cwd, {
      'api.json': JSON.stringify({ ...good, paths: { '/orders': { get: { ...get, operationId } } } }),
    });
    const { result } = await runHere(['lint', 'api.json'], cwd);
    assert.match(result, /53 are left to a tool's own name .* \[long-served-names\]/);
    const { result: named } = await runHere(['lint', 'api.json', '--hosts', 'claude'], cwd);
    assert.match(named, /`tools\.maxToolNameLength: 53` .* \[host-works-worse\]/);
    assert.doesNotMatch(named, /long-served-names/);
  });

  for (const [ending, text] of [
    ['json', '{'],
    ['yaml', 'a: ['],
  ] as const) {
    for (const command of ['lint', 'inspect', 'generate']) {
      test(`a configuration in broken ${ending} is a matter of usage for ${command}`, async (t) => {
        const cwd = scratch(t);
        put(cwd, { 'api.json': JSON.stringify(good), [`c.${ending}`]: text });
        const { exitCode } = await runHere([command, 'api.json', '-c', `c.${ending}`], cwd);
        assert.equal(exitCode, 2);
      });
    }
  }

  test('holds tools against every host for --hosts all', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(good) });
    const { result } = await runHere(['lint', 'api.json', '--hosts', 'all'], cwd);
    assert.match(result, /hosts: .*claude, .*kimi/);
  });

  test('asks whether another host was meant', async (t) => {
    const cwd = scratch(t);
    const { talk } = await runHere(['lint', 'api.json', '--hosts', 'gemni'], cwd);
    assert.match(talk, /there is no host 'gemni'; did you mean gemini\? \[invalid-option\]/);
    const { talk: other } = await runHere(['lint', 'api.json', '--hosts', 'constructor'], cwd);
    assert.match(other, /there is no host 'constructor'; they are mcp, claude, /);
  });

  test('--quiet prints errors only', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(warned) });
    const { result, talk } = await runHere(['lint', 'api.json', '--quiet'], cwd);
    assert.deepEqual({ result, talk }, { result: '', talk: '' });
  });

  test('--quiet prints the warnings that stop it under --strict', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(warned) });
    const { result, exitCode } = await runHere(['lint', 'api.json', '--quiet', '--strict'], cwd);
    assert.equal(exitCode, 1);
    assert.match(result, /^api\.json:1:\d+: warning: .* \[unusable-server-url\]\n/);
  });

  test('counts what needs no change, and tells it for --verbose', async (t) => {
    const cwd = scratch(t);
    const { get } = good.paths['/orders'];
    const parameters = [{ name: 'state', in: 'query', schema: { type: 'string', format: 'state' } }];
    const paths = {
      '/orders': { get: { ...get, operationId: 'orders/list', parameters } },
      '/bills': { get: { ...get, operationId: 'bills/list' } },
    };
    put(cwd, { 'api.json': JSON.stringify({ ...good, paths }) });
    const { result } = await runHere(['lint', 'api.json'], cwd);
    assert.equal(
      result,
      "2 tool names are made from ids ('orders/list' is 'orders_list')\n" +
        '1 note (--verbose shows them)\n' +
        'nothing found; hosts: claude, openai, vscode, cursor, gemini\n',
    );
    const { result: all } = await runHere(['lint', 'api.json', '--verbose'], cwd);
    assert.match(all, /\[tool-name-made\]/);
    assert.match(all, /\[unknown-format\]/);
    assert.match(all, /\n3 notes; hosts: /);
  });

  test('--json prints one object with the exit code and every finding', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': JSON.stringify(warned) });
    const { result, talk, exitCode } = await runHere(['lint', 'api.json', '--json', '--strict'], cwd);
    // Printed by the run above.
    const told = JSON.parse(result) as { readonly findings: readonly object[] };
    assert.deepEqual(
      { talk, exitCode, keys: Object.keys(told) },
      { talk: '', exitCode: 1, keys: ['exitCode', 'findings'] },
    );
    assert.deepEqual(
      told.findings.map((finding) => Object.keys(finding)),
      [['severity', 'code', 'message', 'help', 'file', 'line', 'column', 'pointer']],
    );
  });
});
