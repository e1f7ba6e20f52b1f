import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Told } from '../../src/runtime/answer/content.js';
import { cutText } from '../../src/runtime/answer/cut-text.js';
import { keepDigits } from '../../src/runtime/digits.js';
import { readJson } from '../../src/runtime/answer/json.js';
import { readText } from '../../src/runtime/answer/text.js';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import type { Answer } from '../../src/runtime/upstream/answer.js';

const tool: ToolDefinition = {
  name: 'listPets',
  inputSchema: { type: 'object', properties: {} },
  request: { method: 'GET', path: '/pets', parameters: [], accept: [], security: [] },
};

interface Given {
  readonly tool?: ToolDefinition;
  readonly limits?: Partial<Limits>;
  readonly cut?: NonNullable<Answer['cut']>;
}

function contentOf(text: string, { limits, cut, ...given }: Given) {
  return {
    text,
    bytes: Buffer.from(text),
    mediaType: 'application/json',
    uri: 'response:///listPets',
    redact: (shown: string) => shown,
    limits: { ...defaultLimits, ...limits },
    tool,
    ...(cut === undefined ? {} : { cut }),
    ...given,
  };
}

const read = (text: string, given: Given = {}): Told => readJson(contentOf(text, given));

function textOf({ content }: Told): string {
  const [block] = content;
  return block?.type === 'text' ? block.text : assert.fail('no text');
}

/** The line that tells of the cut, and the JSON below it. */
function linesOf(told: Told): { readonly first: string; readonly json: unknown } {
  const text = textOf(told);
  const end = text.indexOf('\n');
  return { first: text.slice(0, end), json: JSON.parse(text.slice(end + 1)) };
}

const rows = (count: number): readonly object[] => Array.from({ length: count }, (_, id) => ({ id }));
const truncated = 'openapi2mcp/truncated';

suite('JSON within the limits', () => {
  const cases: readonly [text: string, structure: unknown][] = [
    ['{"a": 1.10}', { a: 1.1 }],
    [' [1] \n', [1]],
    ['null', null],
    ['"a"', 'a'],
    ['{"dup":1,"dup":2}', { dup: 2 }],
  ];
  for (const [text, structure] of cases) {
    test(`${text} is given as it is`, () => {
      const told = read(text);
      assert.deepEqual(told, { content: [{ type: 'text', text }], structuredContent: structure });
    });
  }
  test('__proto__ is a member like any other', () => {
    const text = `{"__proto__":{"polluted":1},"list":${JSON.stringify(rows(1_000))}}`;
    for (const resultCharacters of [100_000, 1_000]) {
      const { structuredContent } = read(text, { limits: { resultCharacters } });
      assert.deepEqual(Object.keys(structuredContent as object).slice(0, 2), ['__proto__', 'list']);
    }
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
  test('white space is what goes first', () => {
    const value = rows(50);
    const told = read(JSON.stringify(value, null, 12), { limits: { resultCharacters: 1_000 } });
    assert.deepEqual(told, {
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
    });
  });
  for (const text of ['{"a": tru', '<html>login</html>', '[1 2]', '{"a":1}}'])
    test(`${text} is told to be no JSON`, () =>
      assert.deepEqual(read(text), {
        content: [{ type: 'text', text: `The API calls this JSON, but it is not valid JSON:\n${text}` }],
      }));
});

suite('JSON over the limit of characters', () => {
  const limits = { resultCharacters: 1_000 };
  test('is cut at the same places in text and structure, and both tell', () => {
    const text = JSON.stringify({ items: rows(500), next: 'abc' });
    const told = read(text, { limits });
    const { first, json } = linesOf(told);
    const { items } = json as { items: readonly unknown[] };
    assert.equal(
      first,
      `[Cut: ${items.length} of 500 items in "/items" are given. The answer has ${text.length} bytes.]`,
    );
    const cuts = [{ path: '/items', unit: 'items', kept: items.length, of: 500 }];
    const truncation = { message: first.slice(1, -1), bytes: text.length, cuts };
    assert.deepEqual(json, { items: rows(500).slice(0, items.length), next: 'abc' });
    assert.deepEqual(told.structuredContent, { ...(json as object), _truncated: truncation });
    assert.deepEqual(told.meta, { [truncated]: truncation });
    assert.ok(textOf(told).length <= 1_000);
  });
  test('an array stays an array', () => {
    const told = read(JSON.stringify(rows(500)), { limits });
    assert.deepEqual(told.structuredContent, linesOf(told).json);
    assert.ok(Array.isArray(told.structuredContent));
  });
  test('fills at least 80 % of the limit where rows are alike and small', () => {
    const row = fc.record({
      name: fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '"') }),
      on: fc.boolean(),
    });
    const property = fc.property(row, fc.integer({ min: 1_000, max: 100_000 }), (one, resultCharacters) => {
      const count = Math.ceil((resultCharacters * 1.01) / JSON.stringify(one).length) + 1;
      for (const [size, wrap] of [
        [count, (list: unknown) => list],
        [3 * count, (list: unknown) => ({ items: list, total: 3 * count })],
      ] as const) {
        const text = JSON.stringify(wrap(Array.from({ length: size }, () => one)));
        const { length } = textOf(read(text, { limits: { resultCharacters } }));
        assert.ok(
          length <= resultCharacters && length >= 0.8 * resultCharacters,
          `${length} of ${resultCharacters}`,
        );
      }
    });
    fc.assert(property, { numRuns: 100, seed: 7 });
  });
  test('gives as many rows of an answer that is hardly too long as fit', () => {
    const value = Array.from({ length: 9 }, (_, id) => ({ id, text: 'x'.repeat(93) }));
    const { json } = linesOf(read(JSON.stringify(value), { limits }));
    assert.deepEqual(json, value.slice(0, 8));
  });
  test('a member of the API that is called like the note is not replaced', () => {
    const told = read(JSON.stringify({ _truncated: 0, rows: rows(500) }), { limits });
    assert.equal((told.structuredContent as { _truncated: unknown })._truncated, 0);
  });
  test('a schema of all further members leaves no room for the note', () => {
    const outputSchema = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
    const members = Object.fromEntries(rows(500).map((_, at) => [`key${at}`, 'value']));
    const told = read(JSON.stringify(members), { limits, tool: { ...tool, outputSchema } });
    assert.deepEqual(told.structuredContent, linesOf(told).json);
  });
  test('a text that is the whole answer is cut as one', () => {
    const told = read(JSON.stringify('word '.repeat(500)), { limits });
    assert.match(
      textOf(told),
      /^\[Cut: the first \d+ characters are given\. The answer has 2502 bytes\.\]\nA single text of JSON, too long to be given whole:\n"word word/,
    );
    assert.equal('structuredContent' in told, false);
  });
  test('is no place to hide that something is no JSON', () => {
    const told = read(`<html>${'word '.repeat(500)}`, { limits });
    assert.match(textOf(told), /^\[Cut: .*\]\nThe API calls this JSON, but it is not valid JSON:\n<html>/);
  });
  test('tells of many places, and of long names, in few words', () => {
    const value = Object.fromEntries(rows(12).map((_, at) => ['long'.repeat(30) + String(at), rows(500)]));
    const told = read(JSON.stringify(value), { limits: { resultCharacters: 5_000 } });
    assert.ok(textOf(told).length <= 5_000);
    const { first, json } = linesOf(told);
    assert.match(first, /; .* and 8 more places\. /);
    assert.equal(Object.keys(json as object).length, 12);
  });
  test('never takes more, whatever it holds', () => {
    const property = fc.property(fc.array(fc.jsonValue()), (list) => {
      const told = read(JSON.stringify([list, list, list]), { limits });
      assert.ok(textOf(told).length <= 1_000);
    });
    fc.assert(property, { numRuns: 300, seed: 5 });
  });
});

suite('long JSON in characters of several bytes', () => {
  const limits = { ...defaultLimits, resultCharacters: 1_000 };
  const wide = rows(300).map(() => '\u6f22\u5b57\u{1f600}');
  function kept(value: unknown, given: { mediaType?: string; bytes?: Buffer } = {}): readonly unknown[] {
    const told = readJson({ ...contentOf(JSON.stringify(value), {}), limits, ...given });
    assert.ok(textOf(told).length <= 1_000);
    const { json } = linesOf(told);
    assert.deepEqual(json, (value as readonly unknown[]).slice(0, (json as readonly unknown[]).length));
    return json;
  }
  // Each takes seven characters of the four hundred that a note leaves, and thirteen bytes.
  test('has as many rows as its characters allow', () => assert.ok(kept(wide).length > 50));
  test('fits too where what is given is denser than the rest', () =>
    assert.ok(kept([...rows(30).map(() => 'abcdefghijkl'), ...wide, ...wide]).length > 20));
  for (const [mediaType, encoding] of [
    ['application/json', 'utf16le'],
    ['application/json; charset=utf-16', 'utf16le'],
    ['application/json; charset=iso-8859-1', 'latin1'],
  ] as const) {
    test(`is cut in ${mediaType}, sent as ${encoding}, as well`, () => {
      const value = rows(300).map(() => (encoding === 'latin1' ? 'caf\u00e9' : 'abcd'));
      assert.ok(kept(value, { mediaType, bytes: Buffer.from(JSON.stringify(value), encoding) }).length > 40);
    });
  }
  test('is told by names without secrets and hidden characters', () => {
    const value = { 'key-secret\u{e0041}': rows(500) };
    const redact = (text: string): string => text.replaceAll('secret', '[redacted]');
    const told = readJson({ ...contentOf(JSON.stringify(value), {}), limits, redact });
    assert.doesNotMatch(JSON.stringify(told), /secret|\u{e0041}/u);
    assert.match(textOf(told), /items in "\/key-\[redacted\]"/);
  });
});

suite('JSON that was not read to its end', () => {
  test('is closed, and told', () => {
    const told = read('{"items":[{"id":1},{"id":2},{"id', { cut: 'size' });
    const { first, json } = linesOf(told);
    assert.equal(
      first,
      '[Cut: what was not read to its end is left out. Reading stopped at the limit of bytes, after 32 bytes; what followed is not known.]',
    );
    assert.deepEqual(json, { items: [{ id: 1 }, { id: 2 }] });
    const truncation = { message: first.slice(1, -1), bytes: 32, stopped: 'size' };
    assert.deepEqual(told.structuredContent, { ...(json as object), _truncated: truncation });
    assert.deepEqual(told.meta, { [truncated]: truncation });
  });
  test('names the member of which it is the beginning', () => {
    const told = read(`{"id":1,"blob":"${'x'.repeat(5_000)}`, { cut: 'size' });
    const { first, json } = linesOf(told);
    assert.match(first, / "blob" was not read to its end and is left out\.\]$/);
    assert.deepEqual(json, { id: 1 });
  });
  for (const text of [`{"items":["${'x'.repeat(50)}`, `[{"a":1,"items":[${'1'.repeat(50)}`]) {
    test(`tells of an element of which nothing is whole: ${text.slice(0, 20)}`, () => {
      const { first, json } = linesOf(read(text, { cut: 'size' }));
      assert.match(first, /^\[Cut: what was not read to its end is left out\. Reading stopped/);
      assert.match(JSON.stringify(json), /"items":\[\]/);
    });
  }
  test('is text where nothing of it is whole', () => {
    const told = read('"half of a te', { cut: 'time' });
    assert.match(
      textOf(told),
      /^\[Cut\. Reading stopped at the limit of time, after 13 bytes.*\]\n.*:\n"half of a te$/,
    );
    assert.equal('structuredContent' in told, false);
  });
});

suite('depth', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const lead = 'Nested more than 200 levels deep, so it is given as text alone:\n';
  test('up to the limit is structure', () => assert.ok('structuredContent' in read(nested(200))));
  test('beyond it is text', () =>
    assert.deepEqual(read(nested(201)), { content: [{ type: 'text', text: lead + nested(201) }] }));
  for (const text of [nested(200_000), '['.repeat(4_000_000), '{"a":'.repeat(1_000_000)]) {
    test(`of ${text.length} characters is text that fits, quickly`, () => {
      const start = process.cpuUsage().user;
      const told = read(text);
      assert.ok(process.cpuUsage().user - start < 1_000_000);
      const [first = '', ...rest] = textOf(told).split('\n');
      assert.match(first, /^\[Cut: the first \d+ characters are given/);
      assert.ok(rest.join('\n').startsWith(lead + text.slice(0, 99_000)));
      assert.ok(textOf(told).length <= 100_000);
    });
  }
});

suite('numbers that JSON.parse would change', () => {
  const cases: readonly [number: string, kept: unknown][] = [
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740994', 9007199254740994],
    ['12345678901234567890', '12345678901234567890'],
    ['1700000000000000000', 1700000000000000000],
    ['1152921504606846976', '1152921504606846976'],
    ['12345678901234567890.5', '12345678901234567890.5'],
    ['9.007199254740993e15', '9.007199254740993e15'],
    ['1e400', '1e400'],
    ['-1E+999', '-1E+999'],
    ['1e-400', '1e-400'],
    ['0e400', 0],
    ['1e300', 1e300],
    ['1.5e+300', 1.5e300],
    ['0.12345678901234567890', 0.12345678901234568],
    ['1.0000000000000000', 1],
    ['9007199254740993.0', '9007199254740993.0'],
    [`1${'0'.repeat(5_000)}1`, `1${'0'.repeat(5_000)}1`],
    [`0.${'0'.repeat(500)}`, 0],
    [`1e${'9'.repeat(5_000)}`, `1e${'9'.repeat(5_000)}`],
  ];
  for (const [number, kept] of cases) {
    test(`${number.slice(0, 40)} is given as ${typeof kept === 'string' ? 'text' : 'a number'}`, () => {
      assert.deepEqual(JSON.parse(keepDigits(`{"a": [${number}]}`)), { a: [kept] });
      assert.deepEqual(JSON.parse(keepDigits(number)), kept);
    });
  }
  test('the text has the digits of the API', () => {
    const text = '{"id":9007199254740993,"x":1e999,"dup":1,"dup":2}';
    const structuredContent = { id: '9007199254740993', x: '1e999', dup: 2 };
    assert.deepEqual(read(text), { content: [{ type: 'text', text }], structuredContent });
  });
  for (const text of ['{"9007199254740993":"1e400 \\" 9007199254740993"}', '["\\\\",1,"90071992547409931"]'])
    test(`${text} has none outside of its texts`, () => assert.equal(keepDigits(text), text));

  test('all others stay what they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(JSON.parse(keepDigits(text)), JSON.parse(text));
      }),
      { numRuns: 500, seed: 5 },
    );
  });
  test('long runs of digits take their time once', () => {
    const start = process.cpuUsage().user;
    const zeros = '0'.repeat(1_000_000);
    keepDigits(`[1${zeros}1,0.${zeros}1,1e${zeros}1,${'12345678901234567890,'.repeat(50_000)}1]`);
    assert.ok(process.cpuUsage().user - start < 2_000_000);
  });
});

suite('arguments that ask for less', () => {
  function narrowBy(changes: Partial<ToolDefinition>): unknown {
    const told = read(JSON.stringify(rows(500)), {
      limits: { resultCharacters: 1_000 },
      tool: { ...tool, ...changes },
    });
    const { [truncated]: truncation } = told.meta ?? {};
    const { narrowBy: names, message } = truncation as { narrowBy?: readonly string[]; message: string };
    assert.equal(message.endsWith(`Ask for less with ${names?.join(', ')}.`), names !== undefined);
    return names;
  }
  const properties = { q: {}, per_page: {}, PageToken: {}, start: {}, tenant: {}, body: {} };
  test('are those whose parameters are named so', () => {
    const parameter = { in: 'query', style: 'form', explode: true } as const;
    const parameters = [{ ...parameter, property: 'start', name: 'page[offset]' }];
    const inputSchema = { type: 'object', properties } as const;
    assert.deepEqual(narrowBy({ inputSchema, request: { ...tool.request, parameters } }), [
      'per_page',
      'PageToken',
      'start',
    ]);
  });
  test('stand in bodies too', () => {
    const body = { type: 'object', properties: { limit: {}, name: {} } };
    const request = { ...tool.request, body: { property: 'body', mediaType: 'application/json' } };
    assert.deepEqual(narrowBy({ inputSchema: { type: 'object', properties: { body } }, request }), [
      'body.limit',
    ]);
  });
  test('are not told where there are none', () => assert.equal(narrowBy({}), undefined));
});

suite('texts over the limit', () => {
  const cases: readonly [text: string, room: number, cut: string][] = [
    ['all of it', 9, 'all of it'],
    [`${'a'.repeat(95)}\nbcdefgh`, 100, 'a'.repeat(95)],
    [`${'a'.repeat(95)} bcdefgh`, 100, 'a'.repeat(95)],
    ['a'.repeat(200), 100, 'a'.repeat(100)],
    [`${'a'.repeat(99)}😀`, 100, 'a'.repeat(99)],
  ];
  for (const [text, room, cut] of cases)
    test(`${text.slice(-12)} at ${room}`, () => assert.equal(cutText(text, room), cut));

  test('begin with a line that says so, and say so as data', () => {
    const told = readText(contentOf('word '.repeat(500), { limits: { resultCharacters: 1_000 } }));
    const kept = /^Cut: the first (\d+) characters/.exec(
      (told.meta?.[truncated] as { message: string }).message,
    );
    assert.ok(Number(kept?.[1]) > 900);
    assert.match(
      textOf(told),
      /^\[Cut: the first \d+ characters are given\. The answer has 2500 bytes\.\]\nword .*word$/,
    );
    assert.equal((told.meta?.[truncated] as { characters: unknown }).characters, Number(kept?.[1]));
  });
  test('say that reading stopped', () => {
    const told = readText(contentOf('half a te', { cut: 'time' }));
    assert.match(
      textOf(told),
      /^\[Cut\. Reading stopped at the limit of time, after 9 bytes.*\]\nhalf a te$/,
    );
  });
});
