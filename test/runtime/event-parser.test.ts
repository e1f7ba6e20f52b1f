import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createEventParser, type SentEvent } from '../../src/runtime/upstream/event-parser.js';
import type { SequenceKind } from '../../src/runtime/media-types.js';

function parse(kind: SequenceKind, pieces: readonly string[]): readonly SentEvent[] {
  const found: SentEvent[] = [];
  const parser = createEventParser(kind, (event) => found.push(event));
  for (const piece of pieces) parser.read(piece);
  parser.end();
  return found;
}

const cases: Readonly<
  Record<SequenceKind, readonly [of: string, text: string, found: readonly SentEvent[]][]>
> = {
  // HTML Standard, 9.2.6
  events: [
    ['one event', 'data: a\n\n', [{ data: 'a', end: 9 }]],
    [
      'all line ends',
      'data:a\r\n\r\ndata:b\n\ndata:c\r\r',
      [
        { data: 'a', end: 10 },
        { data: 'b', end: 18 },
        { data: 'c', end: 26 },
      ],
    ],
    ['several lines', 'data: a\ndata:  b\ndata\n\n', [{ data: 'a\n b\n', end: 23 }]],
    ['names and ids', 'event: add\nid: 7\ndata: {}\n\n', [{ data: '{}', event: 'add', id: '7', end: 27 }]],
    [
      'empty data',
      'data\n\ndata:\n\n',
      [
        { data: '', end: 6 },
        { data: '', end: 13 },
      ],
    ],
    ['comments and other fields', ': hi\nretry: 5\nfoo: b\nDATA: no\ndata: a\n\n', [{ data: 'a', end: 39 }]],
    ['no data', 'event: ping\n\n: c\n\nid: 1\n\n', []],
    ['a name for its own event alone', 'event: x\n\ndata: a\n\n', [{ data: 'a', end: 19 }]],
    ['an id with a null', 'id: a\0b\ndata: a\n\n', [{ data: 'a', end: 17 }]],
    ['an event without its end', 'data: a\n\ndata: b\n', [{ data: 'a', end: 9 }]],
    ['inherited members', '__proto__: a\nconstructor: b\ndata: a\n\n', [{ data: 'a', end: 37 }]],
    ['a colon in the value', 'data: a:b\n\n', [{ data: 'a:b', end: 11 }]],
  ],
  lines: [
    [
      'lines',
      '{"a":1}\n[2]\r\n3\n',
      [
        { data: '{"a":1}', end: 8 },
        { data: '[2]', end: 12 },
        { data: '3', end: 15 },
      ],
    ],
    ['empty lines', '\n 1 \n\n', [{ data: '1', end: 5 }]],
    [
      'a last line without its end',
      '1\n2',
      [
        { data: '1', end: 2 },
        { data: '2', end: 3 },
      ],
    ],
  ],
  // RFC 7464 2.1
  records: [
    [
      'records',
      '\u001e{"a":1}\n\u001e[2,\n3]\n',
      [
        { data: '{"a":1}', end: 10 },
        { data: '[2,\n3]', end: 17 },
      ],
    ],
    ['separators in a row', '\u001e\u001e1\n\u001e', [{ data: '1', end: 5 }]],
  ],
};

for (const kind of ['events', 'lines', 'records'] as const) {
  suite(`a sequence of ${kind}`, () => {
    for (const [of, text, found] of cases[kind]) {
      test(`of ${of}`, () => assert.deepEqual(parse(kind, [text]), found));
      test(`of ${of}, character by character`, () => assert.deepEqual(parse(kind, [...text]), found));
    }
    test('is the same however it is divided', () => {
      const character = fc.constantFrom(
        'd',
        'a',
        't',
        ':',
        ' ',
        '\n',
        '\r',
        '\u001e',
        '1',
        'data: x\n',
        '\n\n',
        '\r\n',
      );
      const property = fc.property(fc.array(fc.string({ unit: character })), (pieces) => {
        assert.deepEqual(parse(kind, pieces), parse(kind, [pieces.join('')]));
      });
      fc.assert(property, { numRuns: 300 });
    });
    test('of one long line takes time by its length', () => {
      const started = performance.now();
      parse(kind, Array<string>(50_000).fill('x'.repeat(100)));
      assert.ok(performance.now() - started < 2_000);
    });
  });
}
