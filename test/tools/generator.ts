import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const prefix = 'openapi2mcp-generator-';
const dayMs = 86_400_000;
const shipped = ['package.json', 'src/plan/hosts/hosts.json', 'src/runtime', 'templates'];

let packed: Promise<string> | undefined;

/**
 * The command line of this generator as JavaScript, in a folder laid out like the published package. Starting it
 * takes half of what tsx needs for the sources. The folder is named by what it was made of and is found again.
 */
export function packGenerator(): Promise<string> {
  packed ??= pack();
  return packed;
}

async function pack(): Promise<string> {
  const sources = (await filesIn('src')).filter((path) => path.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(sources.map(async (path) => [path, await readFile(join(root, path))] as const)),
  );
  const digest = createHash('sha256');
  for (const path of [
    ...sources,
    'package.json',
    'src/plan/hosts/hosts.json',
    ...(await filesIn('templates')),
  ].sort()) {
    digest.update(`${path}\0`).update(texts.get(path) ?? (await readFile(join(root, path))));
  }
  const target = join(tmpdir(), `${prefix}${digest.digest('hex').slice(0, 16)}`);
  const program = join(target, 'dist', 'cli', 'main.js');
  if (await isFile(program)) return program;
  await removeOldOnes();
  const temporary = `${target}.${randomUUID()}`;
  for (const [path, text] of texts) await writeScript(temporary, path, text.toString());
  for (const path of shipped) await cp(join(root, path), join(temporary, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(temporary, 'node_modules'), 'junction');
  await rename(temporary, target).catch(async (error: unknown) => {
    // Another process may have put the same in place first.
    await rm(temporary, { recursive: true, force: true });
    if (!(await isFile(program))) throw error;
  });
  return program;
}

/** Every change of the sources makes a folder; none is of use for long. */
async function removeOldOnes(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > dayMs) await rm(folder, { recursive: true, force: true });
  }
}

async function writeScript(folder: string, path: string, text: string): Promise<void> {
  const output = join(folder, path.replace(/^src/, 'dist').replace(/\.ts$/, '.js'));
  const { outputText } = ts.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  await mkdir(join(output, '..'), { recursive: true });
  await writeFile(output, outputText);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .sort();
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
