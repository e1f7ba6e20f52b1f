import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createPieces } from '../../src/runtime/upstream/pieces.js';

suite('pieces of a content', () => {
  const cases: readonly [of: string, sizes: readonly number[]][] = [
    ['none', []],
    ['one', [10]],
    ['a large one', [100_000]],
    ['small ones', [1, 2, 3]],
    ['small ones that fill a block to its end', [1, ...Array<number>(32).fill(2048), 5]],
    ['small ones that fill blocks', [7, ...Array<number>(100).fill(4095), 3]],
    ['small ones around large ones', [3, 5, 5000, 4, 70_000, 4096, 1, 1]],
  ];
  for (const [of, sizes] of cases) {
    test(`are whole: ${of}`, () => {
      const parts = sizes.map((size, index) => Buffer.alloc(size, index + 1));
      const pieces = createPieces();
      parts.forEach(pieces.add);
      assert.ok(pieces.whole().equals(Buffer.concat(parts)));
    });
  }

  test('one alone is not copied', () => {
    const piece = Buffer.from('{"ok":true}');
    const pieces = createPieces();
    pieces.add(piece);
    assert.equal(pieces.whole(), piece);
  });

  test('that are small do not hold on to what they are cut from', () => {
    const pieces = createPieces();
    const memory = Buffer.from('abcdef');
    pieces.add(memory.subarray(0, 1));
    pieces.add(memory.subarray(1, 2));
    memory.fill('x', 1);
    assert.equal(pieces.whole().toString(), 'ab');
  });
});
