import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import {
  createWorkspace,
  scratchFolder,
  type PackageDependencies,
  type Workspace,
} from '../tools/projects.js';
import { runProcess } from '../tools/run-process.js';
import { startPerson, type Person } from './browser.js';
import { startIssuer, type Issuer, type IssuerClient, type IssuerResource } from './issuer.js';
import { apiAudiences, notesDocument, noteScopes, startNotesApi, type NotesApi } from './notes-api.js';

/** All that a scenario is played with. */
export interface Stage {
  readonly issuer: Issuer;
  readonly api: NotesApi;
  readonly person: Person;
  /** The built project of the API's server. */
  readonly project: string;
  /** Makes a copy of the project, for what is written into it. */
  readonly copyProject: (name: string) => string;
  /** Where the server that clients sign in to listens: the issuer makes tokens for it. */
  readonly mcpUrl: string;
  readonly privateKey: string;
  readonly close: () => Promise<void>;
}

/** Secrets have characters that forms and `Basic` have to escape. */
export const clientSecret = 'a secret: 50% + more/less';

/** The names by which tokens are meant for the emitted server, where that is not its URL. */
export const mcpAudiences = { opaque: 'urn:mcp:opaque', brief: 'urn:mcp:brief' };

/** The path at which the SDK's client, and `login`, wait for the browser. */
export const redirectPath = '/callback';

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';

/** Starts the issuer, the API and the browser, and builds the server of the API. */
export async function openStage(): Promise<Stage> {
  const mcpUrl = `http://127.0.0.1:${await freePort()}/mcp`;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] };
  const api = await startNotesApi();
  const issuer = await startIssuer(clientsFor(jwks), resourcesFor(mcpUrl));
  api.trust(issuer.url);
  const person = await startPerson();
  const { project, workspace } = await makeProject(notesDocument(api.url, issuer.url));
  return {
    issuer,
    api,
    person,
    project,
    copyProject: (name) => {
      const copy = workspace.project(name);
      cpSync(project, copy, { recursive: true });
      return copy;
    },
    mcpUrl,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    close: async () => {
      await Promise.all([person.close(), issuer.close(), api.close()]);
    },
  };
}

function clientsFor(jwks: NonNullable<IssuerClient['jwks']>): readonly IssuerClient[] {
  const machine = {
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    default_resource: apiAudiences.usual,
  };
  const native = {
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    redirect_uris: [`http://127.0.0.1${redirectPath}`],
    response_types: ['code'],
  } as const;
  const secret = { client_secret: clientSecret };
  return [
    { ...machine, ...secret, client_id: 'by basic', token_endpoint_auth_method: 'client_secret_basic' },
    { ...machine, ...secret, client_id: 'by-post', token_endpoint_auth_method: 'client_secret_post' },
    { ...machine, ...secret, client_id: 'reader', only_scopes: ['notes:read'] },
    { ...machine, client_id: 'by-key', token_endpoint_auth_method: 'private_key_jwt', jwks },
    {
      ...machine,
      ...secret,
      client_id: 'gateway',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials', tokenExchange],
    },
    {
      ...native,
      client_id: 'notes-login',
      grant_types: ['authorization_code', 'refresh_token', deviceCode],
      default_resource: apiAudiences.usual,
    },
    { ...native, client_id: 'host', grant_types: ['authorization_code', 'refresh_token'] },
  ];
}

function resourcesFor(mcpUrl: string): readonly IssuerResource[] {
  const scopes = [...noteScopes];
  return [
    { indicator: apiAudiences.usual, scopes, format: 'jwt', lifetimeSeconds: 300 },
    { indicator: apiAudiences.brief, scopes, format: 'jwt', lifetimeSeconds: 2 },
    { indicator: mcpUrl, scopes, format: 'jwt', lifetimeSeconds: 300 },
    { indicator: mcpAudiences.brief, scopes, format: 'jwt', lifetimeSeconds: 1 },
    { indicator: mcpAudiences.opaque, scopes, format: 'opaque', lifetimeSeconds: 300 },
  ];
}

async function makeProject(
  document: object,
): Promise<{ readonly project: string; readonly workspace: Workspace }> {
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-issuers'));
  const file = join(folder, 'notes.json');
  const output = join(folder, 'notes-mcp');
  writeFileSync(file, JSON.stringify(document));
  const args = [await packGenerator(), 'generate', file, '--output', output, '--auth', 'oauth'];
  const { status, stderr } = await runProcess(process.execPath, args, { cwd: folder, timeoutMs: 60_000 });
  if (status !== 0) throw new Error(`The project was not written:\n${stderr}`);
  // Written a moment ago by the generator.
  const packageJson = JSON.parse(readFileSync(join(output, 'package.json'), 'utf8')) as PackageDependencies;
  const workspace = await createWorkspace(packageJson);
  const project = await workspace.adopt(output);
  const problems = (await buildProjects([project])).get(project) ?? [];
  if (problems.length > 0) throw new Error(`The project does not compile:\n${problems.join('\n')}`);
  return { project, workspace };
}

/** A port of the loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A folder with a program that is taken for the one that opens browsers, and the addresses that it was given. */
export function pretendOpener(): { readonly folder: string; readonly opened: () => string } {
  const folder = join(scratchFolder(join(tmpdir(), 'openapi2mcp-issuers')), 'bin');
  const file = join(folder, 'opened.txt');
  mkdirSync(folder);
  writeFileSync(file, '');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${file}'\n`, { mode: 0o755 });
  return { folder, opened: () => readFileSync(file, 'utf8').trim() };
}
