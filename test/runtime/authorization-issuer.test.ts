import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { authorizationBy, audience, gatedServer, oauthVariables } from './authorized-server.js';
import { goodClaims, makeKey, signJwt, startIssuer, type TokenIssuer } from './token-issuer.js';

const key = makeKey('ES256');
const metadata = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** What a server tells its operator where the keys of its issuer cannot be had. */
async function toldOf(t: TestContext, issuerUrl: string): Promise<string> {
  const log = t.mock.method(console, 'error', () => undefined);
  const server = gatedServer(authorizationBy(oauthVariables(issuerUrl)));
  const token = signJwt(goodClaims(issuerUrl, audience), key);
  assert.equal((await server.call(`Bearer ${token}`)).status, 503);
  const lines = log.mock.calls.map(({ arguments: said }) => String(said));
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines[0] ?? '', /for the API|\n|\.\)|\.\.$/);
  return lines[0] ?? '';
}

async function withIssuer(t: TestContext): Promise<TokenIssuer> {
  const issuer = await startIssuer([key]);
  t.after(() => issuer.close());
  return issuer;
}

suite('what an operator reads about an issuer', () => {
  test('that has another name than MCP_ISSUER is what to set (RFC 8414 3.3)', async (t) => {
    const issuer = await withIssuer(t);
    const told = await toldOf(t, `${issuer.url}/`);
    assert.equal(
      told,
      `authorization: there are no keys of the issuer: the issuer at ${issuer.url} calls itself '${issuer.url}' ` +
        `and not '${issuer.url}/'; set MCP_ISSUER to exactly '${issuer.url}'`,
    );
  });

  test('that has no metadata is where they were looked for', async (t) => {
    const issuer = await withIssuer(t);
    for (const path of metadata) issuer.answers.set(path, { status: 404, body: '' });
    const told = await toldOf(t, issuer.url);
    for (const path of metadata) assert.ok(told.includes(issuer.url + path), told);
    assert.match(told, /correct MCP_ISSUER, or set MCP_JWKS_URL$/);
  });

  test('that cannot be reached is why', async (t) => {
    const told = await toldOf(t, await closedUrl());
    assert.match(told, /issuer: the issuer at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/);
  });

  test('whose keys are not there is what stands in their place', async (t) => {
    const issuer = await withIssuer(t);
    issuer.answers.set('/jwks', { status: 404, body: '' });
    assert.match(await toldOf(t, issuer.url), /the place of its keys answers with status 404$/);
  });
});

async function closedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
