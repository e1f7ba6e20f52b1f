import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildProjects } from './tools/build-projects.js';
import { packGenerator } from './tools/generator.js';
import { openSession } from './tools/mcp-session.js';
import { createWorkspace, scratchFolder, type PackageDependencies } from './tools/projects.js';
import { runNpm, runProcess } from './tools/run-process.js';
import { startHttp } from './tools/http-server.js';
import { startStdio } from './tools/stdio-server.js';

const document = fileURLToPath(new URL('../samples/petstore/openapi.yaml', import.meta.url));

/** An entry of npm's lock file. */
interface LockedPackage {
  readonly hasInstallScript?: true;
}

// Other tests take a short way: shared dependencies, one program for many projects. This one goes all the way.
suite('a project that is installed in a folder of its own', () => {
  const folder = join(scratchFolder(join(tmpdir(), 'openapi2mcp-installed')), 'petstore');

  before(async () => {
    const program = await packGenerator();
    const generate = [program, 'generate', document, '--output', folder];
    const run = await runProcess(process.execPath, generate, { cwd: tmpdir(), timeoutMs: 60_000 });
    assert.equal(run.status, 0, run.stderr);
    await runNpm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  });

  test('has at most 60 packages, and none with an install script', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, LockedPackage>>;
    };
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    assert.ok(packages.length > 0 && packages.length <= 60, `${packages.length} packages`);
    assert.deepEqual(
      packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
      [],
    );
  });

  test('builds to what the short way makes of it', async () => {
    await runNpm(['run', 'build'], folder);
    const packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageDependencies;
    const copy = (await createWorkspace(packageJson)).project('petstore');
    await cp(folder, copy, { recursive: true, filter: (path) => !/[/\\](node_modules|dist)$/.test(path) });
    assert.deepEqual([...(await buildProjects([copy]))], [[copy, []]]);
    assert.deepEqual(contentsOf(join(copy, 'dist')), contentsOf(join(folder, 'dist')));
    await rm(copy, { recursive: true });
  });

  test('passes its own tests', async () => {
    await runNpm(['test'], folder);
  });

  test('starts on stdio and on HTTP', async () => {
    const stdio = startStdio(folder);
    const tools = await (await openSession(stdio, '2026-07-28')).listTools();
    assert.ok(tools.length > 0);
    assert.equal((await stdio.close()).status, 0);
    const http = await startHttp(folder);
    assert.match(http.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    assert.equal((await http.close()).status, 0);
  });
});

function contentsOf(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  // Tests of the project are compiled beside it, by another command than the build.
  return new Map(
    paths
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')] as const)
      .filter(([path]) => !path.startsWith('tests')),
  );
}
