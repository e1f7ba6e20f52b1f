import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { readHttpSettings } from '../../src/runtime/environment.js';
import { createHttpHandler } from '../../src/runtime/http.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { post, readAnswer } from './mcp-client.js';

const token = '0a1b2c3d'.repeat(4);
const manifest = madeManifest([madeTool({ name: 'listBoats' })]);
const tools = createTools({
  manifest,
  callTool: () => Promise.resolve(structuredResult({ ok: true })),
  overrides: [],
  tools: [],
});

/** A server that pages of these origins may call. */
function serving(origins: string): (request: Request) => Promise<Response> {
  const environment = { MCP_AUTH: 'bearer', MCP_TOKENS: `ann=${token}`, MCP_ALLOWED_ORIGINS: origins };
  return createHttpHandler(serveTools(manifest, tools), readHttpSettings([], environment, manifest)).fetch;
}

const app = 'https://app.example.com';
const fetch = serving(`${app}, pages.example.com`);

type Headers = Readonly<Record<string, string>>;

function preflight(headers: Headers, url = 'http://localhost/mcp'): Request {
  return new Request(url, {
    method: 'OPTIONS',
    headers: { host: 'localhost', 'access-control-request-method': 'POST', ...headers },
  });
}

function call(headers: Headers): Request {
  return post('tools/call', { name: 'listBoats', arguments: {} }, { headers });
}

function sharedWith(response: Response): string | null {
  return response.headers.get('access-control-allow-origin');
}

suite('a preflight request (Fetch, CORS protocol)', () => {
  for (const origin of [app, 'https://pages.example.com', 'http://pages.example.com:8080']) {
    test(`of ${origin} is answered without a token, and names what may be sent`, async () => {
      const asked = 'authorization, content-type, mcp-protocol-version, mcp-param-region';
      const response = await fetch(preflight({ origin, 'access-control-request-headers': asked }));
      assert.equal(response.status, 204);
      assert.equal(sharedWith(response), origin);
      assert.equal(response.headers.get('access-control-allow-methods'), 'POST');
      assert.equal(response.headers.get('access-control-allow-headers'), asked);
      assert.equal(response.headers.get('access-control-allow-credentials'), null);
      assert.match(String(response.headers.get('vary')), /Origin/);
    });
  }

  const refused: readonly [of: string, request: () => Request, status: number][] = [
    ['a stranger', () => preflight({ origin: 'https://evil.example.test' }), 403],
    ['a page without an origin', () => preflight({ origin: 'null' }), 403],
    ['another scheme', () => preflight({ origin: 'http://app.example.com' }), 403],
    // Local pages may call, as every program here may; that they may read was never said.
    ['a local page that was not named', () => preflight({ origin: 'http://localhost:5173' }), 405],
    ['no browser', () => preflight({}), 405],
    ['another host', () => preflight({ origin: app, host: 'evil.example.test' }), 403],
    ['another path', () => preflight({ origin: app }, 'http://localhost/other'), 404],
  ];
  for (const [of, request, status] of refused) {
    test(`of ${of} is refused`, async () => {
      const response = await fetch(request());
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-methods'), null);
    });
  }

  test('repeats no names that are none', async () => {
    const response = await fetch(preflight({ origin: app, 'access-control-request-headers': 'a; b' }));
    assert.equal(response.headers.get('access-control-allow-headers'), null);
  });
});

suite('an answer', () => {
  test('can be read by a page that was named, and so can where tokens come from', async () => {
    const good = await fetch(call({ origin: app, authorization: `Bearer ${token}` }));
    assert.equal(sharedWith(good), app);
    assert.deepEqual((await readAnswer(good)).result?.['structuredContent'], { ok: true });
    const denied = await fetch(call({ origin: app }));
    assert.equal(denied.status, 401);
    assert.equal(sharedWith(denied), app);
    assert.match(String(denied.headers.get('access-control-expose-headers')), /WWW-Authenticate/);
    assert.match(String(denied.headers.get('www-authenticate')), /^Bearer /);
  });

  for (const origin of ['http://localhost:5173', 'https://evil.example.test', undefined]) {
    test(`is not for ${origin ?? 'pages, where none asks'}`, async () => {
      const response = await fetch(call({ ...(origin && { origin }), authorization: `Bearer ${token}` }));
      assert.equal(sharedWith(response), null);
    });
  }

  test('is for nobody where nobody was named', async () => {
    const response = await serving('')(
      call({ origin: 'http://localhost', authorization: `Bearer ${token}` }),
    );
    assert.equal(response.status, 200);
    assert.equal(sharedWith(response), null);
  });

  test('is for a local page that was named', async () => {
    const origin = 'http://localhost:6274';
    const named = serving(origin);
    assert.equal((await named(preflight({ origin }))).status, 204);
    assert.equal(sharedWith(await named(call({ origin, authorization: `Bearer ${token}` }))), origin);
    assert.equal(
      sharedWith(await named(call({ origin: 'http://localhost:1', authorization: `Bearer ${token}` }))),
      null,
    );
  });
});
