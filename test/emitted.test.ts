import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../src/runtime/manifest.js';
import type { UpstreamAnswer } from './cases/case-format.js';
import { startRecorder, type Recorder } from './cases/recorder.js';
import { buildProjects } from './tools/build-projects.js';
import { packGenerator } from './tools/generator.js';
import { startHttp, type HttpServer } from './tools/http-server.js';
import { createWorkspace, type PackageDependencies, scratchFolder } from './tools/projects.js';
import { plainEnvironment, runProcess } from './tools/run-process.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const samples = readdirSync(join(root, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** One call, what must reach the API, what the API answers, and what the client must get. */
interface EmittedCall {
  readonly tool: string;
  /** `false` where the name is an alias. */
  readonly isListed?: boolean;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Left out: nothing may reach the API. */
  readonly request?: {
    readonly method: string;
    readonly target: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** As JSON. */
    readonly body?: unknown;
    /** As it is sent. */
    readonly text?: string;
  };
  readonly reply?: UpstreamAnswer;
  readonly result: {
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly text?: string;
  };
}

interface Project {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** What a client of any generation gives for a call. */
interface CallAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

interface AnyClient {
  readonly toolNames: () => Promise<readonly string[]>;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<CallAnswer>;
  readonly close: () => Promise<void>;
}

suite('emitted samples', { timeout: 300_000 }, () => {
  const projects = new Map<string, Project>();
  let recorder: Recorder;

  before(async () => {
    recorder = await startRecorder();
    for (const [sample, folder] of await emitSamples()) {
      projects.set(sample, {
        folder,
        manifest: readJson(join(folder, 'generated/manifest.json')) as Manifest,
      });
    }
  });
  after(() => recorder.close());

  const projectOf = (sample: string): Project => {
    const project = projects.get(sample);
    assert.ok(project !== undefined, sample);
    return project;
  };

  for (const sample of samples) {
    test(`${sample}: plays its calls over stdio`, async () => {
      const project = projectOf(sample);
      await play(await connectStdio(project, environmentOf(project.manifest, recorder)), sample, recorder);
    });
  }

  test('serves clients of both eras over HTTP', async () => {
    const { folder, manifest } = projectOf('petstore');
    const http = await startHttp(folder, environmentOf(manifest, recorder));
    try {
      await play(await connectHttp(http, 'auto'), 'petstore', recorder);
      await play(await connectHttp(http, 'legacy'), 'petstore', recorder);
      await play(await connectOldHttp(http), 'petstore', recorder);
    } finally {
      await http.close();
    }
  });

  test('serves a client of the 2025 era over stdio', async () => {
    const project = projectOf('petstore');
    await play(
      await connectOldStdio(project, environmentOf(project.manifest, recorder)),
      'petstore',
      recorder,
    );
  });

  test('mirrors x-mcp-header arguments over HTTP', async () => {
    const { folder, manifest } = projectOf('headers');
    const http = await startHttp(folder, environmentOf(manifest, recorder));
    try {
      await play(await connectHttp(http, 'auto'), 'headers', recorder);
    } finally {
      await http.close();
    }
  });
});

/** Generates and builds every sample; the folder of each by name. */
async function emitSamples(): Promise<ReadonlyMap<string, string>> {
  const generator = await packGenerator();
  const scratch = scratchFolder(tmpdir());
  const folders = await Promise.all(
    samples.map(async (sample) => {
      const output = join(scratch, sample);
      const args = [generator, 'generate', join(root, 'samples', sample, 'openapi.yaml'), '-o', output];
      const { status, stderr } = await runProcess(process.execPath, args, {
        cwd: scratch,
        timeoutMs: 60_000,
      });
      assert.equal(status, 0, stderr);
      const workspace = await createWorkspace(readJson(join(output, 'package.json')) as PackageDependencies);
      return [sample, await workspace.adopt(output)] as const;
    }),
  );
  const built = await buildProjects(folders.map(([, folder]) => folder));
  for (const [folder, problems] of built) assert.deepEqual(problems, [], folder);
  return new Map(folders);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The API's address, and a made-up value for every part of every credential. */
function environmentOf({ upstream, securitySchemes }: Manifest, recorder: Recorder): Record<string, string> {
  const parts = Object.values(securitySchemes).flatMap(({ env }) => Object.entries(env));
  return {
    [upstream.env]: `http://${recorder.authority}/v1`,
    ...Object.fromEntries(parts.map(([part, variable]) => [variable, `the-${part}-value`])),
  };
}

async function play(client: AnyClient, sample: string, recorder: Recorder): Promise<void> {
  try {
    const calls = readJson(join(root, 'test/emitted', `${sample}.json`)) as readonly EmittedCall[];
    const names = await client.toolNames();
    for (const call of calls) {
      assert.equal(names.includes(call.tool), call.isListed ?? true, call.tool);
      recorder.take();
      recorder.answerWith(call.reply ?? { body: { ok: true } });
      const answer = await client.call(call.tool, call.arguments);
      checkRequest(call, recorder);
      checkResult(call, answer);
    }
  } finally {
    await client.close();
  }
}

function checkRequest({ tool, request }: EmittedCall, recorder: Recorder): void {
  const [received, ...more] = recorder.take();
  if (request === undefined) return assert.equal(received, undefined, `${tool}: no request`);
  assert.ok(received !== undefined && more.length === 0, `${tool}: one request`);
  assert.equal(`${received.method} ${received.target}`, `${request.method} ${request.target}`, tool);
  for (const [name, value] of Object.entries(request.headers ?? {}))
    assert.equal(received.headers.get(name), value, tool);
  if (request.body !== undefined) assert.deepEqual(JSON.parse(received.body.toString()), request.body, tool);
  if (request.text !== undefined) assert.equal(received.body.toString(), request.text, tool);
}

function checkResult({ tool, result }: EmittedCall, answer: CallAnswer): void {
  assert.equal(
    answer.isError ?? false,
    result.isError ?? false,
    `${tool}: ${JSON.stringify(answer.content)}`,
  );
  if (result.structuredContent !== undefined) {
    const got = answer.structuredContent;
    // Clients before 2026-07-28 get what is no object as the one member `result`.
    const unwrapped =
      Array.isArray(result.structuredContent) && !Array.isArray(got)
        ? (got as { result: unknown }).result
        : got;
    assert.deepEqual(unwrapped, result.structuredContent, tool);
  }
  const text = answer.content.map((block) => block.text ?? `<${block.type}>`).join('\n');
  if (result.text !== undefined) assert.match(text, new RegExp(result.text, 's'), tool);
}

function wrap(client: Client): AnyClient {
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => await client.callTool({ name, arguments: { ...args } }),
    close: () => client.close(),
  };
}

function wrapOld(client: OldClient): AnyClient {
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as CallAnswer,
    close: () => client.close(),
  };
}

function stdioOf({ folder }: Project, environment: Record<string, string>) {
  const env = { ...(plainEnvironment() as Record<string, string>), ...environment };
  return { command: process.execPath, args: [join(folder, 'dist/stdio.js')], env, stderr: 'ignore' as const };
}

async function connectStdio(project: Project, environment: Record<string, string>): Promise<AnyClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport(stdioOf(project, environment)));
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  return wrap(client);
}

async function connectOldStdio(project: Project, environment: Record<string, string>): Promise<AnyClient> {
  const client = new OldClient({ name: 'test', version: '1.0.0' });
  await client.connect(new OldStdioTransport(stdioOf(project, environment)));
  return wrapOld(client);
}

async function connectHttp({ url }: HttpServer, mode: 'auto' | 'legacy'): Promise<AnyClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const expected = mode === 'auto' ? '2026-07-28' : '2025-11-25';
  assert.equal(client.getNegotiatedProtocolVersion(), expected);
  return wrap(client);
}

async function connectOldHttp({ url }: HttpServer): Promise<AnyClient> {
  const client = new OldClient({ name: 'test', version: '1.0.0' });
  // The old transport's optional members are declared without `undefined`.
  await client.connect(new OldHttpTransport(new URL(url)));
  return wrapOld(client);
}
