import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { AuditRecord } from '../../src/runtime/authorization/audit.js';
import { createCallerOf } from '../../src/runtime/authorization/caller-of.js';
import { readVisibility } from '../../src/runtime/authorization/visibility.js';
import type { CallContext } from '../../src/runtime/call.js';
import { callTool } from '../../src/runtime/call-request.js';
import { createAllows } from '../../src/runtime/authorization/scopes.js';
import { createServerFactory } from '../../src/runtime/server.js';
import { SettingError } from '../../src/runtime/settings.js';
import { createTools, type OwnTool } from '../../src/runtime/tool-call.js';
import { override, tool } from '../../src/runtime/tool.js';
import type { Identity } from '../../src/runtime/caller.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { post, readAnswer } from '../runtime/mcp-client.js';
import { ask, echoing, factoryOf, legacyCall, legacyPost, madeCaller, metadataUrl, send } from './callers.js';

const region = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  additionalProperties: false,
} as const;

const manifest = madeManifest(
  [
    madeTool({ name: 'status' }),
    madeTool({ name: 'listBoats', scopes: [['boats:read']], inputSchema: region, aliases: ['boats.list'] }),
    madeTool({ name: 'putBoat', scopes: [['boats:read', 'boats:write'], ['boats:admin']] }),
    madeTool({ name: 'sinkBoat', scopes: [['boats:admin']] }),
  ],
  { access: { auth: 'oauth', implies: { 'boats:write': ['boats:read'], 'boats:root': ['boats:admin'] } } },
);

const names = manifest.tools.map(({ name }) => name);

suite('the SDK member that answers with challenges', () => {
  test('exists in the SDK', () => {
    assert.equal(typeof new McpServer({ name: 'a', version: '1' }).resolveScopeChallenge, 'function');
  });
});

suite('a call without the scopes', () => {
  const challenged = (scope: string): RegExp =>
    new RegExp(`^Bearer error="insufficient_scope", .*scope="${scope}", resource_metadata="${metadataUrl}"$`);
  const cases: readonly [granted: readonly string[], tool: string, scope: string | undefined][] = [
    [[], 'status', undefined],
    [[], 'listBoats', 'boats:read'],
    [[], 'putBoat', 'boats:read boats:write'],
    [['boats:read'], 'putBoat', 'boats:read boats:write'],
    [['boats:read'], 'sinkBoat', 'boats:admin'],
    [['boats:write'], 'putBoat', undefined],
    [['boats:write'], 'listBoats', undefined],
    [['boats:admin'], 'listBoats', 'boats:read'],
    [['boats:root'], 'sinkBoat', undefined],
    [[], 'boats.list', 'boats:read'],
    [['boats:read'], 'boats.list', undefined],
  ];
  for (const visibility of ['all', 'filter'] as const) {
    for (const [granted, name, scope] of cases) {
      const title = `${name} by '${granted.join(' ')}', visibility ${visibility}`;
      test(`${title} is ${scope === undefined ? 'made' : 'challenged'} (2026-07-28)`, async () => {
        const contexts: CallContext[] = [];
        const factory = factoryOf(manifest, { visibility, callTool: echoing(contexts) });
        const answer = await ask(factory, madeCaller(granted), 'tools/call', { name, arguments: {} });
        assert.equal(answer.status, scope === undefined ? 200 : 403);
        assert.equal(contexts.length, scope === undefined ? 1 : 0);
        // MCP, Scope Challenge Handling: all that the operation needs, in one challenge.
        if (scope !== undefined) assert.match(answer.challenge ?? '', challenged(scope));
      });

      test(`${title} is ${scope === undefined ? 'made' : 'challenged'} (2025)`, async () => {
        const contexts: CallContext[] = [];
        const factory = factoryOf(manifest, { visibility, callTool: echoing(contexts) });
        const answer = await send(factory, madeCaller(granted), legacyPost(legacyCall(name)));
        assert.equal(answer.status, scope === undefined ? 200 : 403);
        assert.equal(contexts.length, scope === undefined ? 1 : 0);
        if (scope !== undefined) assert.match(answer.challenge ?? '', challenged(scope));
      });
    }
  }

  test('refuses a whole batch, and makes none of its calls (2025-03-26)', async () => {
    const contexts: CallContext[] = [];
    const factory = factoryOf(manifest, { callTool: echoing(contexts) });
    const batch = [legacyCall('listBoats'), legacyCall('sinkBoat', 2)];
    const answer = await send(factory, madeCaller(['boats:read']), legacyPost(batch));
    assert.equal(answer.status, 403);
    assert.match(answer.challenge ?? '', challenged('boats:admin'));
    assert.equal(contexts.length, 0);
  });

  test('is told before the headers of its arguments are looked at', async () => {
    const params = { name: 'listBoats', arguments: { region: 'eu' } };
    const factory = factoryOf(manifest, { visibility: 'filter' });
    assert.equal((await ask(factory, madeCaller([]), 'tools/call', params)).status, 403);
    const headers = { 'mcp-param-region': 'us' };
    assert.equal((await ask(factory, madeCaller([]), 'tools/call', params, { headers })).status, 403);
    assert.equal((await ask(factory, madeCaller(['boats:read']), 'tools/call', params)).status, 400);
  });

  test('of a tool that there is not is the usual error', async () => {
    for (const name of ['nothing', '__proto__', 'constructor']) {
      const answer = await ask(factoryOf(manifest), madeCaller([]), 'tools/call', { name, arguments: {} });
      assert.equal(answer.status, 200);
      assert.equal(answer.error?.code, -32602);
      assert.equal(answer.challenge, null);
    }
  });

  test('by a name that is no text is the fault of the client', async () => {
    for (const name of [{ toString: 'x' }, ['sinkBoat'], 7, null, undefined]) {
      const params = { name, arguments: {} };
      for (const request of [
        post('tools/call', params, { headers: { 'mcp-name': 'sinkBoat' } }),
        legacyPost({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      ]) {
        const contexts: CallContext[] = [];
        const answer = await send(
          factoryOf(manifest, { callTool: echoing(contexts) }),
          madeCaller([]),
          request,
        );
        assert.ok(answer.status < 500, `${answer.status} for ${JSON.stringify(name)}`);
        assert.ok(answer.error !== undefined && answer.error.code !== -32603, JSON.stringify(answer));
        assert.equal(contexts.length, 0);
      }
    }
  });

  for (const caller of [undefined, madeCaller(undefined)]) {
    test(`is made for ${caller === undefined ? 'nobody' : 'a static token'}`, async () => {
      const { status, result } = await ask(factoryOf(manifest), caller, 'tools/call', {
        name: 'sinkBoat',
        arguments: {},
      });
      assert.equal(status, 200);
      assert.deepEqual(result?.['structuredContent'], { tool: 'sinkBoat' });
    });
  }

  test('of a tool of the owner is refused alike', async () => {
    const own: OwnTool = {
      name: 'add',
      inputSchema: { type: 'object', properties: {} },
      scopes: [['sums']],
      run: () => Promise.resolve({ sum: 3 }),
    };
    const factory = factoryOf(manifest, { tools: [own], visibility: 'filter' });
    const params = { name: 'add', arguments: {} };
    const refused = await ask(factory, madeCaller(['boats:read']), 'tools/call', params);
    assert.equal(refused.status, 403);
    assert.match(refused.challenge ?? '', /scope="sums"/);
    assert.equal((await ask(factory, madeCaller(['sums']), 'tools/call', params)).status, 200);
  });

  test('is refused behind any transport, as a result', async () => {
    const contexts: CallContext[] = [];
    const tools = createTools({ manifest, callTool: echoing(contexts), overrides: [], tools: [] });
    const records: AuditRecord[] = [];
    const rules = {
      tools,
      callerOf: createCallerOf('service'),
      allows: createAllows(),
      audit: (record: AuditRecord) => records.push(record),
    };
    const context = {
      http: {
        authInfo: {
          token: madeCaller([]).token,
          clientId: 'c',
          scopes: [],
          extra: { caller: madeCaller([]) },
        },
      },
    };
    const result = await callTool(rules, 'sinkBoat', {}, context as never);
    assert.equal(result.isError, true);
    assert.match(JSON.stringify(result.content), /lacks the scope boats:admin; nothing was sent. \[insuff/);
    assert.equal(contexts.length, 0);
    assert.equal(records[0]?.outcome, 'insufficient-scope');
  });

  test('and without a scope that a challenge can name is refused as a result', async () => {
    const odd = madeManifest([madeTool({ name: 'odd', scopes: [['no scope']] })]);
    const contexts: CallContext[] = [];
    const factory = factoryOf(odd, { callTool: echoing(contexts) });
    const { status, result } = await ask(factory, madeCaller([]), 'tools/call', { name: 'odd' });
    assert.equal(status, 200);
    assert.equal(result?.['isError'], true);
    assert.equal(contexts.length, 0);
  });
});

suite('a gate that is not the server’s own', () => {
  const forged = madeCaller(undefined, { token: 'another token' });
  const cases: readonly [of: string, scopes: string[], extra: Record<string, unknown> | undefined][] = [
    ['says nothing more', ['boats:read'], undefined],
    ['takes over a claim called caller', ['boats:read'], { caller: forged }],
    ['takes over a claim that is text', ['boats:read'], { caller: 'root' }],
  ];
  for (const [of, scopes, extra] of cases) {
    test(`is believed what its scopes say, where it ${of}`, () => {
      const caller = createCallerOf('exchange')({
        token: 'TOKEN',
        clientId: 'client-2',
        scopes,
        ...(extra && { extra }),
      });
      assert.deepEqual(
        { ...caller, claims: { ...caller?.claims } },
        {
          subject: 'client-2',
          clientId: 'client-2',
          scopes: new Set(scopes),
          claims: {},
          token: 'TOKEN',
          expiresAt: undefined,
          identity: 'exchange',
        },
      );
    });
  }

  const settings: readonly [variables: Record<string, string>, preset: Identity | undefined, Identity][] = [
    [{}, undefined, 'service'],
    [{}, 'exchange', 'exchange'],
    [{ MCP_IDENTITY: 'exchange' }, undefined, 'exchange'],
    [{ MCP_IDENTITY: 'exchange' }, 'service', 'exchange'],
    [{ MCP_IDENTITY: 'service' }, 'exchange', 'service'],
  ];
  for (const [variables, preset, identity] of settings) {
    const said = `${variables['MCP_IDENTITY'] ?? 'nothing'}, preset ${preset ?? 'nothing'}`;
    test(`lets its callers in as the settings say (${said}: ${identity})`, async () => {
      const records: AuditRecord[] = [];
      const keyed = madeTool({ name: 'look' });
      const manifestOfKey = madeManifest(
        [{ ...keyed, request: { ...keyed.request, security: [{ key: [] }] } }],
        {
          upstream: { url: 'http://127.0.0.1:9', variables: {}, env: 'T_BASE_URL' },
          securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'T_KEY' } } },
          access: { ...(preset && { identity: preset }) },
        },
      );
      const factory = createServerFactory({
        manifest: manifestOfKey,
        environment: variables,
        credentials: () => Promise.resolve({ key: 'KEY of the server' }),
        audit: (record) => records.push(record),
      });
      const authInfo = { token: 'TOKEN', clientId: 'client-2', scopes: [] };
      const request = post('tools/call', { name: 'look', arguments: {} });
      const { result } = await readAnswer(await createMcpHandler(factory).fetch(request, { authInfo }));
      assert.equal(records[0]?.identity, identity);
      // The key of the server speaks for no caller.
      const refused = /MCP_IDENTITY is exchange.*Nothing was sent/;
      const text = JSON.stringify(result?.['content']);
      if (identity === 'exchange') assert.match(text, refused);
      else assert.doesNotMatch(text, refused);
    });
  }

  test('and a setting that is none is told at start', () => {
    const environment = { MCP_IDENTITY: 'user' };
    assert.throws(
      () => createServerFactory({ manifest, environment, credentials: () => Promise.resolve(undefined) }),
      (error) => error instanceof SettingError && /MCP_IDENTITY/.test(error.message),
    );
  });
});

suite('tools/list', () => {
  const listFor = async (granted: readonly string[] | undefined, visibility: 'all' | 'filter') => {
    const answer = await ask(factoryOf(manifest, { visibility }), madeCaller(granted), 'tools/list');
    const tools = answer.result?.['tools'] as readonly { readonly name: string }[];
    return { names: tools.map(({ name }) => name), cacheScope: answer.result?.['cacheScope'] };
  };

  const cases: readonly [granted: readonly string[] | undefined, shown: readonly string[]][] = [
    [[], ['status']],
    [['boats:read'], ['status', 'listBoats']],
    [['boats:write'], ['status', 'listBoats', 'putBoat']],
    [['boats:admin'], ['status', 'putBoat', 'sinkBoat']],
    [['boats:root', 'boats:read', 'openid'], names],
    [undefined, names],
  ];
  for (const [granted, shown] of cases) {
    test(`shows '${granted?.join(' ')}' what it may call, for itself alone`, async () => {
      // 2026-07-28, utilities/caching: what differs by authorization is private.
      assert.deepEqual(await listFor(granted, 'filter'), { names: shown, cacheScope: 'private' });
      assert.deepEqual(await listFor(granted, 'all'), { names, cacheScope: 'public' });
    });
  }

  test('has no cacheScope for older clients', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const factory = factoryOf(manifest, { visibility: 'filter' });
    const { result } = await send(factory, madeCaller([]), legacyPost(list));
    assert.deepEqual(Object.keys(result ?? {}), ['tools']);
    assert.equal((result?.['tools'] as unknown[]).length, 1);
  });

  test('shows everything, to be kept by all, where nobody has to say who calls', async () => {
    const factory = factoryOf(manifest, { visibility: 'filter' });
    const { result } = await ask(factory, undefined, 'tools/list');
    assert.equal((result?.['tools'] as unknown[]).length, names.length);
    assert.equal(result?.['cacheScope'], 'public');
  });

  test('refuses cursors as ever', async () => {
    const factory = factoryOf(manifest, { visibility: 'filter' });
    const { error } = await ask(factory, madeCaller([]), 'tools/list', { cursor: 'made-up' });
    assert.equal(error?.code, -32602);
  });

  test('keeps apart more kinds of callers than it keeps views of', async () => {
    const many = madeManifest(
      Array.from({ length: 120 }, (_, at) => madeTool({ name: `tool${at}`, scopes: [[`scope${at}`]] })),
    );
    const factory = factoryOf(many, { visibility: 'filter' });
    for (const round of [1, 2]) {
      for (let at = 0; at < 120; at += 1) {
        const { result } = await ask(factory, madeCaller([`scope${at}`]), 'tools/list');
        const [only, ...more] = result?.['tools'] as { name: string }[];
        assert.deepEqual([only?.name, more.length], [`tool${at}`, 0], `round ${round}`);
      }
    }
  });
});

suite('api://operations', () => {
  const read = async (granted: readonly string[], visibility: 'all' | 'filter') => {
    const factory = factoryOf(manifest, { visibility });
    const { result } = await ask(factory, madeCaller(granted), 'resources/read', { uri: 'api://operations' });
    const [{ text = '' } = {}] = result?.['contents'] as { text?: string }[];
    return { text, cacheScope: result?.['cacheScope'] };
  };

  test('tells of what the caller may call', async () => {
    const some = await read(['boats:read'], 'filter');
    assert.equal(some.cacheScope, 'private');
    assert.match(some.text, /`listBoats`/);
    assert.doesNotMatch(some.text, /putBoat|sinkBoat/);
  });

  test('tells of everything where everything is shown', async () => {
    const all = await read([], 'all');
    assert.equal(all.cacheScope, 'public');
    assert.match(all.text, /`sinkBoat`/);
  });
});

suite('MCP_VISIBILITY', () => {
  const cases: readonly [given: string | undefined, preset: 'all' | 'filter' | undefined, what: string][] = [
    [undefined, undefined, 'all'],
    [undefined, 'filter', 'filter'],
    ['all', 'filter', 'all'],
    ['filter', undefined, 'filter'],
    ['', 'filter', 'filter'],
  ];
  for (const [given, preset, what] of cases) {
    test(`${given ?? 'unset'} over ${preset ?? 'nothing'} is ${what}`, () => {
      const access = preset && { visibility: preset };
      assert.equal(readVisibility({ MCP_VISIBILITY: given }, access), what);
    });
  }

  test('of another value stops the server before it starts', () => {
    const environment = { MCP_VISIBILITY: 'some' };
    assert.throws(
      () => createServerFactory({ manifest, environment, credentials: () => Promise.resolve(undefined) }),
      (error) => error instanceof SettingError && /MCP_VISIBILITY/.test(error.message),
    );
  });
});

suite('who calls', () => {
  const caller = madeCaller(['boats:read'], { claims: { tid: 't1' } });
  const params = { name: 'listBoats', arguments: {} };

  test('comes with the call, and so do the headers of its request', async () => {
    const contexts: CallContext[] = [];
    const factory = factoryOf(manifest, { callTool: echoing(contexts) });
    await ask(factory, caller, 'tools/call', params, { headers: { 'x-tenant': 't2' } });
    assert.equal(contexts[0]?.caller, caller);
    assert.equal(contexts[0].inbound?.get('x-tenant'), 't2');
  });

  test('is known to nobody without authorization', async () => {
    const contexts: CallContext[] = [];
    await ask(factoryOf(manifest, { callTool: echoing(contexts) }), undefined, 'tools/call', params);
    assert.equal('caller' in (contexts[0] ?? {}), false);
  });

  test('is told to overrides and own tools, but for the token and the headers', async () => {
    const told: object[] = [];
    const overrides = [
      override(tool<object, unknown>('listBoats'), async (input, call, context) => {
        told.push(context);
        return call(input);
      }),
    ];
    const own: OwnTool = {
      name: 'add',
      inputSchema: { type: 'object', properties: {} },
      run: (_, context) => {
        told.push(context);
        return Promise.resolve({});
      },
    };
    const contexts: CallContext[] = [];
    const factory = factoryOf(manifest, { overrides, tools: [own], callTool: echoing(contexts) });
    for (const name of ['listBoats', 'add'])
      await ask(factory, caller, 'tools/call', { name, arguments: {} });
    assert.equal(told.length, 2);
    const { subject, clientId, scopes, claims } = caller;
    for (const context of told) {
      assert.deepEqual(Object.keys(context).sort(), ['caller', 'progress', 'signal']);
      assert.deepEqual((context as { caller: unknown }).caller, { subject, clientId, scopes, claims });
    }
    // What an override calls is called for the same caller.
    assert.equal(contexts[0]?.caller, caller);
  });
});
