import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { read, textsOf } from './read-answer.js';

suite('sequences of JSON texts with items that are none', () => {
  const many = Array.from({ length: 12 }, (_, index) => `bad${index}`).join('\n');
  const cases: readonly [of: string, type: string, body: string, structure: unknown, note?: string][] = [
    ['a line', 'application/x-ndjson', '1\nbad\n{"a":2}\n', [1, 'bad', { a: 2 }], 'Item 2'],
    ['a half line at the end', 'application/jsonl', '{"a":1}\n{"a":', [{ a: 1 }, '{"a":'], 'Item 2'],
    ['a record', 'application/json-seq', '\u001e{"a":\n\u001e1\n', ['{"a":', 1], 'Item 1'],
    [
      'many lines',
      'application/jsonl',
      many,
      many.split('\n'),
      'Items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more',
    ],
    ['none', 'application/jsonl', '"bad"\n', ['bad']],
    // The data of an event is any text.
    ['none, of events', 'text/event-stream', 'data: bad\n\n', [{ data: 'bad' }]],
  ];
  for (const [of, type, body, structure, note] of cases) {
    test(`${of} of ${type}`, async () => {
      const result = await read({ type, body });
      const [text, ...notes] = textsOf(result);
      assert.equal(text, body);
      assert.deepEqual(result.structuredContent, structure);
      assert.equal(notes.length, note === undefined ? 0 : 1);
      assert.ok(
        (notes[0] ?? '').startsWith(note === undefined ? '' : `${note} cannot be read as JSON`),
        notes[0],
      );
    });
  }
});

suite('a stream that broke off', () => {
  const cases: readonly [type: string, body: string, given: string, structure: unknown][] = [
    [
      'text/event-stream',
      'data: 1\n\ndata: 2\n\ndata: thr',
      'data: 1\n\ndata: 2\n\n',
      [{ data: 1 }, { data: 2 }],
    ],
    ['application/x-ndjson', '{"a":1}\n{"a":', '{"a":1}\n', [{ a: 1 }]],
  ];
  for (const [type, body, given, structure] of cases) {
    test(`gives the events of ${type} that came, and tells`, async () => {
      const result = await read({ type, body, cut: 'fault' });
      const [first = '', ...rest] = (textsOf(result)[0] ?? '').split('\n');
      assert.match(first, /^\[Cut: \d of \d or more items are given\. The answer broke off, after \d+ bytes/);
      assert.equal(rest.join('\n'), given);
      assert.deepEqual(result.structuredContent, structure);
      assert.equal((result._meta?.['openapi2mcp/truncated'] as { stopped: unknown }).stopped, 'fault');
    });
  }
});

suite('the line that tells of a cut stands first', () => {
  const words = 'word '.repeat(500);
  for (const type of ['text/plain', 'text/html', 'application/xml', 'text/csv', 'application/json']) {
    test(type, async () => {
      const result = await read({ type, body: `<p>${words}</p>`, limits: { resultCharacters: 1_000 } });
      const [text = ''] = textsOf(result);
      assert.match(text, /^\[Cut: the first \d+ characters are given\. .*\]\n/);
      assert.ok(text.length <= 1_000 && text.length > 900, `${text.length}`);
    });
  }
});

suite('a member called __proto__', () => {
  test('is told of where it stands at the root, since the schemas of older revisions drop it', async () => {
    const body = '{"__proto__":{"a":1},"b":2}';
    const result = await read({ type: 'application/json', body });
    assert.equal(JSON.stringify(result.structuredContent), body);
    assert.match(textsOf(result)[1] ?? '', /the member "__proto__" may be missing/);
  });
  test('is not where it stands deeper, which none drops', async () => {
    const result = await read({ type: 'application/json', body: '{"a":{"__proto__":1}}' });
    assert.equal(textsOf(result).length, 1);
  });
});
