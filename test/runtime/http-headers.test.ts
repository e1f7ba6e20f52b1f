import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import { createHttpHandler } from '../../src/runtime/http.js';
import { listen } from '../../src/runtime/node.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools, type OwnTool } from '../../src/runtime/tool-call.js';
import type { ToolArguments } from '../../src/runtime/request/arguments.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { connect, post, readAnswer } from './mcp-client.js';

const boats = madeTool({
  name: 'moveBoat',
  aliases: ['move_boat'],
  inputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      shard: { type: 'integer', minimum: -999, maximum: 999, 'x-mcp-header': 'Shard' },
      dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
      other: { type: 'string' },
      body: {
        type: 'object',
        properties: {
          harbour: { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } },
        },
      },
    },
    additionalProperties: false,
  },
  request: {
    method: 'POST',
    path: '/boats',
    parameters: [],
    body: { property: 'body', mediaType: 'application/json' },
    accept: ['application/json'],
    security: [],
  },
});
const manifest = madeManifest([boats]);
/** The arguments of every call that got through. */
const calls: ToolArguments[] = [];
const factory = serveTools(
  manifest,
  createTools({
    manifest,
    callTool: (_, values) => {
      calls.push(values);
      return Promise.resolve(structuredResult({ ok: true }));
    },
    overrides: [],
    tools: [],
  }),
);
const guards = {
  path: '/mcp',
  allowedHosts: ['localhost'],
  allowedOrigins: [],
  authorization: { mode: 'none' },
} as const;
const { fetch } = createHttpHandler(factory, guards);

type Headers = Readonly<Record<string, string>>;

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** The client of the SDK, and the `Mcp-Param-*` headers of its last call. */
async function recordingClient(): Promise<{ readonly client: Client; readonly last: () => Headers }> {
  let last: Headers = {};
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => {
      const request = new Request(url, init);
      request.headers.set('host', 'localhost');
      if (request.headers.get('mcp-method') === 'tools/call') {
        last = Object.fromEntries([...request.headers].filter(([name]) => name.startsWith('mcp-param-')));
      }
      return fetch(request);
    },
  });
  await client.connect(transport);
  return { client, last: () => last };
}

suite('the SDK’s client mirrors', () => {
  const cases: readonly [of: string, args: ToolArguments, sent: Headers][] = [
    ['text', { region: 'eu west' }, { 'mcp-param-region': 'eu west' }],
    ['an integer', { shard: -7 }, { 'mcp-param-shard': '-7' }],
    ['a boolean', { dry: false }, { 'mcp-param-dry-run': 'false' }],
    ['a member of the body', { body: { harbour: { zone: 'A1' } } }, { 'mcp-param-zone': 'A1' }],
    ['text beyond ASCII as base64', { region: 'Zürich' }, { 'mcp-param-region': base64('Zürich') }],
    ['outer blanks as base64', { region: ' eu ' }, { 'mcp-param-region': base64(' eu ') }],
    ['a line end as base64', { region: 'a\r\nX: 1' }, { 'mcp-param-region': base64('a\r\nX: 1') }],
    ['empty text as base64', { region: '' }, { 'mcp-param-region': '=?base64??=' }],
    [
      'what looks like base64 as base64',
      { region: base64('eu') },
      { 'mcp-param-region': base64(base64('eu')) },
    ],
    [
      'several at once',
      { region: 'eu', shard: 1, dry: true },
      { 'mcp-param-region': 'eu', 'mcp-param-shard': '1', 'mcp-param-dry-run': 'true' },
    ],
    ['nothing of null', { region: null }, {}],
    ['nothing of what is absent', { other: 'x' }, {}],
    ['nothing of a body without the member', { body: { harbour: {} } }, {}],
  ];
  for (const [of, args, sent] of cases) {
    test(`${of}, and is served`, async () => {
      const { client, last } = await recordingClient();
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['moveBoat'],
      );
      const result = await client.callTool({ name: 'moveBoat', arguments: args });
      assert.notEqual(result.isError, true);
      assert.deepEqual(last(), sent);
      const given = Object.entries(args).filter(([, value]) => value !== null);
      assert.deepEqual(calls.at(-1), Object.fromEntries(given));
      await client.close();
    });
  }

  test('nothing before it has listed the tools, and learns it from the refusal', async () => {
    const { client, last } = await recordingClient();
    const result = await client.callTool({ name: 'moveBoat', arguments: { region: 'eu' } });
    assert.notEqual(result.isError, true);
    assert.deepEqual(last(), { 'mcp-param-region': 'eu' });
    await client.close();
  });

  test('what it calls by an alias, given the definition', async () => {
    const { client, last } = await recordingClient();
    const { tools } = await client.listTools();
    const [moveBoat] = tools;
    const toolDefinition = { ...(moveBoat as Tool), name: 'move_boat' };
    const call = { name: 'move_boat', arguments: { region: 'eu' } };
    assert.notEqual((await client.callTool(call, { toolDefinition })).isError, true);
    assert.deepEqual(last(), { 'mcp-param-region': 'eu' });
    await assert.rejects(client.callTool(call), { code: -32020 });
    await client.close();
  });
});

// MCP revision 2026-07-28, Streamable HTTP, Value Encoding; Server Behavior for Custom Headers.
suite('a call is', () => {
  const call = (args: ToolArguments, headers: Headers, name = 'moveBoat') =>
    fetch(post('tools/call', { name, arguments: args }, { headers }));

  const served: readonly [of: string, args: ToolArguments, headers: Headers][] = [
    ['the same text', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['the same text as base64', { region: 'eu' }, { 'mcp-param-region': base64('eu') }],
    ['a header in any case', { region: 'eu' }, { 'MCP-PARAM-REGION': 'eu' }],
    ['outer blanks, which are no part of a value', { region: 'eu' }, { 'mcp-param-region': '  eu ' }],
    ['an integer with a fraction of zero', { shard: 7 }, { 'mcp-param-shard': '7.0' }],
    ['an integer with leading zeros', { shard: 7 }, { 'mcp-param-shard': '007' }],
    ['an integer that is sent as 7.0', { shard: 7.0 }, { 'mcp-param-shard': '7' }],
    ['a boolean', { dry: true }, { 'mcp-param-dry-run': 'true' }],
    [
      'a marker in other case, which is text',
      { region: '=?BASE64?ZXU=?=' },
      { 'mcp-param-region': '=?BASE64?ZXU=?=' },
    ],
    ['half a marker, which is text', { region: '=?base64?ZXU=' }, { 'mcp-param-region': '=?base64?ZXU=' }],
    ['no header of null', { region: null }, {}],
    ['a header that no argument has', {}, { 'mcp-param-other': 'eu' }],
    ['a member of the body', { body: { harbour: { zone: 'A' } } }, { 'mcp-param-zone': 'A' }],
  ];
  for (const [of, args, headers] of served) {
    test(`served with ${of}`, async () => {
      const before = calls.length;
      const { status, error, result } = await readAnswer(await call(args, headers));
      assert.deepEqual([status, error, result?.['isError']], [200, undefined, undefined]);
      assert.equal(calls.length, before + 1);
    });
  }

  const refused: readonly [of: string, args: ToolArguments, headers: Headers][] = [
    ['another text', { region: 'eu' }, { 'mcp-param-region': 'us' }],
    ['the text in another case', { region: 'eu' }, { 'mcp-param-region': 'EU' }],
    ['two texts', { region: 'eu' }, { 'mcp-param-region': 'eu, us' }],
    ['no header of text', { region: 'eu' }, {}],
    ['no header of empty text', { region: '' }, {}],
    ['no header of false', { dry: false }, {}],
    ['no header of zero', { shard: 0 }, {}],
    ['another integer', { shard: 7 }, { 'mcp-param-shard': '8' }],
    ['a fraction', { shard: 7 }, { 'mcp-param-shard': '7.5' }],
    ['an integer in another notation', { shard: 10 }, { 'mcp-param-shard': '1e1' }],
    ['an integer in hexadecimal', { shard: 10 }, { 'mcp-param-shard': '0xa' }],
    ['a boolean in another case', { dry: true }, { 'mcp-param-dry-run': 'True' }],
    ['a boolean as a number', { dry: true }, { 'mcp-param-dry-run': '1' }],
    ['base64 of another text', { region: 'eu' }, { 'mcp-param-region': base64('us') }],
    ['base64 without padding', { region: 'eu' }, { 'mcp-param-region': '=?base64?ZXU?=' }],
    ['base64 of another alphabet', { region: '??' }, { 'mcp-param-region': '=?base64?Pz8_?=' }],
    ['base64 that is no UTF-8', { region: 'eu' }, { 'mcp-param-region': '=?base64?/w==?=' }],
    [
      'text that looks like base64, which is what it says',
      { region: base64('eu') },
      { 'mcp-param-region': base64('eu') },
    ],
    ['another member of the body', { body: { harbour: { zone: 'A' } } }, { 'mcp-param-zone': 'B' }],
    ['no header of a member of the body', { body: { harbour: { zone: 'A' } } }, {}],
    ['a header of an argument that is absent', {}, { 'mcp-param-region': 'eu' }],
    ['a header of an argument that is null', { dry: null }, { 'mcp-param-dry-run': 'true' }],
    ['a header of a member that is absent', { body: { harbour: {} } }, { 'mcp-param-zone': 'A' }],
    ['a header of a member of a body that is absent', {}, { 'mcp-param-zone': 'A' }],
    ['a header of an argument that is a list', { region: ['eu'] }, { 'mcp-param-region': 'eu' }],
    // A recognized header with invalid characters is rejected, be there an argument or not.
    ['broken base64 of an argument that is absent', {}, { 'mcp-param-region': '=?base64?ZXU?=' }],
    [
      'a header of what a text hides',
      { body: JSON.stringify({ harbour: { zone: 'us' } }) },
      { 'mcp-param-zone': 'eu' },
    ],
  ];
  for (const name of ['moveBoat', 'move_boat']) {
    for (const [of, args, headers] of refused) {
      test(`refused with ${of}, by the name ${name}`, async () => {
        const before = calls.length;
        const { status, error } = await readAnswer(await call(args, headers, name));
        assert.deepEqual([status, error?.code], [400, -32020]);
        assert.equal(calls.length, before);
      });
    }
  }

  test('told of as wrong where a text hides what is mirrored', async () => {
    const before = calls.length;
    const body = JSON.stringify({ harbour: { zone: 'us' } });
    const { result } = await readAnswer(await call({ body }, {}));
    assert.equal(result?.['isError'], true);
    assert.equal(calls.length, before);
  });

  test('told in one sentence which header repeats nothing', async () => {
    const { error } = await readAnswer(await call({}, { 'mcp-param-zone': 'eu' }));
    const reason = "the header Mcp-Param-Zone is there, and the argument 'body.harbour.zone' is not";
    assert.equal(error?.message, `Headers and body disagree: ${reason}.`);
  });

  test('served without headers to a client of an older revision', async () => {
    const client = await connect(factory, '2025-11-25');
    assert.notEqual((await client.callTool({ name: 'moveBoat', arguments: { region: 'eu' } })).isError, true);
    await client.close();
  });
});

test('a header that repeats nothing is refused over a socket too', async (t) => {
  const handler = createHttpHandler(factory, { ...guards, allowedHosts: ['127.0.0.1'] });
  const server = await listen(handler, { host: '127.0.0.1', port: 0, path: '/mcp' });
  t.after(() => server.close());
  const call = async (args: ToolArguments): Promise<readonly unknown[]> => {
    const headers = { 'mcp-param-dry-run': 'true' };
    const asked = post('tools/call', { name: 'moveBoat', arguments: args }, { headers, url: server.url });
    asked.headers.delete('host');
    const { status, error } = await readAnswer(await globalThis.fetch(asked));
    return [status, error?.code];
  };
  assert.deepEqual(await call({}), [400, -32020]);
  assert.deepEqual(await call({ dry: null }), [400, -32020]);
  assert.deepEqual(await call({ dry: true }), [200, undefined]);
});

test('a tool of one’s own is checked as well', async () => {
  const own: OwnTool = {
    name: 'sail',
    inputSchema: { type: 'object', properties: { sea: { type: 'string', 'x-mcp-header': 'Sea' } } },
    run: () => Promise.resolve({}),
  };
  const none = madeManifest([]);
  const callTool = () => Promise.reject(new Error('there is nothing to call'));
  const tools = createTools({ manifest: none, callTool, overrides: [], tools: [own] });
  const handler = createHttpHandler(serveTools(none, tools), guards);
  const call = (headers: Headers) =>
    handler.fetch(post('tools/call', { name: 'sail', arguments: { sea: 'north' } }, { headers }));
  assert.equal((await call({ 'mcp-param-sea': 'north' })).status, 200);
  assert.equal((await call({ 'mcp-param-sea': 'south' })).status, 400);
});
