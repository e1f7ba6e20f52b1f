import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { packGenerator } from '../tools/generator.js';
import { scratchFolder } from '../tools/projects.js';
import { runProcess } from '../tools/run-process.js';
import type { CaseFolder } from './case-format.js';
import type { Generation } from './observation.js';
import { placeRecorders, type Recorders } from './observe-server.js';

/** The copy of a case that is worked on. */
export interface Scratch {
  /** Holds nothing but the copy, some levels down, so that a path that climbs out of it is seen. */
  readonly root: string;
  /** The copy itself: the current folder of the generator. */
  readonly folder: string;
  /** The output folder. */
  readonly output: string;
  /** What lay beside the output folder at first: files by path, each with a digest of its contents. */
  readonly before: ReadonlyMap<string, string>;
}

const levels = ['one', 'two', 'three', 'four'];
const generateMs = 120_000;

/** Copies a case to a scratch place and puts the recorders into its documents. */
export async function prepareCase(
  { folder, case: { id, expect } }: CaseFolder,
  recorders: Recorders,
): Promise<Scratch> {
  const root = join(scratchFolder(join(tmpdir(), 'openapi2mcp-cases')), 'root');
  const copy = join(root, ...levels, id);
  await cp(folder, copy, { recursive: true });
  for (const path of await filesIn(copy)) {
    if (!/\.(ya?ml|json)$/.test(path) || path === 'expect.json') continue;
    await writeFile(join(copy, path), placeRecorders(await readFile(join(copy, path), 'utf8'), recorders));
  }
  const output = join(copy, expect.cli?.out ?? 'out');
  for (const [path, text] of Object.entries(expect.cli?.before ?? {})) {
    await mkdir(dirname(join(output, path)), { recursive: true });
    await writeFile(join(output, path), text);
  }
  return { root, folder: copy, output, before: await snapshotOutside(root, output) };
}

/** The same scratch place after its root was moved. */
export function movedTo(root: string, scratch: Scratch): Scratch {
  const at = (path: string): string => join(root, relative(scratch.root, path));
  return { ...scratch, root, folder: at(scratch.folder), output: at(scratch.output) };
}

/** Runs `openapi2mcp generate` on a prepared case. */
export async function generateCase(
  { case: { expect } }: CaseFolder,
  scratch: Scratch,
  { first }: Recorders,
): Promise<Generation> {
  const url = expect.cli?.input?.url;
  const stopServing = url === undefined ? undefined : first.serveFolder(scratch.folder, 'case.yaml', url);
  const input = url === undefined ? 'case.yaml' : `http://${first.authority}${url}`;
  const program = await packGenerator();
  const generateArguments = [
    program,
    'generate',
    input,
    '--output',
    relative(scratch.folder, scratch.output),
  ];
  const run = await runProcess(process.execPath, generateArguments, {
    cwd: scratch.folder,
    timeoutMs: generateMs,
  });
  stopServing?.();
  first.take();
  return { ...run, output: await readAll(scratch.output), changedOutside: await changedOutside(scratch) };
}

/** What was added, changed or removed beside the output folder since the case was prepared, by path. */
export async function changedOutside({ root, output, before }: Scratch): Promise<readonly string[]> {
  const after = await snapshotOutside(root, output);
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** Everything below a folder but what is in its output folder: files by path, each with a digest of its contents. */
export async function snapshotOutside(root: string, output: string): Promise<ReadonlyMap<string, string>> {
  const inside = `${slashed(relative(root, output))}/`;
  const outside = (await entriesIn(root)).filter(({ path }) => !path.startsWith(inside));
  const digests = outside.map(
    async ({ path, isFolder }) => [path, isFolder ? 'folder' : await digestOf(join(root, path))] as const,
  );
  return new Map(await Promise.all(digests));
}

async function digestOf(path: string): Promise<string> {
  const contents = await readFile(path).catch(() => readlink(path));
  return createHash('sha256').update(contents).digest('hex');
}

/** The files below a folder, without those of `node_modules`, by path. */
export async function readAll(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const paths = (await filesIn(folder)).filter((path) => !path.startsWith('node_modules/'));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await entriesIn(folder)).filter(({ isFolder }) => !isFolder).map(({ path }) => path);
}

/** Everything below a folder, by path with forward slashes; a folder's ends in one. */
async function entriesIn(
  folder: string,
): Promise<readonly { readonly path: string; readonly isFolder: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.map((entry) => {
    const path = slashed(relative(folder, join(entry.parentPath, entry.name)));
    return { path: entry.isDirectory() ? `${path}/` : path, isFolder: entry.isDirectory() };
  });
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
