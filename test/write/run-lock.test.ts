import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { openProject } from '../../src/write/project.js';
import { writeProject } from '../../src/write/write-project.js';
import { facts, generated } from './scratch.js';

test('where no folder can be made, no other run is blamed', { skip: !existsSync('/proc/self') }, () => {
  const diagnostics = new Diagnostics();
  const project = openProject('/proc/x', { shown: '/proc/x', readOnly: false, force: false }, diagnostics);
  assert.ok(project !== undefined);
  const options = { mode: 'write', force: false, strict: false } as const;
  writeProject(project, { files: [generated('a.ts', 'a')], facts }, options, diagnostics);
  assert.deepEqual(
    diagnostics.all.map(({ code }) => code),
    ['write-failed'],
  );
  assert.match(diagnostics.all[0]?.message ?? '', /\(ENOENT\)/);
});
