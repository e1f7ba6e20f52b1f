import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { scratchFolder } from '../tools/projects.js';
import { changedOutside, movedTo, prepareCase, type Scratch } from './generate-case.js';
import { madeCase } from './made-case.js';
import type { Recorders } from './observe-server.js';
import { startRecorder } from './recorder.js';

async function prepare(
  t: TestContext,
): Promise<{ readonly scratch: Scratch; readonly recorders: Recorders }> {
  const recorders = { first: await startRecorder(), other: await startRecorder() };
  t.after(async () => {
    await recorders.first.close();
    await recorders.other.close();
  });
  const folder = join(scratchFolder(join(tmpdir(), 'openapi2mcp-tests')), madeCase.id);
  mkdirSync(join(folder, 'parts'), { recursive: true });
  writeFileSync(
    join(folder, 'case.yaml'),
    'servers: [{url: http://upstream.invalid}, {url: http://other.invalid}]',
  );
  writeFileSync(join(folder, 'parts', 'a.json'), '"upstream.invalid"');
  writeFileSync(join(folder, 'expect.json'), 'upstream.invalid');
  const cli = { out: 'my out', before: { 'src/own.ts': 'mine' } };
  const scratch = await prepareCase(
    { folder, case: { ...madeCase, expect: { generate: 'ok', cli } } },
    recorders,
  );
  return { scratch, recorders };
}

suite('a prepared case', () => {
  test('has the recorders in its documents and nowhere else', async (t) => {
    const { scratch, recorders } = await prepare(t);
    const read = (path: string): string => readFileSync(join(scratch.folder, path), 'utf8');
    const [first, other] = [recorders.first.authority, recorders.other.authority];
    assert.equal(read('case.yaml'), `servers: [{url: http://${first}}, {url: http://${other}}]`);
    assert.equal(read('parts/a.json'), `"${first}"`);
    assert.equal(read('expect.json'), 'upstream.invalid');
    assert.equal(read('my out/src/own.ts'), 'mine');
  });

  const changes: readonly (readonly [
    of: string,
    change: (scratch: Scratch) => void,
    seen: RegExp | undefined,
  ])[] = [
    ['nothing', () => undefined, undefined],
    ['a file in the output folder', ({ output }) => writeFileSync(join(output, 'a.ts'), ''), undefined],
    ['a file beside it', ({ output }) => writeFileSync(`${output}.lock`, ''), /my out\.lock$/],
    ['an empty folder beside it', ({ folder }) => mkdirSync(join(folder, '.cache')), /\.cache\/$/],
    [
      'a file three folders up',
      ({ output }) => writeFileSync(join(output, '../../../climbed'), ''),
      /climbed$/,
    ],
    [
      'other text in the document',
      ({ folder }) => writeFileSync(join(folder, 'case.yaml'), ''),
      /case\.yaml$/,
    ],
    ['a file that is gone', ({ folder }) => rmSync(join(folder, 'parts', 'a.json')), /a\.json$/],
  ];
  for (const [of, change, seen] of changes) {
    test(`shows ${of} as ${seen === undefined ? 'no change' : 'a change'} outside, also after a move`, async (t) => {
      const { scratch } = await prepare(t);
      change(scratch);
      const root = join(scratchFolder(join(tmpdir(), 'openapi2mcp-tests')), 'root');
      renameSync(scratch.root, root);
      const changed = await changedOutside(movedTo(root, scratch));
      assert.equal(changed.length, seen === undefined ? 0 : 1, changed.join());
      if (seen !== undefined) assert.match(changed.join(), seen);
    });
  }
});
