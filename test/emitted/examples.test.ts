import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { createWorkspace, scratchFolder, type PackageDependencies } from '../tools/projects.js';
import { runProcess } from '../tools/run-process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A TypeScript example and the file of a project that it is for. */
interface Example {
  readonly from: string;
  readonly file: string;
  readonly code: string;
}

suite('examples compile in a project as it is emitted', { timeout: 300_000 }, () => {
  const scratch = scratchFolder(tmpdir());
  const project = join(scratch, 'petstore-mcp');
  const built = new Map<Example, readonly string[]>();
  let examples: readonly Example[] = [];

  before(async () => {
    const document = join(root, 'samples/petstore/openapi.yaml');
    const args = [await packGenerator(), 'generate', document, '-o', project];
    const { status, stderr } = await runProcess(process.execPath, args, { cwd: scratch, timeoutMs: 60_000 });
    assert.equal(status, 0, stderr);
    examples = [
      ...fencedOf('README.md of this repository', readFileSync(join(root, 'README.md'), 'utf8')),
      ...fencedOf('README.md of the project', readFileSync(join(project, 'README.md'), 'utf8')),
      ...['src/overrides.ts', 'src/hooks.ts'].map((file) => ({
        from: `the comment in ${file}`,
        file,
        code: commentedOf(readFileSync(join(project, file), 'utf8')),
      })),
    ];
    // Written a moment ago by the generator.
    const packageJson = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    ) as PackageDependencies;
    const workspace = await createWorkspace(packageJson);
    const folders = examples.map(({ file, code }, at) => {
      const folder = workspace.project(`example-${at}`);
      cpSync(project, folder, { recursive: true });
      writeFileSync(join(folder, file), code);
      return folder;
    });
    const reports = await buildProjects(folders);
    for (const [at, example] of examples.entries()) {
      built.set(example, (reports.get(folders[at] ?? '') ?? ['not built']).map(String));
    }
  });

  test('of every kind: overrides and hooks, in both READMEs and in the files themselves', () => {
    const files = examples.map(({ file }) => file).sort();
    assert.deepEqual(files, [
      ...Array<string>(5).fill('src/hooks.ts'),
      ...Array<string>(3).fill('src/overrides.ts'),
    ]);
  });

  test('as they stand', () => {
    for (const example of examples) assert.deepEqual(built.get(example), [], example.from);
  });
});

/** The examples between fences that name `overrides` or `hooks`. */
function fencedOf(from: string, text: string): readonly Example[] {
  return [...text.matchAll(/^```ts\n([^`]*(?:`[^`]+`[^`]*)*?)^```$/gm)].flatMap(([, code = '']) => {
    const name = /^export const (overrides|hooks)\b/m.exec(code)?.[1];
    return name === undefined ? [] : [{ from, file: `src/${name}.ts`, code }];
  });
}

/** What is indented in a documentation comment. */
function commentedOf(text: string): string {
  const lines = text.split('\n').flatMap((line) => /^ \*(?: {5}(.*))?$/.exec(line)?.[1] ?? []);
  return `${lines.join('\n')}\n`;
}
