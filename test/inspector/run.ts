// npm run inspector: the official MCP Inspector's command line lists and calls a tool of the emitted petstore, over stdio and HTTP.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shopKey, startPetstoreApi } from '../../samples/petstore/api.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { startHttp } from '../tools/http-server.js';
import { createWorkspace, type PackageDependencies, scratchFolder } from '../tools/projects.js';
import { runProcess } from '../tools/run-process.js';
import { tmpdir } from 'node:os';

const sample = fileURLToPath(new URL('../../samples/petstore/openapi.yaml', import.meta.url));
/** The Inspector wants Node 22.19; the npm package `node` brings a newer one. */
const packages = ['-p', 'node@24', '-p', '@modelcontextprotocol/inspector@2.12.0'];

/** Runs the Inspector's command line once; resolves with what it printed. */
async function inspect(args: readonly string[]): Promise<string> {
  const npx = ['-y', ...packages, '--', 'mcp-inspector', '--cli', ...args];
  const { status, stdout, stderr } = await runProcess('npx', npx, { cwd: tmpdir(), timeoutMs: 240_000 });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  return stdout;
}

async function listAndCall(name: string, target: readonly string[]): Promise<void> {
  const list = await inspect([...target, '--method', 'tools/list']);
  assert.match(list, /"createPet"/);
  const pet = await inspect([
    ...target,
    '--method',
    'tools/call',
    '--tool-name',
    'listPets',
    '--tool-arg',
    'limit=5',
  ]);
  assert.match(pet, /Rex/);
  console.log(`ok  ${name}: tools listed, listPets called`);
}

const folder = join(scratchFolder(tmpdir()), 'petstore-mcp');
const generator = await packGenerator();
const run = await runProcess(process.execPath, [generator, 'generate', sample, '--output', folder], {
  cwd: tmpdir(),
  timeoutMs: 60_000,
});
assert.equal(run.status, 0, run.stderr);
// Both files were written a moment ago by the generator.
const packageJson = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageDependencies;
const manifest = JSON.parse(await readFile(join(folder, 'generated/manifest.json'), 'utf8')) as Manifest;
const project = await (await createWorkspace(packageJson)).adopt(folder);
const problems = (await buildProjects([project])).get(project) ?? [];
assert.deepEqual(problems, []);

const api = await startPetstoreApi();
const key = manifest.securitySchemes.shopKey?.env.key ?? '';
const environment = { [manifest.upstream.env]: api.url, [key]: shopKey };
await fetch(`${api.url}/pets`, {
  method: 'POST',
  headers: { 'x-shop-key': shopKey },
  body: JSON.stringify({ name: 'Rex', kind: 'dog' }),
});
const http = await startHttp(project, environment);
try {
  const settings = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  await listAndCall('stdio', [...settings, process.execPath, join(project, 'dist/stdio.js')]);
  await listAndCall('http', [http.url, '--transport', 'http']);
} finally {
  await http.close();
  await api.close();
}
