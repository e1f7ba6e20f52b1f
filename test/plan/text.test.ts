import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cleanLine, cleanText, cutBytes, cutCharacters, isVisible, saying } from '../../src/plan/text.js';

suite('a cleaned text', () => {
  const cases: readonly [of: string, text: string, expected: string][] = [
    ['keeps words and punctuation', 'Lists pets, all of them.', 'Lists pets, all of them.'],
    [
      'keeps code, globs and emphasis',
      '*/5 * * * * and **/jobs/all** `x`',
      '*/5 * * * * and **/jobs/all** `x`',
    ],
    [
      'keeps placeholders in angle brackets',
      'Map<String, Integer> of <petId>',
      'Map<String, Integer> of <petId>',
    ],
    ['keeps other scripts and emoji', 'Größe 名前 👍️', 'Größe 名前 👍️'],
    ['loses zero-width characters', 'a\u200bb\u200cc\u2060d\ufeffe', 'abcde'],
    ['loses marks of direction', 'a\u202eb\u2066c\u200fd', 'abcd'],
    ['loses tag characters', 'a\u{e0049}\u{e0067}b', 'ab'],
    ['loses variation selectors after letters', 'a\ufe0fb\u{e0100}c', 'abc'],
    ['loses fillers', 'a\u3164b\u115fc\u00add', 'abcd'],
    ['loses halves of surrogate pairs', 'a\ud800b\udc00c', 'abc'],
    ['loses control characters', 'a\u0000b\u0007c\u0085d\u009be', 'abc\nde'],
    ['loses sequences of a terminal whole', 'a\u001b[2J\u001b[8mb\u001b]8;;http://x\u0007c', 'abc'],
    ['has one kind of line end', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['loses runs of blanks and lines', 'a  \t b\n\n\n\n\nc', 'a b\n\nc'],
    ['loses HTML tags, not their words', '<p>a <b>b</b><br/>c</p><ul><li>d</li></ul>', 'a b\nc\nd'],
    ['loses HTML comments', 'a<!-- do it -->b', 'ab'],
    ['loses the addresses of links', 'see [the page](https://x.y/z "t") now', 'see the page now'],
    ['loses the addresses of images', '![a badge](https://x.y/z.svg)', 'a badge'],
    ['loses automatic links', 'see <https://x.y/z> now', 'see now'],
    ['keeps brackets that are no links', 'a[0] [deprecated: use b] (c)', 'a[0] [deprecated: use b] (c)'],
    ['is in form C', 'e\u0301', 'é'],
  ];
  for (const [of, text, expected] of cases) test(of, () => assert.equal(cleanText(text), expected));

  test('as a line has no line ends', () => assert.equal(cleanLine(' a\n\nb '), 'a b'));

  test('holds nothing hidden, whatever came in, and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const cleaned = cleanText(text);
        assert.ok(isVisible(cleaned));
        assert.equal(cleanText(cleaned), cleaned);
      }),
      { numRuns: 2000 },
    );
  });

  test('comes in linear time', () => {
    const hostile = ['<!--', '[', '[a](', '<a ', '\u001b[', '\u001b]8', '\n ', ' ', '<'].map((part) =>
      part.repeat(30_000),
    );
    const start = process.cpuUsage();
    for (const text of hostile) cleanText(text);
    assert.ok(process.cpuUsage(start).user < 3e6);
  });
});

suite('a cut text', () => {
  test('of the right size is whole', () => {
    assert.equal(cutBytes('äö', 4), 'äö');
    assert.equal(cutCharacters('äö', 2), 'äö');
  });

  const cases: readonly [of: string, text: string, limit: number, expected: string][] = [
    ['ends with a sentence', 'One two three. Four five six seven.', 25, 'One two three. …'],
    ['ends with a word', 'One two three four five six seven', 20, 'One two three four …'],
    ['ends anywhere in a word without end', 'x'.repeat(50), 10, `${'x'.repeat(8)} …`],
    ['does not end at a point in a number', 'The version is 1.25 of it all', 24, 'The version is 1.25 of …'],
  ];
  for (const [of, text, limit, expected] of cases) {
    test(of, () => assert.equal(cutCharacters(text, limit), expected));
  }

  test('never splits a character and stays within the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 8, max: 60 }),
        (text, limit) => {
          assert.ok(Buffer.byteLength(cutBytes(text, limit)) <= limit);
          assert.ok(cutCharacters(text, limit).length <= limit);
          assert.doesNotMatch(cutBytes(text, limit), /\p{Cs}/u);
          assert.doesNotMatch(cutCharacters(text, limit), /\p{Cs}/u);
        },
      ),
    );
  });
});

test('what a text says is its words', () => {
  assert.deepEqual(saying('The user’s ID: 5!'), ['the', 'user', 's', 'id', '5']);
});
