import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { RequestBinding, UpstreamServer } from '../binding.js';
import type { Hooks } from '../hooks.js';
import type { Manifest } from '../manifest.js';
import type { SecurityScheme } from '../security.js';
import { makeCall, planCalls, type PlannedCall } from './calls.js';
import { credentialVariables } from './credentials.js';
import { madeUpSettings } from './fixed.js';
import { startStubApi } from './stub.js';

/**
 * `test/operations.json`: how the document says that its operations are called. The self-test
 * compares with it what the server sends by its manifest.
 */
export interface DocumentedOperations {
  readonly upstream: UpstreamServer;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The schemes that were chosen, where operations have several alternatives. */
  readonly securityPreset?: readonly string[];
  readonly operations: readonly DocumentedOperation[];
}

/** One operation, and the tool that calls it. */
export interface DocumentedOperation {
  readonly tool: string;
  readonly group?: string;
  readonly request: RequestBinding;
}

/** One thing that is tested; `run` throws where it does not hold. */
export interface Check {
  readonly title: string;
  /** Why it is not tested here; missing where it is. */
  readonly skip?: string;
  readonly run: () => Promise<void> | void;
}

/** A server under test. */
interface SelfTest {
  readonly checks: readonly Check[];
  readonly stop: () => Promise<void>;
}

/** What a project says of itself beside its files. */
interface SelfTestSettings {
  /** Tools that are overridden: what they send is for hand-written tests. */
  readonly overridden: readonly string[];
  /** Code of the project that takes part in every call; missing: none. */
  readonly hooks?: Hooks;
}

const callsMade = 50;

/** Starts the built server of a project on stdio, with a stub of its API and made-up credentials. */
export async function startSelfTest(
  project: URL,
  { overridden, hooks = {} }: SelfTestSettings,
): Promise<SelfTest> {
  const manifest = await readJson<Manifest>(new URL('generated/manifest.json', project));
  const documented = await readJson<DocumentedOperations>(new URL('test/operations.json', project));
  const hooked = new Set(Object.keys(hooks.authenticate ?? {}));
  const stub = await startStubApi();
  const client = new Client(
    { name: 'self-test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const stop = async (): Promise<void> => {
    await client.close();
    await stub.stop();
  };
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [fileURLToPath(new URL('dist/stdio.js', project))],
        cwd: fileURLToPath(project),
        env: { ...getDefaultEnvironment(), ...environmentFor(manifest, documented, stub.baseUrl) },
      }),
    );
    const { tools } = await client.listTools();
    const calls = await planCalls(documented, tools, { overridden: new Set(overridden), hooked }, callsMade);
    const checks = calls.map((call) => ({
      title: titleOf(call),
      ...(call.skip !== undefined && { skip: call.skip }),
      run: () => makeCall(client, stub, call),
    }));
    return { checks: [manifestCheck(manifest, documented), ...checks], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function titleOf({ operation: { tool, request }, missing }: PlannedCall): string {
  const call = `${tool}: ${request.method} ${request.path}`;
  return missing === undefined ? call : `${call}, refused without ${missing}`;
}

async function readJson<Value>(file: URL): Promise<Value> {
  // The generator wrote the file, and its types with it.
  return JSON.parse(await readFile(file, 'utf8')) as Value;
}

/** Settings under which the server calls the stub, with a credential for every scheme; they win over `.env`. */
function environmentFor(
  { securityEnv }: Manifest,
  documented: DocumentedOperations,
  baseUrl: string,
): Record<string, string> {
  const { upstream, operations } = documented;
  const servers = [upstream, ...operations.flatMap(({ request: { server } }) => server ?? [])];
  return {
    ...madeUpSettings(operations),
    ...Object.fromEntries(servers.map(({ env }) => [env, baseUrl])),
    ...credentialVariables(documented),
    ...(securityEnv !== undefined && { [securityEnv]: '' }),
  };
}

/** Calls are made for some tools, and some values look the same in two styles: this holds every binding against its source. */
function manifestCheck({ tools }: Manifest, { operations }: DocumentedOperations): Check {
  const run = (): void => {
    const bound = new Map(tools.map(({ name, request }) => [name, request]));
    const differing = operations.filter(({ tool, request }) => !isDeepStrictEqual(bound.get(tool), request));
    if (differing.length === 0) return;
    const names = differing.map(({ tool, request: { method, path } }) => `${tool} (${method} ${path})`);
    throw new Error(`These differ: ${names.join(', ')}.`);
  };
  return { title: 'the manifest makes the requests that the document describes', run };
}
