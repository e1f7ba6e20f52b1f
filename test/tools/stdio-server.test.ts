import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openSession } from './mcp-session.js';
import { scratchFolder } from './projects.js';
import { startStdio, type StdioOptions, type StdioServer } from './stdio-server.js';

/** A server in a few lines that no library mends: it answers in two pages, echoes arguments and counts its input. */
const program = `
import { createInterface } from 'node:readline';
let chunks = 0;
process.stdin.on('data', () => { chunks += 1; });
const answers = {
  'server/discover': () => ({ supportedVersions: ['2026-07-28'] }),
  initialize: ({ protocolVersion }) => ({ protocolVersion: process.env.ANSWERED ?? protocolVersion }),
  'tools/list': ({ cursor }) => cursor === undefined
    ? { tools: [{ name: 'first', inputSchema: { type: 'object' } }], nextCursor: 'two' }
    : { tools: [{ name: 'second', inputSchema: { type: 'object' } }] },
  'tools/call': (params) => ({ params, chunks, env: Object.keys(process.env).sort() }),
};
console.error('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'exit') process.exit(params.status);
  if (answers[method] !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }));
}
if (process.env.LINGER !== undefined) setInterval(() => {}, 1000);
`;

const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-tests'));
const path = join(folder, 'server.mjs');
writeFileSync(path, program);

/** Starts that server for one test, and ends it with the test. */
function start(
  t: TestContext,
  environment: Readonly<Record<string, string>> = {},
  options: StdioOptions = {},
): StdioServer {
  const server = startStdio(folder, environment, { program: path, ...options });
  t.after(() => server.close(200));
  return server;
}

suite('a stdio server', () => {
  test('is listed page by page and called in either revision', async (t) => {
    for (const era of ['2026-07-28', '2025-11-25'] as const) {
      const server = start(t);
      const session = await openSession(server, era);
      assert.deepEqual(
        (await session.listTools()).map(({ name }) => name),
        ['first', 'second'],
      );
      const { message } = await session.callTool('first', JSON.parse('{"__proto__": 1}'));
      assert.match(JSON.stringify(message), /"arguments":\{"__proto__":1\}/);
      assert.equal(/protocolVersion":"2026-07-28"/.test(JSON.stringify(message)), era === '2026-07-28');
    }
  });
  test('that answers with another revision is refused', async (t) => {
    const server = start(t, { ANSWERED: '2025-03-26' });
    await assert.rejects(openSession(server, '2025-11-25'), /2025-03-26/);
  });
  test('gets the environment that it is given and no settings of this process', async (t) => {
    process.env['OPENAPI2MCP_TEST_LEAK'] = '1';
    const server = start(t, { GIVEN: '1' });
    const { line } = await server.request('tools/call');
    assert.match(line, /"GIVEN"/);
    assert.doesNotMatch(line, /LEAK/);
  });
  test('gets messages in pieces', async (t) => {
    const server = start(t, {}, { chunkBytes: 7 });
    // Until the server reads, all that is written waits in one place.
    await server.request('tools/list', {});
    const { message } = await server.request('tools/call', { text: 'ü'.repeat(100) });
    const { chunks, params } = message['result'] as {
      readonly chunks: number;
      readonly params: { readonly text: string };
    };
    assert.equal(params.text, 'ü'.repeat(100));
    assert.ok(chunks > 4, `${chunks} chunks`);
  });
  test('keeps all that it writes, and its exit', async (t) => {
    const server = start(t);
    await server.request('tools/call', {});
    const { status } = await server.close();
    assert.equal(status, 0);
    assert.equal(server.stdout().toString().split('\n').length, 2);
    assert.equal(server.stderr().toString(), 'ready\n');
  });
  test('that ends in the middle of a request fails that and every later one', async (t) => {
    const server = start(t);
    const request = server.request('unknown');
    server.send({ method: 'exit', params: { status: 3 } });
    await assert.rejects(request, /ended \(3\)[\s\S]*ready/);
    await assert.rejects(server.request('tools/list'), /ended \(3\)/);
    assert.equal((await server.exited).status, 3);
  });
  test('that does not answer is not waited for without end', async (t) => {
    const server = start(t);
    await assert.rejects(server.request('unknown', {}, 50), /in 50 ms/);
  });
  test('that is long in ending after its input is seen to be', async (t) => {
    const server = start(t, { LINGER: '1' });
    await server.request('tools/call', {});
    server.closeStdin();
    await delay(300);
    const { afterInputMs } = await server.close(1);
    assert.ok(afterInputMs >= 300 && afterInputMs < 2000, `${afterInputMs} ms`);
  });
  test('that does not end with its input is ended', async (t) => {
    const server = start(t, { LINGER: '1' });
    await server.request('tools/call', {});
    assert.equal((await server.close(200)).signal, 'SIGKILL');
  });
});
