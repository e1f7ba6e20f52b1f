import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cutEnd, cutMiddle, padEnd, padStart, widthOf, wrap } from '../../src/cli/text-width.js';

suite('the width of a text', () => {
  const cases: readonly [text: string, width: number][] = [
    ['', 0],
    ['pets', 4],
    ['Übung', 5],
    ['U\u0308bung', 5],
    ['犬と猫', 6],
    ['한국', 4],
    ['🐕', 2],
    ['…', 1],
  ];
  for (const [text, width] of cases) test(`'${text}' is ${width}`, () => assert.equal(widthOf(text), width));
});

suite('a text that is too wide', () => {
  const cases: readonly [text: string, width: number, middle: string, end: string][] = [
    ['get_pets', 8, 'get_pets', 'get_pets'],
    ['get_pets_by_id', 9, 'get_…y_id', 'get_pets…'],
    ['get_pets_by_id', 8, 'get_…_id', 'get_pet…'],
    ['犬と猫と犬', 7, '犬…と犬', '犬と猫…'],
    ['ab', 1, '…', '…'],
  ];
  for (const [text, width, middle, end] of cases) {
    test(`'${text}' is cut to ${width}`, () => {
      assert.equal(cutMiddle(text, width), middle);
      assert.equal(cutEnd(text, width), end);
      assert.ok(widthOf(middle) <= width && widthOf(end) <= width);
    });
  }

  test('is wrapped between words', () => {
    assert.deepEqual(wrap('Lists the pets of a shop', 10), ['Lists the', 'pets of a', 'shop']);
    assert.deepEqual(wrap('a incomprehensible b', 8, '  '), ['  a', '  incomprehensible', '  b']);
    assert.deepEqual(wrap('  ', 8), []);
  });
});

test('a text is padded by its width', () => {
  assert.equal(padEnd('犬', 4), '犬  ');
  assert.equal(padStart('犬', 4), '  犬');
  assert.equal(padEnd('pets', 2), 'pets');
});
