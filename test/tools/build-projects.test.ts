import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildProjects } from './build-projects.js';
import { scratchFolder } from './projects.js';

const root = scratchFolder(join(tmpdir(), 'openapi2mcp-tests'));
symlinkSync(
  fileURLToPath(new URL('../../node_modules', import.meta.url)),
  join(root, 'node_modules'),
  'junction',
);

const strict = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  types: ['node'],
  rootDir: 'src',
  outDir: 'dist',
};

function makeProject(name: string, files: Readonly<Record<string, string>>, flags: object = {}): string {
  const folder = join(root, name);
  for (const place of ['deep', 'runtime']) mkdirSync(join(folder, 'src', place), { recursive: true });
  const config = { compilerOptions: { ...strict, ...flags }, include: ['src'] };
  const all = { 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify(config), ...files };
  for (const [path, text] of Object.entries(all)) writeFileSync(join(folder, path), text);
  return folder;
}

suite('projects that are built together', () => {
  const main =
    "import { answer } from './deep/answer.js';\nimport { sep } from 'node:path';\nexport const told = answer + sep;\n";
  const good = makeProject('good', {
    'src/main.ts': main,
    'src/deep/answer.ts': "export const answer = '42';\n",
  });
  const bad = makeProject('bad', {
    'src/main.ts': main,
    'src/deep/answer.ts': 'export const answer: string = 42;\n',
  });
  const loose = makeProject(
    'loose',
    { 'src/main.ts': 'export function echo(x) { return x; }\n' },
    { strict: false },
  );
  const broken = makeProject('broken', { 'src/main.ts': 'export const = ;\n' });
  const bare = makeProject('bare', {
    'src/main.ts': 'export {};\n',
    'tsconfig.json': '{ "compilerOptions": { "target": "es1" } }',
  });
  const call = 'export const call: number = 1;\n';
  const first = makeProject('first', {
    'src/runtime/call.ts': call,
    'src/main.ts': "export * from './runtime/call.js';\n",
  });
  const same = makeProject('same', {
    'src/runtime/call.ts': call,
    'src/main.ts': "export * from './runtime/call.js';\n",
  });
  const twisted = makeProject('twisted', { 'src/runtime/call.ts': call.replace('1', "'1'") });
  const twistedToo = makeProject('twisted-too', { 'src/runtime/call.ts': call.replace('1', "'1'") });
  const all = [good, bad, loose, broken, bare, first, same, twisted, twistedToo];
  let reports: ReadonlyMap<string, readonly string[]>;
  before(async () => {
    reports = await buildProjects(all);
  });

  test('each get their own output', () => {
    assert.deepEqual(reports.get(good), []);
    assert.match(readFileSync(join(good, 'dist', 'main.js'), 'utf8'), /answer \+ sep/);
    assert.match(readFileSync(join(good, 'dist', 'deep', 'answer.js'), 'utf8'), /42/);
  });
  test('each get their own report, and no output where there is one', () => {
    assert.equal(reports.get(bad)?.length, 1);
    assert.match(String(reports.get(bad)), /^src\/deep\/answer\.ts:1:14: .*number.*string/);
    assert.ok(!existsSync(join(bad, 'dist')));
  });
  test('keep their own flags', () => assert.deepEqual(reports.get(loose), []));
  test('may share their runtime, and then share what is found in it', () => {
    for (const folder of [first, same]) {
      assert.deepEqual(reports.get(folder), []);
      assert.match(readFileSync(join(folder, 'dist', 'runtime', 'call.js'), 'utf8'), /call = 1/);
    }
    for (const folder of [twisted, twistedToo]) {
      assert.match(String(reports.get(folder)), /^src\/runtime\/call\.ts:1:14/);
      assert.ok(!existsSync(join(folder, 'dist')));
    }
  });
  test('may hold a syntax error', () => assert.match(String(reports.get(broken)), /src\/main\.ts:1:14/));
  test('may have flags that the compiler does not know', () =>
    assert.match(String(reports.get(bare)), /target/));
});
