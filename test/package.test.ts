import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from './tools/projects.js';
import { runNpm, runProcess } from './tools/run-process.js';

const root = fileURLToPath(new URL('../', import.meta.url));

suite('the published package', { timeout: 240_000 }, () => {
  const folder = scratchFolder(tmpdir());

  test('installs from its tarball in an empty folder and generates a project there', async () => {
    const { stdout } = await runNpm(['pack', '--json', '--silent', '--pack-destination', folder], root);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    assert.ok(tarball !== undefined, stdout);
    await runNpm(
      ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', tarball],
      folder,
    );
    const sample = await readFile(join(root, 'samples/petstore/openapi.yaml'), 'utf8');
    const bin = join(
      folder,
      'node_modules/.bin',
      process.platform === 'win32' ? 'openapi2mcp.cmd' : 'openapi2mcp',
    );
    const version = await runProcess(bin, ['--version'], { cwd: folder, timeoutMs: 30_000 });
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
    const run = await runProcess(bin, ['generate', '-', '--output', 'petstore'], {
      cwd: folder,
      input: sample,
      timeoutMs: 60_000,
    });
    assert.equal(run.status, 0, run.stderr);
    const written = await readdir(join(folder, 'petstore'));
    for (const name of ['package.json', 'generated', 'src', 'openapi2mcp.lock.json'])
      assert.ok(written.includes(name), name);
    const runtime = await readFile(join(folder, 'petstore/src/runtime/request/request.ts'), 'utf8');
    assert.equal(runtime, await readFile(join(root, 'src/runtime/request/request.ts'), 'utf8'));
  });

  test('gives a configuration its type', async () => {
    for (const [name, text] of [
      ['right', "{ filter: ['tag:pets'], operations: { a: { name: 'b' } } }"],
      ['wrong', '{ filtr: [] }'],
    ] as const) {
      const module = `import { defineConfig } from 'openapi2mcp';\nexport default defineConfig(${text});\n`;
      await writeFile(join(folder, `${name}.mts`), module);
    }
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext'];
    const { status, stdout } = await runProcess(
      process.execPath,
      [compiler, ...options, 'right.mts', 'wrong.mts'],
      { cwd: folder, timeoutMs: 60_000 },
    );
    assert.notEqual(status, 0);
    assert.match(stdout, /^wrong\.mts\(2,\d+\): error TS\d+: [^\n]*'filtr'[^\n]*\n$/);
  });

  test('holds what a user needs and nothing else', async () => {
    const { stdout } = await runNpm(['pack', '--json', '--dry-run', '--ignore-scripts'], root);
    // npm's own report: one package, its files by path.
    const [{ files }] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }];
    const homes = new Set(
      files.map(({ path }) =>
        path
          .split('/')
          .slice(0, path.startsWith('src/') ? 2 : 1)
          .join('/'),
      ),
    );
    for (const home of homes) {
      assert.ok(
        [
          'dist',
          'templates',
          'src/cli',
          'src/plan',
          'src/runtime',
          'package.json',
          'README.md',
          'LICENSE',
          'CHANGELOG.md',
        ].includes(home),
        home,
      );
    }
    for (const home of ['dist', 'templates', 'src/cli', 'src/plan', 'src/runtime', 'LICENSE', 'README.md'])
      assert.ok(homes.has(home), home);
  });
});
