import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { OutputFile } from '../src/emit/output-file.js';
import { documentOf, runHere } from './cli/command-line.js';
import { generated, packageJson, put, scaffolded, scratch, snapshot, write } from './write/scratch.js';

const lockFile = 'openapi2mcp.lock.json';

/** A project as the emitter writes one, in small. */
function project(changes: Readonly<Record<string, string>> = {}): readonly OutputFile[] {
  const texts = {
    'generated/manifest.json': '{"tools":["listPets"]}',
    'src/tools/pets.ts': 'export const listPets = 1;\n',
    'src/runtime/server.ts': 'export const runtime = 1;\n',
    ...changes,
  };
  return [
    ...Object.entries(texts).map(([path, contents]) => generated(path, contents)),
    scaffolded('src/overrides.ts', 'export const overrides = [];\n'),
    packageJson({ undici: '7.30.2' }),
  ];
}

suite('a folder without a project', () => {
  test('that is not there is created, with the folders on the way', (t) => {
    const root = scratch(t);
    const folder = join(root, 'a', 'b');
    assert.deepEqual(write(folder, project()).codes, []);
    assert.deepEqual(Object.keys(snapshot(root)).sort(), [
      'a/b/generated/manifest.json',
      `a/b/${lockFile}`,
      'a/b/package.json',
      'a/b/src/overrides.ts',
      'a/b/src/runtime/server.ts',
      'a/b/src/tools/pets.ts',
    ]);
  });

  test('that is empty is filled in place', (t) => {
    const folder = scratch(t);
    const { ino } = statSync(folder);
    assert.deepEqual(write(folder, project()).codes, []);
    assert.equal(statSync(folder).ino, ino);
    assert.ok(existsSync(join(folder, lockFile)));
    assert.ok(!existsSync(join(folder, '.openapi2mcp')));
  });

  test('that holds a fresh repository counts as empty', (t) => {
    const folder = scratch(t);
    put(folder, { '.git/HEAD': 'ref: refs/heads/main\n' });
    assert.deepEqual(write(folder, project()).codes, []);
    assert.equal(readFileSync(join(folder, '.git/HEAD'), 'utf8'), 'ref: refs/heads/main\n');
  });

  for (const force of [false, true]) {
    test(`that holds files is refused ${force ? 'even with' : 'without'} --force`, (t) => {
      const folder = scratch(t);
      put(folder, { 'keep.txt': 'mine', 'src/own.ts': 'export {}' });
      const before = snapshot(folder);
      assert.deepEqual(write(folder, project(), { force }).codes, ['foreign-directory']);
      assert.deepEqual(snapshot(folder), before);
    });
  }
});

suite('rule 1: a generated file', () => {
  test('that nobody edited is replaced, and nothing else is touched', (t) => {
    const folder = scratch(t);
    write(folder, project());
    const long = new Date(1_000_000_000_000);
    utimesSync(join(folder, 'src/runtime/server.ts'), long, long);
    const second = write(folder, project({ 'src/tools/pets.ts': 'export const listPets = 2;\n' }));
    assert.deepEqual(second.changed, { update: ['src/tools/pets.ts', lockFile] });
    assert.equal(readFileSync(join(folder, 'src/tools/pets.ts'), 'utf8'), 'export const listPets = 2;\n');
    assert.equal(statSync(join(folder, 'src/runtime/server.ts')).mtimeMs, long.getTime());
  });

  test('that was edited stops the run, whole', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/tools/pets.ts': 'my edit' });
    const before = snapshot(folder);
    const second = write(folder, project({ 'generated/manifest.json': '{}', 'src/tools/pets.ts': 'new' }));
    assert.deepEqual(second.codes, ['edited-file']);
    assert.deepEqual(second.messages, [
      `${join('out', 'src/tools/pets.ts')} was edited since it was generated; nothing was written.`,
    ]);
    assert.deepEqual(second.changed.conflict, ['src/tools/pets.ts']);
    assert.deepEqual(snapshot(folder), before);
  });

  test('that was edited is replaced with --force', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/tools/pets.ts': 'my edit' });
    assert.deepEqual(write(folder, project(), { force: true }).codes, []);
    assert.equal(readFileSync(join(folder, 'src/tools/pets.ts'), 'utf8'), 'export const listPets = 1;\n');
  });

  test('that was edited to what would be written anyway is no conflict', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/tools/pets.ts': 'new' });
    assert.deepEqual(write(folder, project({ 'src/tools/pets.ts': 'new' })).codes, []);
  });

  test('that was deleted comes back', (t) => {
    const folder = scratch(t);
    write(folder, project());
    rmSync(join(folder, 'src/tools'), { recursive: true });
    assert.deepEqual(write(folder, project()).changed, { create: ['src/tools/pets.ts'] });
    assert.equal(readFileSync(join(folder, 'src/tools/pets.ts'), 'utf8'), 'export const listPets = 1;\n');
  });

  test('whose line ends a checkout converted is not edited, and stays as it is', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/tools/pets.ts': 'export const listPets = 1;\r\n' });
    assert.deepEqual(write(folder, project()).changed, {});
  });

  test('that stands in the place of a file of the user is a conflict too', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/tools/orders.ts': 'mine' });
    const files = project({ 'src/tools/orders.ts': 'generated' });
    assert.deepEqual(write(folder, files).codes, ['foreign-file']);
    assert.equal(readFileSync(join(folder, 'src/tools/orders.ts'), 'utf8'), 'mine');
    assert.deepEqual(write(folder, files, { force: true }).codes, []);
    assert.equal(readFileSync(join(folder, 'src/tools/orders.ts'), 'utf8'), 'generated');
  });

  test('in whose place a folder stands is never replaced', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/tools/orders.ts/mine.txt': 'mine' });
    const files = project({ 'src/tools/orders.ts': 'generated' });
    assert.deepEqual(write(folder, files, { force: true }).codes, ['foreign-file']);
    assert.equal(readFileSync(join(folder, 'src/tools/orders.ts/mine.txt'), 'utf8'), 'mine');
  });

  test('that became a link counts as edited, and with --force the link goes, not what it leads to', (t) => {
    const root = scratch(t);
    const folder = join(root, 'out');
    write(folder, project());
    put(root, { 'elsewhere.ts': 'export const listPets = 1;\n' });
    rmSync(join(folder, 'src/tools/pets.ts'));
    symlinkSync(join(root, 'elsewhere.ts'), join(folder, 'src/tools/pets.ts'));
    const files = project({ 'src/tools/pets.ts': 'new' });
    assert.deepEqual(write(folder, files).codes, ['edited-file']);
    assert.deepEqual(write(folder, files, { force: true }).codes, []);
    assert.equal(readFileSync(join(root, 'elsewhere.ts'), 'utf8'), 'export const listPets = 1;\n');
    assert.equal(readFileSync(join(folder, 'src/tools/pets.ts'), 'utf8'), 'new');
  });

  test('keeps the permissions that it was given', { skip: process.platform === 'win32' }, (t) => {
    const folder = scratch(t);
    write(folder, project());
    renameSync(join(folder, 'src/tools/pets.ts'), join(folder, 'old'));
    writeFileSync(join(folder, 'src/tools/pets.ts'), readFileSync(join(folder, 'old')), { mode: 0o600 });
    rmSync(join(folder, 'old'));
    write(folder, project({ 'src/tools/pets.ts': 'new' }));
    assert.equal(statSync(join(folder, 'src/tools/pets.ts')).mode & 0o777, 0o600);
  });
});

suite('rule 2: a generated file that is no longer made', () => {
  const before = project({ 'src/tools/orders.ts': 'orders' });

  test('is deleted', (t) => {
    const folder = scratch(t);
    write(folder, before);
    assert.deepEqual(write(folder, project()).changed, {
      delete: ['src/tools/orders.ts'],
      update: [lockFile],
    });
    assert.ok(!existsSync(join(folder, 'src/tools/orders.ts')));
  });

  test('stops the run where it was edited, and goes with --force', (t) => {
    const folder = scratch(t);
    write(folder, before);
    put(folder, { 'src/tools/orders.ts': 'my edit' });
    assert.deepEqual(write(folder, project()).codes, ['edited-file']);
    assert.equal(readFileSync(join(folder, 'src/tools/orders.ts'), 'utf8'), 'my edit');
    assert.deepEqual(write(folder, project(), { force: true }).codes, []);
    assert.ok(!existsSync(join(folder, 'src/tools/orders.ts')));
  });

  test('is no concern where the user deleted it', (t) => {
    const folder = scratch(t);
    write(folder, before);
    rmSync(join(folder, 'src/tools/orders.ts'));
    assert.deepEqual(write(folder, project()).changed, { update: [lockFile] });
  });
});

suite('rule 3: a scaffolded file', () => {
  const changed = [...project(), scaffolded('src/http.ts', 'new template')];

  test('is never touched, with --force neither', (t) => {
    const folder = scratch(t);
    write(folder, project());
    put(folder, { 'src/overrides.ts': 'my overrides' });
    const second = project().map((file) =>
      file.path === 'src/overrides.ts' ? { ...file, contents: 'new template' } : file,
    );
    const { changes, codes } = write(folder, second, { force: true });
    assert.deepEqual(codes, []);
    assert.equal(readFileSync(join(folder, 'src/overrides.ts'), 'utf8'), 'my overrides');
    assert.deepEqual(
      changes.find(({ path }) => path === 'src/overrides.ts'),
      { path: 'src/overrides.ts', kind: 'keep', templateChanged: true },
    );
  });

  test('whose template changed is reported until it reads like it', (t) => {
    const folder = scratch(t);
    write(folder, [scaffolded('src/http.ts', 'first')]);
    const outdated = () =>
      write(folder, [scaffolded('src/http.ts', 'second')]).changes.some((change) => change.templateChanged);
    assert.ok(outdated());
    assert.ok(outdated());
    put(folder, { 'src/http.ts': 'second' });
    assert.ok(!outdated());
    put(folder, { 'src/http.ts': 'second, edited' });
    assert.ok(!outdated());
  });

  test('that the user deleted stays deleted', (t) => {
    const folder = scratch(t);
    write(folder, project());
    rmSync(join(folder, 'src/overrides.ts'));
    assert.deepEqual(write(folder, project()).changed, {});
    assert.ok(!existsSync(join(folder, 'src/overrides.ts')));
  });

  test('that is new in this version is created, but not over a file of the user', (t) => {
    const folder = scratch(t);
    write(folder, project());
    assert.deepEqual(write(folder, changed).changed, { create: ['src/http.ts'], update: [lockFile] });

    const other = scratch(t);
    write(other, project());
    put(other, { 'src/http.ts': 'mine' });
    write(other, changed);
    assert.equal(readFileSync(join(other, 'src/http.ts'), 'utf8'), 'mine');
  });
});

suite('rule 4: package.json', () => {
  const ranges = (folder: string) =>
    // Written by this test.
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object }).dependencies;

  test('gets a newer range where ours still stands there, and not a byte else changes', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    const mine = '{\n\t"name": "mine",\n\t"dependencies": { "undici":   "7.30.2", "left-pad": "1" }\n}';
    put(folder, { 'package.json': mine });
    assert.deepEqual(write(folder, [packageJson({ undici: '7.31.0' })]).codes, []);
    assert.equal(readFileSync(join(folder, 'package.json'), 'utf8'), mine.replace('7.30.2', '7.31.0'));
  });

  test('keeps a range that the user changed, with a warning', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    put(folder, { 'package.json': '{"dependencies":{"undici":"^8.0.0"}}' });
    const { codes, messages } = write(folder, [packageJson({ undici: '7.31.0' })]);
    assert.deepEqual(codes, ['dependency-kept']);
    assert.match(messages[0] ?? '', /'\^8\.0\.0'.*'7\.31\.0'/);
    assert.deepEqual(ranges(folder), { undici: '^8.0.0' });
  });

  test('says nothing of a range that the user changed while no other is needed', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    put(folder, { 'package.json': '{"dependencies":{"undici":"^8.0.0"}}' });
    assert.deepEqual(write(folder, [packageJson({ undici: '7.30.2' })]).codes, []);
  });

  test('gets a dependency that is new', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    write(folder, [packageJson({ undici: '7.30.2', re2js: '2.10.0' })]);
    assert.deepEqual(ranges(folder), { undici: '7.30.2', re2js: '2.10.0' });
  });

  test('that is no JSON any more is left alone, with a warning', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    put(folder, { 'package.json': '{ oops' });
    assert.deepEqual(write(folder, [packageJson({ undici: '7.31.0' })]).codes, ['dependency-kept']);
    assert.equal(readFileSync(join(folder, 'package.json'), 'utf8'), '{ oops');
  });

  test('is not reported as a changed template for its ranges', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    const { changes } = write(folder, [packageJson({ undici: '7.31.0' })]);
    assert.deepEqual(changes[0], { path: 'package.json', kind: 'update' });
  });
});

suite('rule 5: the output path', () => {
  test('that is a file is refused', (t) => {
    const folder = scratch(t);
    put(folder, { out: 'mine' });
    assert.deepEqual(write(join(folder, 'out'), project()).codes, ['foreign-directory']);
    assert.deepEqual(write(join(folder, 'out/below'), project()).codes, ['foreign-directory']);
    assert.deepEqual(snapshot(folder), { out: 'mine' });
  });

  test('that is a link out of its folder is refused', (t) => {
    const root = scratch(t);
    mkdirSync(join(root, 'elsewhere'));
    mkdirSync(join(root, 'here'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'here/out'));
    symlinkSync(join(root, 'nowhere'), join(root, 'here/dangling'));
    for (const name of ['out', 'dangling']) {
      assert.deepEqual(write(join(root, 'here', name), project()).codes, ['foreign-directory']);
    }
    assert.ok(!existsSync(join(root, 'elsewhere', lockFile)));
  });

  test('with a link on the way to a file is refused', (t) => {
    const root = scratch(t);
    const folder = join(root, 'out');
    write(folder, project());
    renameSync(join(folder, 'src'), join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(folder, 'src'));
    const before = snapshot(root);
    const second = write(folder, project({ 'src/tools/pets.ts': 'new' }), { force: true });
    assert.deepEqual(second.codes, ['foreign-directory']);
    assert.match(second.messages[0] ?? '', /src is a symbolic link/);
    assert.deepEqual(snapshot(root), before);
  });

  test('that is the root or the home folder is refused', (t) => {
    const home = scratch(t);
    const before = process.env.HOME;
    process.env.HOME = home;
    t.after(() => (process.env.HOME = before));
    assert.deepEqual(write('/', project()).messages, [
      'out is the root folder of the file system; nothing was written.',
    ]);
    assert.deepEqual(write(home, project()).messages, ['out is your home folder; nothing was written.']);
    assert.deepEqual(snapshot(home), {});
  });

  const locks: readonly [of: string, text: string][] = [
    ['a merge conflict', '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n'],
    ['no JSON', 'oops'],
    ['another version', '{"lockVersion":2}'],
    ['a path that leads out', ''],
  ];
  for (const [of, text] of locks) {
    test(`with a lock file that holds ${of} is refused`, (t) => {
      const root = scratch(t);
      const folder = join(root, 'out');
      write(folder, project());
      put(root, { 'victim.txt': 'export const listPets = 1;\n' });
      const lock = readFileSync(join(folder, lockFile), 'utf8');
      put(folder, { [lockFile]: text || lock.replace('"src/tools/pets.ts"', '"../victim.txt"') });
      const before = snapshot(root);
      assert.deepEqual(write(folder, project(), { force: true }).codes, ['unreadable-lock']);
      assert.deepEqual(snapshot(root), before);
    });
  }
});

suite('modes', () => {
  test('a second run changes nothing', (t) => {
    const folder = scratch(t);
    write(folder, project());
    const lock = statSync(join(folder, lockFile)).mtimeMs;
    assert.deepEqual(write(folder, project()).changed, {});
    assert.equal(statSync(join(folder, lockFile)).mtimeMs, lock);
  });

  test('--check names what would change and writes nothing', (t) => {
    const folder = scratch(t);
    write(folder, project());
    assert.deepEqual(write(folder, project(), { mode: 'check' }).codes, []);
    const before = snapshot(folder);
    const { codes, messages } = write(folder, project({ 'src/tools/pets.ts': 'new' }), { mode: 'check' });
    assert.deepEqual(codes, ['out-of-date', 'out-of-date']);
    assert.deepEqual(messages, [
      `${join('out', 'src/tools/pets.ts')} would be changed (update).`,
      `${join('out', lockFile)} would be changed (update).`,
    ]);
    assert.deepEqual(snapshot(folder), before);
  });

  test('--dry-run tells the same and finds nothing wrong with it', (t) => {
    const folder = join(scratch(t), 'out');
    const { codes, changed } = write(folder, project(), { mode: 'dry-run' });
    assert.deepEqual(codes, []);
    assert.equal(changed.create?.length, 6);
    assert.ok(!existsSync(folder));
  });

  test('--strict writes nothing where writing would warn', (t) => {
    const folder = scratch(t);
    write(folder, [packageJson({ undici: '7.30.2' })]);
    put(folder, { 'package.json': '{"dependencies":{"undici":"^8.0.0"}}' });
    const before = snapshot(folder);
    write(folder, [packageJson({ undici: '7.31.0' }), generated('src/new.ts', 'new')], { strict: true });
    assert.deepEqual(snapshot(folder), before);
  });
});

suite('through the command line', () => {
  test('edits of the user survive, and edits of generated files stop the run', async (t) => {
    const cwd = scratch(t);
    const run = (...args: readonly string[]) => runHere(['api.json', '-o', 'out', ...args], cwd);
    put(cwd, { 'api.json': documentOf('/pets') });
    assert.equal((await run()).exitCode, 0);
    put(cwd, {
      'api.json': documentOf('/cats'),
      'out/src/overrides.ts': '// mine\n',
      'out/.env': 'PETS_BASE_URL=http://127.0.0.1:1\n',
    });
    assert.equal((await run()).exitCode, 0);
    put(cwd, { 'out/src/tools/untagged.ts': '// my edit\n' });
    const edited = snapshot(cwd);
    const refused = await run('--name', 'felines');
    assert.equal(refused.exitCode, 1);
    assert.match(
      refused.talk,
      /untagged\.ts was edited since it was generated; nothing was written\. \[edited-file\]/,
    );
    assert.deepEqual(snapshot(cwd), edited);
    assert.equal((await run('--name', 'felines', '--force')).exitCode, 0);
    const after = snapshot(join(cwd, 'out'));
    assert.match(after['src/tools/untagged.ts'] ?? '', /getCats/);
    assert.equal(after['src/overrides.ts'], '// mine\n');
    assert.equal(after['.env'], 'PETS_BASE_URL=http://127.0.0.1:1\n');
  });

  test('a folder of another API is not taken over unless forced, and a document may move', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'pets.json': documentOf('/pets'), 'cats.json': documentOf('/cats') });
    assert.equal((await runHere(['pets.json', '-o', 'out'], cwd)).exitCode, 0);
    const before = snapshot(join(cwd, 'out'));
    const refused = await runHere(['cats.json', '-o', 'out'], cwd);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.talk, /\[other-document\]/);
    assert.deepEqual(snapshot(join(cwd, 'out')), before);
    put(cwd, { 'moved.json': documentOf('/pets') });
    assert.equal((await runHere(['moved.json', '-o', 'out'], cwd)).exitCode, 0);
    assert.equal((await runHere(['cats.json', '-o', 'out', '--force'], cwd)).exitCode, 0);
  });
});
