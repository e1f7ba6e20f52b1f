import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Client, InsufficientScopeError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { authInfoOf } from '../../src/runtime/authorization/caller-of.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { factoryOf, madeCaller, metadataUrl } from './callers.js';

const manifest = madeManifest([
  madeTool({ name: 'readThing', scopes: [['things:read']] }),
  madeTool({ name: 'writeThing', scopes: [['things:read', 'things:write']] }),
]);

const url = new URL('http://localhost/mcp');

/** A way to a server for a client whose token has these scopes; every answer's challenge is kept. */
function wayTo(scopes: readonly string[], challenges: (string | null)[]) {
  const handler = createMcpHandler(factoryOf(manifest, { visibility: 'filter' }));
  const authInfo = authInfoOf(madeCaller(scopes), metadataUrl);
  return async (target: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await handler.fetch(new Request(target, init), { authInfo });
    if (response.status === 403) challenges.push(response.headers.get('www-authenticate'));
    return response;
  };
}

suite('a client of the SDK whose token lacks a scope', () => {
  for (const mode of ['auto', 'legacy'] as const) {
    test(`learns it from the status, and goes on (version 2, ${mode})`, async () => {
      const challenges: (string | null)[] = [];
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      const fetch = wayTo(['things:read'], challenges);
      await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['readThing'],
      );
      // Without an OAuth provider there is nothing to step up with: the call fails, the session does not.
      const failure = await client
        .callTool({ name: 'writeThing', arguments: {} })
        .catch((error: unknown) => error);
      assert.ok(failure instanceof InsufficientScopeError);
      assert.equal(failure.requiredScope, 'things:read things:write');
      assert.equal(failure.resourceMetadataUrl?.href, metadataUrl);
      assert.match(failure.errorDescription ?? '', /needs the scopes things:read things:write/);
      assert.equal(challenges.length, 1);
      assert.match(challenges[0] ?? '', /scope="things:read things:write"/);
      const { structuredContent } = await client.callTool({ name: 'readThing', arguments: {} });
      assert.deepEqual(structuredContent, { tool: 'readThing' });
      await client.close();
    });
  }

  test('learns it from the status, and goes on (version 1)', async () => {
    const challenges: (string | null)[] = [];
    const client = new OlderClient({ name: 'test', version: '1' });
    const fetch = wayTo(['things:read'], challenges);
    await client.connect(new OlderTransport(url, { fetch }));
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['readThing'],
    );
    await assert.rejects(client.callTool({ name: 'writeThing', arguments: {} }), /403|insufficient_scope/);
    assert.match(challenges[0] ?? '', /scope="things:read things:write"/);
    const { structuredContent } = await client.callTool({ name: 'readThing', arguments: {} });
    assert.deepEqual(structuredContent, { tool: 'readThing' });
    await client.close();
  });
});
