// npm run demo [-- [<sample>] [--keep]]: the whole way from a document to a tool call, on this machine alone.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Manifest } from '../src/runtime/manifest.js';
import { environmentOf, sampleApis, type SampleApi } from './sample-apis.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values: flags, positionals } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [sample = 'petstore'] = positionals;
const documentPath = `samples/${sample}/openapi.yaml`;
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** A call of the tour that did not come out as its author says. */
class UnexpectedAnswer extends Error {
  constructor(tool: string) {
    super(`${tool} failed, which was not expected`);
  }
}

type Environment = Record<string, string>;

function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a command to its end; its output is shown only where it fails. */
async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command.endsWith('.cmd'),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`);
  return output;
}

async function generateProject(folder: string): Promise<Manifest> {
  say(`1  Generate a server from ${documentPath}`);
  const cli = ['--import', 'tsx', 'src/cli/main.ts'];
  await run(process.execPath, [...cli, 'generate', documentPath, '--output', folder], root);
  // Written a moment ago by the generator, in this shape.
  const manifest = JSON.parse(await readFile(join(folder, 'generated/manifest.json'), 'utf8')) as Manifest;
  say(`   ${manifest.tools.length} tools in ${folder}`);
  say('2  Install and build it (npm install, npm run build)');
  await run(npm, ['install', '--no-audit', '--no-fund'], folder);
  await run(npm, ['run', 'build'], folder);
  return manifest;
}

/** Calls a tool and prints what came of it; ends the demo where that is not what was expected. */
async function show(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  status?: number,
): Promise<unknown> {
  const {
    content,
    structuredContent,
    isError = false,
  } = await client.callTool({
    name,
    arguments: { ...args },
  });
  const text = content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join(' ');
  const line = shortened(text.replaceAll(/\s*\n\s*/g, ' '));
  const isExpected = status === undefined ? !isError : isError && text.startsWith(`${status} `);
  const outcome = isExpected && status !== undefined ? `${status}, as expected` : line;
  say(`   ${isExpected ? 'ok    ' : 'error '}${name} ${shortened(JSON.stringify(args))} → ${outcome}`);
  if (!isExpected) throw new UnexpectedAnswer(name);
  return structuredContent;
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

async function take(tour: SampleApi['tour'], client: Client): Promise<void> {
  const { tools } = await client.listTools();
  say(
    `   revision ${client.getNegotiatedProtocolVersion() ?? 'unknown'}; tools: ${tools.map(({ name }) => name).join(', ')}`,
  );
  try {
    await tour((name, args, status) => show(client, name, args, status));
  } finally {
    await client.close();
  }
}

function newClient(): Client {
  return new Client({ name: 'demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
}

async function overStdio(tour: SampleApi['tour'], folder: string, environment: Environment): Promise<void> {
  say('4  Connect over stdio: node dist/stdio.js');
  const client = newClient();
  const args = [join(folder, 'dist/stdio.js')];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: environment,
      cwd: folder,
      stderr: 'ignore',
    }),
  );
  await take(tour, client);
}

/** Starts `dist/http.js` on a free port; resolves with its URL. */
async function startHttp(
  folder: string,
  environment: Environment,
): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['dist/http.js', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /Listening on (\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () => reject(new Error(`The HTTP server did not start:\n${text}`)));
  });
  return { server, url };
}

async function overHttp(tour: SampleApi['tour'], folder: string, environment: Environment): Promise<void> {
  say('5  Connect over Streamable HTTP: npm start');
  const { server, url } = await startHttp(folder, environment);
  try {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    say(`   ${url}`);
    await take(tour, client);
    if (!flags.keep) return;
    explainHosts(folder, url, environment);
    await untilInterrupted();
  } finally {
    server.kill('SIGTERM');
  }
}

function explainHosts(folder: string, url: string, environment: Environment): void {
  say();
  say('The API and the HTTP server go on running; Ctrl-C ends them. To connect a host:');
  say(`   claude mcp add --transport http ${sample} ${url}`);
  say('or, with stdio, in the host’s mcpServers configuration:');
  const server = { command: 'node', args: [join(folder, 'dist/stdio.js')], env: environment };
  say(`   ${JSON.stringify({ mcpServers: { [sample]: server } })}`);
}

async function untilInterrupted(): Promise<void> {
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
}

async function main(): Promise<void> {
  const sampleApi = Object.hasOwn(sampleApis, sample) ? sampleApis[sample] : undefined;
  if (sampleApi === undefined) {
    throw new Error(`No sample '${sample}' has an API; these have: ${Object.keys(sampleApis).join(', ')}.`);
  }
  const folder = join(await mkdtemp(join(tmpdir(), 'openapi2mcp-demo-')), `${sample}-mcp`);
  const manifest = await generateProject(folder);
  say(`3  Start the ${sample} API on loopback`);
  const api = await sampleApi.start();
  say(`   ${api.url}`);
  const environment = environmentOf(manifest, sampleApi, api);
  try {
    await overStdio(sampleApi.tour, folder, environment);
    await overHttp(sampleApi.tour, folder, environment);
  } finally {
    await api.close();
    if (!flags.keep) await rm(join(folder, '..'), { recursive: true, force: true });
  }
  say(
    flags.keep
      ? `The project stays in ${folder}`
      : `Done. \`npm run demo -- ${sample === 'petstore' ? '' : `${sample} `}--keep\` leaves the servers running.`,
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UnexpectedAnswer)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
