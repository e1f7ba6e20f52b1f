import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  InMemoryTransport,
  McpServer,
  type CallToolResult,
  type JSONRPCMessage,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { CallTool } from '../../src/runtime/call.js';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools, type OwnTool } from '../../src/runtime/tool-call.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { errorResult, ToolError } from '../../src/runtime/tool-error.js';
import { override, tool, type Override } from '../../src/runtime/tool.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { ask, connect, eras } from './mcp-client.js';

const listBoats = madeTool({
  name: 'listBoats',
  title: 'List boats',
  operationId: 'listBoats',
  group: 'boats',
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1 },
      region: { type: 'string', enum: ['eu', 'us'], 'x-mcp-header': 'Region' },
      kind: { type: 'string', enum: ['sail', 'motor'] },
      filter: { type: 'object', properties: { name: { type: 'string' } } },
      tags: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'array',
    items: { type: 'object', properties: { id: { type: ['integer', 'null'] } } },
  },
});

const putBoat = madeTool({
  name: 'putBoat',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      body: { anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }] },
    },
    required: ['id'],
    additionalProperties: false,
  },
  request: {
    method: 'PUT',
    path: '/boats/{id}',
    parameters: [{ property: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
    body: { property: 'body', mediaType: 'application/json' },
    accept: [],
    security: [],
  },
});

const manifest = madeManifest([listBoats, putBoat], { instructions: 'Boats and nothing else.' });

interface Parts {
  readonly manifest?: Manifest;
  readonly callTool?: CallTool;
  readonly overrides?: readonly Override[];
  readonly tools?: readonly OwnTool[];
}

const answerWithArguments: CallTool = (_, args) => Promise.resolve(structuredResult({ args }));

/** An API that always answers the same. */
function answering(result: CallToolResult): CallTool {
  return () => Promise.resolve(result);
}

function factoryOf({
  callTool = answerWithArguments,
  overrides = [],
  tools = [],
  ...parts
}: Parts = {}): McpServerFactory {
  const made = parts.manifest ?? manifest;
  return serveTools(made, createTools({ manifest: made, callTool, overrides, tools }));
}

/** The result of one call, with an API that answers what is given. */
async function call(
  name: string,
  args: Readonly<Record<string, unknown>>,
  parts: Parts = {},
): Promise<CallToolResult> {
  const { result, error } = await ask(factoryOf(parts), 'tools/call', { name, arguments: args });
  assert.equal(error, undefined);
  return result as CallToolResult;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
}

suite('the SDK members that are overridden', () => {
  test('exist in the SDK', () => {
    for (const name of ['toolInputSchemaJson', 'connect'])
      assert.equal(typeof Reflect.get(McpServer.prototype, name), 'function');
  });
});

suite('tools/list', () => {
  const listed = ({ name, title, description, inputSchema, outputSchema, annotations }: ToolDefinition) =>
    JSON.parse(
      JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations }),
    ) as Record<string, unknown>;

  test('gives every tool as the manifest has it, without what is ours', async () => {
    const { result } = await ask(factoryOf(), 'tools/list');
    assert.deepEqual(result?.['tools'], [listed(listBoats), listed(putBoat)]);
  });

  test('may be kept by shared caches (2026-07-28 utilities/caching)', async () => {
    const { result } = await ask(factoryOf(), 'tools/list');
    assert.equal(result?.['cacheScope'], 'public');
    assert.equal(result['ttlMs'], 300_000);
  });

  test('wraps an output schema that is no object for older clients', async () => {
    const client = await connect(factoryOf(), '2025-11-25');
    const { tools } = await client.listTools();
    assert.deepEqual(tools[0]?.outputSchema?.properties, { result: listBoats.outputSchema });
  });

  for (const cursor of ['made-up', '', 7, null]) {
    test(`refuses the cursor ${JSON.stringify(cursor)} (utilities/pagination)`, async () => {
      const { error, status } = await ask(factoryOf(), 'tools/list', { cursor });
      assert.equal(error?.code, -32602);
      assert.equal(status, 200);
    });
  }
});

suite('server/discover', () => {
  test('declares what is served, and no list that changes', async () => {
    const { result } = await ask(factoryOf(), 'server/discover');
    assert.deepEqual(result?.['capabilities'], {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
    });
    assert.equal(result['instructions'], 'Boats and nothing else.');
    assert.equal(result['cacheScope'], 'public');
  });
});

suite('tools/call', () => {
  for (const name of ['nothing', 'constructor', 'toString', 'hasOwnProperty', '__proto__', '']) {
    test(`answers -32602 to the unknown tool '${name}' (server/tools "Error Handling")`, async () => {
      const { error } = await ask(
        factoryOf(),
        'tools/call',
        { name, arguments: {} },
        { headers: { 'mcp-name': name } },
      );
      assert.equal(error?.code, -32602);
    });
  }

  for (const given of [[], 'text', 5, null]) {
    test(`answers -32602 to the arguments ${JSON.stringify(given)}, in one sentence`, async () => {
      const { error } = await ask(factoryOf(), 'tools/call', { name: 'listBoats', arguments: given });
      assert.equal(error?.code, -32602);
      assert.doesNotMatch(error.message, /\n|\[/);
    });
  }

  test('needs no arguments', async () => {
    const { result } = await ask(factoryOf({ callTool: answering(structuredResult([])) }), 'tools/call', {
      name: 'listBoats',
    });
    assert.deepEqual(result?.['structuredContent'], []);
  });

  for (const era of eras) {
    test(`gives a client of ${era} what its revision allows`, async () => {
      const client = await connect(factoryOf({ callTool: answering(structuredResult([{ id: 1 }])) }), era);
      const { structuredContent, content } = await client.callTool({ name: 'listBoats', arguments: {} });
      const natural = [{ id: 1 }];
      assert.deepEqual(structuredContent, era === '2025-11-25' ? { result: natural } : natural);
      assert.deepEqual(content, [{ type: 'text', text: '[{"id":1}]' }]);
    });
  }

  test('checks Mcp-Param headers against the arguments (streamable-http "Custom Headers")', async () => {
    const params = { name: 'listBoats', arguments: { region: 'eu' } };
    const cases = [
      [{}, 400],
      [{ 'mcp-param-region': 'us' }, 400],
      [{ 'mcp-param-region': '=?base64?%%%?=' }, 400],
      [{ 'mcp-param-region': 'eu' }, 200],
    ] as const;
    for (const [headers, status] of cases) {
      const answer = await ask(
        factoryOf({ callTool: answering(structuredResult([])) }),
        'tools/call',
        params,
        { headers },
      );
      assert.equal(answer.status, status, JSON.stringify(headers));
      assert.equal(answer.error?.code, status === 400 ? -32020 : undefined);
    }
  });

  suite('by an alias', () => {
    const { name, inputSchema } = listBoats;
    const renamed = madeTool({ name, inputSchema, aliases: ['boats.list', 'constructor'] });
    const parts = { manifest: madeManifest([renamed, putBoat]) };

    for (const alias of ['boats.list', 'constructor']) {
      test(`calls the tool that has it, '${alias}'`, async () => {
        const { structuredContent } = await call(alias, { limit: 2 }, parts);
        assert.deepEqual(structuredContent, { args: { limit: 2 } });
      });
    }

    test('checks the arguments, and runs what the tool does differently', async () => {
      const { isError } = await call('boats.list', { limit: 'x' }, parts);
      assert.equal(isError, true);
      const overrides = [override(tool<object, unknown>('listBoats'), () => Promise.resolve(['other']))];
      const { structuredContent } = await call('boats.list', {}, { ...parts, overrides });
      assert.deepEqual(structuredContent, ['other']);
    });

    test('checks Mcp-Param headers as well (streamable-http "Custom Headers")', async () => {
      const params = { name: 'boats.list', arguments: { region: 'eu' } };
      for (const [region, status] of [
        ['us', 400],
        ['eu', 200],
      ] as const) {
        const headers = { 'mcp-param-region': region };
        assert.equal((await ask(factoryOf(parts), 'tools/call', params, { headers })).status, status);
      }
    });

    test('is not listed', async () => {
      const { result } = await ask(factoryOf(parts), 'tools/list');
      assert.doesNotMatch(JSON.stringify(result), /boats\.list|aliases/);
    });

    test('cannot be the name of another tool', () => {
      const manifestOf = (aliases: readonly string[]) => madeManifest([listBoats, { ...putBoat, aliases }]);
      assert.throws(() => factoryOf({ manifest: manifestOf(['listBoats']) }), /'listBoats'/);
      assert.doesNotThrow(() => factoryOf({ manifest: manifestOf(['putBoat', 'listboats']) }));
    });
  });

  test('blames itself, and not the client, for a result that is no tool result', async () => {
    const callTool = answering({ content: [{ type: 'image', data: '%%%', mimeType: 'image/png' }] });
    const { error } = await ask(factoryOf({ callTool }), 'tools/call', {
      name: 'putBoat',
      arguments: { id: 'a' },
    });
    assert.equal(error?.code, -32603);
    assert.doesNotMatch(error.message, /\n/);
  });
});

suite('arguments', () => {
  const accepted: readonly [of: string, name: string, given: unknown, sent: unknown][] = [
    ['what fits', 'putBoat', { id: 'a', body: { name: 'b' } }, { id: 'a', body: { name: 'b' } }],
    ['null for a parameter as not given', 'putBoat', { id: 'a', body: {} }, { id: 'a', body: {} }],
    ['null for a body that may be null', 'putBoat', { id: 'a', body: null }, { id: 'a', body: null }],
    [
      'JSON text for an object',
      'putBoat',
      { id: 'a', body: '{"name":"b"}' },
      { id: 'a', body: { name: 'b' } },
    ],
    ['JSON text for a string as it is', 'putBoat', { id: '{"name":"b"}' }, { id: '{"name":"b"}' }],
  ];
  for (const [of, name, given, sent] of accepted) {
    test(`takes ${of}`, async () => {
      const { structuredContent } = await call(name, given as Record<string, unknown>);
      assert.deepEqual(structuredContent, { args: sent });
    });
  }

  test('leaves out null for parameters', async () => {
    let sent: unknown;
    const callTool: CallTool = (_, args) => {
      sent = args;
      return Promise.resolve(structuredResult([]));
    };
    await call('listBoats', { limit: null, tags: null, filter: '{}' }, { callTool });
    assert.deepEqual(sent, { filter: {} });
  });

  const refused: readonly [name: string, given: Readonly<Record<string, unknown>>, text: RegExp][] = [
    ['putBoat', {}, /'id' is required/],
    ['putBoat', { id: null }, /'id' is required/],
    ['putBoat', { id: 5 }, /'id' must be string/],
    ['putBoat', { id: 'a', body: { name: 7 } }, /'body\/name' must be string/],
    ['listBoats', { limit: 0 }, /'limit' must be >= 1/],
    ['listBoats', { kind: 'secret-value' }, /'kind' must be one of \["sail","motor"\]/],
    [
      'listBoats',
      { limits: 1, x: 2 },
      /'limits' is not a known argument; 'x' is not a known argument; the arguments are 'limit', 'region', 'kind'/,
    ],
    ['listBoats', { ['line\nbreak']: 1 }, /'line\u{fffd}break' is not a known argument/u],
    ['listBoats', { filter: 'no json' }, /'filter' must be object/],
  ];
  for (const [name, given, text] of refused) {
    test(`refuses ${JSON.stringify(given)} with the place and the rule`, async () => {
      const result = await call(name, given);
      assert.equal(result.isError, true);
      assert.match(textOf(result), text);
      assert.doesNotMatch(textOf(result), /secret-value|\n/);
    });
  }

  test('keeps an argument called __proto__', async () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"string"}}',
    ) as Record<string, never>;
    const odd = madeTool({
      name: 'odd',
      inputSchema: { type: 'object', properties, additionalProperties: false },
    });
    const given = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, unknown>;
    const { structuredContent } = await call('odd', given, { manifest: madeManifest([odd]) });
    assert.equal(JSON.stringify(structuredContent), '{"args":{"__proto__":"a","constructor":"b"}}');
  });

  test('refuses what is nested too deep to be walked', async () => {
    const body = JSON.parse(`{"name":${'['.repeat(300)}${']'.repeat(300)}}`) as unknown;
    assert.match(textOf(await call('putBoat', { id: 'a', body })), /nested over 200 levels/);
  });
});

suite('answers', () => {
  const listing = (callTool: CallTool) => call('listBoats', {}, { callTool });

  test('that fit are given as structure and as text', async () => {
    const result = await listing(answering({ content: [], structuredContent: [{ id: 1 }] }));
    assert.equal(result.isError ?? false, false);
    assert.equal(textOf(result), '[{"id":1}]');
  });

  test('that differ are given whole, as text, and say that the call was made', async () => {
    const result = await listing(answering(structuredResult([{ id: 'seven' }])));
    assert.equal(result.isError, true);
    assert.equal(result.structuredContent, undefined);
    assert.match(textOf(result), /succeeded and must not be repeated.*'0\/id' must be integer/s);
    assert.ok(textOf(result).endsWith('\n[{"id":"seven"}]'));
  });

  test('that are no JSON where JSON was promised are errors that hold them', async () => {
    const result = await listing(answering({ content: [{ type: 'text', text: 'plain words' }] }));
    assert.equal(result.isError, true);
    assert.match(textOf(result), /must not be repeated.*plain words/s);
  });

  test('with an error have no structure (older clients check it all the same)', async () => {
    const result = await listing(answering({ content: [], structuredContent: { a: 1 }, isError: true }));
    assert.equal(result.structuredContent, undefined);
    assert.match(textOf(result), /"a":1/);
  });

  test('without a schema pass as they are', async () => {
    const result = await call(
      'putBoat',
      { id: 'a' },
      { callTool: answering({ content: [{ type: 'text', text: 'words' }] }) },
    );
    assert.equal(result.isError ?? false, false);
    assert.equal(textOf(result), 'words');
  });
});

suite('exceptions', () => {
  test('become an error without their message, which stderr does not get either', async () => {
    const write = mock.method(console, 'error', () => undefined);
    try {
      const result = await call(
        'putBoat',
        { id: 'a' },
        {
          callTool: () => Promise.reject(new TypeError('the key is k-123')),
        },
      );
      assert.equal(result.isError, true);
      assert.match(textOf(result), /internal-error/);
      assert.doesNotMatch(textOf(result), /k-123|TypeError/);
      const logged = write.mock.calls.map(({ arguments: [line] }) => String(line));
      assert.equal(logged.length, 1);
      assert.match(logged[0] ?? '', /^tool putBoat: TypeError at .*server\.test\.ts:\d+/);
      assert.doesNotMatch(logged[0] ?? '', /k-123|\n/);
    } finally {
      write.mock.restore();
    }
  });
});

suite('progress', () => {
  const inSteps: CallTool = (_, __, { progress }) => {
    for (const step of ['one', 'two', 'three']) progress(step);
    return Promise.resolve(structuredResult([]));
  };
  const withToken = { meta: { progressToken: 'token' } };

  test('rises, and carries the token', async () => {
    const { notifications } = await ask(
      factoryOf({ callTool: inSteps }),
      'tools/call',
      { name: 'listBoats' },
      withToken,
    );
    assert.deepEqual(
      notifications.map(({ params: { progressToken, progress, message } }) => [
        progressToken,
        progress,
        message,
      ]),
      [
        ['token', 1, 'one'],
        ['token', 2, 'two'],
        ['token', 3, 'three'],
      ],
    );
  });

  test('is not sent to a client that did not ask', async () => {
    const { notifications } = await ask(factoryOf({ callTool: inSteps }), 'tools/call', {
      name: 'listBoats',
    });
    assert.deepEqual(notifications, []);
  });

  /** Messages that a connection which stays open gets from a tool whose progress comes late. */
  async function toldLate(
    more: readonly JSONRPCMessage[],
    answered: boolean,
  ): Promise<readonly JSONRPCMessage[]> {
    let late: ((message: string) => void) | undefined;
    const callTool: CallTool = (_, __, { progress }) => {
      late = progress;
      return answered ? Promise.resolve(structuredResult([])) : new Promise(() => undefined);
    };
    const [client, wire] = InMemoryTransport.createLinkedPair();
    const server = await factoryOf({ callTool })({ era: 'legacy' });
    await server.connect(wire);
    const told: JSONRPCMessage[] = [];
    client.onmessage = (message) => told.push(message);
    await client.start();
    const params = { name: 'listBoats', _meta: { progressToken: 'token' } };
    for (const message of [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params } as const, ...more]) {
      await client.send(message);
      await delay(20);
    }
    late?.('too late');
    await delay(20);
    await server.close();
    return told;
  }

  test('ends with the answer (basic/patterns/progress)', async () => {
    assert.deepEqual(
      (await toldLate([], true)).map((message) => 'id' in message),
      [true],
    );
  });

  test('ends when the call is cancelled (stdio "Cancellation")', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } } as const;
    assert.deepEqual(await toldLate([cancel], false), []);
  });

  for (const era of eras) {
    test(`reaches the client of ${era}`, async () => {
      const client = await connect(factoryOf({ callTool: inSteps }), era);
      const told: unknown[] = [];
      await client.callTool({ name: 'listBoats' }, { onprogress: ({ progress }) => told.push(progress) });
      assert.deepEqual(told, [1, 2, 3]);
    });
  }
});

suite('overrides', () => {
  const boats = tool<{ limit?: number }, { id: number }[]>('listBoats');
  const upstream: CallTool = (_, args) => Promise.resolve(structuredResult([{ id: Number(args['limit']) }]));

  test('call the API as the tool would, and change what comes of it', async () => {
    const overrides = [
      override(boats, async (input, request) => [
        ...(await request({ limit: (input.limit ?? 1) + 1 })),
        { id: 9 },
      ]),
    ];
    const { structuredContent } = await call('listBoats', { limit: 3 }, { callTool: upstream, overrides });
    assert.deepEqual(structuredContent, [{ id: 4 }, { id: 9 }]);
  });

  test('pass on an answer with the digits that the API sent', async () => {
    const callTool = answering({
      content: [{ type: 'text', text: '[{"id":9007199254740993}]' }],
      structuredContent: [{ id: 9007199254740992 }],
    });
    const result = await call(
      'listBoats',
      {},
      { callTool, overrides: [override(boats, (input, request) => request(input))] },
    );
    assert.equal(textOf(result), '[{"id":9007199254740993}]');
  });

  test('that change an answer in place change its text too', async () => {
    const overrides = [
      override(boats, async (input, request) => {
        const found = await request(input);
        found.push({ id: 5 });
        return found;
      }),
    ];
    assert.equal(
      textOf(await call('listBoats', { limit: 1 }, { callTool: upstream, overrides })),
      '[{"id":1},{"id":5}]',
    );
  });

  test('get text where the answer has no structure', async () => {
    const words = tool<{ id: string }, string>('putBoat');
    const callTool = answering({ content: [{ type: 'text', text: 'words' }] });
    const { structuredContent } = await call(
      'putBoat',
      { id: 'a' },
      { callTool, overrides: [override(words, async (input, request) => `${await request(input)}!`)] },
    );
    assert.equal(structuredContent, 'words!');
  });

  test('see an error of the API as a ToolError, and may let it pass', async () => {
    const callTool = answering(errorResult(new ToolError('upstream-status', '404 from GET /boats')));
    let seen: unknown;
    const overrides = [
      override(boats, async (input, request) => {
        try {
          return await request(input);
        } catch (error) {
          seen = error;
          throw error;
        }
      }),
    ];
    const result = await call('listBoats', {}, { callTool, overrides });
    assert.ok(seen instanceof ToolError);
    assert.deepEqual(result.content, [{ type: 'text', text: '404 from GET /boats [upstream-status]' }]);
    assert.equal(result.isError, true);
  });

  test('tell the client what they throw as a ToolError', async () => {
    const overrides = [
      override(boats, () => Promise.reject(new ToolError('invalid-argument', 'Only 50 at once.'))),
    ];
    const result = await call('listBoats', {}, { overrides });
    assert.equal(result.isError, true);
    assert.match(textOf(result), /^Only 50 at once\./);
  });

  test('that fail otherwise give an error without stack or message', async () => {
    const write = mock.method(console, 'error', () => undefined);
    try {
      const overrides = [override(boats, () => Promise.reject(new Error('connect 10.0.0.7')))];
      const result = await call('listBoats', {}, { overrides });
      assert.equal(result.isError, true);
      assert.doesNotMatch(textOf(result), /10\.0\.0\.7| at /);
    } finally {
      write.mock.restore();
    }
  });
});

suite('own tools', () => {
  const greet: OwnTool = {
    name: 'greet',
    description: 'Greets.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    run: ({ name }) => Promise.resolve({ greeting: `Hello ${String(name)}` }),
  };

  test('are listed and called like the others', async () => {
    const { result } = await ask(factoryOf({ tools: [greet] }), 'tools/list');
    assert.deepEqual(
      (result?.['tools'] as readonly { name: string }[]).map(({ name }) => name),
      ['listBoats', 'putBoat', 'greet'],
    );
    assert.deepEqual((await call('greet', { name: 'Ann' }, { tools: [greet] })).structuredContent, {
      greeting: 'Hello Ann',
    });
    assert.equal((await call('greet', {}, { tools: [greet] })).isError, true);
  });

  test('may not take the name of another', () => {
    assert.throws(
      () => factoryOf({ tools: [{ ...greet, name: 'putBoat' }] }),
      /Two tools are named 'putBoat'/,
    );
  });
});

suite('resources and prompts', () => {
  test('one resource is listed and read', async () => {
    const { result } = await ask(factoryOf(), 'resources/list');
    assert.deepEqual(
      (result?.['resources'] as readonly { uri: string }[]).map(({ uri }) => uri),
      ['api://operations'],
    );
    const read = await ask(factoryOf(), 'resources/read', { uri: 'api://operations' });
    const [contents] = read.result?.['contents'] as readonly { mimeType: string; text: string }[];
    assert.equal(contents?.mimeType, 'text/markdown');
    assert.match(contents.text, /`listBoats`: `GET \/listBoats`/);
  });

  const empty = [
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ] as const;
  for (const [method, member] of empty) {
    test(`${method} is empty`, async () =>
      assert.deepEqual((await ask(factoryOf(), method)).result?.[member], []));
  }

  const unknown = [
    ['resources/read', { uri: 'api://other' }],
    ['resources/read', {}],
    ['prompts/get', { name: 'constructor' }],
    ['prompts/list', { cursor: 'x' }],
    ['resources/list', { cursor: 'x' }],
  ] as const;
  for (const [method, params] of unknown) {
    test(`${method} ${JSON.stringify(params)} gets -32602`, async () => {
      const headers = method === 'resources/read' && !('uri' in params) ? { 'mcp-name': '' } : {};
      const { error } = await ask(factoryOf(), method, params, { headers });
      assert.equal(error?.code, -32602);
    });
  }
});
