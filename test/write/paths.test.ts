import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldersOf, isProjectPath } from '../../src/write/paths.js';

suite('a path of a project', () => {
  const good = [
    'a',
    'src/a.ts',
    '.env.example',
    'src/..a/b',
    '.gitignore',
    'src/node_modules.ts',
    'src/.git/x',
  ];
  for (const path of good) test(`may be ${path}`, () => assert.ok(isProjectPath(path)));

  const bad = [
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../../b',
    'a/./b',
    'a\\b',
    'C:/a',
    'a\0b',
    'a\nb',
  ];
  const foreign = ['.git/config', '.GIT/config', 'node_modules/a/index.js', '.openapi2mcp/journal.json'];
  for (const path of [...bad, ...foreign]) {
    test(`is not ${JSON.stringify(path)}`, () => assert.ok(!isProjectPath(path)));
  }
});

test('the folders on the way to a file are listed outermost first', () => {
  assert.deepEqual(foldersOf('a/b/c.ts'), ['a', 'a/b']);
  assert.deepEqual(foldersOf('c.ts'), []);
});
