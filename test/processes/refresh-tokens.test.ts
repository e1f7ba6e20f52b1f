import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { parseEnv } from 'node:util';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { grant, oauthEnv, refuse, startIssuer, type TestIssuer } from '../runtime/issuer.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { openSession, type McpSession } from '../tools/mcp-session.js';
import { startStdio, type StdioServer } from '../tools/stdio-server.js';

const refreshVariable = oauthEnv.refreshToken;

let project: BuiltProject;
let issuer: TestIssuer;
let api: Server;
/** The credentials that the API was called with. */
const seen: (string | undefined)[] = [];
const servers: StdioServer[] = [];

before(async () => {
  project = await buildProject(madeManifest([]));
  api = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"pets":[]}');
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  api.close().closeAllConnections();
  await project.remove();
});
beforeEach(async () => {
  issuer = await startIssuer();
  seen.length = 0;
  rotate();
  const flow = { tokenUrl: issuer.tokenUrl };
  const oauth: SecurityScheme = { type: 'oauth2', flows: { authorizationCode: flow }, env: oauthEnv };
  const tool = madeTool({ name: 'listPets' });
  const tools = [{ ...tool, request: { ...tool.request, security: [{ oauth: [] }] } }];
  const { port } = api.address() as AddressInfo;
  const upstream = { url: `http://127.0.0.1:${port}`, variables: {}, env: 'PETS_BASE_URL' };
  const manifest = madeManifest(tools, { securitySchemes: { oauth }, upstream });
  await project.write('generated/manifest.json', JSON.stringify(manifest));
  writeFileSync(envPath(), `# kept\nPETS_OAUTH_CLIENT_ID=pets\n${refreshVariable}=refresh-0\n`);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  issuer.stop();
});

/** Each refresh token is good once (RFC 6749 6), and each access token for a second: none of them for two calls. */
function rotate(): void {
  let count = 0;
  issuer.token = ({ form }, response) => {
    if (form.get('refresh_token') !== `refresh-${count}`) return refuse(response, 'invalid_grant');
    count += 1;
    const tokens = { access_token: `access-${count}`, refresh_token: `refresh-${count}` };
    grant(response, { ...tokens, expires_in: 1 });
  };
}

function envPath(): string {
  return join(project.folder, '.env');
}

function keptToken(): string | undefined {
  return parseEnv(readFileSync(envPath(), 'utf8'))[refreshVariable];
}

interface Running {
  readonly server: StdioServer;
  readonly session: McpSession;
}

async function start(variables: Readonly<Record<string, string>> = {}): Promise<Running> {
  const server = startStdio(project.folder, variables);
  servers.push(server);
  return { server, session: await openSession(server, '2025-11-25') };
}

/** The result of a call as a text. */
async function call({ session }: Running): Promise<string> {
  const { message } = await session.callTool('listPets', {});
  return JSON.stringify(message['result']);
}

/** Waits until an access token has ended. */
const expire = (): Promise<void> => delay(1100);

suite('a refresh token that its issuer replaces at each use', () => {
  test('is kept in .env, by which the next start goes on', async () => {
    for (const expected of [1, 2]) {
      const running = await start();
      assert.match(await call(running), /structuredContent/);
      assert.equal(seen.at(-1), `Bearer access-${expected}`);
      assert.equal(keptToken(), `refresh-${expected}`);
      assert.equal((await running.server.close()).status, 0);
      assert.doesNotMatch(running.server.stderr().toString(), /refresh-\d|access-\d/);
    }
    assert.equal(issuer.requests.length, 2);
    assert.match(readFileSync(envPath(), 'utf8'), /^# kept\nPETS_OAUTH_CLIENT_ID=pets\n/);
  });

  test('serves two servers of one folder in turn, and is never used twice', async () => {
    const [one, other] = [await start(), await start()];
    for (const running of [one, other, one, other]) {
      assert.match(await call(running), /structuredContent/);
      await expire();
    }
    const used = issuer.requests.map(({ form }) => form.get('refresh_token'));
    assert.deepEqual(used, ['refresh-0', 'refresh-1', 'refresh-2', 'refresh-3']);
    assert.equal(keptToken(), 'refresh-4');
  });

  test('is written nowhere where it comes from the environment', async () => {
    writeFileSync(envPath(), `PETS_OAUTH_CLIENT_ID=pets\n${refreshVariable}=of-another\n`);
    const running = await start({ [refreshVariable]: 'refresh-0' });
    for (let calls = 0; calls < 2; calls += 1) {
      assert.match(await call(running), /structuredContent/);
      await expire();
    }
    assert.equal(keptToken(), 'of-another');
  });

  test('that is used up is given up for the one of a login meanwhile', async () => {
    writeFileSync(envPath(), `PETS_OAUTH_CLIENT_ID=pets\n${refreshVariable}=refresh-of-long-ago\n`);
    const running = await start();
    assert.match(await call(running), /npm run login/);
    writeFileSync(envPath(), `PETS_OAUTH_CLIENT_ID=pets\n${refreshVariable}=refresh-0\n`);
    // A refusal counts for a moment.
    await delay(2100);
    assert.match(await call(running), /structuredContent/);
  });
});
