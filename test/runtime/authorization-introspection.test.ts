import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  authorizationBy,
  audience,
  gatedServer,
  oauthVariables,
  type GatedServer,
} from './authorized-server.js';
import { goodClaims, makeKey, signJwt, startIssuer, type TokenIssuer } from './token-issuer.js';

const key = makeKey('ES256');
const rogue = makeKey('ES256');
const path = '/introspect';
const now = Math.floor(Date.now() / 1000);

type Members = Readonly<Record<string, unknown>>;

async function withIssuer(
  use: (parts: { issuer: TokenIssuer; server: GatedServer }) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const issuer = await startIssuer([key]);
  const server = gatedServer(
    authorizationBy({
      ...oauthVariables(issuer.url),
      MCP_INTROSPECTION_URL: `${issuer.url}${path}`,
      MCP_INTROSPECTION_CLIENT_ID: 'mcp server',
      MCP_INTROSPECTION_CLIENT_SECRET: 's3cret:%',
      ...variables,
    }),
  );
  try {
    await use({ issuer, server });
  } finally {
    await issuer.close();
  }
}

/** What RFC 7662 says of a token that is good, but for these members. */
function told(members: Members = {}): string {
  return JSON.stringify({
    active: true,
    aud: audience,
    scope: 'read',
    sub: 'user-1',
    client_id: 'c',
    exp: now + 300,
    ...members,
  });
}

suite('a token that is no JWT', () => {
  test('is asked about as clients of the API ask: only what has to be encoded is (RFC 6749 2.3.1)', () =>
    withIssuer(
      async ({ issuer, server }) => {
        issuer.answers.set(path, { body: told() });
        await server.call('Bearer opaque');
        const { authorization = '' } = issuer.asked.at(-1)?.headers ?? {};
        const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
        assert.equal(pair, 'mcp-server_1.a:s3cret-%25~+*');
      },
      {
        MCP_INTROSPECTION_CLIENT_ID: 'mcp-server_1.a',
        MCP_INTROSPECTION_CLIENT_SECRET: 's3cret-%~ *',
      },
    ));

  test('is refused where nobody is asked about it', () =>
    withIssuer(
      async ({ issuer, server }) => {
        assert.equal((await server.call('Bearer opaque')).status, 401);
        assert.equal(issuer.asked.length, 0);
      },
      {
        MCP_INTROSPECTION_URL: '',
        MCP_INTROSPECTION_CLIENT_ID: '',
        MCP_INTROSPECTION_CLIENT_SECRET: '',
      },
    ));

  test('is asked about once, by this server (RFC 7662 2.1, RFC 6749 2.3.1)', () =>
    withIssuer(async ({ issuer, server }) => {
      issuer.answers.set(path, { body: told() });
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async () => (await server.call('Bearer opaque+token/1==')).status),
      );
      assert.ok(statuses.every((status) => status === 200));
      assert.equal(issuer.asked.length, 1);
      const { body, headers } = issuer.asked[0] ?? {};
      assert.equal(new URLSearchParams(body).get('token'), 'opaque+token/1==');
      const basic = Buffer.from('mcp+server:s3cret%3A%25').toString('base64');
      assert.equal(headers?.authorization, `Basic ${basic}`);
      assert.equal(server.callers[0]?.subject, 'user-1');
      assert.deepEqual([...(server.callers[0]?.scopes ?? [])], ['read']);
    }));

  for (const token of ['a.b.c', 'e30.e30.x', `${'a'.repeat(30)}.b`, 'v1.local.abc']) {
    test(`may look like a JWT: ${token}`, () =>
      withIssuer(async ({ issuer, server }) => {
        issuer.answers.set(path, { body: told() });
        assert.equal((await server.call(`Bearer ${token}`)).status, 200);
      }));
  }

  test('is another for each text, and JWTs are not asked about', () =>
    withIssuer(async ({ issuer, server }) => {
      issuer.answers.set(path, (body) => ({
        body: new URLSearchParams(body).get('token') === 'one' ? told({ sub: 'one' }) : told({ sub: 'two' }),
      }));
      await server.call('Bearer one');
      await server.call('Bearer two');
      assert.deepEqual(
        server.callers.map((caller) => caller?.subject),
        ['one', 'two'],
      );
      assert.equal(
        (await server.call(`Bearer ${signJwt(goodClaims(issuer.url, audience), key)}`)).status,
        200,
      );
      assert.equal(issuer.count(path), 2);
    }));

  const cases: readonly [of: string, members: (issuer: string) => Members, status: number][] = [
    ['that is not active', () => ({ active: false }), 401],
    ['that is active in words', () => ({ active: 'true' }), 401],
    ['for others', () => ({ aud: 'https://other.example' }), 401],
    ['for nobody', () => ({ aud: undefined }), 401],
    ['for us among others', () => ({ aud: ['https://other.example', audience] }), 200],
    ['without an end', () => ({ exp: undefined }), 401],
    ['that has ended', () => ({ exp: now - 60 }), 401],
    ['that ends in words', () => ({ exp: String(now + 300) }), 401],
    ['of another issuer', () => ({ iss: 'https://evil.example.test' }), 401],
    ['of this issuer', (iss) => ({ iss }), 200],
    ['of the future', () => ({ nbf: now + 600 }), 401],
    ['that refreshes others', () => ({ token_type: 'refresh_token' }), 401],
    ['that is bound to a key', () => ({ cnf: { jkt: 'x' } }), 401],
    ['of nobody', () => ({ sub: undefined, client_id: undefined }), 401],
    ['without scopes', () => ({ scope: undefined }), 403],
  ];
  for (const [of, members, status] of cases) {
    test(`${of}: ${status}`, () =>
      withIssuer(async ({ issuer, server }) => {
        issuer.answers.set(path, { body: told(members(issuer.url)) });
        assert.equal((await server.call('Bearer opaque')).status, status);
        assert.equal((await server.call('Bearer opaque')).status, status);
        assert.equal(issuer.count(path), 1);
      }));
  }

  test('is believed no longer than it lives', (context) =>
    withIssuer(async ({ issuer, server }) => {
      // One that lives for 2 s more, with 5 s for clocks that are apart.
      issuer.answers.set(path, { body: told({ exp: now + 2 }) });
      assert.equal((await server.call('Bearer opaque')).status, 200);
      context.mock.timers.enable({ apis: ['Date'], now: (now + 8) * 1_000 });
      assert.equal((await server.call('Bearer opaque')).status, 401);
      assert.equal(issuer.count(path), 2);
    }));

  test('is asked about again after 10 s, and after 5 s where it was bad', (context) =>
    withIssuer(async ({ issuer, server }) => {
      const start = Date.now();
      const at = async (seconds: number, token: string, status: number, count: number): Promise<void> => {
        context.mock.timers.setTime(start + seconds * 1_000);
        assert.equal((await server.call(`Bearer ${token}`)).status, status, `${token} after ${seconds} s`);
        assert.equal(issuer.count(path), count);
      };
      context.mock.timers.enable({ apis: ['Date'], now: start });
      issuer.answers.set(path, { body: told() });
      await at(0, 'good', 200, 1);
      await at(9, 'good', 200, 1);
      issuer.answers.set(path, { body: told({ active: false }) });
      await at(11, 'good', 401, 2);
      await at(15, 'good', 401, 2);
      issuer.answers.set(path, { body: told() });
      await at(17, 'good', 200, 3);
    }));
});

suite('an issuer that does not tell', () => {
  const answers: readonly [
    of: string,
    answer: { status?: number; type?: string; body: string } | undefined,
  ][] = [
    ['is gone', undefined],
    ['fails', { status: 500, body: '{}' }],
    ['refuses this server', { status: 401, body: '{"error":"invalid_client"}' }],
    ['tells HTML', { body: '<html>', type: 'text/html' }],
    ['tells a list', { body: '[]' }],
    ['tells without end', { body: JSON.stringify({ active: true, x: 'x'.repeat(2 ** 21) }) }],
    ['redirects', { status: 302, body: '' }],
  ];
  for (const [of, answer] of answers) {
    test(`because it ${of}: 503, and it is not asked at once again`, () =>
      withIssuer(async ({ issuer, server }) => {
        issuer.answers.set(path, answer);
        for (let count = 0; count < 3; count += 1) {
          const response = await server.call('Bearer opaque');
          assert.equal(response.status, 503);
          assert.ok(Number(response.headers.get('retry-after')) > 0);
        }
        assert.equal(issuer.count(path), 1);
      }));
  }
});

suite('an answer that is signed (RFC 9701)', () => {
  const type = 'application/token-introspection+jwt; charset=utf-8';
  const header = { typ: 'token-introspection+jwt' };
  const cases: readonly [
    of: string,
    claims: (iss: string) => Members,
    key: typeof rogue,
    header: Members,
    status: number,
  ][] = [
    ['for this server', (iss) => ({ iss, aud: 'mcp server' }), key, header, 200],
    ['for another server', (iss) => ({ iss, aud: 'other' }), key, header, 503],
    ['by another issuer', () => ({ iss: 'https://evil.example.test', aud: 'mcp server' }), key, header, 503],
    ['by another key', (iss) => ({ iss, aud: 'mcp server' }), rogue, header, 503],
    ['as another type', (iss) => ({ iss, aud: 'mcp server' }), key, { typ: 'at+jwt' }, 503],
    ['with nothing in it', (iss) => ({ iss, aud: 'mcp server', token_introspection: 'x' }), key, header, 503],
  ];
  for (const [of, claims, signer, head, status] of cases) {
    test(`${of}: ${status}`, () =>
      withIssuer(async ({ issuer, server }) => {
        const introspection = JSON.parse(told()) as unknown;
        const body = signJwt(
          { iat: now, token_introspection: introspection, ...claims(issuer.url) },
          signer,
          head,
        );
        issuer.answers.set(path, { type, body });
        assert.equal((await server.call('Bearer opaque')).status, status);
      }));
  }
});
