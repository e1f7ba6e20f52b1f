// npx tsx samples/call.ts <project> [<tool> [<arguments>]] [--save <file>]: calls a tool of a generated server.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

const usage = `Usage: npx tsx samples/call.ts <project> [<tool> [<arguments>]] [--save <file>]
Without a tool it lists them. In the JSON of the arguments "@photo.png" stands for the file of that name.`;

/** What is printed of a call, and whether it failed. */
export interface Called {
  readonly text: string;
  readonly isError: boolean;
}

type ContentBlock = Awaited<ReturnType<Client['callTool']>>['content'][number];

/** Starts the stdio server of a project and calls a tool, as the command line says. */
export async function call(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Called> {
  const options = { save: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...commandLine], options, allowPositionals: true });
  const [project, tool, args = '{}'] = positionals;
  if (project === undefined || positionals.length > 3) return { text: usage, isError: true };
  if (!existsSync(join(project, 'dist/stdio.js'))) {
    throw new Error(`${project} holds no built server: npm install and npm run build make one there.`);
  }
  const client = new Client({ name: 'call', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const server = { command: process.execPath, args: [join(project, 'dist/stdio.js')], cwd: project };
  await client.connect(new StdioClientTransport({ ...server, env: defined(environment), stderr: 'inherit' }));
  try {
    if (tool === undefined) return { text: await listTools(client), isError: false };
    const given = (await withFiles(JSON.parse(args))) as Record<string, unknown>;
    const { content, isError = false } = await client.callTool({ name: tool, arguments: given });
    const lines = content.map(describe);
    if (values.save !== undefined) lines.push(await save(content, values.save));
    return { text: lines.join('\n').trimEnd(), isError };
  } finally {
    await client.close();
  }
}

async function listTools(client: Client): Promise<string> {
  const { tools } = await client.listTools();
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map(({ name, title = '' }) => `${name.padEnd(width)}  ${title}`.trimEnd()).join('\n');
}

function defined(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};

/** Puts files, as `data:` URLs with their names, in the place of the texts that name them. */
async function withFiles(value: unknown): Promise<unknown> {
  if (typeof value === 'string' && value.startsWith('@')) {
    const file = value.slice(1);
    const mediaType = mediaTypes[extname(file).toLowerCase()] ?? 'application/octet-stream';
    const name = encodeURIComponent(basename(file));
    return `data:${mediaType};name=${name};base64,${await readFile(file, 'base64')}`;
  }
  if (Array.isArray(value)) return Promise.all(value.map(withFiles));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    async ([name, member]) => [name, await withFiles(member)] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

function describe(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  const { bytes, mediaType } = bytesOf(block);
  return bytes === undefined ? `<${block.type}>` : `<${block.type}: ${mediaType}, ${bytes.length} bytes>`;
}

async function save(content: readonly ContentBlock[], file: string): Promise<string> {
  const bytes = content.map((block) => bytesOf(block).bytes).find((found) => found !== undefined);
  if (bytes === undefined) return 'There was nothing to save.';
  await writeFile(file, bytes);
  return `saved ${file}`;
}

/** The bytes of an image, a sound or a resource. */
function bytesOf(block: ContentBlock): { readonly bytes?: Buffer; readonly mediaType?: string } {
  if (block.type === 'image' || block.type === 'audio') {
    return { bytes: Buffer.from(block.data, 'base64'), mediaType: block.mimeType };
  }
  if (block.type !== 'resource' || !('blob' in block.resource)) return {};
  const { blob, mimeType = 'application/octet-stream' } = block.resource;
  return { bytes: Buffer.from(blob, 'base64'), mediaType: mimeType };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { text, isError } = await call(process.argv.slice(2), process.env);
    console.log(text);
    process.exitCode = isError ? 1 : 0;
  } catch (error) {
    // A flag that is none, arguments that are no JSON, a file or a project that is not there.
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exitCode = 2;
  }
}
