import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorkspace, scratchFolder } from '../tools/projects.js';
import { collect, plainEnvironment } from '../tools/run-process.js';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.js';

/** What the issuer is told of a client, by the names of RFC 7591. */
export interface IssuerClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly token_endpoint_auth_method?: string;
  readonly grant_types: readonly string[];
  readonly redirect_uris: readonly string[];
  readonly response_types: readonly string[];
  /** The only scopes that it is given; missing: all. */
  readonly only_scopes?: readonly string[];
  readonly application_type?: 'native' | 'web';
  readonly jwks?: { readonly keys: readonly object[] };
  /** The resource of tokens for which none is asked. */
  readonly default_resource?: string;
}

/** An API that tokens are made for (RFC 8707). */
export interface IssuerResource {
  readonly indicator: string;
  readonly scopes: readonly string[];
  readonly format: 'jwt' | 'opaque';
  readonly lifetimeSeconds: number;
}

/** A running issuer, behind a proxy that keeps what it is asked. */
export interface Issuer {
  /** Its identifier, without a slash at its end. */
  readonly url: string;
  readonly proxy: RecordingProxy;
  readonly close: () => Promise<void>;
}

/** Not among the dependencies: the issuer wants a later Node than this project, which the package `node` brings. */
const packages = { 'oidc-provider': '9.13.3', node: '24' };

const program = fileURLToPath(new URL('issuer.mjs', import.meta.url));
const mostStartMs = 30_000;

/** Starts an OpenID Provider on loopback; the first time on a machine, it is installed. */
export async function startIssuer(
  clients: readonly IssuerClient[],
  resources: readonly IssuerResource[],
): Promise<Issuer> {
  const { folder } = await createWorkspace({ dependencies: packages });
  const proxy = await startRecordingProxy();
  const settingsFile = join(scratchFolder(join(tmpdir(), 'openapi2mcp-issuers')), 'settings.json');
  writeFileSync(settingsFile, JSON.stringify({ issuer: proxy.url, clients, resources }));
  const node = join(folder, 'node_modules/node/bin/node');
  // Its input is a leash: it closes when this process ends, however that comes about.
  const child = spawn(node, [program, folder, settingsFile], {
    env: plainEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stderr = collect(child.stderr);
  const ended = once(child, 'close');
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await proxy.close();
  };
  const timer = setTimeout(() => child.kill('SIGKILL'), mostStartMs);
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as readonly unknown[];
  clearTimeout(timer);
  if (!Buffer.isBuffer(line)) {
    await close();
    throw new Error(`The issuer did not start:\n${stderr().toString().slice(-2000)}`);
  }
  // The first line that it writes says where it listens.
  proxy.forwardTo((JSON.parse(line.toString()) as { readonly port: number }).port);
  return { url: proxy.url, proxy, close };
}
