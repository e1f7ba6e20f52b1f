import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { createTokenSource } from '../../src/runtime/credentials/token-source.js';
import { ToolError, type ToolErrorCode } from '../../src/runtime/tool-error.js';
import { answerJson, grant, refuse, startIssuer, wishFor, type TestIssuer } from './issuer.js';

let issuer: TestIssuer;
beforeEach(async () => void (issuer = await startIssuer()));
afterEach(() => issuer.stop());

const secret = 's3cret-of-client';

/** The error that a wish ends with; whatever it says, it holds neither the secret nor the words of the issuer. */
async function errorOf(wish = wishFor(issuer)): Promise<ToolError> {
  const error = await createTokenSource()
    .get(wish)
    .then((token) => assert.fail(`There is a token: ${token}`))
    .catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ToolError, String(error));
  assert.ok(!error.message.includes(secret));
  assert.doesNotMatch(error.message, /DESCRIPTION|<html/);
  assert.ok(error.message.length < 600);
  return error;
}

suite('an answer that is no grant (RFC 6749 5.1)', () => {
  const bearer = { token_type: 'Bearer', access_token: 'x' };
  const cases: readonly [of: string, answer: unknown, expected: RegExp][] = [
    ['of token type DPoP', { ...bearer, token_type: 'DPoP' }, /another type than Bearer/],
    ['of token type mac', { ...bearer, token_type: 'mac' }, /another type than Bearer/],
    ['without a token type', { access_token: 'x' }, /another type than Bearer/],
    ['whose token type is a list', { ...bearer, token_type: ['Bearer'] }, /another type than Bearer/],
    ['without an access token', { token_type: 'Bearer' }, /no header can carry/],
    ['whose access token is empty', { ...bearer, access_token: '' }, /no header can carry/],
    ['whose access token is a number', { ...bearer, access_token: 7 }, /no header can carry/],
    ['whose access token has a space', { ...bearer, access_token: 'a b' }, /no header can carry/],
    ['whose access token ends a line', { ...bearer, access_token: 'a\r\nX-Evil: 1' }, /no header can carry/],
    ['whose access token is not ASCII', { ...bearer, access_token: 'ä' }, /no header can carry/],
    ['whose access token is endless', { ...bearer, access_token: 'a'.repeat(20_000) }, /no header can carry/],
    ['that ended before it began', { ...bearer, expires_in: -1 }, /has ended already/],
    ['that lives for no time', { ...bearer, expires_in: 0 }, /has ended already/],
    ['whose time is a word', { ...bearer, expires_in: 'soon' }, /no number/],
    ['whose time is a negative text', { ...bearer, expires_in: '-5' }, /no number/],
    ['whose time is a list', { ...bearer, expires_in: [60] }, /no number/],
    [
      'that inherits its token',
      JSON.parse('{"__proto__":{"access_token":"x"},"token_type":"Bearer"}'),
      /no header/,
    ],
    ['that is a list', [bearer], /no JSON object/],
    ['that is null', null, /no JSON object/],
    ['that is a text', 'x', /no JSON object/],
  ];
  for (const [of, answer, expected] of cases) {
    test(`is refused: one ${of}`, async () => {
      issuer.token = (_, response) => answerJson(response, 200, answer);
      const error = await errorOf();
      assert.match(error.message, expected);
      assert.equal(error.code, 'token-unavailable');
    });
  }

  const cut = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': '9' }).write('{"token');
    setImmediate(() => response.destroy());
  };
  const raw: readonly [of: string, answer: (response: ServerResponse) => void, expected: RegExp][] = [
    ['HTML', (response) => response.end('<html>Sign in</html>'), /no JSON object/],
    ['nothing', (response) => response.end(), /no JSON object/],
    ['204', (response) => response.writeHead(204).end(), /answers 204/],
    ['201 with a grant', (response) => answerJson(response, 201, bearer), /answers 201/],
    ['404', (response) => response.writeHead(404).end('{"error":7}'), /answers 404/],
    ['503', (response) => response.writeHead(503).end('<html>'), /answers 503/],
    ['500 with a code', (response) => refuse(response, 'invalid_client', 500), /answers 500/],
    ['what no status is', (response) => response.writeHead(799).end(), /799/],
    ['half of an answer', (response) => cut(response), /cannot be reached/],
    [
      'gzip that was not asked for',
      (response) => response.end(Buffer.from('1f8b0800', 'hex')),
      /no JSON object/,
    ],
  ];
  for (const [of, answer, expected] of raw) {
    test(`is refused: ${of}`, async () => {
      issuer.token = (_, response) => answer(response);
      assert.match((await errorOf()).message, expected);
    });
  }

  test('is taken all the same where only its spelling differs', async () => {
    issuer.token = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(
          '\ufeff{"token_type":"bearer","access_token":"x","expires_in":1e999,"scope":7,"id_token":"no.id.token"}',
        );
    assert.equal(await createTokenSource().get(wishFor(issuer)), 'x');
  });
});

suite('a refusal (RFC 6749 5.2)', () => {
  const cases: readonly [error: string, status: number, expected: RegExp][] = [
    [
      'invalid_client',
      401,
      /refuses: invalid_client\. Correct PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET\./,
    ],
    ['unauthorized_client', 400, /Correct PETS_OAUTH_CLIENT_ID/],
    ['invalid_scope', 400, /asked for the scopes pets:read/],
    ['invalid_target', 400, /Correct PETS_OAUTH_AUDIENCE or PETS_OAUTH_RESOURCE/],
    ['unsupported_grant_type', 400, /Correct PETS_OAUTH_ISSUER or PETS_OAUTH_TOKEN_URL.* Nothing was sent/],
    ['invalid_request', 400, /Correct PETS_OAUTH_ISSUER or PETS_OAUTH_TOKEN_URL/],
    ['temporarily_unavailable', 400, /refuses: temporarily_unavailable\. Nothing was sent/],
    ['bad_verification_code', 200, /refuses: bad_verification_code/],
  ];
  for (const [code, status, expected] of cases) {
    test(`says what to do: ${code} with ${status}`, async () => {
      issuer.token = (_, response) => refuse(response, code, status);
      const error = await errorOf(wishFor(issuer, { scopes: ['pets:read'] }));
      assert.match(error.message, expected);
      assert.equal(error.code, 'invalid-credentials' satisfies ToolErrorCode);
    });
  }

  const hidden: readonly [of: string, code: unknown][] = [
    ['holds what was sent', `bad ${secret}`],
    ['breaks a line', 'a\nb'],
    ['has hidden characters', 'a\u{e0041}'],
    ['has quotes', 'say "yes"'],
    ['is long', 'a'.repeat(65)],
    ['is empty', ''],
    ['is an object', { code: 'a' }],
  ];
  for (const [of, code] of hidden) {
    test(`has no code to be told where it ${of}`, async () => {
      issuer.token = (_, response) => answerJson(response, 400, { error: code });
      assert.match((await errorOf()).message, /an error without a usable code|answers 400/);
    });
  }

  test('is no refusal where there is a token', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'x', error: 'ok' });
    assert.equal(await createTokenSource().get(wishFor(issuer)), 'x');
  });
});

suite('a request to an issuer', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`follows no redirect: ${status}`, async () => {
      const other = await startIssuer();
      issuer.token = (_, response) => void response.writeHead(status, { location: other.tokenUrl }).end();
      assert.match((await errorOf()).message, /redirects elsewhere/);
      assert.equal(other.requests.length, 0);
      other.stop();
    });
  }

  test('reads 1 MiB and no more', async () => {
    let sent = 0;
    issuer.token = (_, response) => {
      response.on('error', () => undefined);
      const piece = Buffer.alloc(64 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    };
    assert.match((await errorOf()).message, /more than 1 MiB/);
    assert.ok(sent < 64 * 1024 ** 2);
  });

  test('ends after five seconds, whatever drips until then', { timeout: 20_000 }, async () => {
    const timers: NodeJS.Timeout[] = [];
    issuer.token = (_, response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 100));
    };
    const start = performance.now();
    assert.match((await errorOf()).message, /did not answer within 5 s/);
    assert.ok(performance.now() - start < 7_000);
    timers.forEach(clearInterval);
  });

  test('is not repeated once it was sent', async () => {
    issuer.token = (_, response) => response.destroy();
    assert.match((await errorOf()).message, /cannot be reached/);
    assert.equal(issuer.requests.length, 1);
  });

  test('is tried over a second connection where there is no first one', async () => {
    // A port that nobody listens at until the first attempt has failed.
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { readonly port: number };
    probe.close();
    await once(probe, 'close');
    assert.match(
      (await errorOf(wishFor({ tokenUrl: `http://127.0.0.1:${port}/token` }))).message,
      new RegExp(`http://127.0.0.1:${port} cannot be reached \\(ECONNREFUSED\\)`),
    );
  });
});
