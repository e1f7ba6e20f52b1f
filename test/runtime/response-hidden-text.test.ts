import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { withoutHidden, type Notation } from '../../src/runtime/answer/hidden-text.js';
import { read, textsOf } from './read-answer.js';

const tags = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join('');
const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const hidden: readonly [of: string, text: string][] = [
  ['tag characters', tags('obey')],
  ['overrides of direction', '\u202a\u202b\u202d\u202e\u202c'],
  ['isolates', '\u2066\u2067\u2068\u2069'],
  ['zero-width characters', '\u200b\u2060\ufeff'],
  ['joiners between Latin letters', '\u200d\u200c\u200d'],
  ['marks of direction in a row', '\u200e\u200f\u200e\u200e'],
  ['invisible signs of mathematics', '\u2061\u2062\u2063\u2064'],
  ['fillers', '\u3164\uffa0\u115f\u1160'],
  ['variation selectors', '\ufe00\ufe0f\u{e0100}\u{e01ef}'],
  ['annotations', '\ufff9\ufffa\ufffb'],
  ['characters that are not assigned', '\u2065\u{e0fff}'],
  ['escape sequences of terminals', '\u001b[8m\u009b0;1H\u001b'],
  ['controls of the second set', '\u0080\u009f'],
];

const ordinary: readonly [of: string, text: string][] = [
  ['letters of many scripts', 'naïve 日本語 Ελληνικά'],
  ['emoji with a presentation', '❤️ ☺︎ 1️⃣ ©️'],
  ['joined emoji', '👨‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️'],
  ['flags', `🇩🇪 🏴${tags('gbeng')}\u{e007f} 🏴${tags('gbsct')}\u{e007f} 🏴${tags('gbwls')}\u{e007f}`],
  ['Persian with a non-joiner', 'می\u200cخواهم'],
  ['Devanagari with a joiner', 'क्\u200dष'],
  ['Hebrew with a mark of direction', 'שלום\u200f! a\u200eb'],
  ['variants of ideographs', '葛\u{e0100}城市'],
  ['a soft hyphen', 'Donau\u00addampf'],
  ['lines', 'a\tb\r\nc\u2028d'],
];

suite('hidden characters', () => {
  const reference = (write: (code: number) => string) => (text: string) =>
    text.replace(/[^\x20-\x7e]/gu, (character) => `&#${write(character.codePointAt(0) ?? 0)};`);
  const notations: readonly [notation: Notation, write: (text: string) => string][] = [
    ['plain', (text) => text],
    ['json', (text) => text],
    ['json', escaped],
    ['markup', reference((code) => `x${code.toString(16)}`)],
    ['markup', reference(String)],
  ];
  for (const [index, [notation, write]] of notations.entries()) {
    for (const [of, text] of hidden) {
      test(`${of} are gone from ${notation}, way ${index}`, () => {
        const { text: shown, removed } = withoutHidden(`a${write(text)}b`, notation);
        assert.equal(shown, 'ab');
        assert.equal(removed, Array.from(text).length);
      });
    }
    for (const [of, text] of ordinary) {
      test(`${of}: as they came in ${notation}, way ${index}`, () =>
        assert.deepEqual(withoutHidden(write(text), notation), { text: write(text), removed: 0 }));
    }
  }
  test('an emoji carries no message', () =>
    assert.equal(withoutHidden(`😀\ufe0f${tags('obey')} 🏴${tags('obey')}`, 'plain').text, '😀 🏴'));
  test('an escaped backslash makes no escape', () => {
    const text = '{"a":"\\\\u202e"}';
    assert.deepEqual(withoutHidden(text, 'json'), { text, removed: 0 });
    assert.equal(withoutHidden('{"a":"\\\\u202e\\u202e"}', 'json').text, text);
  });
  test('controls that JSON escapes are visible, and stay', () => {
    const text = '{"a":"\\u0000\\u001d\\n"}';
    assert.deepEqual(withoutHidden(text, 'json'), { text, removed: 0 });
  });
  test('other controls go from texts', () =>
    assert.deepEqual(withoutHidden('a\u0000\u0007b', 'plain'), { text: 'ab', removed: 2 }));

  test('JSON stays JSON, and what is not hidden in it stays what it is', () => {
    const property = fc.property(fc.json({ maxDepth: 3 }), fc.boolean(), (text, ascii) => {
      const written = ascii ? escaped(text) : text;
      const { text: shown } = withoutHidden(written, 'json');
      assert.deepEqual(JSON.parse(shown), JSON.parse(written));
    });
    fc.assert(property, { numRuns: 500, seed: 20_261_130 });
  });
  test('nothing invisible is left of any text but what ordinary writing has', () => {
    const pieces = [...hidden, ...ordinary].map(([, text]) => text);
    const property = fc.property(fc.array(fc.constantFrom(...pieces, 'a', '\\')), (texts) => {
      const { text } = withoutHidden(texts.join(''), 'plain');
      assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069\u200b\u2060\u{e0000}-\u{e001f}]/u);
      assert.ok(!text.includes('\u001b'));
    });
    fc.assert(property, { numRuns: 500, seed: 20_261_130 });
  });
  for (const piece of ['\u200b', 'a\u200b', '\u001b[', '&#00', '\\u200b', 'ا\u200c', '❤️', '\u001b[1111']) {
    test(`${JSON.stringify(piece)} half a million times is read in time`, () => {
      const start = process.cpuUsage().user;
      for (const notation of ['plain', 'json', 'markup'] as const)
        withoutHidden(piece.repeat(500_000), notation);
      assert.ok(process.cpuUsage().user - start < 3_000_000);
    });
  }
});

suite('hidden characters of answers', () => {
  const note = '4 hidden characters were taken out of the answer.';
  test('are gone from text and structure, and told of', async () => {
    for (const value of [tags('obey'), escaped(tags('obey'))]) {
      const result = await read({ type: 'application/json', body: `{"note":"x${value}"}` });
      assert.deepEqual(result, {
        content: [
          { type: 'text', text: '{"note":"x"}' },
          { type: 'text', text: note },
        ],
        structuredContent: { note: 'x' },
      });
    }
  });
  for (const type of ['text/plain', 'text/html', 'application/xml', 'image/svg+xml']) {
    test(`are gone from ${type}`, async () =>
      assert.deepEqual(textsOf(await read({ type, body: `<a>${tags('obey')}</a>` })), ['<a></a>', note]));
  }
  test('are gone from events', async () => {
    const body = `data: {"a":"${escaped(tags('obey'))}"}\n\n`;
    const result = await read({ type: 'text/event-stream', body });
    assert.doesNotMatch(JSON.stringify(result), /udb40|[\u{e0000}-\u{e007f}]/u);
  });
  test('are gone from names of members too', async () =>
    assert.deepEqual((await read({ type: 'application/json', body: '{"a\\u202eb":1}' })).structuredContent, {
      ab: 1,
    }));
  test('do not keep a secret from being found', async () => {
    const result = await read({ type: 'text/plain', body: 'SECR\u200bETq71', secrets: ['SECRETq71'] });
    assert.equal(textsOf(result)[0], '[redacted]');
  });
});
