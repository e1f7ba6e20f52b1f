import assert from 'node:assert/strict';
import { after, before, mock, suite, test } from 'node:test';
import { createRefusals } from '../../src/runtime/authorization/refusals.js';
import {
  authorizationBy,
  audience,
  gatedServer,
  oauthVariables,
  type GatedServer,
} from './authorized-server.js';
import { goodClaims, makeKey, signJwt, startIssuer, type TokenIssuer } from './token-issuer.js';

type Members = Readonly<Record<string, unknown>>;

const key = makeKey('ES256');
const rogue = makeKey('ES256');
const past = Math.floor(Date.now() / 1000) - 900;

let issuer: TokenIssuer;

before(async () => {
  issuer = await startIssuer([key]);
});
after(async () => issuer.close());

/** What a server writes while it is called, and how it answers. */
async function told(
  authorization: string | undefined,
  // Each writes a few lines a second.
  on: GatedServer = gatedServer(authorizationBy(oauthVariables(issuer.url))),
): Promise<{ readonly lines: readonly Members[]; readonly challenge: string }> {
  const log = mock.method(console, 'error', () => undefined);
  try {
    const response = await on.call(authorization);
    const texts = log.mock.calls.map(({ arguments: said }) => String(said));
    if (authorization !== undefined) assert.ok(!texts.join('').includes(authorization.slice(7)));
    return {
      lines: texts.map((text) => JSON.parse(text) as Members),
      challenge: response.headers.get('www-authenticate') ?? '',
    };
  } finally {
    log.mock.restore();
  }
}

suite('a token that is refused is told of on stderr, by what speaks against it', () => {
  const cases: readonly [of: string, make: () => string, line: () => Members, challenge: RegExp][] = [
    [
      'another audience',
      () => token({ aud: ['https://other.example', 7] }),
      () => ({ reason: 'aud', got: ['https://other.example', null], expected: audience }),
      /is not for this server: `aud`/,
    ],
    [
      'no audience',
      () => token({ aud: undefined }),
      () => ({ reason: 'aud', got: null, expected: audience }),
      /`aud`/,
    ],
    [
      'another issuer',
      () => token({ iss: 'https://other.example' }),
      () => ({ reason: 'iss', got: 'https://other.example', expected: issuer.url }),
      /is of another issuer.*`iss`/,
    ],
    [
      'another issuer, whose key is another too',
      () => token({ iss: 'https://other.example' }, { kid: 'x' }, rogue),
      () => ({ reason: 'iss', got: 'https://other.example', expected: issuer.url }),
      /key of the token/,
    ],
    [
      'an ID token',
      () => token({}, { typ: 'JWT' }),
      () => ({ reason: 'typ', got: 'JWT', expected: 'at+jwt' }),
      /`typ`/,
    ],
    ['one that has ended', () => token({ exp: past }), () => ({ reason: 'exp' }), /has expired/],
    ['one of tomorrow', () => token({ nbf: past + 9_999 }), () => ({ reason: 'nbf' }), /not valid yet/],
    ['a wrong signature', () => token({}, {}, rogue), () => ({ reason: 'signature' }), /signature/],
    ['another algorithm', () => token({}, { alg: 'none' }), () => ({ reason: 'alg' }), /algorithm/],
    ['an opaque one', () => 'opaque-s3cret', () => ({ reason: 'no-jwt' }), /no JWT/],
    ['what is no token', () => 's3cret"', () => ({ reason: 'malformed' }), /malformed/],
  ];
  for (const [of, make, line, challenge] of cases) {
    test(of, async () => {
      const { lines, challenge: said } = await told(`Bearer ${make()}`);
      assert.equal(lines.length, 1);
      const { time, event, ...rest } = lines[0] ?? {};
      assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 5_000);
      assert.deepEqual({ event, ...rest }, { event: 'refused', ...line() });
      assert.match(said, challenge);
    });
  }

  test('a static one', async () => {
    const tokens = `ann=${'0a1b2c3d'.repeat(4)}`;
    const bearer = gatedServer(authorizationBy({ MCP_AUTH: 'bearer', MCP_TOKENS: tokens }));
    const { lines } = await told(`Bearer ${'4e5f6a7b'.repeat(4)}`, bearer);
    assert.deepEqual(
      lines.map(({ event, reason }) => [event, reason]),
      [['refused', 'unknown']],
    );
  });

  test('none is where there is none, nor where it is good', async () => {
    assert.deepEqual((await told(undefined)).lines, []);
    const good = await told(`Bearer ${token()}`);
    assert.deepEqual(
      good.lines.map(({ event }) => event),
      ['tools/call'],
    );
  });
});

suite('lines of refused tokens', () => {
  test('are ten in a second, and the next one counts the rest', () => {
    const lines: Members[] = [];
    let now = 5_000;
    const note = createRefusals(
      (line) => lines.push(line),
      () => now,
    );
    for (let count = 0; count < 1_000; count += 1) note({ of: 'exp' });
    assert.equal(lines.length, 10);
    now += 1_000;
    note({ of: 'exp' });
    note({ of: 'exp' });
    assert.deepEqual(
      lines.slice(10).map(({ unwritten }) => unwritten),
      [990, undefined],
    );
    // A clock that was set back silences nobody.
    now = 0;
    note({ of: 'exp' });
    assert.equal(lines.length, 13);
  });

  test('show claims in part, and no others', () => {
    const lines: Members[] = [];
    const note = createRefusals((line) => lines.push(line));
    note({ of: 'aud', got: Array.from({ length: 99 }, () => 'a'.repeat(999)), expected: 'b' });
    note({ of: 'iss', got: { a: 1 }, expected: 'b' });
    note({ of: 'sub', got: 'secret', expected: 'secret' });
    assert.ok(JSON.stringify(lines[0]).length < 1_500);
    assert.equal(lines[1]?.['got'], null);
    assert.doesNotMatch(JSON.stringify(lines[2]), /secret/);
  });
});

function token(claims: Members = {}, header: Members = {}, signer = key): string {
  return signJwt({ ...goodClaims(issuer.url, audience), ...claims }, signer, header);
}
