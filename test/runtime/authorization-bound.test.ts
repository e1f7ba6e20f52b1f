import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import * as jose from 'jose';
import { createReplayGuard } from '../../src/runtime/authorization/replay-guard.js';
import { createProofCheck } from '../../src/runtime/authorization/dpop.js';
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

type Members = Readonly<Record<string, unknown>>;

const key = makeKey('ES256');
const clientKeys = ['ES256', 'RS256', 'PS256', 'EdDSA'].map((alg) => makeKey(alg));
const client = clientKeys[0] as SigningKey;
const stranger = makeKey('ES256');
const certificate = randomBytes(600);
const now = Math.floor(Date.now() / 1000);

let issuer: TokenIssuer;
const servers = new Map<string, GatedServer>();

before(async () => {
  issuer = await startIssuer([key]);
  const variables = oauthVariables(issuer.url);
  for (const dpop of ['refuse', 'accept', 'require'])
    servers.set(dpop, gatedServer(authorizationBy({ ...variables, MCP_DPOP: dpop })));
  servers.set(
    'cert',
    gatedServer(authorizationBy({ ...variables, MCP_CLIENT_CERT_HEADER: 'X-Client-Cert' })),
  );
  servers.set(
    'both',
    gatedServer(authorizationBy({ ...variables, MCP_CLIENT_CERT_HEADER: 'client-cert', MCP_DPOP: 'accept' })),
  );
});
after(async () => issuer.close());

function server(name: string): GatedServer {
  const found = servers.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

function token(cnf?: unknown): string {
  return signJwt({ ...goodClaims(issuer.url, audience), cnf }, key);
}

/** RFC 7638, by the one implementation there is beside ours. */
function thumbprint({ publicKey }: SigningKey): Promise<string> {
  return jose.calculateJwkThumbprint(publicKey.export({ format: 'jwk' }));
}

function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A proof for a call that is right but for these claims and header parameters. */
function proof(
  accessToken: string,
  claims: Members = {},
  header: Members = {},
  signer: SigningKey = client,
): string {
  const jwk = signer.publicKey.export({ format: 'jwk' });
  return signJwt(
    { jti: randomUUID(), htm: 'POST', htu: audience, iat: now, ath: hashOf(accessToken), ...claims },
    signer,
    { typ: 'dpop+jwt', kid: undefined, jwk, ...header },
  );
}

suite('tokens that are bound to a key (RFC 9449)', () => {
  for (const signer of clientKeys) {
    test(`are taken with a proof by ${signer.alg}`, async () => {
      const bound = token({ jkt: await thumbprint(signer) });
      for (const on of ['accept', 'require']) {
        const response = await server(on).call(`DPoP ${bound}`, { dpop: proof(bound, {}, {}, signer) });
        assert.equal(response.status, 200, on);
      }
    });
  }

  test('are refused where nothing else is said, with their proof too', async () => {
    const bound = token({ jkt: await thumbprint(client) });
    const on = server('refuse');
    assert.equal((await on.call(`DPoP ${bound}`, { dpop: proof(bound) })).status, 401);
    assert.equal((await on.call(`Bearer ${bound}`, { dpop: proof(bound) })).status, 401);
  });

  test('are refused as plain ones (7.1)', async () => {
    const bound = token({ jkt: await thumbprint(client) });
    for (const on of ['accept', 'require'])
      assert.equal((await server(on).call(`Bearer ${bound}`, { dpop: proof(bound) })).status, 401);
  });

  test('are not the others: those come as plain ones, where that is allowed', async () => {
    const plain = token();
    const dpop = proof(plain);
    assert.equal((await server('accept').call(`Bearer ${plain}`)).status, 200);
    assert.equal((await server('accept').call(`DPoP ${plain}`, { dpop })).status, 401);
    assert.equal((await server('require').call(`Bearer ${plain}`)).status, 401);
    assert.equal((await server('require').call(`DPoP ${plain}`, { dpop })).status, 401);
    assert.equal((await server('refuse').call(`DPoP ${plain}`, { dpop })).status, 401);
  });

  test('are bound by what an issuer tells of them as well', async () => {
    const opaque = 'opaque-bound';
    const body = JSON.stringify({
      ...goodClaims(issuer.url, audience),
      active: true,
      cnf: { jkt: await thumbprint(client) },
    });
    issuer.answers.set('/introspect', { body });
    const on = gatedServer(
      authorizationBy({
        ...oauthVariables(issuer.url),
        MCP_DPOP: 'accept',
        ...introspecting(),
      }),
    );
    assert.equal((await on.call(`Bearer ${opaque}`)).status, 401);
    assert.equal((await on.call(`DPoP ${opaque}`, { dpop: proof(opaque) })).status, 200);
  });

  test('and are said to be so without the key (RFC 9449 6.2) are taken nowhere', async () => {
    const body = JSON.stringify({
      ...goodClaims(issuer.url, audience),
      active: true,
      token_type: 'DPoP',
    });
    for (const dpop of ['refuse', 'accept', 'require']) {
      issuer.answers.set('/introspect', { body });
      const variables = { MCP_DPOP: dpop, ...introspecting() };
      const on = gatedServer(authorizationBy({ ...oauthVariables(issuer.url), ...variables }));
      assert.equal((await on.call('Bearer opaque-said')).status, 401, dpop);
      const proved = await on.call('DPoP opaque-said', { dpop: proof('opaque-said') });
      assert.equal(proved.status, 401, dpop);
    }
  });

  const cases: readonly [of: string, make: (bound: string) => string | undefined][] = [
    ['no proof', () => undefined],
    ['an empty one', () => ''],
    ['two', (bound) => `${proof(bound)}, ${proof(bound)}`],
    ['one of two texts', (bound) => `${proof(bound)} ${proof(bound)}`],
    ['one that is no JWT', () => 'x.y.z'],
    ['one without end', (bound) => proof(bound, { x: 'x'.repeat(10_000) })],
    ['one of another type', (bound) => proof(bound, {}, { typ: 'at+jwt' })],
    ['one of no type', (bound) => proof(bound, {}, { typ: undefined })],
    ['one by another key', (bound) => proof(bound, {}, {}, stranger)],
    [
      'one that names the key and is by another',
      (bound) => proof(bound, {}, { jwk: client.publicKey.export({ format: 'jwk' }) }, stranger),
    ],
    ['one without a key', (bound) => proof(bound, {}, { jwk: undefined })],
    [
      'one with the private key',
      (bound) => proof(bound, {}, { jwk: client.privateKey.export({ format: 'jwk' }) }),
    ],
    [
      'one by a secret',
      (bound) =>
        signByHmac({ jti: 'x', htm: 'POST', htu: audience, iat: now, ath: hashOf(bound) }, 'secret', {
          alg: 'HS256',
          typ: 'dpop+jwt',
          jwk: { kty: 'oct', k: Buffer.from('secret').toString('base64url') },
        }),
    ],
    ['one by nothing', (bound) => `${proof(bound, {}, { alg: 'none' }).replace(/[^.]*$/, '')}`],
    ['one with an extension', (bound) => proof(bound, {}, { crit: ['b64'], b64: true })],
    ['one for another method', (bound) => proof(bound, { htm: 'GET' })],
    ['one for a method in small letters', (bound) => proof(bound, { htm: 'post' })],
    ['one for no method', (bound) => proof(bound, { htm: undefined })],
    ['one for another path', (bound) => proof(bound, { htu: 'https://mcp.example.com/other' })],
    ['one for another host', (bound) => proof(bound, { htu: 'https://other.example/mcp' })],
    ['one for another scheme', (bound) => proof(bound, { htu: 'http://mcp.example.com/mcp' })],
    ['one for the address it came to', (bound) => proof(bound, { htu: 'http://localhost/mcp' })],
    ['one for no URL', (bound) => proof(bound, { htu: 'mcp' })],
    ['one that is old', (bound) => proof(bound, { iat: now - 90 })],
    ['one of the future', (bound) => proof(bound, { iat: now + 90 })],
    ['one of no time', (bound) => proof(bound, { iat: undefined })],
    ['one of a time in words', (bound) => proof(bound, { iat: String(now) })],
    ['one without a name', (bound) => proof(bound, { jti: undefined })],
    ['one with an empty name', (bound) => proof(bound, { jti: '' })],
    ['one with a name without end', (bound) => proof(bound, { jti: 'x'.repeat(300) })],
    ['one for another token', (bound) => proof(bound, { ath: hashOf('other') })],
    ['one for no token', (bound) => proof(bound, { ath: undefined })],
    ['one with a changed signature', (bound) => proof(bound).replace(/.{6}$/, 'AAAAAA')],
  ];
  for (const [of, make] of cases) {
    test(`are refused with ${of}`, async () => {
      const bound = token({ jkt: await thumbprint(client) });
      const dpop = make(bound);
      const response = await server('accept').call(`DPoP ${bound}`, dpop === undefined ? {} : { dpop });
      assert.equal(response.status, 401);
      assert.match(String(response.headers.get('www-authenticate')), /DPoP error="invalid_dpop_proof"/);
    });
  }

  test('are taken with a URL in another form', async () => {
    for (const htu of ['https://MCP.example.com:443/mcp?a=b#c', 'HTTPS://mcp.example.com/x/../mcp']) {
      const bound = token({ jkt: await thumbprint(client) });
      const response = await server('accept').call(`DPoP ${bound}`, { dpop: proof(bound, { htu }) });
      assert.equal(response.status, 200, htu);
    }
  });

  test('are taken once with each proof', async () => {
    const bound = token({ jkt: await thumbprint(client) });
    const dpop = proof(bound);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await server('accept').call(`DPoP ${bound}`, { dpop })).status),
    );
    assert.deepEqual(statuses.sort(), [200, 401, 401, 401, 401]);
  });

  test('leave nothing behind where their proof is wrong', async () => {
    const bound = token({ jkt: await thumbprint(client) });
    const jti = randomUUID();
    const on = server('accept');
    assert.equal((await on.call(`DPoP ${bound}`, { dpop: proof(bound, { jti, htm: 'GET' }) })).status, 401);
    assert.equal((await on.call(`DPoP ${bound}`, { dpop: proof(bound, { jti }, {}, stranger) })).status, 401);
    assert.equal((await on.call(`DPoP ${bound}`, { dpop: proof(bound, { jti }) })).status, 200);
  });

  test('of two keys may have proofs of one name', async () => {
    const jti = randomUUID();
    for (const signer of clientKeys.slice(0, 2)) {
      const bound = token({ jkt: await thumbprint(signer) });
      const dpop = proof(bound, { jti }, {}, signer);
      assert.equal((await server('accept').call(`DPoP ${bound}`, { dpop })).status, 200);
    }
  });

  test('are told of in challenges', async () => {
    const challengeOf = async (on: string, authorization?: string): Promise<string> =>
      String((await server(on).call(authorization)).headers.get('www-authenticate'));
    assert.match(await challengeOf('refuse'), /^Bearer resource_metadata="[^"]*", scope="read"$/);
    assert.match(
      await challengeOf('accept'),
      /^Bearer resource_metadata="[^"]*", scope="read", DPoP resource_metadata="[^"]*", scope="read", algs="RS256 [^"]*ES256[^"]*"$/,
    );
    assert.match(await challengeOf('require'), /^DPoP resource_metadata=.*algs=/);
    assert.match(await challengeOf('require', `Bearer ${token()}`), /^DPoP error="invalid_token"/);
    assert.match(
      await challengeOf('accept', 'DPoP opaque'),
      /^Bearer resource_metadata=.*DPoP error="invalid_token"/,
    );
  });
});

suite('a token with too few scopes (RFC 9449 7.1, RFC 6750 3.1)', () => {
  const narrow = async (): Promise<string> =>
    signJwt(
      { ...goodClaims(issuer.url, audience), scope: 'other', cnf: { jkt: await thumbprint(client) } },
      key,
    );
  const parameters =
    'error="insufficient_scope", error_description="This tool needs the scope read.", scope="read", resource_metadata="[^"]*"';

  for (const on of ['accept', 'require']) {
    test(`is challenged in the scheme that it was sent in (${on})`, async () => {
      const bound = await narrow();
      const response = await server(on).call(`dpop ${bound}`, { dpop: proof(bound) });
      assert.equal(response.status, 403);
      const challenge = String(response.headers.get('www-authenticate'));
      assert.match(challenge, new RegExp(`^DPoP ${parameters}, algs="RS256 [^"]*"$`));
      assert.match(await response.text(), /insufficient_scope/);
    });
  }
  test('is challenged as a plain one where it is one', async () => {
    const plain = signJwt({ ...goodClaims(issuer.url, audience), scope: 'other' }, key);
    const response = await server('accept').call(`Bearer ${plain}`);
    assert.match(String(response.headers.get('www-authenticate')), new RegExp(`^Bearer ${parameters}$`));
  });
});

test('a proof is good while its time is, and remembered as long', async () => {
  let time = now * 1_000;
  const check = createProofCheck(audience, () => time);
  const jkt = await thumbprint(client);
  const bound = 'opaque';
  const request = (dpop: string) => ({
    method: 'POST',
    url: new URL('http://localhost/mcp'),
    headers: new Headers({ dpop }),
  });
  const early = proof(bound, { iat: now + 60 });
  assert.equal(await check(request(early), bound, jkt), undefined);
  for (const seconds of [1, 60, 119, 120, 121, 1_000]) {
    time = (now + seconds) * 1_000;
    assert.notEqual(await check(request(early), bound, jkt), undefined, `after ${seconds} s`);
  }
});

suite('names that count once', () => {
  test('are new, then seen, then forgotten', () => {
    let time = 0;
    const look = createReplayGuard({ keptMs: 100, most: 10, now: () => time });
    assert.equal(look('a'), 'new');
    assert.equal(look('a'), 'seen');
    assert.equal(look('__proto__'), 'new');
    assert.equal(look('__proto__'), 'seen');
    time = 99;
    assert.equal(look('a'), 'seen');
    time = 100;
    assert.equal(look('a'), 'new');
  });
  test('are never forgotten for others', () => {
    let time = 0;
    const look = createReplayGuard({ keptMs: 100, most: 2, now: () => time });
    assert.deepEqual([look('a'), look('b'), look('c'), look('a')], ['new', 'new', 'full', 'seen']);
    time = 100;
    assert.equal(look('c'), 'new');
  });
});

suite('tokens that are bound to a certificate (RFC 8705)', () => {
  const byteSequence = `:${certificate.toString('base64')}:`;
  const cases: readonly [of: string, header: string | undefined, status: number][] = [
    ['its own', byteSequence, 200],
    ['with blanks around', `  ${byteSequence} `, 200],
    ['another', `:${randomBytes(600).toString('base64')}:`, 401],
    ['none', undefined, 401],
    ['an empty one', '::', 401],
    ['no byte sequence (RFC 9440 2.2)', certificate.toString('base64'), 401],
    ['its thumbprint', `:${hashOf(certificate)}:`, 401],
    ['two', `${byteSequence}, ${byteSequence}`, 401],
    ['text', '"certificate"', 401],
  ];
  for (const [of, header, status] of cases) {
    test(`with ${of}: ${status}`, async () => {
      const bound = token({ 'x5t#S256': hashOf(certificate) });
      const headers = header === undefined ? {} : { 'x-client-cert': header };
      assert.equal((await server('cert').call(`Bearer ${bound}`, headers)).status, status);
    });
  }

  test('are refused where no proxy tells of certificates, whatever a client tells', async () => {
    const bound = token({ 'x5t#S256': hashOf(certificate) });
    const headers = { 'x-client-cert': byteSequence, 'client-cert': byteSequence };
    assert.equal((await server('refuse').call(`Bearer ${bound}`, headers)).status, 401);
  });

  test('and to a key need both', async () => {
    const bound = token({ 'x5t#S256': hashOf(certificate), jkt: await thumbprint(client) });
    const on = server('both');
    const cert = { 'client-cert': byteSequence };
    assert.equal((await on.call(`DPoP ${bound}`, { dpop: proof(bound) })).status, 401);
    assert.equal((await on.call(`Bearer ${bound}`, cert)).status, 401);
    assert.equal((await on.call(`DPoP ${bound}`, { ...cert, dpop: proof(bound) })).status, 200);
  });
});

suite('tokens that are bound to something else (RFC 7800)', () => {
  const bindings: readonly unknown[] = [
    {},
    null,
    'x',
    [],
    { jwk: jwkOf(client) },
    { kid: 'x' },
    { jkt: 7 },
    { jkt: '' },
    { 'x5t#S256': null },
    { jku: 'https://evil.example.test' },
  ];
  for (const cnf of bindings) {
    test(`${JSON.stringify(cnf)} are refused`, async () => {
      const bound = token(cnf);
      const headers = { dpop: proof(bound), 'client-cert': `:${certificate.toString('base64')}:` };
      for (const scheme of ['Bearer', 'DPoP'])
        assert.equal((await server('both').call(`${scheme} ${bound}`, headers)).status, 401);
    });
  }
  test('beside something that is known are refused', async () => {
    const bound = token({ jkt: await thumbprint(client), other: 'x' });
    assert.equal((await server('both').call(`DPoP ${bound}`, { dpop: proof(bound) })).status, 401);
  });
});

function introspecting(): Readonly<Record<string, string>> {
  return {
    MCP_INTROSPECTION_URL: `${issuer.url}/introspect`,
    MCP_INTROSPECTION_CLIENT_ID: 'mcp',
    MCP_INTROSPECTION_CLIENT_SECRET: 's3cret',
  };
}
