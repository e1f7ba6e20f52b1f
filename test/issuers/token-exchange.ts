import { decodeJwt } from 'jose';
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startHttp, type HttpServer } from '../tools/http-server.js';
import { apiAudiences } from './notes-api.js';
import { fieldOf, problemsIn } from './request-rules.js';
import { connectHost, type Host } from './signed-in-host.js';
import { clientSecret, type Stage } from './stage.js';

/** Hosts sign in to the emitted server by the SDK's own client, and the API is called as who they are. */
export function tokenExchange(stage: Stage): void {
  suite("the SDK's client signs in, and its token is exchanged (RFC 8693)", () => {
    const { issuer, api, person, mcpUrl } = stage;
    let server: HttpServer;
    let host: Host;

    before(async () => {
      server = await startHttp(
        stage.project,
        {
          MCP_AUTH: 'oauth',
          MCP_ISSUER: issuer.url,
          MCP_AUDIENCE: mcpUrl,
          MCP_IDENTITY: 'exchange',
          MCP_VISIBILITY: 'all',
          NOTES_MACHINE_CLIENT_ID: 'gateway',
          NOTES_MACHINE_CLIENT_SECRET: clientSecret,
          // The token of a caller goes to no endpoint that the document alone names.
          NOTES_MACHINE_ISSUER: issuer.url,
          NOTES_MACHINE_RESOURCE: apiAudiences.usual,
        },
        ['--port', new URL(mcpUrl).port],
      );
    });
    after(async () => {
      // There is none where nobody could sign in.
      await (host as Host | undefined)?.close();
      await (server as HttpServer | undefined)?.close();
    });

    const subjectSent = (): void => {
      const [sent, ...more] = api.take();
      assert.ok(sent !== undefined && more.length === 0);
      assert.notEqual(sent, host.token());
      assert.deepEqual([decodeJwt(sent).sub, decodeJwt(sent).aud], ['ada', apiAudiences.usual]);
    };

    test('signs in by what the 401 says, and reads as the user', async () => {
      issuer.proxy.take('/auth');
      host = await connectHost(mcpUrl, person, 'ada');
      assert.equal(host.signIns(), 1);
      // RFC 8707 section 2: the token is asked for the server alone, by the identifier in its metadata.
      assert.equal(issuer.proxy.take('/auth')[0]?.query.get('resource'), mcpUrl);
      issuer.proxy.take('/token');
      api.take();
      const told = await host.call('readMachineNotes');
      assert.deepEqual([told.isError, told.subject, told.scope], [false, 'ada', 'notes:read'], told.text);
      assert.equal(host.signIns(), 1);
      subjectSent();
      const [request, ...more] = issuer.proxy.take('/token');
      assert.ok(request !== undefined && more.length === 0);
      assert.deepEqual(problemsIn('tokenExchange', request), []);
      assert.equal(fieldOf(request, 'subject_token'), host.token());
      assert.equal(fieldOf(request, 'resource'), apiAudiences.usual);
      assert.equal(fieldOf(request, 'scope'), 'notes:read');
    });

    test('steps up by what the 403 says, and writes as the user', async () => {
      const told = await host.call('writeMachineNotes');
      assert.deepEqual([told.isError, told.subject, told.scope], [false, 'ada', 'notes:write'], told.text);
      assert.equal(host.signIns(), 2);
      assert.deepEqual(
        new Set(String(decodeJwt(host.token())['scope']).split(' ')),
        new Set(['notes:read', 'notes:write']),
      );
      subjectSent();
    });

    test('keeps users apart, and exchanges once for each', async () => {
      const other = await connectHost(mcpUrl, person, 'grace');
      try {
        issuer.proxy.take('/token');
        api.take();
        const subjects: (string | undefined)[] = [];
        for (let round = 0; round < 3; round += 1) {
          for (const each of [other, host]) subjects.push((await each.call('readMachineNotes')).subject);
        }
        assert.deepEqual(subjects, ['grace', 'ada', 'grace', 'ada', 'grace', 'ada']);
        assert.ok(issuer.proxy.take('/token').length <= 2);
        assert.ok(!api.take().some((token) => [host.token(), other.token()].includes(token)));
      } finally {
        await other.close();
      }
    });
  });
}
