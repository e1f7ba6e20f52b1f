import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cutBytes, cutCharacters, cutSentences, sentencesOf } from '../../src/plan/texts/cut.js';
import { hiddenIn, isVisible, spelledInTags, withoutHidden } from '../../src/plan/texts/hidden.js';
import { cleanLine, cleanText, joinSentences, parameterText, saying } from '../../src/plan/texts/text.js';
import { unseenIn, withoutUnseen } from '../../src/plan/texts/unseen-markup.js';

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
    ['keeps addresses that a sentence needs', 'see <https://x.y/z> now', 'see https://x.y/z now'],
    ['keeps such an address at the end', 'See <https://x.y/z>.', 'See https://x.y/z.'],
    ['loses addresses that are a sentence', 'A b. <https://x.y/z>', 'A b.'],
    ['loses addresses on lines of their own', 'A\n\n<https://x.y/z>\n\nb', 'A\n\nb'],
    ['keeps addresses of mail', 'Ask <mailto:a@b.c> (or <mailto:d@e.f>).', 'Ask a@b.c (or d@e.f).'],
    [
      'keeps the words of images',
      'a <img src="x" alt="b c"/> <img alt=\'d\'> e<img src="x"> f',
      'a b c d e f',
    ],
    ['keeps powers and indexes', '10<sup>6</sup> of CO<sub>2</sub>, m<SUP>-1</SUP>', '10^6 of CO_2, m^-1'],
    ['writes no power of nothing', 'a <sup>b</sup> c<sup></sup>', 'a b c'],
    [
      'keeps names that no tag ends',
      'Use <code> for the code, <a> for it',
      'Use <code> for the code, <a> for it',
    ],
    ['keeps types of generics', 'Map<q> and Set<u>', 'Map<q> and Set<u>'],
    ['keeps names of columns', '<table>.<col>', '<table>.<col>'],
    ['keeps end tags that nothing starts', '</b> a <b>', '</b> a <b>'],
    ['loses pairs beside names', '<b>a</b> <code> <B>c</B>', 'a <code> c'],
    ['counts no tag in code', '<b> a `</b>`', '<b> a `</b>`'],
    ['loses tags that need no end', '<p>a<wbr>b<hr>c', 'ab\nc'],
    [
      'keeps code that looks like a link',
      'map[string](int) a[0](x) b[0][1](y)',
      'map[string](int) a[0](x) b[0][1](y)',
    ],
    [
      'loses links behind other scripts and emphasis',
      '参阅[文档](https://x.y) (_[a](b) c_)',
      '参阅文档 (a c)',
    ],
    ['keeps emphasis that is escaped', '\\*c\\* and \\*d e\\*', '\\*c\\* and \\*d e\\*'],
    [
      'keeps sequences of emoji',
      '👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥',
      '👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥',
    ],
    ['keeps joiners between letters that join', 'می\u200cخواهم क्\u200dष', 'می\u200cخواهم क्\u200dष'],
    ['loses other joiners', '👩\u200d a\u200d👩 م\u200c\u200cم م\u200d م\u200ba', '👩 a👩 مم م مa'],
    ['keeps brackets that are no links', 'a[0] [deprecated: use b] (c)', 'a[0] [deprecated: use b] (c)'],
    ['loses automatic links with their brackets', 'see the page (<https://x.y/z>).', 'see the page.'],
    ['loses badges', '[![build](https://x.y/a.svg)](https://x.y/b) Pets', 'build Pets'],
    ['loses addresses with brackets', '[a](https://x.y/z_(b)) c', 'a c'],
    ['loses links around code', 'the [`id`](#id) of it', 'the `id` of it'],
    [
      'loses references of links and their definitions',
      'see [the page][1] and [Docs][] or [docs], not a[0][1]\n\n[1]: https://x.y/z "t"\n[docs]: <https://x.y/d>',
      'see the page and Docs or docs, not a[0][1]',
    ],
    ['keeps what looks like a reference and is none', 'a [b][c] and [d]', 'a [b][c] and [d]'],
    ['loses marks of headings', '# A\n\n### B\nc', 'A\n\nB\nc'],
    ['keeps numbers of things', '# of items', '# of items'],
    ['loses rules and underlines', 'A\n===\nb\n\n---\nc\n***\nd', 'A\n\nb\n\nc\n\nd'],
    ['loses the second line of a table', '| a | b |\n|---|:-:|\n| 1 | 2 |', '| a | b |\n\n| 1 | 2 |'],
    ['loses marks of quotations', '> a\n> b\n\nc > d', 'a\nb\n\nc > d'],
    ['loses strong emphasis', '**Note:** a **b** and ***c***, __do not d__.', 'Note: a b and c, do not d.'],
    ['keeps names between underlines', 'a __typename__ and a__b__c', 'a __typename__ and a__b__c'],
    ['keeps powers', 'a ** b ** c, 2**8 and 3**2', 'a ** b ** c, 2**8 and 3**2'],
    ['keeps all in code', '`**a** <b> [c](d) &lt;` <b>e</b>', '`**a** <b> [c](d) &lt;` e'],
    ['keeps all in fenced code', '```xml\n<b>a</b>\n# c\n```\n<b>d</b>', '```xml\n<b>a</b>\n# c\n```\nd'],
    [
      'has characters for their references',
      'a &amp; b &gt; c&nbsp;d &#8212; &#x41; &Uuml;',
      'a & b > c d — A &Uuml;',
    ],
    ['decodes references once', '&amp;lt;b&amp;gt;', '&amp;lt;b&amp;gt;'],
    ['makes no tag of references', '&lt;b&gt;a&lt;/b&gt; &amp; c', '&lt;b&gt;a&lt;/b&gt; & c'],
    ['makes no tag of a half and a reference', '<b&gt;a', '<b&gt;a'],
    ['makes nothing hidden of references', 'a&#8203;b&#x202e;c&#0;d', 'a&#8203;b&#x202e;c&#0;d'],
    ['makes no tag of what is left', '<<b a="">b a="">a<[i](x) a="">c', 'ac'],
    [
      'goes on where a line was wrapped',
      `${'word '.repeat(10)}on\nand on\n- b\nc`,
      `${'word '.repeat(10)}on and on\n- b\nc`,
    ],
    ['keeps comparisons', 'if (a<b && c>d) x, a<b or c>d', 'if (a<b && c>d) x, a<b or c>d'],
    ['loses tags with attributes', '<a href="x" target=_blank">a</a> <td nowrap>b <b\nid=x>c</b>', 'a b c'],
    ['divides what stood on lines of its own', '<summary>A</summary>b<li>c<p>d', 'A\nb\nc\nd'],
    ['divides the cells of a table', '<tr><td>a</td><td>b</td></tr>', 'a b'],
    ['loses elements that are not shown', 'a <span style="display: none">b</span>c', 'a c'],
    ['loses hidden elements with all in them', 'a<div hidden>b<div>c</div>d</div>e', 'ae'],
    ['loses all behind a hidden element that does not end', 'a<p hidden>b', 'a'],
    ['loses scripts and styles', 'a<script>b()</script><style>c</style>d', 'ad'],
    ['keeps what is only called hidden', '<b title="is hidden" aria-hidden="no">a</b>', 'a'],
    ['keeps comments in code', 'a `<!-- b -->` c', 'a `<!-- b -->` c'],
    ['loses emphasis of several words', '*A b.* c *d* _e f_ and _g', 'A b. c *d* e f and _g'],
    ['keeps what was struck out as such', 'a ~~b c~~ d', 'a ~~b c~~ d'],
    ['loses backslash escapes', '1\\. A\n\\* b_c\\_d', '1. A\n* b_c_d'],
    ['keeps backslashes of patterns and paths', '^a\\.b\\*$ C:\\.d', '^a\\.b\\*$ C:\\.d'],
    ['loses addresses that a build fills in', '[a]({{% B %}}/c/) d', 'a d'],
    ['loses sentences that are a link and point elsewhere', 'A. [Learn more](b). C.', 'A. C.'],
    ['loses such lines', 'A\n\n[See the docs for details.](b)', 'A'],
    ['keeps links that say something', 'A. [Pets](b). C.', 'A. Pets. C.'],
    ['keeps such a link where it is all there is', '[Learn more](b)', 'Learn more'],
    ['is in form C', 'e\u0301', 'é'],
  ];
  for (const [of, text, expected] of cases) test(of, () => assert.equal(cleanText(text), expected));

  test('holds no tag, however deep one was put into another', () => {
    assert.doesNotMatch(cleanText(`${'<b a=""'.repeat(9)}${'>'.repeat(9)}a`), /<b[^>]*>/);
  });

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
    const parts = [
      ...[
        '<!--',
        '<',
        '<a ',
        '<<b>b>',
        '<b>',
        '<sup>',
        '</b>',
        '<b></b>',
        '<https://',
        '<img alt="',
        '\\* ',
        '\\*a',
        '&',
        '&amp;',
        '`',
        '```',
        '`a',
        '\u001b[',
        '\u001b]8',
        '\u200b',
        '👩\u200d',
      ],
      ...[
        '[',
        '[a](',
        '[a](b(c',
        '. [see a](',
        '[a]({{% ',
        '<p hidden>',
        '<p hidden',
        '</p>',
        '<b a',
        '<b a=',
        '*a ',
        ' _a ',
        '\\_',
        '1\\. ',
        '![',
        '[a]: /b\n',
        '[a][',
        '**',
        '**a ',
        '__a ',
        '__a.',
        '# ',
        '\n#',
        '\n> ',
      ],
      ...['\n---', '|', '\n ', ' ', '. ', '.', '= ', 'a '],
    ];
    const start = process.cpuUsage();
    for (const part of parts) cleanText(part.repeat(Math.ceil(100_000 / part.length)));
    assert.ok(process.cpuUsage(start).user < 5e6);
  });

  test('of millions of characters is read all the same', () => {
    const start = process.cpuUsage();
    for (const part of ['<', '[', '= ', '<!--']) assert.notEqual(cleanText(part.repeat(5_000_000)), '');
    assert.ok(process.cpuUsage(start).user < 10e6);
  });
});

suite('what nobody sees', () => {
  const cases: readonly [of: string, text: string, expected: ReturnType<typeof hiddenIn>][] = [
    ['nothing, in most texts', 'a\tb\r\nc – 名前 👍️', []],
    ['bytes that control a terminal', 'a\u0000b\u0007', [{ kind: 'control characters', count: 2 }]],
    ['a whole sequence, once', 'a\u001b[2Jb', [{ kind: 'terminal sequences', count: 1 }]],
    ['what has no width', 'a\u200bb\ufeffc', [{ kind: 'zero-width characters', count: 2 }]],
    ['no joiner that is seen', '👩\u200d💻 می\u200cخواهم', []],
    ['what joins nothing', 'a\u200db م\u200d', [{ kind: 'zero-width characters', count: 2 }]],
    ['what turns text around', 'a\u202eb', [{ kind: 'marks of direction', count: 1 }]],
    ['fillers', 'a\u3164b', [{ kind: 'fillers that look like nothing', count: 1 }]],
    ['halves of characters', 'a\ud800b', [{ kind: 'halves of characters', count: 1 }]],
    ['tags', 'a\u{e0049}b', [{ kind: 'tag characters', count: 1 }]],
    ['selectors without an emoji', 'a\ufe0fb', [{ kind: 'variation selectors', count: 1 }]],
  ];
  for (const [of, text, expected] of cases) {
    test(`is told: ${of}`, () => {
      assert.deepEqual(hiddenIn(text), expected);
      assert.deepEqual(hiddenIn(withoutHidden(text)), []);
    });
  }

  const elements: readonly [text: string, expected: ReturnType<typeof unseenIn>][] = [
    ['a <b>b</b> `<!-- c -->` <b title="hidden">d</b>', []],
    ['a <!-- b --> c <!-- d -->', [{ kind: 'HTML comments', count: 2 }]],
    ['a <!-- b', []],
    ['<b hidden>a</b><i style="Display:None">b</i>', [{ kind: 'hidden HTML elements', count: 2 }]],
    [
      '<b style="font-size:0">a</b><i style="opacity: 0.5">b</i>',
      [{ kind: 'hidden HTML elements', count: 1 }],
    ],
    ['<img hidden>a', []],
  ];
  for (const [text, expected] of elements) {
    test(`of HTML is told: ${text}`, () => {
      assert.deepEqual(unseenIn(text), expected);
      assert.deepEqual(unseenIn(withoutUnseen(text)), []);
    });
  }

  test('in tag characters is told as it would be read', () => {
    assert.equal(spelledInTags('a\u{e0048}\u{e0069}\u{e0021}b'), 'Hi!');
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
    [
      'ends before what leads up to an example',
      'One two three, for example four five',
      30,
      'One two three …',
    ],
    ['ends before a bracket that leads up to one', 'One two three (e.g. four five)', 22, 'One two three …'],
    ['ends anywhere in a word without end', 'x'.repeat(50), 10, `${'x'.repeat(8)} …`],
    ['ends before a bracket that nothing closes', 'One two three (four five six)', 22, 'One two three …'],
    ['keeps a bracket that most of it is in', 'One (two three four five six)', 22, 'One (two three four …'],
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

suite('a description of a parameter', () => {
  const cases: readonly [of: string, text: string, limit: number, expected: string][] = [
    ['is one line', 'One\ntwo', 20, 'One two'],
    ['has all sentences that fit, without a mark', 'One two. Three four. Five.', 22, 'One two. Three four.'],
    ['has words of a first sentence that is too long', 'One two three four five.', 16, 'One two three …'],
    [
      'does not end at an abbreviation',
      'One, e.g. Two, and No. 3 of it. Four five six.',
      35,
      'One, e.g. Two, and No. 3 of it.',
    ],
    [
      'does not end before a small letter',
      'One of etc. and two. Three four five.',
      26,
      'One of etc. and two.',
    ],
    ['ends with a paragraph', 'One two.\n\nThree four five six', 20, 'One two.'],
    ['has a mark behind a paragraph without an end', 'One two\n\nThree four five six', 20, 'One two …'],
    [
      'does not end with a line that goes on',
      'One two\nThree four\nfive six seven',
      22,
      'One two Three four …',
    ],
    [
      'does not end with a line before a code',
      'One two\n`three` four\nfive six seven',
      24,
      'One two `three` four …',
    ],
    [
      'does not end with a line before a number',
      'It is below\n-1 and above it all.',
      22,
      'It is below -1 and …',
    ],
    ['ends before a list item', 'One two.\n- three four five six seven', 20, 'One two.'],
    [
      'has a mark where a list goes on',
      'One of:\n- two\n- three\n- four five six',
      26,
      'One of: - two - three …',
    ],
    ['has a mark where a numbered list goes on', 'One of\n1. two\n2. three four five', 20, 'One of 1. two …'],
    ['has a mark where a table goes on', '| a | b |\n| c | d |\n| e | f |', 20, '| a | b | …'],
    ['does not end by leading up to a list', 'One two.\nThree:\n- four five six\n- seven', 20, 'One two.'],
    [
      'has a mark where a list of sentences goes on',
      'One:\n- `a`: two.\n- `b`: three.\n- `c`: four.',
      34,
      'One: - `a`: two. - `b`: three. …',
    ],
    [
      'has a mark where a list on one line goes on',
      'One: - `a`: two. - `b`: three. - `c`: four.',
      34,
      'One: - `a`: two. - `b`: three. …',
    ],
    ['does not end with the number of an item', '1. One two. 2. Three four five.', 18, '1. One two. …'],
    ['ends with a number', 'Most is 100. Least is 10. Or so.', 26, 'Most is 100. Least is 10.'],
    [
      'does not lead up to an example that was cut off',
      'One of two in the form:\n\n`{"a": "b"}`',
      30,
      'One of two …',
    ],
    ['keeps its only lead', 'One two three:\n- four five six seven eight', 20, 'One two three: …'],
    ['ends with a sentence of another script', '一二三。四五六七八九十。', 6, '一二三。'],
    ['is clean', '<p>One <b>two</b>.</p>', 20, 'One two.'],
  ];
  for (const [of, text, limit, expected] of cases) {
    test(of, () => assert.equal(parameterText(text, limit), expected));
  }

  test('is within its limit, and whole where it fits', () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 12, mode: 'sentences' }),
        fc.integer({ min: 8, max: 90 }),
        (text, limit) => {
          const cut = cutSentences(text, limit);
          assert.ok(cut.length <= limit);
          assert.ok(text.length > limit || cut === text);
          assert.ok(text.startsWith(cut.replace(/ …$/, '')));
        },
      ),
    );
  });
});

test('sentences end at their points and with their lines', () => {
  assert.deepEqual(sentencesOf('One, i.e. Two. "Three!" Four? five\n- six'), [
    'One, i.e. Two.',
    '"Three!"',
    'Four? five',
    '- six',
  ]);
});

suite('a line ends a sentence', () => {
  const cases: readonly [of: string, text: string, expected: readonly string[]][] = [
    ['before an empty line', 'One\n\ntwo', ['One', 'two']],
    [
      'before list items',
      'One\n- two\n* three\n+ four\n• five',
      ['One', '- two', '* three', '+ four', '• five'],
    ],
    ['before numbered items', 'One\n1. two\n2) three', ['One', '1. two', '2) three']],
    ['before a heading', 'One\n# Two', ['One', '# Two']],
    ['before a row of a table', 'One\n| two |', ['One', '| two |']],
    [
      'not where it was wrapped',
      'The ID for any folder\ncan be determined\n`here`',
      ['The ID for any folder\ncan be determined\n`here`'],
    ],
    ['not before a number', 'It is\n-1 or\n5.', ['It is\n-1 or\n5.']],
  ];
  for (const [of, text, expected] of cases) test(of, () => assert.deepEqual(sentencesOf(text), expected));
});

suite('sentences are joined', () => {
  const cases: readonly [first: string, second: string, expected: string][] = [
    ['', 'Two.', 'Two.'],
    ['One', '', 'One'],
    ['One', '0: two', 'One. 0: two'],
    ['One.', 'Two.', 'One. Two.'],
    ['One …', 'Two.', 'One … Two.'],
    ['One (two.)', 'Three.', 'One (two.) Three.'],
    ['One `two`', 'Three.', 'One `two`. Three.'],
    ['One:', 'two', 'One: two'],
    ['一。', '二', '一。 二'],
  ];
  for (const [first, second, expected] of cases) {
    test(`'${first}' and '${second}'`, () => assert.equal(joinSentences(first, second), expected));
  }
});

test('sentences are found in linear time', () => {
  const start = process.cpuUsage();
  for (const part of ['\n \n', '\n', ' ', '. ', '.', '.\n ', '.)]', '\n1', '\n-']) {
    sentencesOf(part.repeat(Math.ceil(200_000 / part.length)));
  }
  assert.ok(process.cpuUsage(start).user < 5e6);
});
