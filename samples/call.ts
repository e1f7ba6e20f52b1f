// npx tsx samples/call.ts <project> [<tool> [<arguments>]] [--save <file>]: calls a tool of a generated server.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

const usage = `Usage: npx tsx samples/call.ts <project> [<tool> [<arguments>]] [--save <file>]
Without a tool it lists them; --save keeps the file that a call gives back. In the JSON of the arguments "@photo.png" stands for the file of that name.`;

/** What is printed of a call, and whether it failed. */
export interface Called {
  readonly text: string;
  readonly isError: boolean;
}

/** A command line that cannot be followed, in words for who wrote it. */
class UsageError extends Error {}

/** What is not there, or not as it has to be: the usage would not help. */
class InputError extends Error {}

type ContentBlock = Awaited<ReturnType<Client['callTool']>>['content'][number];

/** Starts the stdio server of a project and calls a tool, as the command line says. */
export async function call(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Called> {
  const wanted = readCommandLine(commandLine);
  if (wanted === 'help') return { text: usage, isError: false };
  const { project, tool, args, file } = wanted;
  const cwd = resolve(project);
  const program = join(cwd, 'dist/stdio.js');
  if (!existsSync(program)) {
    throw new InputError(`${project} holds no built server: npm install and npm run build make one there.`);
  }
  const given = await readArguments(args);
  const client = new Client({ name: 'call', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const server = { command: process.execPath, args: [program], cwd, env: defined(environment) };
  await client.connect(new StdioClientTransport({ ...server, stderr: 'inherit' }));
  try {
    const { tools } = await client.listTools();
    if (tool === undefined) return { text: listOf(tools), isError: false };
    // A tool can answer to names that are not listed: whether there is one is the server's to say.
    const result = await client.callTool({ name: tool, arguments: given }).catch((error: unknown) => {
      if (tools.some(({ name }) => name === tool)) throw error;
      throw new InputError(`There is no tool '${tool}'; these are there:\n${listOf(tools)}`);
    });
    const { content, isError = false } = result;
    const lines = content.map(describe);
    if (file !== undefined) lines.push(await save(content, file));
    return { text: lines.join('\n').trimEnd(), isError };
  } finally {
    await client.close();
  }
}

/** What a command line asks for. */
interface Wanted {
  readonly project: string;
  readonly tool: string | undefined;
  readonly args: string;
  readonly file: string | undefined;
}

function readCommandLine(commandLine: readonly string[]): Wanted | 'help' {
  const { values, positionals } = parsed(commandLine);
  if (values.help === true) return 'help';
  const [project, tool, args = '{}', ...more] = positionals;
  if (project === undefined) throw new UsageError('Name the folder of a generated project.');
  if (more.length > 0) {
    throw new UsageError('The arguments of a tool are one word: put their JSON between single quotes.');
  }
  return { project, tool, args, file: values.save };
}

function parsed(commandLine: readonly string[]) {
  const options = { save: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: [...commandLine], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

async function readArguments(text: string): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`The arguments are no JSON (${messageOf(error)}): ${text}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`The arguments have to be a JSON object, such as {"id": 1}: ${text}`);
  }
  // An object stays one.
  return (await withFiles(value)) as Record<string, unknown>;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function listOf(tools: readonly { readonly name: string; readonly title?: string | undefined }[]): string {
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
    return `data:${mediaType};name=${name};base64,${await readBase64(file)}`;
  }
  if (Array.isArray(value)) return Promise.all(value.map(withFiles));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    async ([name, member]) => [name, await withFiles(member)] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

async function readBase64(file: string): Promise<string> {
  try {
    return await readFile(file, 'base64');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new InputError(isMissing ? `There is no such file: ${file}` : `${file}: ${messageOf(error)}`);
  }
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
    console.error(error instanceof UsageError ? `${error.message}\n${usage}` : messageOf(error));
    process.exitCode = error instanceof UsageError || error instanceof InputError ? 2 : 1;
  }
}
