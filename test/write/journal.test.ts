import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { digestOf } from '../../src/write/digest.js';
import { generated, put, scratch, settle, snapshot, write } from './scratch.js';

const work = '.openapi2mcp';

/** A journal that says: `path` was `before` and is to become `after`. */
function journal(path: string, before: string | null, after: string | null): string {
  const digest = (text: string | null) => (text === null ? null : digestOf(text));
  const entry = { path, before: digest(before), after: digest(after) };
  return JSON.stringify({ journalVersion: 1, entries: [entry], folders: [] });
}

suite('an unfinished run', () => {
  const states: readonly [
    of: string,
    name: string,
    present: Record<string, string>,
    expected: string | undefined,
  ][] = [
    [
      'is finished where the file is not moved yet',
      'journal.json',
      { a: 'old', [`${work}/staged/a`]: 'new' },
      'new',
    ],
    ['is finished where the file is moved already', 'journal.json', { a: 'new' }, 'new'],
    ['is undone where it was turned round', 'undo.json', { a: 'new', [`${work}/previous/a`]: 'old' }, 'old'],
    ['is undone where that was nearly done', 'undo.json', { a: 'old' }, 'old'],
  ];
  for (const [of, name, present, expected] of states) {
    test(of, (t) => {
      const folder = scratch(t);
      write(folder, []);
      put(folder, { ...present, [`${work}/${name}`]: journal('a', 'old', 'new') });
      assert.deepEqual(settle(folder), []);
      assert.equal(readFileSync(join(folder, 'a'), 'utf8'), expected);
      assert.ok(!existsSync(join(folder, work)));
    });
  }

  test('is undone where what it staged is broken, and the run says so', (t) => {
    const folder = scratch(t);
    write(folder, []);
    put(folder, {
      a: 'old',
      [`${work}/staged/a`]: 'ne',
      [`${work}/journal.json`]: journal('a', 'old', 'new'),
    });
    assert.match(
      settle(folder)[0] ?? '',
      /staged\/a cannot be written: it is not what the interrupted run left/,
    );
    assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'old');
    assert.deepEqual(settle(folder), []);
    assert.ok(!existsSync(join(folder, work)));
  });

  test('leaves a file that was edited since, until --force', (t) => {
    const folder = scratch(t);
    write(folder, []);
    put(folder, {
      a: 'edited',
      [`${work}/staged/a`]: 'new',
      [`${work}/journal.json`]: journal('a', 'old', 'new'),
    });
    assert.match(settle(folder)[0] ?? '', /a was edited since it was generated/);
    assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'edited');
    assert.deepEqual(write(folder, [generated('a', 'new')], { force: true }).codes, []);
    assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'new');
  });

  test('is told, not finished, by a run that writes nothing', (t) => {
    const folder = scratch(t);
    write(folder, []);
    put(folder, {
      a: 'old',
      [`${work}/staged/a`]: 'new',
      [`${work}/journal.json`]: journal('a', 'old', 'new'),
    });
    const before = snapshot(folder);
    assert.deepEqual(write(folder, [], { mode: 'check' }).codes, ['out-of-date']);
    assert.deepEqual(snapshot(folder), before);
  });
});

suite('a journal that came with a folder from elsewhere', () => {
  const paths = ['../victim', '/victim', '.git/config'];
  for (const path of paths) {
    test(`moves nothing to ${path}`, (t) => {
      const root = scratch(t);
      const folder = join(root, 'out');
      write(folder, []);
      put(root, { victim: 'old' });
      put(folder, { [`${work}/staged/x`]: 'new', [`${work}/journal.json`]: journal(path, 'old', 'new') });
      const before = snapshot(root);
      assert.match(settle(folder)[0] ?? '', /the journal in it cannot be read/);
      assert.deepEqual(snapshot(root), before);
    });
  }

  for (const place of ['src', `${work}/staged`, `${work}/previous`]) {
    test(`moves nothing through a link at ${place}`, (t) => {
      const root = scratch(t);
      const folder = join(root, 'out');
      write(folder, []);
      put(root, { 'elsewhere/src/a': 'new', 'elsewhere/a': 'old' });
      mkdirSync(join(folder, work));
      symlinkSync(join(root, 'elsewhere'), join(folder, place));
      put(folder, { [`${work}/journal.json`]: journal('src/a', 'old', 'new') });
      const before = snapshot(root);
      assert.match(settle(folder)[0] ?? '', /is a symbolic link, which is not followed/);
      assert.deepEqual(snapshot(root), before);
    });
  }

  test('a work folder that is a link is refused', (t) => {
    const root = scratch(t);
    const folder = join(root, 'out');
    write(folder, []);
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(folder, work));
    assert.match(settle(folder)[0] ?? '', /holds .openapi2mcp, which is no folder/);
  });
});

test('folders that a run empties go with their last file', (t) => {
  const folder = scratch(t);
  write(folder, [generated('a/b/c.ts', 'c'), generated('a/d.ts', 'd')]);
  write(folder, [generated('a/d.ts', 'd')]);
  assert.ok(!existsSync(join(folder, 'a/b')));
  assert.ok(existsSync(join(folder, 'a/d.ts')));
});
