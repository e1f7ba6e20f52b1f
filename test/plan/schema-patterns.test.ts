import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { parsePattern } from '../../src/plan/schemas/pattern-parse.js';
import { lengthOf } from '../../src/plan/schemas/pattern-text.js';
import { fateOf } from '../../src/plan/schemas/patterns.js';

suite('a pattern is listed as every engine reads it', () => {
  const cases: readonly [of: string, pattern: string, listed: string][] = [
    ['as it is', '^a+b?(c|d)*$', '^a+b?(c|d)*$'],
    ['digits in fewer characters', '^[0-9]{1}[a-f0-9]+$', '^\\d[a-f\\d]+$'],
    ['word characters in fewer characters', '[A-Za-z0-9_-]', '[\\w-]'],
    ['escapes that the flag u refuses (ECMA-262 22.2.1)', '\\-\\_\\@\\ ', '-_@ '],
    ['slashes', 'a\\/b', 'a/b'],
    ['brackets and braces that stand alone (annex B)', 'a]b}c{', 'a\\]b\\}c\\{'],
    ['a hyphen beside a set (annex B)', '[\\w-.]', '[\\w.-]'],
    ['a bracket in a class (ECMA-262 22.2.1, ClassAtom)', '[[A-Z]', '[\\[A-Z]'],
    ['ampersands in a class', '[a&&b]', '[a&&b]'],
    ['slashes around what is no whole text', '/a/b/', '/a/b/'],
    ['groups without their names', '(?<year>\\d{4})', '(\\d{4})'],
    ['groups that capture nothing', '(?:ab)+', '(ab)+'],
    ['one repeat within another', '(?:a{2}){3}', '(a{2}){3}'],
  ];
  for (const [of, pattern, listed] of cases) {
    test(of, () => assert.deepEqual(fateOf(pattern), { listed, foreign: [] }));
  }

  const foreign: readonly [of: string, pattern: string, listed: string, says: readonly string[]][] = [
    ['ends of the text', '\\Aa\\z', '^a$', ['\\A', '\\z']],
    ['an end that may stand before a line end', 'a\\Z', 'a(\\n?$)', ['\\Z']],
    ['either case', '(?i)a[b-d]1', '[aA][b-dB-D]1', ['(?i)']],
    ['POSIX classes', '[[:alpha:]_]', '[a-zA-Z_]', ['[:alpha:]']],
    ['possessive quantifiers as what takes more', 'a++', 'a+', ['++']],
    ['atomic groups as what takes more', '(?>ab)', '(ab)', ['(?>']],
    ['named groups', '(?P<n>a)', '(a)', ['(?P<n>']],
  ];
  for (const [of, pattern, listed, says] of foreign) {
    test(`of another dialect: ${of}`, () => assert.deepEqual(fateOf(pattern), { listed, foreign: says }));
  }
});

suite('a pattern is not listed', () => {
  const cases: readonly [of: string, pattern: string, isLegal: boolean][] = [
    ['with look-ahead', '^(?!a)', true],
    ['with look-behind', '(?<=a)b', true],
    ['with references back', '(a)\\1', false],
    ['with look-around and references back', '(?=(a))\\1', false],
    ['beyond ASCII', '^ä$', true],
    ['of over 120 characters', 'a'.repeat(121), true],
    ['that repeats a part a million times', '^(a{1000}){1000}$', true],
    ['with a class that does not end', '[a', false],
    ['with an empty class', '[]', false],
    ['with an intersection of classes (Java)', '^[a-z&&[def]]$', false],
    ['with an intersection of sets', '[\\p{L}&&[^a]]', false],
    ['with a class taken out of another (.NET)', '^[a-z-[aeiou]]+$', false],
    ['with a difference of sets', '[\\w--\\d]', false],
    ['with a negated POSIX class', '[[:^digit:]]', false],
    ['with a class in a class', '[a[bc]]', false],
    ['between slashes', '/^a$/', false],
    ['between slashes, with flags', '/a$/gi', false],
    ['with a range out of order', '[z-a]', false],
    ['with a group that does not end', '(a', false],
    ['that closes what is not open', 'a)', false],
    ['that repeats nothing', 'a**', false],
    ['with a quantifier out of order', 'a{3,2}', false],
    ['with a quantifier of another dialect', 'a{,3}', false],
    ['with two groups of one name', '(?<n>a)(?<n>b)', false],
    ['with flags in the middle', 'a(?i)b', false],
    ['with a letter that means something elsewhere', '\\Qa', false],
    ['with scripts, which engines name differently', '\\p{Script=Greek}', false],
    ['with groups nested too deep', `${'('.repeat(40)}a${')'.repeat(40)}`, false],
  ];
  for (const [of, pattern, isLegal] of cases) {
    test(of, () => {
      const fate = fateOf(pattern);
      assert.equal('isLegal' in fate ? fate.isLegal : fate.listed, isLegal);
    });
  }
});

suite('the length of what a pattern fits', () => {
  const cases: readonly [pattern: string, length: readonly [number, number] | undefined][] = [
    ['^AC[0-9a-fA-F]{32}$', [34, 34]],
    ['^(a|bcd)?e+$', [1, Infinity]],
    ['^$|^ab$', [0, 2]],
    ['^(a{2,3}){2}$', [4, 6]],
    ['^(\\b)*a$', [1, 1]],
    ['^a|b$', undefined],
    ['a{3}', undefined],
    ['^\\ud83d\\ude00$', undefined],
  ];
  for (const [pattern, expected] of cases) {
    test(pattern, () => {
      const parsed = parsePattern(pattern);
      assert.ok('choices' in parsed);
      const length = lengthOf(parsed.choices);
      assert.deepEqual(length && [length.least, length.most], expected);
    });
  }
});

/** Patterns of ECMA-262, well-formed and not. */
const pieces = fc.constantFrom(
  ...'ab0-_.^$|*+?()[]{},\\/:'.split(''),
  '\\d',
  '\\w',
  '\\-',
  '[a-c]',
  '{2}',
  '(?:',
  'a|b',
);
const patterns = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''));
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '0', '-', '_', '.', '\\', '/', ']', '\n', '€'), { maxLength: 6 })
  .map((parts) => parts.join(''));

test('what the document’s pattern fits, the listed one fits, its lengths hold, and the emitted server’s engine takes it', () => {
  let compared = 0;
  const property = fc.property(
    patterns,
    fc.array(texts, { minLength: 5, maxLength: 20 }),
    (pattern, samples) => {
      const fate = fateOf(pattern);
      const own = expressionOf(pattern);
      if (!('listed' in fate) || own === undefined || fate.foreign.length > 0) return;
      compared += 1;
      const listed = new RegExp(fate.listed, 'u');
      assert.doesNotThrow(() => RE2JS.compile(RE2JS.translateRegExp(fate.listed)));
      const parsed = parsePattern(pattern);
      const length = 'choices' in parsed ? lengthOf(parsed.choices) : undefined;
      for (const text of samples) {
        assert.equal(
          listed.test(text),
          own.test(text),
          `${pattern} as ${fate.listed} on ${JSON.stringify(text)}`,
        );
        if (length === undefined || !own.test(text)) continue;
        const size = [...text].length;
        assert.ok(size >= length.least && size <= length.most, `${pattern} on ${JSON.stringify(text)}`);
      }
    },
  );
  fc.assert(property, { numRuns: 3000 });
  assert.ok(compared > 300, `${compared} were compared`);
});

function expressionOf(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Annex B takes more without the flag.
    }
  }
  return undefined;
}
