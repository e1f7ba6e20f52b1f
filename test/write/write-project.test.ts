import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { openProject } from '../../src/write/project.js';
import { writeProject } from '../../src/write/write-project.js';
import { facts, generated, put, scratch, snapshot, write } from './scratch.js';

const options = { mode: 'write', force: true, strict: false } as const;

suite('a project that another run wrote since it was opened', () => {
  const starts: readonly [of: string, prepare: (folder: string) => void][] = [
    ['where there was one', (folder) => void write(folder, [generated('a.ts', 'first')])],
    ['where there was none', () => undefined],
  ];
  for (const [of, prepare] of starts) {
    test(`is left to it, ${of}`, (t) => {
      const folder = join(scratch(t), 'out');
      prepare(folder);
      const diagnostics = new Diagnostics();
      const project = openProject(folder, { shown: 'out', readOnly: false, force: true }, diagnostics);
      assert.ok(project !== undefined);
      write(folder, [generated('a.ts', 'theirs')]);
      const before = snapshot(folder);
      writeProject(project, { files: [generated('a.ts', 'ours')], facts }, options, diagnostics);
      assert.deepEqual(
        diagnostics.all.map(({ code }) => code),
        ['folder-busy'],
      );
      assert.deepEqual(snapshot(folder), before);
    });
  }
});

test('a project to which nothing is to be done is not even locked', (t) => {
  const folder = scratch(t);
  const files = [generated('a.ts', 'a')];
  write(folder, files);
  const diagnostics = new Diagnostics();
  const project = openProject(folder, { shown: 'out', readOnly: false, force: false }, diagnostics);
  assert.ok(project !== undefined);
  put(folder, { '.openapi2mcp/run.lock': String(process.ppid) });
  writeProject(project, { files, facts }, options, diagnostics);
  assert.deepEqual(diagnostics.all, []);
});

test('an emitted path that leads out of the project is a mistake of ours', (t) => {
  const folder = join(scratch(t), 'out');
  assert.throws(() => write(folder, [generated('../a.ts', 'a')]), /emitted file has the path "\.\.\/a\.ts"/);
});
