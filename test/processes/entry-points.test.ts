import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { eras } from '../runtime/mcp-client.js';

const manifest = madeManifest(
  [
    madeTool({
      name: 'listBoats',
      request: {
        method: 'GET',
        path: '/boats',
        parameters: [],
        accept: ['application/json'],
        security: [{ key: [] }],
      },
    }),
    madeTool({
      name: 'stall',
      request: { method: 'GET', path: '/stall', parameters: [], accept: [], security: [] },
    }),
  ],
  { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'BOATS_KEY' } } } },
);

let project: BuiltProject;
let api: Server;
let baseUrl: string;
const children: ChildProcessWithoutNullStreams[] = [];

before(async () => {
  project = await buildProject(manifest);
  api = createServer((request, response) => {
    if (request.url === '/stall') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ key: request.headers['x-key'] === 'sesame' }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  await project.write('.env', 'BOATS_KEY=sesame\nBOATS_BASE_URL=http://127.0.0.1:9\n');
});

after(async () => {
  for (const child of children) child.kill('SIGKILL');
  api.closeAllConnections();
  api.close();
  await project.remove();
});

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exit: Promise<{ readonly code: number | null; readonly at: number }>;
}

function run(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, [join(project.folder, 'dist', script), ...args], {
    env: { PATH: process.env['PATH'], BOATS_BASE_URL: baseUrl, ...env },
  });
  children.push(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number | null, at: performance.now() }));
  return { child, stdout: () => stdout, stderr: () => stderr, exit };
}

function write(child: ChildProcessWithoutNullStreams, ...messages: readonly object[]): void {
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const missing = 'missing: BOATS_KEY (see .env.example); tools that need them will fail.';

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (holds()) return;
    await delay(20);
  }
  assert.fail('waited in vain');
}

suite('stdio', () => {
  for (const era of eras) {
    test(`serves the SDK’s client with ${era}, with credentials from .env`, async () => {
      const mode = era === '2025-11-25' ? 'legacy' : 'auto';
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [join(project.folder, 'dist/stdio.js')],
          env: { BOATS_BASE_URL: baseUrl },
        }),
      );
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        ['listBoats', 'stall'],
      );
      assert.deepEqual((await client.callTool({ name: 'listBoats' })).structuredContent, { key: true });
      assert.equal((await client.listResources()).resources.length, 1);
      await client.close();
    });
  }

  test('ends with its input, with status 0, though a call is open (stdio "Shutdown")', async () => {
    const { child, stdout, exit } = run('stdio.js');
    write(
      child,
      initialize,
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'stall' } },
    );
    await until(() => stdout().includes('"id":1'));
    await delay(300);
    const closed = performance.now();
    child.stdin.end();
    const { code, at } = await exit;
    assert.equal(code, 0);
    assert.ok(at - closed < 1_000, `${at - closed} ms`);
  });

  test('ends with its input whatever hand-written code still waits for', async () => {
    await project.write('src/overrides.ts', 'setInterval(() => {}, 1000);\nexport const overrides = [];\n');
    try {
      const { child, exit } = run('stdio.js');
      await delay(500);
      const closed = performance.now();
      child.stdin.end();
      const { code, at } = await exit;
      assert.equal(code, 0);
      assert.ok(at - closed < 5_000, `${at - closed} ms`);
    } finally {
      await project.write('src/overrides.ts', 'export const overrides = [];\n');
    }
  });

  test('answers what came before the end of its input', async () => {
    const { child, stdout, exit } = run('stdio.js');
    write(child, initialize, { method: 'notifications/initialized' }, { id: 2, method: 'tools/list' });
    child.stdin.end();
    assert.equal((await exit).code, 0);
    assert.match(stdout(), /"id":2/);
  });

  test('carries messages alone, whatever is printed (stdio)', async () => {
    await project.write(
      'src/overrides.ts',
      [
        "import { override } from './runtime/tool.js';",
        "console.log('at import');",
        "export const overrides = [override({ name: 'listBoats' }, async (input, call) => {",
        "  console.log('a log'); console.info('an info'); console.table([1]); process.stdout.write('a write\\n');",
        '  return call(input);',
        '})];',
      ].join('\n'),
    );
    try {
      const { child, stdout, stderr, exit } = run('stdio.js');
      write(
        child,
        initialize,
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/call', params: { name: 'listBoats' } },
      );
      await until(() => stdout().includes('"id":2'));
      child.stdin.end();
      await exit;
      for (const line of stdout().trimEnd().split('\n'))
        assert.equal((JSON.parse(line) as { jsonrpc: string }).jsonrpc, '2.0');
      for (const text of ['at import', 'a log', 'an info', 'a write'])
        assert.ok(stderr().includes(text), text);
    } finally {
      await project.write('src/overrides.ts', 'export const overrides = [];\n');
    }
  });

  test('dies of an exception that nobody caught, and says so in one line without its message', async () => {
    await project.write(
      'src/overrides.ts',
      "setTimeout(() => { throw new Error('key k-123'); }, 10);\nexport const overrides = [];\n",
    );
    try {
      const { exit, stderr } = run('stdio.js');
      assert.equal((await exit).code, 1);
      assert.match(stderr(), /^uncaughtException: Error at [^\n]*\n$/);
      assert.ok(!stderr().includes('k-123'));
    } finally {
      await project.write('src/overrides.ts', 'export const overrides = [];\n');
    }
  });

  test('ends with 1, and says why, where a message is too long', async () => {
    const { child, exit, stderr } = run('stdio.js');
    child.stdin.on('error', () => undefined);
    write(child, initialize, { id: 2, method: 'ping', params: { text: 'x'.repeat(11 * 1024 * 1024) } });
    assert.equal((await exit).code, 1);
    assert.equal(stderr(), 'A message on stdin is over 10485760 bytes: the server stops.\n');
  });

  for (const line of ['{"jsonrpc":', '[]', '{"jsonrpc":"2.0","id":7,"method":"ping","params":["secret"]}']) {
    test(`says that it leaves out ${line}, and goes on`, async () => {
      const { child, exit, stdout, stderr } = run('stdio.js');
      write(child, initialize);
      child.stdin.write(`${line}\n`);
      write(child, { id: 2, method: 'ping' });
      await until(() => stdout().includes('"id":2'));
      child.stdin.end();
      assert.equal((await exit).code, 0);
      assert.equal(stderr(), 'A line on stdin is no JSON-RPC message: it is left out.\n');
    });
  }

  test('says on stderr which settings are missing', async () => {
    const { child, exit, stdout, stderr } = run('stdio.js', [], { BOATS_KEY: ' ' });
    child.stdin.end();
    assert.equal((await exit).code, 0);
    assert.deepEqual([stdout(), stderr()], ['', `${missing}\n`]);
  });

  test('takes no arguments', async () => {
    const { exit, stderr } = run('stdio.js', ['--port', '1']);
    assert.equal((await exit).code, 2);
    assert.match(stderr(), /^This server takes no arguments [^\n]*\n$/);
  });

  test('refuses a setting that it cannot use', async () => {
    const { exit, stderr } = run('stdio.js', [], { MCP_UPSTREAM_TIMEOUT_MS: 'soon' });
    assert.equal((await exit).code, 2);
    assert.match(stderr(), /^MCP_UPSTREAM_TIMEOUT_MS is 'soon'; it must be [^\n]*\n$/);
  });
});

suite('HTTP', () => {
  const started = async (env: Readonly<Record<string, string>> = {}) => {
    const server = run('http.js', ['--port', '0'], env);
    await until(() => server.stderr().includes('Listening on'));
    const [, url = ''] = /^Listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n$/.exec(server.stderr()) ?? [];
    return { ...server, url };
  };

  for (const era of eras) {
    test(`serves the SDK’s client with ${era}`, async () => {
      const { url, child } = await started();
      const mode = era === '2025-11-25' ? 'legacy' : 'auto';
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      assert.deepEqual((await client.callTool({ name: 'listBoats' })).structuredContent, { key: true });
      await client.close();
      child.kill('SIGTERM');
    });
  }

  test('says on stderr which settings are missing', async () => {
    const { child, stderr } = await started({ BOATS_KEY: ' ' });
    assert.ok(stderr().startsWith(`${missing}\nListening on `), stderr());
    child.kill('SIGTERM');
  });

  test('tells its flags on stdout', async () => {
    const { exit, stdout, stderr } = run('http.js', ['--help']);
    assert.equal((await exit).code, 0);
    assert.match(stdout(), /--host \(HOST\)/);
    assert.equal(stderr(), '');
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`ends with status 0 on ${signal}, and at once on a second one`, async () => {
      const quiet = await started();
      quiet.child.kill(signal);
      assert.equal((await quiet.exit).code, 0);

      const busy = await started();
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(busy.url)));
      client.callTool({ name: 'stall' }).catch(() => undefined);
      await delay(300);
      busy.child.kill(signal);
      await delay(300);
      assert.equal(busy.child.exitCode, null, 'it waits for the call');
      busy.child.kill(signal);
      assert.equal((await busy.exit).code, 1);
    });
  }

  const refused: readonly [
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    message: RegExp,
  ][] = [
    [['--host', '0.0.0.0'], {}, /--i-know-no-auth/],
    [[], { MCP_AUTH: 'oauth' }, /MCP_AUTH/],
    [['--nonsense'], {}, /--nonsense/],
  ];
  for (const [args, env, message] of refused) {
    test(`does not start with ${JSON.stringify(args)} and ${JSON.stringify(env)}`, async () => {
      const { exit, stderr, stdout } = run('http.js', args, env);
      assert.equal((await exit).code, 2);
      assert.match(stderr(), message);
      assert.equal(stderr().trimEnd().split('\n').length, 1);
      assert.equal(stdout(), '');
    });
  }
});
