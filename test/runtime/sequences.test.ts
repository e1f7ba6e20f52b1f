import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { writeBody } from '../../src/runtime/request/body.js';
import { planOne, requestBody } from '../plan/documents.js';
import { sequenceText } from '../../src/runtime/request/sequences.js';

suite('sequences (OpenAPI 3.2, Sequential Media Types)', () => {
  const items = [{ a: 'x\ny' }, [1], 'z'];
  const lines = '{"a":"x\\ny"}\n[1]\n"z"\n';
  const cases: readonly [mediaType: string, value: unknown, text: string | undefined][] = [
    ['application/jsonl', items, lines],
    ['Application/X-NDJSON; charset=utf-8', items, lines],
    ['application/json-seq', [1, 'a'], '\x1e1\n\x1e"a"\n'],
    [
      'text/event-stream',
      [{ event: 'e', data: 'a\r\nb', id: null, retry: 5 }],
      'event: e\ndata: a\ndata: b\nretry: 5\n\n',
    ],
    ['text/event-stream', [{ 'da\nta:': 'x' }, 'y'], 'data: x\n\ndata: y\n\n'],
    ['application/jsonl', [], ''],
    ['application/jsonl', '{}\n', undefined],
    ['application/jsonl', { a: 1 }, '{"a":1}\n'],
    ['application/geo+json-seq', [{ a: 1 }], '\x1e{"a":1}\n'],
    ['text/event-stream', { data: { a: 1 } }, 'data: {"a":1}\n\n'],
    ['text/x-ndjson', items, lines],
    ['application/stream+json', items, lines],
    ['application/x-jsonl', items, lines],
    ['application/json-lines', items, lines],
    ['application/vnd.x+ndjson', items, lines],
    ['text/plain', items, undefined],
  ];
  for (const [mediaType, value, text] of cases) {
    test(`${JSON.stringify(value)} as ${mediaType}`, () =>
      assert.equal(sequenceText(mediaType, value), text));
  }

  test('itemSchema of the document is the schema of each item', () => {
    const json = { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } };
    const { inputSchema, request } = planOne({ requestBody: requestBody({ 'application/jsonl': json }) });
    assert.deepEqual([inputSchema.properties['body'], request.body?.mediaType], [json, 'application/jsonl']);
  });

  for (const mediaType of [
    'application/jsonl',
    'application/x-jsonl',
    'application/json-lines',
    'application/stream+json',
    'text/x-ndjson',
  ]) {
    test(`a body of ${mediaType} is one`, async () => {
      const { bytes } = await writeBody({ property: 'body', mediaType }, [1, 2]);
      assert.equal(bytes, '1\n2\n');
    });
  }
});
