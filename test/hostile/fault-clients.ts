import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startHttp, type HttpServer } from '../tools/http-server.js';
import type { Outcome } from './documents.js';
import type { FaultApi } from './fault-api.js';
import type { ServerTrace } from './live-server.js';
import { allCredentials } from './recorded-calls.js';
import { serveBuilt, type BuiltDocument } from './run-documents.js';
import { createWatch, pollutionProblems, type Watch } from './watch.js';

/** The result of a call, as a client has it. */
export interface FaultResult {
  readonly isError: boolean;
  /** All text blocks, a line or more each. */
  readonly text: string;
  /** As clients of 2026-07-28 get it: those before get what is no object as the one member `result`. */
  readonly structured: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
  /** The whole result as JSON. */
  readonly json: string;
  readonly milliseconds: number;
}

/** One way to call a tool. */
export interface FaultClient {
  readonly name: string;
  /** The server that it calls. */
  readonly pid: number;
  readonly watch: Watch;
  /** Throws where there is no result, and where the client does not take the one that came. */
  readonly call: (tool: string, toolArguments: Readonly<Record<string, unknown>>) => Promise<FaultResult>;
}

/** A result as any client gives it. */
interface AnyResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

type AnyCall = (name: string, toolArguments: Readonly<Record<string, unknown>>) => Promise<AnyResult>;

interface ConnectedClient {
  readonly name: string;
  readonly call: AnyCall;
  readonly close: () => Promise<void>;
}

const clientInfo = { name: 'hostile', version: '1.0.0' };

/**
 * Starts the stdio and the HTTP server of a project in front of an API of faults, with a client by hand and those of the
 * SDKs, stops all afterwards, and judges what the servers left behind.
 */
export async function withFaultClients(
  project: BuiltDocument,
  api: FaultApi,
  variables: Readonly<Record<string, string>>,
  use: (clients: readonly FaultClient[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const traces: ServerTrace[] = [];
  const environment = { ...faultVariables(project, api), ...variables };
  const outcomes = await serveBuilt(project, traces)(environment, ({ call, pid, watch }) => {
    const overStdio: FaultClient = {
      name: 'stdio',
      pid,
      watch,
      call: timed(async (tool, given) => resultIn((await call(tool, given)).line)),
    };
    return serveHttp(project, environment, traces, (clients) => use([overStdio, ...clients]));
  });
  const secrets = Object.values(allCredentials(project.manifest));
  const problems = traces.flatMap(({ output, problems: found }) => [
    ...found,
    ...secrets.filter((secret) => output.includes(secret)).map(() => 'a credential was logged'),
    // A warning that no base URL is set and the like would be one of the settings above.
    ...(/\n\s+at /.test(output) ? [`a stack was logged: ${output.slice(0, 300)}`] : []),
  ]);
  return [...outcomes, { check: 'ends well', problems }];
}

/** What a server in front of an API of faults is started with. */
export function faultVariables(
  { manifest }: Pick<BuiltDocument, 'manifest'>,
  { authority, silentPort }: Pick<FaultApi, 'authority' | 'silentPort'>,
): Readonly<Record<string, string>> {
  const silent = manifest.tools.flatMap(({ request: { server } }) => {
    if (server === undefined) return [];
    const { protocol } = new URL(server.url ?? '');
    return [[server.env, `${protocol}//127.0.0.1:${silentPort}`] as const];
  });
  return {
    ...allCredentials(manifest),
    [manifest.upstream.env]: `http://${authority}`,
    [manifest.allowedOriginsEnv]: silent.map(([, url]) => url).join(),
    ...Object.fromEntries(silent),
  };
}

async function serveHttp<Result>(
  { folder }: BuiltDocument,
  environment: Readonly<Record<string, string>>,
  traces: ServerTrace[],
  use: (clients: readonly FaultClient[]) => Promise<Result>,
): Promise<Result> {
  const watch = createWatch();
  const server = await startHttp(folder, { ...watch.environment, ...environment });
  const { pid = 0 } = server;
  const connected: ConnectedClient[] = [];
  try {
    for (const connect of httpClients) connected.push(await connect(server));
    return await use(connected.map(({ name, call }) => ({ name, pid, watch, call: timed(call) })));
  } finally {
    for (const { close } of connected) await close();
    const { status, signal } = await server.close();
    const ending = status === 0 ? [] : [`the HTTP server ended with ${status ?? signal}`];
    traces.push({
      output: server.stdout().toString() + server.stderr().toString(),
      problems: [...ending, ...pollutionProblems(watch.states())],
    });
  }
}

/** The SDKs' clients: each compares the structured content of a result with the `outputSchema` that was listed. */
const httpClients: readonly ((server: HttpServer) => Promise<ConnectedClient>)[] = [
  (server) => connectClient(server, 'auto', '2026-07-28'),
  (server) => connectClient(server, 'legacy', '2025-11-25'),
  connectOldClient,
];

async function connectClient(
  { url }: HttpServer,
  mode: 'auto' | 'legacy',
  era: string,
): Promise<ConnectedClient> {
  const client = new Client(clientInfo, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  return {
    name: `the SDK's client of ${era}`,
    call: (name, given) => client.callTool({ name, arguments: { ...given } }),
    close: () => client.close(),
  };
}

async function connectOldClient({ url }: HttpServer): Promise<ConnectedClient> {
  const client = new OldClient(clientInfo);
  await client.connect(new OldHttpTransport(new URL(url)));
  await client.listTools();
  return {
    name: "the SDK's client before its second version",
    // It has a form of results from before there was structured content, which no server here sends.
    call: async (name, given) => (await client.callTool({ name, arguments: { ...given } })) as AnyResult,
    close: () => client.close(),
  };
}

/** The result in a line of JSON-RPC; an error of the protocol is none. */
function resultIn(line: string): AnyResult {
  const { result } = JSON.parse(line) as { readonly result?: AnyResult };
  if (result === undefined) throw new Error(`there is no result: ${line.slice(0, 200)}`);
  return result;
}

function timed(call: AnyCall): FaultClient['call'] {
  return async (tool, given) => {
    const started = performance.now();
    const result = await call(tool, given);
    return faultResult(result, performance.now() - started);
  };
}

/** What is looked at of a result. */
export function faultResult(result: AnyResult, milliseconds: number): FaultResult {
  return {
    isError: result.isError === true,
    text: result.content.flatMap(({ text }) => text ?? []).join('\n'),
    structured: unwrapped(result.structuredContent),
    meta: result._meta ?? {},
    json: JSON.stringify(result),
    milliseconds,
  };
}

function unwrapped(structured: unknown): unknown {
  if (typeof structured !== 'object' || structured === null) return structured;
  const [[key, value] = [], ...others] = Object.entries(structured) as readonly [string, unknown][];
  return key === 'result' && others.length === 0 ? value : structured;
}
