import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as jose from 'jose';
import { createIssuerKeys, type IssuerKeys } from '../../src/runtime/authorization/issuer-keys.js';
import type { JoseHeader, JoseLibrary } from '../../src/runtime/authorization/jose-library.js';
import {
  authorizationBy,
  audience,
  gatedServer,
  oauthVariables,
  type GatedServer,
} from './authorized-server.js';
import {
  goodClaims,
  jwkOf,
  makeKey,
  signJwt,
  startIssuer,
  type SigningKey,
  type TokenIssuer,
} from './token-issuer.js';

const key = makeKey('ES256', 'first');
const next = makeKey('ES256', 'next');
const second = 1_000;
const minute = 60 * second;

/** Keys with a clock of their own, of a source that can be down. */
function clockedKeys(keys: readonly SigningKey[] = [key]) {
  const state = { now: 0, keys, isDown: false, fetches: 0 };
  const issuerKeys: IssuerKeys = createIssuerKeys({
    jose: jose as unknown as JoseLibrary,
    now: () => state.now,
    fetchKeys: () => {
      state.fetches += 1;
      return state.isDown
        ? Promise.reject(new Error('down'))
        : Promise.resolve({ keys: state.keys.map(jwkOf) });
    },
  });
  return { state, find: (kid: string) => outcomeOf(issuerKeys, { alg: 'ES256', kid }) };
}

async function outcomeOf(keys: IssuerKeys, header: JoseHeader): Promise<'found' | 'unknown' | 'unavailable'> {
  const found = await keys.find(header);
  if ('retryAfterSeconds' in found) return 'unavailable';
  return found.length > 0 ? 'found' : 'unknown';
}

suite('the keys of an issuer', () => {
  test('are fetched once for all who wait', async () => {
    const { state, find } = clockedKeys();
    assert.equal(state.fetches, 0);
    const all = await Promise.all(Array.from({ length: 500 }, () => find('first')));
    assert.ok(all.every((outcome) => outcome === 'found'));
    assert.equal(state.fetches, 1);
  });

  test('are fetched at most once in 30 s, whatever keys are named', async () => {
    const { state, find } = clockedKeys();
    for (let count = 0; count < 1_000; count += 1) {
      state.now = count * 29;
      assert.equal(await find(`random-${count}`), 'unknown');
    }
    assert.equal(state.fetches, 1);
    state.now = 31 * second;
    assert.equal(await find('random'), 'unknown');
    assert.equal(await find('random again'), 'unknown');
    assert.equal(state.fetches, 2);
  });

  test('are fetched anew for a key that is new', async () => {
    const { state, find } = clockedKeys();
    assert.equal(await find('first'), 'found');
    state.keys = [key, next];
    state.now = 10 * second;
    assert.equal(await find('next'), 'unknown');
    state.now = 30 * second;
    assert.equal(await find('next'), 'found');
  });

  test('are looked up beside the calls that use them once they are stale, and a key that is gone is gone', async () => {
    const { state, find } = clockedKeys();
    await find('first');
    state.keys = [next];
    state.now = 9 * minute;
    assert.equal(await find('first'), 'found');
    assert.equal(state.fetches, 1);
    state.now = 11 * minute;
    assert.equal(await find('first'), 'found');
    assert.equal(state.fetches, 2);
    assert.equal(await find('first'), 'unknown');
    assert.equal(await find('next'), 'found');
  });

  test('are waited for once they are old', async () => {
    const { state, find } = clockedKeys();
    await find('first');
    state.keys = [next];
    state.now = 61 * minute;
    assert.equal(await find('first'), 'unknown');
  });

  test('go on while the issuer is down, and are not known otherwise', async () => {
    const { state, find } = clockedKeys();
    await find('first');
    state.isDown = true;
    for (const now of [minute, 11 * minute, 70 * minute, 24 * 60 * minute]) {
      state.now = now;
      assert.equal(await find('first'), 'found');
      assert.equal(await find('next'), 'unavailable');
    }
    state.isDown = false;
    state.keys = [key, next];
    state.now += 6 * second;
    assert.equal(await find('next'), 'found');
  });

  test('are not asked for at each call while the issuer is down', async () => {
    const { state, find } = clockedKeys();
    state.isDown = true;
    for (let count = 0; count < 600; count += 1) {
      state.now = count * 50;
      assert.equal(await find('first'), 'unavailable');
    }
    assert.ok(state.fetches <= 6, `${state.fetches} fetches in 30 s`);
    state.isDown = false;
    state.now += 6 * second;
    assert.equal(await find('first'), 'found');
  });

  for (const [of, answer] of [
    ['no set', 7],
    ['a set of no list', { keys: 'x' }],
    ['a list of other things', { keys: [7] }],
    ['nothing', undefined],
  ] as const) {
    test(`that are ${of} are none`, async () => {
      const keys = createIssuerKeys({
        jose: jose as unknown as JoseLibrary,
        fetchKeys: () => Promise.resolve(answer),
      });
      assert.equal(await outcomeOf(keys, { alg: 'ES256' }), 'unavailable');
    });
  }

  test('are those for signatures, by their own algorithm', async () => {
    const jwk = jwkOf(key);
    for (const member of [{ use: 'enc' }, { alg: 'ES384' }, { key_ops: ['sign'] }, { kty: 'RSA' }]) {
      const keys = createIssuerKeys({
        jose: jose as unknown as JoseLibrary,
        fetchKeys: () => Promise.resolve({ keys: [{ ...jwk, ...member }] }),
      });
      assert.equal(await outcomeOf(keys, { alg: 'ES256', kid: 'first' }), 'unknown', JSON.stringify(member));
    }
  });
});

suite('a server and its issuer', () => {
  const withIssuer = async (
    use: (parts: {
      issuer: TokenIssuer;
      server: GatedServer;
      token: (signer?: SigningKey) => string;
    }) => Promise<void>,
    variables: (issuer: TokenIssuer) => Readonly<Record<string, string>> = () => ({}),
  ): Promise<void> => {
    const issuer = await startIssuer([key]);
    const authorization = authorizationBy({
      ...oauthVariables(issuer.url),
      ...variables(issuer),
    });
    const settings = authorization.mode === 'oauth' ? authorization : undefined;
    const token = (signer = key): string =>
      `Bearer ${signJwt(goodClaims(settings?.issuer ?? '', audience), signer)}`;
    try {
      await use({ issuer, server: gatedServer(authorization), token });
    } finally {
      await issuer.close();
    }
  };

  test('a token whose key nobody can tell is neither taken nor refused', () =>
    withIssuer(async ({ issuer, server, token }) => {
      issuer.answers.set('/jwks', undefined);
      const response = await server.call(token());
      assert.equal(response.status, 503);
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.equal(response.headers.get('www-authenticate'), null);
    }));

  test('a token by a known key is taken while the issuer is down', () =>
    withIssuer(async ({ issuer, server, token }) => {
      assert.equal((await server.call(token())).status, 200);
      await issuer.close();
      assert.equal((await server.call(token())).status, 200);
    }));

  test('what cannot be right whatever the key is refused without asking', () =>
    withIssuer(async ({ issuer, server }) => {
      await issuer.close();
      assert.equal((await server.call(`Bearer ${signJwt({}, key, { typ: 'JWT' })}`)).status, 401);
      assert.equal((await server.call(`Bearer ${signJwt({}, key, { alg: 'HS256' })}`)).status, 401);
    }));

  test('1,000 tokens by as many unknown keys ask for keys once', () =>
    withIssuer(async ({ issuer, server }) => {
      const claims = goodClaims(issuer.url, audience);
      const statuses = await Promise.all(
        Array.from({ length: 1_000 }, async (_, index) => {
          const kid = `random-${index}`;
          return (await server.call(`Bearer ${signJwt(claims, next, { kid })}`)).status;
        }),
      );
      assert.ok(statuses.every((status) => status === 401));
      assert.equal(issuer.count('/jwks'), 1);
    }));

  test('keys may be elsewhere', () =>
    withIssuer(
      async ({ issuer, server, token }) => {
        assert.equal((await server.call(token())).status, 200);
        assert.deepEqual(
          issuer.asked.map(({ path }) => path),
          ['/jwks'],
        );
      },
      (issuer) => ({ MCP_JWKS_URL: `${issuer.url}/jwks` }),
    ));

  test('keys that have moved are found again', async (context) =>
    withIssuer(async ({ issuer, server, token }) => {
      const keys = issuer.answers.get('/jwks');
      issuer.answers.set('/jwks', { status: 410, body: '' });
      assert.equal((await server.call(token())).status, 503);
      issuer.answers.set('/moved', keys);
      issuer.answers.set('/.well-known/oauth-authorization-server', {
        body: JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/moved` }),
      });
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 6 * second });
      assert.equal((await server.call(token())).status, 200);
    }));

  test('metadata stand before the path of the issuer, or after it as OpenID Connect has it', () =>
    withIssuer(
      async ({ issuer, server, token }) => {
        const body = JSON.stringify({ issuer: `${issuer.url}/a/b`, jwks_uri: `${issuer.url}/jwks` });
        issuer.answers.set('/a/b/.well-known/openid-configuration', { body });
        assert.equal((await server.call(token())).status, 200);
        assert.equal(issuer.asked[0]?.path, '/.well-known/oauth-authorization-server/a/b');
      },
      (issuer) => ({ MCP_ISSUER: `${issuer.url}/a/b` }),
    ));

  const lies: readonly [of: string, metadata: (issuer: TokenIssuer) => object][] = [
    ['another issuer', ({ url }) => ({ issuer: `${url}/`, jwks_uri: `${url}/jwks` })],
    ['no issuer', ({ url }) => ({ jwks_uri: `${url}/jwks` })],
    ['no keys', ({ url }) => ({ issuer: url })],
    ['keys over http', ({ url }) => ({ issuer: url, jwks_uri: 'http://keys.example.com/jwks' })],
    ['keys in a file', ({ url }) => ({ issuer: url, jwks_uri: 'file:///etc/passwd' })],
    ['a list', () => []],
  ];
  for (const [of, metadata] of lies) {
    test(`metadata of ${of} lead nowhere`, () =>
      withIssuer(async ({ issuer, server, token }) => {
        issuer.answers.set('/.well-known/oauth-authorization-server', {
          body: JSON.stringify(metadata(issuer)),
        });
        assert.equal((await server.call(token())).status, 503);
        assert.equal(issuer.count('/jwks'), 0);
      }));
  }

  const answers: readonly [
    of: string,
    answer: (issuer: TokenIssuer) => { status?: number; body: string; location?: string },
  ][] = [
    ['an error', () => ({ status: 500, body: '{}' })],
    ['HTML', () => ({ body: '<html>' })],
    ['more than a megabyte', () => ({ body: JSON.stringify({ keys: [], x: 'x'.repeat(2 ** 21) }) })],
    ['a redirect', ({ url }) => ({ status: 302, body: '', location: `${url}/elsewhere` })],
  ];
  for (const [of, answer] of answers) {
    test(`${of} in place of keys is no keys`, () =>
      withIssuer(async ({ issuer, server, token }) => {
        issuer.answers.set('/jwks', answer(issuer));
        issuer.answers.set('/elsewhere', { body: JSON.stringify({ keys: [jwkOf(key)] }) });
        assert.equal((await server.call(token())).status, 503);
        assert.equal(issuer.count('/elsewhere'), 0);
      }));
  }
});
