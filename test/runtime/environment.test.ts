import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { HelpRequest, loadEnvironment, readHttpSettings } from '../../src/runtime/environment.js';
import { SettingError, variableText, variableTextSync } from '../../src/runtime/settings.js';
import { madeTool } from './made-manifest.js';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

suite('HTTP settings', () => {
  const cases: readonly [
    of: string,
    flags: readonly string[],
    environment: Record<string, string>,
    expected: object,
  ][] = [
    ['have defaults', [], {}, { host: '127.0.0.1', port: 3000, path: '/mcp' }],
    [
      'come from variables',
      [],
      { HOST: 'localhost', PORT: '0', MCP_PATH: '/api/mcp' },
      { host: 'localhost', port: 0, path: '/api/mcp' },
    ],
    [
      'come from flags first',
      ['--host=::1', '--port', '81', '--path', '/x'],
      { HOST: 'localhost', PORT: '80', MCP_PATH: '/y' },
      { host: '::1', port: 81, path: '/x' },
    ],
    [
      'take an empty variable as not set',
      [],
      { HOST: '', PORT: ' ', MCP_PATH: '' },
      { host: '127.0.0.1', port: 3000, path: '/mcp' },
    ],
  ];
  for (const [of, flags, environment, expected] of cases) {
    test(of, () => {
      const { host, port, path } = readHttpSettings(flags, environment);
      assert.deepEqual({ host, port, path }, expected);
    });
  }

  test('give the longest call of all tools its time', () => {
    const environment = { MCP_UPSTREAM_TIMEOUT_MS: '20000' };
    const tools = [30_000, 70_000, 5].map((timeoutMs) => madeTool({ name: `tool${timeoutMs}`, timeoutMs }));
    assert.equal(readHttpSettings([], environment).upstreamTimeoutMs, 20_000);
    assert.equal(readHttpSettings([], environment, { tools }).upstreamTimeoutMs, 70_000);
    assert.equal(readHttpSettings([], {}, { tools: [] }).upstreamTimeoutMs, 30_000);
  });

  test('allow the names of this machine, and those that are listed', () => {
    const settings = readHttpSettings([], {
      MCP_ALLOWED_HOSTS: 'MCP.Example.com, 10.0.0.1:8080,::1',
      MCP_ALLOWED_ORIGINS: 'https://App.example.com:8443/,pages.example.com',
    });
    assert.deepEqual(new Set(settings.allowedHosts), new Set([...loopback, 'mcp.example.com', '10.0.0.1']));
    assert.deepEqual(
      new Set(settings.allowedOrigins),
      new Set([...loopback, 'https://app.example.com:8443', 'pages.example.com']),
    );
  });

  test('allow no local pages on a public address', () => {
    const { allowedOrigins, allowedHosts } = readHttpSettings(['--host', '0.0.0.0', '--i-know-no-auth'], {});
    assert.deepEqual(allowedOrigins, []);
    assert.deepEqual(allowedHosts, [...loopback, '0.0.0.0']);
  });

  const refused: readonly [flags: readonly string[], environment: Record<string, string>, message: RegExp][] =
    [
      [['--host', '0.0.0.0'], {}, /--i-know-no-auth/],
      [['--host', '::'], {}, /--i-know-no-auth/],
      [[], { HOST: '192.168.1.5' }, /--i-know-no-auth/],
      [['--host', 'localhost.example.com'], {}, /--i-know-no-auth/],
      [['--host', 'a b'], {}, /no host name/],
      [['--port', '70000'], {}, /whole number from 0 to 65535/],
      [['--port', '3e3'], {}, /whole number/],
      [[], { PORT: '-1' }, /whole number/],
      [['--path', 'mcp'], {}, /must start with/],
      [[], { MCP_PATH: '/a b' }, /'\/a b' may hold letters/],
      [[], { MCP_PATH: '/a?b' }, /'\/a\?b' may hold letters/],
      [[], { MCP_PATH: '/é' }, /'\/é' may hold letters/],
      [[], { MCP_PATH: '//x' }, /single slashes/],
      [['--path', '/a//'], {}, /single slashes/],
      [['--colour'], {}, /--colour.*Flags: --host/s],
      [['stray'], {}, /Flags: --host/],
      [[], { MCP_AUTH: 'oauth' }, /set MCP_ISSUER/],
      [['--i-know-no-auth'], { MCP_AUTH: 'bearer' }, /set MCP_TOKENS/],
      [[], { MCP_ALLOWED_HOSTS: 'a,b/c' }, /MCP_ALLOWED_HOSTS holds 'b\/c'/],
      [[], { MCP_ALLOWED_ORIGINS: 'null', HOST: 'x://y' }, /no host name/],
      [[], { MCP_ALLOWED_ORIGINS: 'https://a.example, null' }, /MCP_ALLOWED_ORIGINS holds 'null'/],
      [[], { MCP_ALLOWED_ORIGINS: 'file:///x' }, /MCP_ALLOWED_ORIGINS/],
    ];
  for (const [flags, environment, message] of refused) {
    test(`refuse ${JSON.stringify(flags)} with ${JSON.stringify(environment)}`, () => {
      assert.throws(
        () => readHttpSettings(flags, environment),
        (error) => error instanceof SettingError && message.test(error.message),
      );
    });
  }

  test('may end with a slash, or be nothing else', () => {
    for (const path of ['/', '/a/b/']) assert.equal(readHttpSettings(['--path', path], {}).path, path);
  });

  test('are told on demand', () => {
    const wanted = (error: unknown) => error instanceof HelpRequest && /--port \(PORT\)/.test(error.message);
    assert.throws(() => readHttpSettings(['--help'], {}), wanted);
  });

  test('accept MCP_AUTH=none', () => assert.equal(readHttpSettings([], { MCP_AUTH: 'none' }).port, 3000));
});

suite('.env', () => {
  test('adds variables, and the real ones win', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    try {
      await writeFile(join(folder, '.env'), 'RUNTIME_TEST_ONE=file\nRUNTIME_TEST_TWO=file\n');
      process.env['RUNTIME_TEST_TWO'] = 'real';
      const environment = loadEnvironment(pathToFileURL(join(folder, '.env')));
      assert.equal(environment['RUNTIME_TEST_ONE'], 'file');
      assert.equal(environment['RUNTIME_TEST_TWO'], 'real');
    } finally {
      delete process.env['RUNTIME_TEST_ONE'];
      delete process.env['RUNTIME_TEST_TWO'];
      await rm(folder, { recursive: true });
    }
  });

  test('names files relative to its folder, and the real ones to the working directory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const names = ['REL', 'UP', 'ABSOLUTE', 'REAL'].map((name) => `RUNTIME_TEST_${name}`);
    const beside = join(folder, 'beside.txt');
    const values = ['secrets/key.txt', '../up/.env', beside, relative(process.cwd(), beside)];
    const env = join(folder, 'up/.env');
    try {
      await mkdir(join(folder, 'up/secrets'), { recursive: true });
      await writeFile(join(folder, 'up/secrets/key.txt'), 'key');
      await writeFile(beside, 'beside');
      const lines = names.map((name, at) => `${name}_FILE=${values[at]}\n`);
      await writeFile(env, lines.join(''));
      process.env['RUNTIME_TEST_REAL_FILE'] = values[3];
      const environment = loadEnvironment(pathToFileURL(env));
      const wanted = ['key', lines.join('').trimEnd(), 'beside', 'beside'];
      for (const known of [environment, { ...environment }]) {
        assert.deepEqual(await Promise.all(names.map((name) => variableText(known, name))), wanted);
        assert.deepEqual(
          names.map((name) => variableTextSync(known, name)),
          wanted,
        );
      }
    } finally {
      for (const name of names) delete process.env[`${name}_FILE`];
      await rm(folder, { recursive: true });
    }
  });

  test('keeps a value as it stands where its name alone ends like that of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    try {
      await writeFile(
        join(folder, '.env'),
        "RUNTIME_TEST_TEMPLATE_FILE=invoice.docx\nRUNTIME_TEST_B_FILE=' '\n",
      );
      const environment = loadEnvironment(pathToFileURL(join(folder, '.env')));
      assert.equal(environment['RUNTIME_TEST_TEMPLATE_FILE'], 'invoice.docx');
      assert.equal(await variableText(environment, 'RUNTIME_TEST_TEMPLATE_FILE'), 'invoice.docx');
      assert.equal(await variableText(environment, 'RUNTIME_TEST_B'), undefined);
    } finally {
      for (const name of ['TEMPLATE', 'B']) delete process.env[`RUNTIME_TEST_${name}_FILE`];
      await rm(folder, { recursive: true });
    }
  });

  test('is read where an editor has put a mark before its first variable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    try {
      await writeFile(join(folder, '.env'), '\uFEFFRUNTIME_TEST_FIRST=1\r\nRUNTIME_TEST_SECOND=2\r\n');
      const environment = loadEnvironment(pathToFileURL(join(folder, '.env')));
      assert.equal(environment['RUNTIME_TEST_FIRST'], '1');
      assert.equal(environment['RUNTIME_TEST_SECOND'], '2');
    } finally {
      for (const name of ['FIRST', 'SECOND']) delete process.env[`RUNTIME_TEST_${name}`];
      await rm(folder, { recursive: true });
    }
  });

  test('is refused where none of its variables could be found', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const file = pathToFileURL(join(folder, '.env'));
    try {
      await writeFile(file, '\uFEFFRUNTIME_TEST_WIDE=1\n', 'utf16le');
      assert.throws(() => loadEnvironment(file), new SettingError('The file .env is not written in UTF-8.'));
      await rm(file);
      await mkdir(file);
      assert.throws(() => loadEnvironment(file), new SettingError('The file .env cannot be read.'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('need not exist', () => assert.equal(loadEnvironment(new URL('file:///nowhere/.env')), process.env));
});
