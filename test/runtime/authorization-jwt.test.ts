import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
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
  signByHmac,
  signJwt,
  startIssuer,
  type SigningKey,
  type TokenIssuer,
} from './token-issuer.js';

const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const keys = new Map(algorithms.map((alg) => [alg, makeKey(alg)]));
const key = keys.get('RS256') as SigningKey;
const rogue = makeKey('RS256', 'RS256');
const now = Math.floor(Date.now() / 1000);

let issuer: TokenIssuer;
let server: GatedServer;
const more = new Map<string, GatedServer>();

before(async () => {
  issuer = await startIssuer([...keys.values()]);
  const environment = oauthVariables(issuer.url);
  server = gatedServer(authorizationBy(environment));
  more.set('JWT', gatedServer(authorizationBy({ ...environment, MCP_TOKEN_TYPE: 'JWT' })));
  more.set('scp', gatedServer(authorizationBy({ ...environment, MCP_SCOPE_CLAIM: 'scp' })));
});
after(async () => issuer.close());

type Members = Readonly<Record<string, unknown>>;

/** A token that is good but for these claims and header parameters; `undefined` leaves one out. */
function token(claims: Members = {}, header: Members = {}, signer: SigningKey = key): string {
  return signJwt({ ...goodClaims(issuer.url, audience), ...claims }, signer, header);
}

async function statusOf(text: string, on: GatedServer = server): Promise<number> {
  return (await on.call(`Bearer ${text}`)).status;
}

suite('signatures by an algorithm with a public key (RFC 8725 3.1)', () => {
  for (const [alg, signer] of keys) {
    test(`${alg} is taken`, async () => assert.equal(await statusOf(token({}, {}, signer)), 200));
  }

  const refused: readonly [of: string, make: () => string][] = [
    ['no algorithm', () => `${token({}, { alg: 'none' }).replace(/[^.]*$/, '')}`],
    ['None', () => `${token({}, { alg: 'None' }).replace(/[^.]*$/, '')}`],
    [
      'HS256 with the public key as its secret',
      () =>
        signByHmac(
          goodClaims(issuer.url, audience),
          key.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
          { alg: 'HS256', typ: 'at+jwt', kid: key.kid },
        ),
    ],
    ['another key of the same name', () => token({}, {}, rogue)],
    ['a key in the header', () => token({}, { jwk: jwkOf(rogue), kid: 'rogue' }, rogue)],
    ['a key in the header, under a known name', () => token({}, { jwk: jwkOf(rogue) }, rogue)],
    ['a set of keys elsewhere', () => token({}, { jku: `${issuer.url}/rogue`, kid: 'rogue' }, rogue)],
    ['a certificate elsewhere', () => token({}, { x5u: `${issuer.url}/rogue`, kid: 'rogue' }, rogue)],
    ['a name that is a path', () => token({}, { kid: '../../etc/hostname' }, rogue)],
    ['a name that is no text', () => token({}, { kid: 7 })],
    ['the algorithm of another key', () => token({}, { alg: 'RS512' })],
    ['a changed signature', () => token().replace(/.{6}$/, 'AAAAAA')],
    ['no signature', () => token().replace(/[^.]*$/, '')],
    ['claims that were changed', () => changed(token())],
    ['an extension that is not known', () => token({}, { crit: ['x'], x: 1 })],
    ['an extension that jose knows', () => token({}, { crit: ['b64'], b64: true })],
    ['no claims', () => signJwt([], key)],
    ['claims that are no JSON', () => signJwt('{', key)],
  ];
  for (const [of, make] of refused) {
    test(`${of} is refused`, async () => assert.equal(await statusOf(make()), 401));
  }

  test('a token without `kid` is tried with every key that fits', async () => {
    const two = [makeKey('ES256', 'one'), makeKey('ES256', 'two')];
    const other = await startIssuer(two);
    const on = gatedServer(authorizationBy(oauthVariables(other.url)));
    const claims = goodClaims(other.url, audience);
    try {
      for (const signer of two)
        assert.equal(await statusOf(signJwt(claims, signer, { kid: undefined }), on), 200);
      const stranger = signJwt(claims, makeKey('ES256', 'one'), { kid: undefined });
      assert.equal(await statusOf(stranger, on), 401);
    } finally {
      await other.close();
    }
  });
});

function changed(good: string): string {
  const [header, claims = '', signature] = good.split('.');
  const parsed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const admin = Buffer.from(JSON.stringify({ ...parsed, scope: 'admin' })).toString('base64url');
  return [header, admin, signature].join('.');
}

suite('claims (RFC 9068 4)', () => {
  const cases: readonly [of: string, claims: Members, status: number][] = [
    ['another audience', { aud: 'https://other.example' }, 401],
    ['no audience', { aud: undefined }, 401],
    ['an audience that is null', { aud: null }, 401],
    ['no audience in a list', { aud: [] }, 401],
    ['a list with ours', { aud: ['https://other.example', audience] }, 200],
    ['an audience that ours begins', { aud: `${audience}-evil` }, 401],
    ['an audience that begins as ours', { aud: 'https://mcp.example.com' }, 401],
    ['an audience with a slash', { aud: `${audience}/` }, 401],
    ['an audience in other letters', { aud: audience.toUpperCase() }, 401],
    ['an audience in a list in a list', { aud: [[audience]] }, 401],
    ['another issuer', { iss: 'https://evil.example.test' }, 401],
    ['no issuer', { iss: undefined }, 401],
    ['a list of issuers', { iss: ['https://evil.example.test'] }, 401],
    ['an expired token', { exp: now - 120 }, 401],
    ['one that expired within the skew of clocks', { exp: now - 2 }, 200],
    ['no expiry', { exp: undefined }, 401],
    ['an expiry that is text', { exp: String(now + 300) }, 401],
    ['a token of the future', { nbf: now + 600 }, 401],
    ['one that is valid within the skew of clocks', { nbf: now + 3 }, 200],
    ['a token that was issued in the future', { iat: now + 86_400 }, 401],
    ['no time of issue', { iat: undefined }, 200],
    ['no subject, but a client', { sub: undefined }, 200],
    ['no subject and no client', { sub: undefined, client_id: undefined }, 401],
    ['an authorized party in place of a client', { sub: undefined, client_id: undefined, azp: 'c' }, 200],
    ['a subject that is no text', { sub: 7 }, 401],
    ['an empty subject', { sub: '' }, 401],
    ['a subject without end', { sub: 'x'.repeat(2_000) }, 401],
    ['what an issuer calls an ID token', { token_use: 'id' }, 401],
    ['what an issuer calls a refresh token', { token_type: 'Refresh' }, 401],
    ['what an issuer calls an access token', { token_use: 'access', token_type: 'Bearer' }, 200],
  ];
  for (const [of, claims, status] of cases) {
    test(`${of}: ${status}`, async () => assert.equal(await statusOf(token(claims)), status));
  }

  test('a slash at the end of the issuer is another issuer', async () =>
    assert.equal(await statusOf(token({ iss: `${issuer.url}/` })), 401));

  test('an expiry without end is none', async () => {
    // JSON has no infinity, but a number that is read as one.
    const text = JSON.stringify({ ...goodClaims(issuer.url, audience), exp: 0 });
    assert.equal(await statusOf(signJwt(text.replace('"exp":0', '"exp":1e999'), key)), 401);
  });

  test('a member that is there twice counts once, as the last', async () => {
    const text = JSON.stringify(goodClaims(issuer.url, audience));
    const twice = text.replace('{', '{"aud":"https://other.example",');
    assert.equal(await statusOf(signJwt(twice, key)), 200);
    assert.equal(await statusOf(signJwt(text.replace(/}$/, ',"aud":"https://other.example"}'), key)), 401);
  });
});

suite('the type of a token (RFC 9068 2.1)', () => {
  const cases: readonly [typ: unknown, strict: number, lax: number][] = [
    ['at+jwt', 200, 200],
    ['AT+JWT', 200, 200],
    ['application/at+jwt', 200, 200],
    ['Application/AT+JWT', 200, 200],
    ['JWT', 401, 200],
    ['jwt', 401, 200],
    ['application/jwt', 401, 200],
    [undefined, 401, 200],
    ['dpop+jwt', 401, 401],
    ['token-introspection+jwt', 401, 401],
    ['', 401, 401],
    [7, 401, 401],
    [null, 401, 401],
  ];
  for (const [typ, strict, lax] of cases) {
    test(`${JSON.stringify(typ)}: ${strict}, and ${lax} where it may be JWT`, async () => {
      assert.equal(await statusOf(token({}, { typ })), strict);
      assert.equal(await statusOf(token({}, { typ }), more.get('JWT')), lax);
    });
  }

  for (const claim of ['nonce', 'at_hash', 'c_hash']) {
    test(`an ID Token is known by its ${claim} where types say nothing`, async () => {
      const idToken = token({ [claim]: 'x' }, { typ: 'JWT' });
      assert.equal(await statusOf(idToken), 401);
      assert.equal(await statusOf(idToken, more.get('JWT')), 401);
    });
  }
});

suite('scopes', () => {
  const cases: readonly [of: string, on: string, claims: Members, status: number][] = [
    ['one of several', '', { scope: 'write read' }, 200],
    ['another', '', { scope: 'write' }, 403],
    ['one that begins alike', '', { scope: 'read:all reading' }, 403],
    ['none', '', { scope: undefined }, 403],
    ['no text', '', { scope: 7 }, 403],
    ['those of another claim', '', { scope: undefined, scp: ['read'] }, 403],
    ['an array', 'scp', { scope: undefined, scp: ['read', 'write'] }, 200],
    ['an array of other things', 'scp', { scope: undefined, scp: [{ read: 1 }, 7] }, 403],
    ['a text', 'scp', { scope: undefined, scp: 'read write' }, 200],
    ['not those of `scope`, where another claim is set', 'scp', { scope: 'read' }, 403],
  ];
  for (const [of, on, claims, status] of cases) {
    test(`${of}: ${status}`, async () =>
      assert.equal(await statusOf(token(claims), more.get(on) ?? server), status));
  }
});

test('the caller is who the token says', async () => {
  server.callers.length = 0;
  const good = token({ tid: 'north', __proto__: undefined, constructor: 'c' });
  assert.equal(await statusOf(good), 200);
  const [caller] = server.callers;
  assert.equal(caller?.subject, 'user-1');
  assert.equal(caller?.clientId, 'client-1');
  assert.deepEqual([...(caller?.scopes ?? [])], ['read', 'write']);
  assert.equal(caller?.claims['tid'], 'north');
  assert.equal(caller?.claims['constructor'], 'c');
  assert.equal(caller?.token, good);
  assert.equal(caller?.identity, 'service');
  assert.ok((caller?.expiresAt ?? 0) > now);
});

test('no refusal repeats what was sent', async () => {
  const response = await server.call(`Bearer ${token({ aud: 'https://other.example/secret-name' })}`);
  const said = `${await response.text()} ${response.headers.get('www-authenticate') ?? ''}`;
  assert.doesNotMatch(said, /secret-name|eyJ|user-1/);
});
