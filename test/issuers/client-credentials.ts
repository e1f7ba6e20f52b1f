import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { plainEnvironment, runProcess } from '../tools/run-process.js';
import type { Exchange } from './recording-proxy.js';
import { fieldOf, problemsIn } from './request-rules.js';
import { apiAudiences } from './notes-api.js';
import { clientSecret, type Stage } from './stage.js';
import { connectStdio, type Told } from './tool-client.js';

/** How a client proves itself: its variables, and whether a request does it that way. */
interface Way {
  readonly id: string;
  readonly variables: (stage: Stage) => Readonly<Record<string, string>>;
  readonly proves: (request: Exchange) => boolean;
}

const ways: Readonly<Record<string, Way>> = {
  client_secret_basic: {
    id: 'by basic',
    variables: () => ({ NOTES_MACHINE_CLIENT_SECRET: clientSecret }),
    proves: (request) =>
      /^Basic \S+$/.test(request.headers.authorization ?? '') &&
      fieldOf(request, 'client_secret') === undefined,
  },
  client_secret_post: {
    id: 'by-post',
    variables: () => ({
      NOTES_MACHINE_CLIENT_SECRET: clientSecret,
      NOTES_MACHINE_AUTH_METHOD: 'client_secret_post',
    }),
    proves: (request) =>
      request.headers.authorization === undefined && fieldOf(request, 'client_secret') === clientSecret,
  },
  private_key_jwt: {
    id: 'by-key',
    variables: ({ privateKey }) => ({ NOTES_MACHINE_PRIVATE_KEY: privateKey }),
    proves: (request) =>
      fieldOf(request, 'client_assertion_type') ===
        'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
      fieldOf(request, 'client_assertion') !== undefined,
  },
};

/** Client credentials (RFC 6749, section 4.4), by every way in which a client can prove itself to the issuer. */
export function clientCredentials(stage: Stage): void {
  suite('client credentials', () => {
    for (const [name, way] of Object.entries(ways)) {
      test(`by ${name}: one token for each set of scopes`, async () => {
        stage.issuer.proxy.take('/token');
        const variables = { NOTES_MACHINE_CLIENT_ID: way.id, ...way.variables(stage) };
        const client = await connectStdio(stage.project, variables);
        try {
          for (const [tool, scope] of [
            ['readMachineNotes', 'notes:read'],
            ['writeMachineNotes', 'notes:write'],
            ['readMachineNotes', 'notes:read'],
          ] as const) {
            const told = await client.call(tool);
            assert.deepEqual([told.isError, told.subject, told.scope], [false, way.id, scope], told.text);
          }
        } finally {
          await client.close();
        }
        const requests = stage.issuer.proxy.take('/token');
        assert.deepEqual(
          requests.map((request) => fieldOf(request, 'scope')),
          ['notes:read', 'notes:write'],
        );
        for (const request of requests) {
          assert.deepEqual(problemsIn('clientCredentials', request), []);
          assert.ok(way.proves(request), `it proves itself by ${name}`);
        }
      });
    }

    test('by the issuer that openIdConnect names, once its operator trusts it', async () => {
      stage.issuer.proxy.take('/token');
      const credentials = {
        NOTES_DISCOVERED_CLIENT_ID: 'by basic',
        NOTES_DISCOVERED_CLIENT_SECRET: clientSecret,
      };
      const refused = await callOnce(stage, 'readDiscoveredNotes', credentials);
      assert.match(refused.text, /Set NOTES_DISCOVERED_ISSUER\b.*nothing was sent/);
      assert.deepEqual(stage.issuer.proxy.take('/token'), []);
      const trusting = { ...credentials, NOTES_DISCOVERED_ISSUER: stage.issuer.url };
      const told = await callOnce(stage, 'readDiscoveredNotes', trusting);
      assert.deepEqual([told.isError, told.subject], [false, 'by basic'], told.text);
      const [request, ...more] = stage.issuer.proxy.take('/token');
      assert.ok(request !== undefined && more.length === 0);
      assert.deepEqual(problemsIn('clientCredentials', request), []);
    });

    test('goes on when tokens end: no call fails', async () => {
      const client = await connectStdio(stage.project, {
        NOTES_MACHINE_CLIENT_ID: 'by basic',
        NOTES_MACHINE_CLIENT_SECRET: clientSecret,
        NOTES_MACHINE_RESOURCE: apiAudiences.brief,
      });
      try {
        for (let count = 0; count < 8; count += 1) {
          const told = await client.call('readMachineNotes');
          assert.equal(told.isError, false, told.text);
          await delay(700);
        }
      } finally {
        await client.close();
      }
      const requests = stage.issuer.proxy.take('/token');
      assert.ok(requests.length > 1 && requests.length <= 8, `${requests.length} token requests`);
      assert.ok(requests.every((request) => fieldOf(request, 'resource') === apiAudiences.brief));
    });

    test('says which error the issuer gave, and no secret', async () => {
      const told = await callOnce(stage, 'readMachineNotes', {
        NOTES_MACHINE_CLIENT_ID: 'by basic',
        NOTES_MACHINE_CLIENT_SECRET: 'another secret',
      });
      assert.equal(told.isError, true);
      assert.match(told.text, /invalid_client/);
      assert.doesNotMatch(told.text, /another secret/);
    });

    test('is what the doctor examines: which scopes are granted, and which tools lack theirs', async () => {
      const examined = await runProcess(process.execPath, ['dist/doctor.js', '--json'], {
        cwd: stage.project,
        env: plainEnvironment({
          MCP_AUTH: 'none',
          NOTES_MACHINE_CLIENT_ID: 'reader',
          NOTES_MACHINE_CLIENT_SECRET: clientSecret,
        }),
        timeoutMs: 30_000,
      });
      assert.match(examined.stdout, /scopes: notes:read\)/);
      assert.match(examined.stdout, /"scope notes:write",\s*"text": "[^"]*writeMachineNotes/);
      assert.ok(!examined.stdout.includes(clientSecret));
    });
  });
}

/** Starts a server for one call. */
async function callOnce(
  { project }: Stage,
  tool: string,
  variables: Readonly<Record<string, string>>,
): Promise<Told> {
  const client = await connectStdio(project, variables);
  try {
    return await client.call(tool);
  } finally {
    await client.close();
  }
}
