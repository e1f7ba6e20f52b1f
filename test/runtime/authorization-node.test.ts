import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createHttpHandler } from '../../src/runtime/http.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { readHttpSettings } from '../../src/runtime/environment.js';
import { listen, type RunningServer } from '../../src/runtime/node.js';
import { serveTools } from '../../src/runtime/server.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { oauthVariables, scopedTools } from './authorized-server.js';
import { madeManifest } from './made-manifest.js';
import { goodClaims, makeKey, signJwt, startIssuer, type TokenIssuer } from './token-issuer.js';

const key = makeKey('RS256');
const audience = 'https://boats.example.com/mcp';
const manifest = madeManifest(scopedTools);
const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

let issuer: TokenIssuer;
let server: RunningServer;
let good: string;

before(async () => {
  issuer = await startIssuer([key]);
  const environment = { ...oauthVariables(issuer.url), PORT: '0', MCP_AUDIENCE: audience };
  const settings = readHttpSettings([], environment, manifest);
  const callTool = () => Promise.resolve(structuredResult({ ok: true }));
  const tools = createTools({ manifest, callTool, overrides: [], tools: [] });
  server = await listen(createHttpHandler(serveTools(manifest, tools), settings), settings);
  good = signJwt(goodClaims(issuer.url, audience), key);
});
after(async () => {
  await server.close();
  await issuer.close();
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** Sends a request over a socket of its own, header by header. */
function send({
  method = 'POST',
  path = '/mcp',
  headers = {},
}: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const request = httpRequest(
      {
        ...{ hostname, port, path, method, agent: false },
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', reject);
    request.setTimeout(10_000, () => request.destroy(new Error('no answer')));
    request.end(method === 'POST' ? body : undefined);
  });
}

suite('tokens over a socket', () => {
  const cases: readonly [of: string, sent: () => Sent, status: number][] = [
    ['one', () => ({ headers: { Authorization: `Bearer ${good}` } }), 200],
    ['none', () => ({}), 401],
    [
      'the same in two headers',
      () => ({ headers: { Authorization: [`Bearer ${good}`, `Bearer ${good}`] } }),
      400,
    ],
    [
      'a bad one before a good one',
      () => ({ headers: { Authorization: ['Bearer x', `Bearer ${good}`] } }),
      400,
    ],
    [
      'a good one before a bad one',
      () => ({ headers: { Authorization: [`Bearer ${good}`, 'Bearer x'] } }),
      400,
    ],
    ['one in the query', () => ({ path: `/mcp?access_token=${good}` }), 401],
    ['one that is long', () => ({ headers: { Authorization: `Bearer ${'a'.repeat(9_000)}` } }), 401],
    ['one that is longer', () => ({ headers: { Authorization: `Bearer ${'a'.repeat(20_000)}` } }), 431],
    [
      'one to the public name of the server',
      () => ({ headers: { Host: 'boats.example.com', Authorization: `Bearer ${good}` } }),
      200,
    ],
    [
      'none to its metadata',
      () => ({ method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' }),
      200,
    ],
  ];
  for (const [of, sent, status] of cases) {
    test(`${of}: ${status}`, async () => {
      const answer = await send(sent());
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.text.includes(good), false);
    });
  }
});

for (const mode of ['legacy', 'auto'] as const) {
  test(`the SDK’s client calls with its token (${mode})`, async () => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { Authorization: `Bearer ${good}` } },
    });
    await client.connect(transport);
    const { structuredContent } = await client.callTool({ name: 'makeBoat', arguments: {} });
    assert.deepEqual(structuredContent, { ok: true });
    await client.close();
  });
}
