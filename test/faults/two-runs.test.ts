import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { put, scratch, settle, snapshot, write } from '../write/scratch.js';
import { compileWriter } from './compile.js';
import { versionOf } from './versions.js';

const size = 12;

suite('two runs at once', () => {
  test('never mix their files, and the one that is late says so', async (t) => {
    const root = scratch(t);
    const writer = compileWriter(join(root, 'writer'));
    const folder = join(root, 'out');
    const stateOf = (name: 'old' | 'new') => {
      const { files, facts } = versionOf(name, size);
      assert.deepEqual(write(folder, files, { facts }).messages, []);
      return snapshot(folder);
    };
    const states = [stateOf('new'), stateOf('old')];
    const other = spawn(process.execPath, [writer, 'loop', folder, String(size)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => other.on('close', resolve));
    await new Promise((resolve) => other.stdout.once('data', resolve));

    const seen = { written: 0, busy: 0 };
    const { files, facts } = versionOf('new', size);
    for (const end = Date.now() + 3_000; Date.now() < end;) {
      const { codes } = write(folder, files, { facts });
      // Files change between looking and writing: what is seen then is no edit of the user's.
      for (const code of codes) assert.equal(code, 'folder-busy');
      seen[codes.length === 0 ? 'written' : 'busy'] += 1;
    }
    other.kill('SIGKILL');
    await ended;
    assert.deepEqual(settle(folder), []);
    const left = JSON.stringify(snapshot(folder));
    assert.ok(
      states.some((state) => JSON.stringify(state) === left),
      'a mix of two runs',
    );
    assert.ok(seen.busy > 0, JSON.stringify(seen));
  });

  test('end where a process died that held the lock, but not where one lives', (t) => {
    const folder = scratch(t);
    const { files, facts } = versionOf('old', 1);
    const lock = join('.openapi2mcp', 'run.lock');
    for (const holder of ['999999999', '', 'oops', String(process.pid)]) {
      put(folder, { [lock]: holder });
      assert.deepEqual(write(folder, files, { facts }).codes, [], `held by '${holder}'`);
    }
    put(folder, { [lock]: String(process.ppid) });
    assert.deepEqual(write(folder, files, { facts: {} }).codes, ['folder-busy']);
  });
});
