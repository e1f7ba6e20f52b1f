import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startHttp, type HttpServer } from '../tools/http-server.js';
import { startIssuer, type Issuer } from './issuer.js';
import { apiAudiences } from './notes-api.js';
import { problemsIn } from './request-rules.js';
import { clientSecret, mcpAudiences, type Stage } from './stage.js';
import { connect } from './tool-client.js';

const publicUrl = 'http://127.0.0.1/mcp';

/** Which tokens of real issuers the emitted server takes from its clients. */
export function inboundTokens(stage: Stage): void {
  suite('tokens that are no JWT (RFC 7662)', () => {
    const { issuer } = stage;
    const server = startedServer(stage, mcpAudiences.opaque, (url) => ({
      MCP_INTROSPECTION_URL: `${url}/token/introspection`,
      MCP_INTROSPECTION_CLIENT_ID: 'gateway',
      MCP_INTROSPECTION_CLIENT_SECRET: clientSecret,
    }));

    test('are asked about, once for many calls', async () => {
      issuer.proxy.take('/token/introspection');
      const token = await tokenFor(issuer, mcpAudiences.opaque);
      assert.doesNotMatch(token, /\./);
      for (let count = 0; count < 3; count += 1) assert.equal(await statusOf(server().url, token), 200);
      const requests = issuer.proxy.take('/token/introspection');
      assert.equal(requests.length, 1);
      for (const request of requests) assert.deepEqual(problemsIn('introspection', request), []);
      await callsWith(server().url, token);
    });

    test('are refused when they are revoked (RFC 7009)', async () => {
      const fresh = await tokenFor(issuer, mcpAudiences.opaque);
      await revoke(issuer, fresh);
      assert.equal(await statusOf(server().url, fresh), 401);
      const used = await tokenFor(issuer, mcpAudiences.opaque);
      assert.equal(await statusOf(server().url, used), 200);
      await revoke(issuer, used);
      // What the issuer has said counts for ten seconds.
      await delay(11_000);
      assert.equal(await statusOf(server().url, used), 401);
    });

    test('are refused when the issuer does not know them', async () => {
      assert.equal(await statusOf(server().url, 'made-up-token-of-nobody'), 401);
    });
  });

  suite('tokens that are JWT (RFC 9068)', () => {
    const { issuer } = stage;
    const server = startedServer(stage, mcpAudiences.brief);
    let stranger: Issuer;
    before(async () => {
      stranger = await startIssuer(
        [
          {
            client_id: 'gateway',
            client_secret: clientSecret,
            grant_types: ['client_credentials'],
            redirect_uris: [],
            response_types: [],
          },
        ],
        [{ indicator: mcpAudiences.brief, scopes: ['notes:read'], format: 'jwt', lifetimeSeconds: 300 }],
      );
    });
    after(() => stranger.close());

    test('are taken while they are good, and refused when they have ended', async () => {
      const token = await tokenFor(issuer, mcpAudiences.brief);
      assert.equal(await statusOf(server().url, token), 200);
      // One second, and five in which clocks may differ.
      await delay(7500);
      assert.equal(await statusOf(server().url, token), 401);
    });

    test('are refused when they are meant for the API (RFC 8707)', async () => {
      assert.equal(await statusOf(server().url, await tokenFor(issuer, apiAudiences.usual)), 401);
    });

    test('are refused when another issuer has made them', async () => {
      assert.equal(await statusOf(server().url, await tokenFor(stranger, mcpAudiences.brief)), 401);
    });

    test('are refused when a character is changed', async () => {
      const token = await tokenFor(issuer, mcpAudiences.brief);
      const [header = '', claims = '', signature = ''] = token.split('.');
      const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
      assert.equal(await statusOf(server().url, `${header}.${claims}.${changed}`), 401);
    });
  });

  suite('an issuer whose metadata name another', () => {
    test('is not believed (RFC 8414 section 3.3): 503, and never 200', async () => {
      const { issuer } = stage;
      const token = await tokenFor(issuer, mcpAudiences.brief);
      issuer.proxy.tamper((path, answer) => {
        if (!path.startsWith('/.well-known/')) return answer;
        const body = Buffer.from(answer.body.toString().replaceAll(issuer.url, 'http://127.0.0.1:1'));
        return { ...answer, body, headers: { ...answer.headers, 'content-length': String(body.length) } };
      });
      const server = await startHttp(stage.project, serverSettings(stage, mcpAudiences.brief)).catch(
        () => undefined,
      );
      try {
        if (server !== undefined) assert.equal(await statusOf(server.url, token), 503);
      } finally {
        issuer.proxy.tamper();
        await server?.close();
      }
    });
  });
}

function serverSettings({ issuer }: Stage, audience: string): Readonly<Record<string, string>> {
  return {
    MCP_AUTH: 'oauth',
    MCP_ISSUER: issuer.url,
    MCP_AUDIENCE: audience,
    MCP_RESOURCE_URL: publicUrl,
    MCP_IDENTITY: 'service',
    NOTES_MACHINE_CLIENT_ID: 'by basic',
    NOTES_MACHINE_CLIENT_SECRET: clientSecret,
  };
}

/** A server that takes tokens of the issuer for an audience, from before to after a suite. */
function startedServer(
  stage: Stage,
  audience: string,
  more: (issuer: string) => Readonly<Record<string, string>> = () => ({}),
): () => HttpServer {
  let server: HttpServer | undefined;
  before(async () => {
    server = await startHttp(stage.project, {
      ...serverSettings(stage, audience),
      ...more(stage.issuer.url),
    });
  });
  after(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('The server has not started.');
    return server;
  };
}

/** A token of an issuer, by client credentials. */
async function tokenFor({ url }: Issuer, resource: string): Promise<string> {
  const form = { grant_type: 'client_credentials', scope: 'notes:read', resource };
  const answer = (await (await post(`${url}/token`, form)).json()) as { readonly access_token?: string };
  if (answer.access_token === undefined) throw new Error(JSON.stringify(answer));
  return answer.access_token;
}

async function revoke({ url }: Issuer, token: string): Promise<void> {
  assert.equal((await post(`${url}/token/revocation`, { token })).status, 200);
}

function post(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
  const pair = ['gateway', clientSecret]
    .map((text) => new URLSearchParams({ text }).toString().slice(5))
    .join(':');
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return fetch(url, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) });
}

/** The status of a request that lists tools. */
async function statusOf(url: string, token: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.text();
  if (answer.status === 401)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
  return answer.status;
}

async function callsWith(url: string, token: string): Promise<void> {
  const authProvider = { token: () => Promise.resolve(token) };
  const client = await connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
  try {
    const told = await client.call('readMachineNotes');
    assert.deepEqual([told.isError, told.subject], [false, 'by basic'], told.text);
  } finally {
    await client.close();
  }
}
