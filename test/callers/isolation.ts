import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { Agent, request } from 'undici';
import type { AuditRecord } from '../../src/runtime/authorization/audit.js';
import { readHttpSettings } from '../../src/runtime/environment.js';
import { createHttpHandler } from '../../src/runtime/http.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { listen, type RunningServer } from '../../src/runtime/node.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { createServerFactory } from '../../src/runtime/server.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { envelope } from '../runtime/mcp-client.js';

const audience = 'https://mcp.example.com/mcp';
const form = { style: 'form', explode: true } as const;

function manifestOf(url: string): Manifest {
  const parameters = [
    { property: 'nonce', name: 'nonce', in: 'query', ...form },
    { property: 'tenant', name: 'tenant', in: 'query', ...form },
    { property: 'region', name: 'X-Region', in: 'header', style: 'simple', explode: false },
  ] as const;
  const toolOf = (name: string, scope: string) =>
    madeTool({
      name,
      scopes: [[scope]],
      inputSchema: { type: 'object', properties: { nonce: { type: 'string' } }, required: ['nonce'] },
      request: {
        method: 'GET',
        path: `/${name}`,
        parameters,
        fixed: [
          { property: 'tenant', claim: 'tid' },
          { property: 'region', header: 'x-region', required: true },
        ],
        accept: ['application/json'],
        security: [],
      },
    });
  return madeManifest([toolOf('readThing', 'things:read'), toolOf('writeThing', 'things:write')], {
    upstream: { url, variables: {}, env: 'URL' },
    access: { auth: 'oauth', identity: 'service', visibility: 'filter' },
  });
}

/** One client: its own token, and what its calls have to come back with. */
interface Client {
  readonly subject: string;
  readonly tenant: string;
  readonly region: string;
  readonly canWrite: boolean;
  readonly token: string;
}

/** What came of many calls. */
export interface Findings {
  readonly calls: number;
  /** Answers that were those of somebody else, in words. */
  readonly mixed: readonly string[];
  /** Answers that were wrong in another way, in words. */
  readonly wrong: readonly string[];
  /** What was told of calls, by subject: `ok` and others. */
  readonly told: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** How much is done. */
export interface Extent {
  readonly clients: number;
  readonly calls: number;
  /** Requests that are open at once. */
  readonly concurrent: number;
}

async function startLoopback(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An API that tells what it was asked, after a while that differs from request to request. */
function createApi(): Server {
  return createServer(({ url = '/', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const heard = {
      tool: pathname.slice(1),
      tenant: searchParams.getAll('tenant'),
      nonce: searchParams.getAll('nonce'),
      region: headers['x-region'],
      authorization: headers.authorization,
    };
    const answer = (): void => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(heard));
    };
    setTimeout(answer, Math.random() * 5);
  });
}

interface Issuer {
  readonly url: string;
  readonly server: Server;
  readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
}

async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  const url = await startLoopback(server);
  return { url, server, sign: (claims) => signToken(claims, url, privateKey) };
}

function signToken(
  claims: Readonly<Record<string, unknown>>,
  issuer: string,
  key: CryptoKey,
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}

function makeClients(count: number, { sign }: Issuer): Promise<readonly Client[]> {
  const made = Array.from({ length: count }, async (_, at): Promise<Client> => {
    const [subject, tenant, canWrite] = [`user-${at}`, `tenant-${at}`, at % 2 === 1];
    const scope = canWrite ? 'things:read things:write' : 'things:read';
    const token = await sign({ sub: subject, client_id: `client-${at % 7}`, tid: tenant, scope });
    return { subject, tenant, region: `region-${at}`, canWrite, token };
  });
  return Promise.all(made);
}

/** Sends one message of a client, as either revision has it, and answers with what came. */
async function post(
  url: string,
  { token, region }: Client,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { isModern, dispatcher }: { readonly isModern: boolean; readonly dispatcher: Agent },
): Promise<{ readonly status: number; readonly text: string }> {
  const name = params['name'];
  const modern = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
  const { statusCode, body } = await request(url, {
    method: 'POST',
    dispatcher,
    headers: {
      authorization: `Bearer ${token}`,
      'x-region': region,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(isModern ? modern : { 'mcp-protocol-version': '2025-11-25' }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: isModern ? { ...params, _meta: envelope() } : params,
    }),
  });
  return { status: statusCode, text: await body.text() };
}

/** What is wrong with the answer to a call; nothing where it is what this client has to get. */
function faultsOf(client: Client, tool: string, nonce: string, status: number, text: string) {
  const isAllowed = tool === 'readThing' || client.canWrite;
  const others = [...text.matchAll(/(?:tenant|region|user)-\d+/g)].filter(
    ([name]) => ![client.tenant, client.region, client.subject].includes(name),
  );
  const mixed = others.map(([name]) => `${client.subject} got ${name} from ${tool}`);
  const expected = JSON.stringify({ tool, tenant: [client.tenant], nonce: [nonce], region: client.region });
  const isRight = isAllowed
    ? status === 200 && text.includes(JSON.stringify(expected).slice(1, -1))
    : status === 403;
  return { mixed, wrong: isRight ? [] : [`${client.subject} ${tool}: ${status} ${text.slice(0, 300)}`] };
}

function listFaults({ subject, canWrite }: Client, text: string): readonly string[] {
  const isRight = text.includes('readThing') && text.includes('writeThing') === canWrite;
  return isRight ? [] : [`${subject} was listed ${text.slice(0, 300)}`];
}

/** Lets many clients call one server at once, each with a token of its own, and looks whether answers are mixed up. */
export async function callAsMany({ clients: count, calls, concurrent }: Extent): Promise<Findings> {
  const api = createApi();
  const issuer = await startIssuer();
  const told = new Map<string, Map<string, number>>();
  const audit = ({ subject, outcome }: AuditRecord): void => {
    const outcomes = told.get(subject) ?? new Map<string, number>();
    told.set(subject, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  };
  const server = await startServer(manifestOf(await startLoopback(api)), issuer, audit);
  // A connection that rests is closed here before the server closes it under a request.
  const dispatcher = new Agent({
    connections: concurrent,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
  });
  const mixed: string[] = [];
  const wrong: string[] = [];
  try {
    const clients = await makeClients(count, issuer);
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < calls; at = next++) {
        const client = clients[at % count];
        if (client === undefined) throw new Error('There are no clients.');
        const ways = { isModern: at % 3 !== 0, dispatcher };
        const tool = Math.floor(at / count) % 5 === 4 ? 'writeThing' : 'readThing';
        const params = { name: tool, arguments: { nonce: `nonce-${at}` } };
        const { status, text } = await post(server.url, client, 'tools/call', params, ways);
        const faults = faultsOf(client, tool, `nonce-${at}`, status, text);
        mixed.push(...faults.mixed);
        wrong.push(...faults.wrong);
        if (at % 10 !== 0) continue;
        const list = await post(server.url, client, 'tools/list', {}, ways);
        wrong.push(...listFaults(client, list.text));
      }
    };
    await Promise.all(Array.from({ length: concurrent }, work));
    return { calls, mixed, wrong, told };
  } finally {
    await dispatcher.close();
    await server.close();
    for (const each of [api, issuer.server]) each.close().closeAllConnections();
  }
}

function startServer(
  manifest: Manifest,
  issuer: Issuer,
  audit: (record: AuditRecord) => void,
): Promise<RunningServer> {
  const environment = {
    PORT: '0',
    MCP_ISSUER: issuer.url,
    MCP_AUDIENCE: audience,
    MCP_JWKS_URL: `${issuer.url}/keys`,
  };
  const factory = createServerFactory({
    manifest,
    environment,
    credentials: environmentCredentials(environment),
    audit,
  });
  const settings = readHttpSettings([], environment, manifest);
  return listen(createHttpHandler(factory, settings), settings);
}

/** Test 73 of the plan for security: `tsx test/callers/isolation.ts [calls]`. */
async function main(): Promise<void> {
  const calls = Number(process.argv[2] ?? 50_000);
  const start = performance.now();
  const { mixed, wrong, told } = await callAsMany({ clients: 200, calls, concurrent: 64 });
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${calls} calls of ${told.size} clients in ${seconds} s: ${mixed.length} mixed, ${wrong.length} wrong.`,
  );
  for (const line of [...mixed, ...wrong].slice(0, 20)) console.log(line);
  process.exitCode = mixed.length + wrong.length === 0 && told.size === 200 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
