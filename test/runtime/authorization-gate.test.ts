import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { signatureAlgorithms } from '../../src/runtime/authorization/jose-library.js';
import { presentedToken } from '../../src/runtime/authorization/presented.js';
import {
  authorizationBy,
  audience,
  gatedServer,
  oauthVariables,
  scopedTools,
  type GatedServer,
} from './authorized-server.js';
import { legacyPost } from '../callers/callers.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { post } from './mcp-client.js';
import { goodClaims, makeKey, signJwt, startIssuer, type TokenIssuer } from './token-issuer.js';

const ann = '0a1b2c3d'.repeat(4);
const bob = '9f8e7d6c'.repeat(4);
const key = makeKey('ES256');

let issuer: TokenIssuer;
let oauth: GatedServer;
let good: string;
const bearer = gatedServer(authorizationBy({ MCP_AUTH: 'bearer', MCP_TOKENS: `ann=${ann},bob=${bob}` }));

before(async () => {
  issuer = await startIssuer([key]);
  oauth = gatedServer(authorizationBy(oauthVariables(issuer.url)));
  good = signJwt(goodClaims(issuer.url, audience), key);
});
after(async () => issuer.close());

const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

suite('static tokens', () => {
  const cases: readonly [of: string, authorization: string | undefined, status: number][] = [
    ['one of them', `Bearer ${ann}`, 200],
    ['another', `Bearer ${bob}`, 200],
    ['in small letters', `bearer ${ann}`, 200],
    ['after several spaces', `BEARER   ${ann}`, 200],
    ['none', undefined, 401],
    ['an empty one', 'Bearer ', 401],
    ['an unknown one', `Bearer ${'c3'.repeat(16)}`, 401],
    ['the beginning of one', `Bearer ${ann.slice(0, -1)}`, 401],
    ['in another scheme', `Basic ${ann}`, 401],
    ['by DPoP', `DPoP ${ann}`, 401],
    ['without a scheme', ann, 401],
    ['two of them', `Bearer ${ann} ${bob}`, 401],
    ['two headers', `Bearer ${ann}, Bearer ${bob}`, 400],
  ];
  for (const [of, authorization, status] of cases)
    test(`${of}: ${status}`, async () => assert.equal((await bearer.call(authorization)).status, status));

  test('say who calls, and allow everything', async () => {
    bearer.callers.length = 0;
    await bearer.call(`Bearer ${bob}`);
    assert.deepEqual(bearer.callers, [
      {
        subject: 'bob',
        clientId: undefined,
        scopes: undefined,
        claims: {},
        token: bob,
        expiresAt: undefined,
        identity: 'service',
      },
    ]);
  });

  test('are asked for by a challenge of their own', async () => {
    const challenge = async (authorization?: string): Promise<string | null> =>
      (await bearer.call(authorization)).headers.get('www-authenticate');
    assert.equal(await challenge(), 'Bearer realm="boats-mcp"');
    assert.match(String(await challenge(`Bearer ${ann}x`)), /^Bearer error="invalid_token", .*realm=/);
  });

  test('come from no metadata', async () => {
    const request = new Request('http://localhost/.well-known/oauth-protected-resource', {
      headers: { host: 'localhost' },
    });
    assert.equal((await bearer.fetch(request)).status, 404);
  });
});

suite('a call of a tool whose name is no text is malformed (MCP, tools/call)', () => {
  const names: readonly unknown[] = [
    { toString: 'x' },
    ['listBoats'],
    7,
    null,
    true,
    undefined,
    { toString: null, valueOf: null },
  ];
  const modes: readonly [mode: string, on: () => GatedServer][] = [
    ['none', () => gatedServer({ mode: 'none' })],
    ['bearer', () => bearer],
    ['oauth', () => oauth],
  ];
  for (const [mode, on] of modes) {
    for (const name of names) {
      const params = { name, arguments: {} };
      const requests: readonly [of: string, request: Request][] = [
        ['2026-07-28', post('tools/call', params)],
        ['2026-07-28 with a header', post('tools/call', params, { headers: { 'mcp-name': 'x' } })],
        ['2025-03-26', legacyPost({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })],
      ];
      for (const [of, request] of requests) {
        test(`${JSON.stringify(name)} of ${of}, in mode ${mode}`, async () => {
          request.headers.set('host', 'localhost');
          request.headers.set('authorization', mode === 'oauth' ? `Bearer ${good}` : `Bearer ${ann}`);
          const response = await on().fetch(request);
          assert.equal(response.status, 200);
          assert.match(await response.text(), /"code":-32602,"message":"Invalid tools\/call request"/);
        });
      }
    }
  }
});

test('without authorization nobody is asked, and what is sent counts for nothing', async () => {
  const server = gatedServer({ mode: 'none' });
  assert.equal((await server.call()).status, 200);
  assert.equal((await server.call('Bearer x, Bearer y')).status, 200);
  assert.deepEqual(server.callers, [undefined, undefined]);
});

suite('the challenge of a resource server (RFC 6750 3, RFC 9728 5.1)', () => {
  const cases: readonly [of: string, authorization: string | undefined, status: number, challenge: string][] =
    [
      ['without a token names no error', undefined, 401, `resource_metadata="${metadataUrl}", scope="read"`],
      [
        'in another scheme names no error',
        'Basic eDp5',
        401,
        `resource_metadata="${metadataUrl}", scope="read"`,
      ],
      [
        'for a token that is none',
        'Bearer opaque',
        401,
        `error="invalid_token", error_description="The token is no JWT, and no others are taken here.", resource_metadata="${metadataUrl}", scope="read"`,
      ],
      [
        'for two headers',
        'Bearer a, Bearer b',
        400,
        `error="invalid_request", error_description="There has to be one Authorization header.", resource_metadata="${metadataUrl}", scope="read"`,
      ],
    ];
  for (const [of, authorization, status, challenge] of cases) {
    test(of, async () => {
      const response = await oauth.call(authorization);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('www-authenticate'), `Bearer ${challenge}`);
    });
  }

  test('has no scope where there is none, and none that is too long', async () => {
    const scopes = Array.from({ length: 300 }, (_, index) => `scope:${index}`);
    const tools = [madeTool({ name: 'listBoats', scopes: [scopes] })];
    for (const some of [tools, [madeTool({ name: 'listBoats' })]]) {
      const server = gatedServer(authorizationBy(oauthVariables(issuer.url), madeManifest(some)), some);
      const challenge = (await server.call()).headers.get('www-authenticate');
      assert.equal(challenge, `Bearer resource_metadata="${metadataUrl}"`);
    }
  });

  test('a step up names the same metadata', async () => {
    const narrow = signJwt({ ...goodClaims(issuer.url, audience), scope: 'none' }, key);
    const response = await oauth.call(`Bearer ${narrow}`);
    assert.equal(response.status, 403);
    assert.match(String(response.headers.get('www-authenticate')), /insufficient_scope/);
    assert.ok(response.headers.get('www-authenticate')?.includes(`resource_metadata="${metadataUrl}"`));
  });
});

suite('where a token may stand (RFC 6750 2)', () => {
  const inQuery = (url: string, authorization?: string): Promise<Response> =>
    oauth.fetch(
      post('tools/list', {}, { url, headers: authorization === undefined ? {} : { authorization } }),
    );

  test('not in the query', async () => {
    const response = await inQuery(`http://localhost/mcp?access_token=${good}`);
    assert.equal(response.status, 401);
    assert.doesNotMatch(await response.text(), /eyJ/);
  });
  test('not there as well', async () => {
    assert.equal((await inQuery('http://localhost/mcp?access_token=x', `Bearer ${good}`)).status, 400);
    assert.equal((await inQuery('http://localhost/mcp?access%5Ftoken=x', `Bearer ${good}`)).status, 400);
    assert.equal((await inQuery('http://localhost/mcp?token=x', `Bearer ${good}`)).status, 200);
  });
  test('not in the body', async () => {
    assert.equal((await oauth.fetch(post('tools/list', { access_token: good }))).status, 401);
    const form = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${good}`,
    });
    assert.equal((await oauth.fetch(form)).status, 401);
  });
  test('not in a cookie', async () =>
    assert.equal((await oauth.call(undefined, { cookie: `access_token=${good}` })).status, 401));

  test('a token may have 8 KiB', () => {
    const read = (length: number): object =>
      presentedToken({
        method: 'POST',
        url: new URL('http://localhost/mcp'),
        headers: new Headers({ authorization: `Bearer ${'a'.repeat(length)}` }),
      });
    assert.ok('token' in read(8 * 1024));
    assert.deepEqual(read(8 * 1024 + 1), { problem: 'too-long' });
  });
});

suite('what comes first', () => {
  let reads = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      reads += 1;
      controller.enqueue(new TextEncoder().encode('{'));
      if (reads > 100) controller.close();
    },
  });
  test('is the token, and then the body', async () => {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    assert.equal((await oauth.fetch(request)).status, 401);
    assert.ok(reads <= 1, `the body was read ${reads} times`);
  });

  const cases: readonly [of: string, url: string, init: RequestInit, status: number][] = [
    ['the host', 'http://localhost/mcp', { method: 'POST', headers: { host: 'evil.example.test' } }, 403],
    [
      'the origin',
      'http://localhost/mcp',
      { method: 'POST', headers: { host: 'localhost', origin: 'https://evil.example.test' } },
      403,
    ],
    ['the path', 'http://localhost/other', { method: 'POST', headers: { host: 'localhost' } }, 404],
    ['the method', 'http://localhost/mcp', { method: 'GET', headers: { host: 'localhost' } }, 405],
    [
      'the host, for metadata too',
      'http://localhost/.well-known/oauth-protected-resource',
      { headers: { host: 'evil.example.test' } },
      403,
    ],
  ];
  for (const [of, url, init, status] of cases)
    test(`is ${of}, and then the token`, async () =>
      assert.equal((await oauth.fetch(new Request(url, init))).status, status));
});

suite('protected resource metadata (RFC 9728)', () => {
  const ask = (path: string, init: RequestInit = {}, server = oauth): Promise<Response> => {
    const headers = { host: 'localhost', ...init.headers };
    return server.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  };
  const root = '/.well-known/oauth-protected-resource';

  for (const path of [root, `${root}/`, `${root}/mcp`, `${root}/mcp/`]) {
    test(`stand at ${path}`, async () => {
      const response = await ask(path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'application/json');
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.deepEqual(await response.json(), {
        resource: audience,
        authorization_servers: [issuer.url],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Boats',
      });
    });
  }
  test('tell which bound tokens are taken (RFC 9728 2)', async () => {
    const told = async (variables: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
      const server = gatedServer(authorizationBy({ ...oauthVariables(issuer.url), ...variables }));
      const document = (await (await ask(root, {}, server)).json()) as Record<string, unknown>;
      const names = ['resource', 'authorization_servers', 'scopes_supported'];
      const usual = [...names, 'bearer_methods_supported', 'resource_name'];
      return Object.fromEntries(Object.entries(document).filter(([name]) => !usual.includes(name)));
    };
    const algorithms = { dpop_signing_alg_values_supported: signatureAlgorithms };
    assert.deepEqual(await told({ MCP_DPOP: 'refuse' }), {});
    assert.deepEqual(await told({ MCP_DPOP: 'accept' }), algorithms);
    assert.deepEqual(await told({ MCP_DPOP: 'require' }), {
      ...algorithms,
      dpop_bound_access_tokens_required: true,
    });
    assert.deepEqual(await told({ MCP_CLIENT_CERT_HEADER: 'Client-Cert' }), {
      tls_client_certificate_bound_access_tokens: true,
    });
  });

  for (const path of [`${root}/other`, `${root}x`, '/.well-known/oauth-authorization-server', '/'])
    test(`do not stand at ${path}`, async () => assert.equal((await ask(path)).status, 404));

  test('may be read by pages of any origin', async () => {
    const headers = { origin: 'https://evil.example.test' };
    assert.equal((await ask(root, { headers })).status, 200);
    const preflight = await ask(root, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-headers': 'mcp-protocol-version' },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'mcp-protocol-version');
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  });

  test('are read, and not written', async () => {
    assert.equal((await ask(root, { method: 'POST' })).status, 405);
    const head = await ask(root, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
  });

  test('stand where a proxy has another path, and name what is not said otherwise', async () => {
    const variables = {
      ...oauthVariables(issuer.url),
      MCP_RESOURCE_URL: 'https://example.com/boats/mcp?v=1',
    };
    const tools = [madeTool({ name: 'listBoats' })];
    const server = gatedServer(authorizationBy(variables, madeManifest(tools)), tools);
    for (const path of [root, `${root}/mcp`, `${root}/boats/mcp`]) {
      const document = (await (await ask(path, {}, server)).json()) as Readonly<Record<string, unknown>>;
      assert.equal(document['resource'], 'https://example.com/boats/mcp?v=1');
      assert.equal('scopes_supported' in document, false);
    }
    const challenge = (await server.call()).headers.get('www-authenticate');
    assert.ok(
      challenge?.includes('"https://example.com/.well-known/oauth-protected-resource/boats/mcp?v=1"'),
      String(challenge),
    );
  });
});

test('texts of a manifest do not break out of a header', async () => {
  const manifest = madeManifest(scopedTools, { server: { name: 'a"\r\nx: y, Basic', version: '1' } });
  const authorization = authorizationBy({ MCP_AUTH: 'bearer', MCP_TOKENS: `ann=${ann}` }, manifest);
  const response = await gatedServer(authorization).call();
  assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="ax: y, Basic"');
  assert.equal(response.headers.get('x'), null);
});
