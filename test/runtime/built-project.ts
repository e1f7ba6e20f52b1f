import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import type { Manifest } from '../../src/runtime/manifest.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A project in a folder of its own: the runtime and the templates as they ship, built. */
export interface BuiltProject {
  readonly folder: string;
  readonly url: URL;
  /** Writes a file and, if it is TypeScript below src, builds it. */
  readonly write: (path: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Builds a project around a manifest. */
export async function buildProject(manifest: Manifest): Promise<BuiltProject> {
  const folder = await mkdtemp(join(tmpdir(), 'runtime-project-'));
  const write = (path: string, text: string) => writeInto(folder, path, text);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await write('package.json', '{ "type": "module" }\n');
  await write('generated/manifest.json', JSON.stringify(manifest));
  await cp(join(root, 'src/runtime'), join(folder, 'src/runtime'), { recursive: true });
  for (const path of await filesBelow(join(root, 'templates'))) {
    if (!path.includes('.ts')) continue;
    await write(path.replace(/\.hbs$/, ''), await readFile(join(root, 'templates', path), 'utf8'));
  }
  for (const path of await filesBelow(join(folder, 'src/runtime')))
    await build(folder, `src/runtime/${path}`);
  return {
    folder,
    url: pathToFileURL(`${folder}/`),
    write,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function writeInto(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  await build(folder, path);
}

/** Strips the types; whether they hold is for the compiler's own run. */
async function build(folder: string, path: string): Promise<void> {
  if (!path.endsWith('.ts')) return;
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(await readFile(join(folder, path), 'utf8'), { compilerOptions });
  const script = path.replace(/\.ts$/, '.js');
  for (const target of outputsOf(script)) {
    await mkdir(dirname(join(folder, target)), { recursive: true });
    await writeFile(join(folder, target), outputText);
  }
}

/** The server's build holds src, the one of its tests both. */
function outputsOf(script: string): readonly string[] {
  return script.startsWith('src/')
    ? [`dist/${script.slice(4)}`, `dist/tests/${script}`]
    : [`dist/tests/${script}`];
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}
