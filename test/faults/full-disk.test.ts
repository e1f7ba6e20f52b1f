import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { put, scratch, settle, snapshot, write, type Written } from '../write/scratch.js';
import { watchSteps } from './disk-steps.js';
import { userFiles, versionOf, type VersionName } from './versions.js';

const size = 2;

function bring(folder: string, name: VersionName): Readonly<Record<string, string>> {
  const { files, facts } = versionOf(name, size);
  assert.deepEqual(write(folder, files, { facts }).messages, []);
  put(folder, userFiles);
  return snapshot(folder);
}

/** Steps that take room. A new name for a file may take some, but going back to the old one does not. */
const roomTakers = ['copyFileSync', 'fsyncSync', 'linkSync', 'mkdirSync', 'openSync', 'writeFileSync'];

/** Writes the new version while steps fail as they do on a full disk; `undefined` where none did. */
function writeOnFullDisk(
  folder: string,
  fails: (step: number, name: string) => boolean,
): Written | undefined {
  const { files, facts } = versionOf('new', size);
  let failed = false;
  const { restore } = watchSteps((step, name) => {
    if (!fails(step, name)) return;
    failed = true;
    throw Object.assign(new Error(`no space left on device, ${name}`), { code: 'ENOSPC', syscall: name });
  });
  try {
    const written = write(folder, files, { facts });
    return failed ? written : undefined;
  } finally {
    restore();
  }
}

suite('a disk that is full', () => {
  const ways: readonly [of: string, fails: (first: number) => (step: number, name: string) => boolean][] = [
    ['at one step', (first) => (step) => step === first],
    ['from one step on', (first) => (step, name) => step >= first && roomTakers.includes(name)],
  ];
  for (const [of, failsFrom] of ways) {
    test(`${of} leaves the old project, or the new one where only tidying up failed`, (t) => {
      const folder = join(scratch(t), 'out');
      const next = bring(folder, 'new');
      const old = bring(folder, 'old');
      const failures: number[] = [];
      for (let first = 1; ; first += 1) {
        const written = writeOnFullDisk(folder, failsFrom(first));
        if (written === undefined) break;
        if (written.codes.length > 0) {
          failures.push(first);
          assert.deepEqual(written.codes, ['write-failed'], `step ${first}`);
          assert.match(written.messages[0] ?? '', /^out.* cannot be written: no space .*\(ENOSPC\)\.$/);
        }
        assert.deepEqual(settle(folder), []);
        const expected = written.codes.length > 0 ? old : next;
        assert.deepEqual(snapshot(folder), expected, `step ${first}`);
        bring(folder, 'old');
      }
      assert.ok(failures.length > 20, `only ${failures.length} failures`);
    });
  }

  test('at one step leaves no new folder', (t) => {
    const root = scratch(t);
    let failures = 0;
    for (let first = 1; ; first += 1) {
      const written = writeOnFullDisk(join(root, 'a/out'), (step) => step === first);
      if (written === undefined) break;
      if (written.codes.length > 0) {
        failures += 1;
        assert.deepEqual(written.codes, ['write-failed']);
        assert.deepEqual(snapshot(root), {}, `step ${first}`);
      }
      rmSync(join(root, 'a'), { recursive: true, force: true });
    }
    assert.ok(failures > 20, `only ${failures} failures`);
  });
});
