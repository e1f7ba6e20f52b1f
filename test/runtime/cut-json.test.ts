import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cutJson, type JsonCut } from '../../src/runtime/answer/cut-json.js';
import { shareOut, type Part } from '../../src/runtime/answer/cut-shares.js';
import { scanJson, sizeOf, sliceOf, type JsonScan } from '../../src/runtime/answer/json-scan.js';
import { withoutSpace } from '../../src/runtime/answer/json-space.js';

function scan(text: string | Buffer, isBeginning = false, deepest = 200): JsonScan {
  return scanJson(text, deepest, isBeginning) ?? assert.fail('too deep');
}

/** All of a scanned text. */
function textOf(found: JsonScan): string {
  return sliceOf(found, 0, sizeOf(found));
}

/** Whether a value is another with elements and members left out: elements from the end alone. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false;
  const members = whole as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(members, name) && isPartOf(value, members[name]),
  );
}

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  fc.array(fc.record({ id: fc.integer(), name: fc.string(), tags: fc.array(fc.string()) }), {
    maxLength: 40,
  }),
  fc.dictionary(fc.string(), fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 30 }), { maxKeys: 30 }),
);

const rows = (count: number): readonly object[] => Array.from({ length: count }, (_, id) => ({ id }));
const long = (length: number): string => 'x'.repeat(length);

suite('what is cut of JSON', () => {
  const cases: readonly [of: string, value: unknown, room: number, text: string, cuts: readonly JsonCut[]][] =
    [
      ['nothing where all fits', [1, 2], 5, '[1,2]', []],
      ['the end of an array', [1, 2, 3], 5, '[1,2]', [{ path: '', unit: 'items', kept: 2, of: 3 }]],
      ['rows as wholes', rows(4), 20, '[{"id":0},{"id":1}]', [{ path: '', unit: 'items', kept: 2, of: 4 }]],
      [
        'the long array of an object, not what stands behind it',
        { items: rows(100), next: 'abc' },
        45,
        '{"items":[{"id":0},{"id":1}],"next":"abc"}',
        [{ path: '/items', unit: 'items', kept: 2, of: 100 }],
      ],
      [
        'two long arrays alike',
        { a: rows(9), b: rows(9), c: [1] },
        51,
        '{"a":[{"id":0}],"b":[{"id":0}],"c":[1]}',
        [
          { path: '/a', unit: 'items', kept: 1, of: 9 },
          { path: '/b', unit: 'items', kept: 1, of: 9 },
        ],
      ],
      [
        'a text that is too long',
        { id: 1, blob: long(90), ok: true },
        40,
        '{"id":1,"ok":true}',
        [{ path: '/blob', bytes: 92 }],
      ],
      [
        'inside of the only row',
        [{ id: 1, lines: [1, 2, 3, 4, 5, 6, 7, 8, 9] }],
        30,
        '[{"id":1,"lines":[1,2,3,4]}]',
        [{ path: '/0/lines', unit: 'items', kept: 4, of: 9 }],
      ],
      [
        'the second of a pair that holds the rows',
        [{ page: 1 }, rows(9)],
        40,
        '[{"page":1},[{"id":0},{"id":1}]]',
        [{ path: '/1', unit: 'items', kept: 2, of: 9 }],
      ],
      [
        'the last rows of a map',
        Object.fromEntries(rows(300).map((row, at) => [`k${at}`, row])),
        32,
        '{"k0":{"id":0},"k1":{"id":1}}',
        [{ path: '', unit: 'members', kept: 2, of: 300 }],
      ],
      [
        'a place that is told by a JSON Pointer (RFC 6901 3)',
        { 'a/b~"': [1, 2, 3] },
        16,
        '{"a/b~\\"":[1,2]}',
        [{ path: '/a~1b~0"', unit: 'items', kept: 2, of: 3 }],
      ],
    ];
  for (const [of, value, room, text, cuts] of cases)
    test(of, () => assert.deepEqual(cutJson(scan(JSON.stringify(value)), room), { text, cuts }));

  test('is never a part of a text or a number that is the whole answer', () =>
    assert.equal(cutJson(scan(JSON.stringify(long(90))), 40), undefined));

  for (const text of ['{"a" "b",1:2,3:4,5:6}', '{1,2,3,4,5,6,7,8}', '{"\\x":[1,2,3,4,5,6,7]}'])
    test(`is not found in ${text}, which is no JSON`, () => assert.equal(cutJson(scan(text), 12), undefined));

  test('always leaves JSON that fits, and holds nothing but what was there', () => {
    const property = fc.property(json, fc.integer({ min: 2, max: 300 }), (value, room) => {
      const whole = JSON.stringify(value);
      const cut = cutJson(scan(whole), room);
      if (cut === undefined) return assert.ok(typeof value !== 'object' || value === null);
      assert.ok(Buffer.byteLength(cut.text) <= room);
      assert.equal(cut.cuts.length > 0, Buffer.byteLength(whole) > room);
      assert.ok(isPartOf(JSON.parse(cut.text), JSON.parse(whole)));
    });
    fc.assert(property, { numRuns: 1_000, seed: 5 });
  });

  test('is told with the number of elements that are given', () => {
    const property = fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(200), (list, room) => {
      const cut = cutJson(scan(JSON.stringify(list)), room + 2) ?? assert.fail();
      const told = cut.cuts.find(({ path }) => path === '');
      const { length } = JSON.parse(cut.text) as readonly unknown[];
      assert.deepEqual([told?.kept ?? list.length, told?.of ?? list.length], [length, list.length]);
    });
    fc.assert(property, { numRuns: 500, seed: 5 });
  });
});

suite('JSON of which only the beginning was read', () => {
  const cases: readonly [of: string, beginning: string, text: string, lostKey?: string][] = [
    ['ends with its last complete item', '[1,2,3', '[1,2]'],
    ['keeps what is complete', '[1,2,"a"', '[1,2,"a"]'],
    ['has no half of a text', '["a","b', '["a"]'],
    ['has no half of an escape', '["a","\\u00e', '["a"]'],
    ['has no half of a word', '[true,fal', '[true]'],
    ['leaves a row out that is not whole', '[{"a":1},{"a":2,"b":', '[{"a":1}]'],
    ['keeps the first row as far as it goes', '[{"a":1,"b":2', '[{"a":1}]', '"b"'],
    ['keeps the rows of an object', '{"rows":[1,2],"more":[3,4', '{"rows":[1,2],"more":[3]}'],
    ['has no key without a value', '{"a":1,"b', '{"a":1}'],
    ['tells of the member that is lost', '{"a":"xxxx', '{}', '"a"'],
    ['is whole where nothing is missing', '{"a":[]}', '{"a":[]}'],
  ];
  for (const [of, beginning, text, lostKey] of cases) {
    test(of, () => {
      const found = scan(beginning, true);
      assert.deepEqual([textOf(found), found.lostKey], [text, lostKey]);
    });
  }

  test('tells that there may be more', () => {
    const cut = cutJson(scan('{"rows":[1,2,3,4,5,6,7,8,9', true), 16);
    assert.deepEqual(cut?.cuts, [{ path: '/rows', unit: 'items', kept: 3, of: 8, atLeast: true }]);
  });

  test('is a part of the whole wherever it stops', () => {
    const property = fc.property(json, (value) => {
      const whole = JSON.stringify(value);
      for (let length = 1; length < Math.min(whole.length, 300); length += 1) {
        const text = textOf(scan(whole.slice(0, length), true));
        if (text !== '') assert.ok(isPartOf(JSON.parse(text), JSON.parse(whole)), text);
      }
    });
    fc.assert(property, { numRuns: 200, seed: 5 });
  });
});

suite('scanning', () => {
  test('ends at the depth that is allowed', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(scanJson(nested(201), 200, false), undefined);
    assert.equal(textOf(scan(nested(200))), nested(200));
    // Brackets in texts nest nothing.
    assert.ok(scanJson(`["${'['.repeat(500)}\\"[["]`, 1, false));
  });

  test('takes out the white space between tokens (RFC 8259 2)', () => {
    const compact = (text: string): string => withoutSpace(Buffer.from(text)).toString();
    assert.equal(compact(' {\r\n\t"a b" : [ 1 , "é \\" \\\\" ] } \n'), '{"a b":[1,"é \\" \\\\"]}');
    // What is no JSON does not become some.
    assert.equal(compact('[1 2, tr ue, "a" "b"]'), '[1 2,tr ue,"a" "b"]');
    const property = fc.property(json, (value) => {
      assert.equal(compact(JSON.stringify(value, null, 3)), JSON.stringify(value));
    });
    fc.assert(property, { numRuns: 300, seed: 5 });
  });

  const mebibyte = 1024 * 1024;
  const hostile: readonly [of: string, text: string][] = [
    ['many small items', `[${'1,'.repeat(4 * mebibyte)}1]`],
    ['wrappers around one text', '['.repeat(190) + `"${long(8 * mebibyte)}"` + ']'.repeat(190)],
    ['wrappers around many rows', '[{"a":'.repeat(95) + JSON.stringify(rows(500_000)) + '}]'.repeat(95)],
    ['many wrappers', `[${('['.repeat(190) + ']'.repeat(190) + ',').repeat(20_000)}1]`],
    ['a text of quotes', `["${'\\"'.repeat(4 * mebibyte)}"]`],
    ['a text of backslashes', `["${'\\\\'.repeat(4 * mebibyte)}"]`],
    ['a text without an end', `["${'\\"'.repeat(4 * mebibyte)}`],
    ['objects in objects', '{"a":{"b":1},"c":'.repeat(190) + `"${long(8 * mebibyte)}"` + '}'.repeat(190)],
  ];
  for (const [of, text] of hostile) {
    test(`of 8 MiB takes its time once: ${of}`, () => {
      const start = process.cpuUsage().user;
      cutJson(scan(withoutSpace(Buffer.from(text)), true), 100_000);
      const spent = (process.cpuUsage().user - start) / 1_000;
      assert.ok(spent < 2_000, `${spent} ms`);
    });
  }
});

suite('sharing the room out', () => {
  const fixed = (size: number): Part => ({ size, isDivisible: false });
  const list = (size: number): Part => ({ size, isDivisible: true });
  const cases: readonly [
    of: string,
    parts: readonly Part[],
    room: number,
    shares: readonly number[] | undefined,
  ][] = [
    ['all where it is enough', [fixed(10), list(20)], 30, [10, 20]],
    ['small ones first', [list(90), fixed(10), list(10), list(90)], 100, [40, 10, 10, 40]],
    ['no text that takes it all', [fixed(95), fixed(5), list(50)], 100, [0, 5, 50]],
    ['a text beside a short list', [fixed(90), list(9), list(500)], 130, [90, 9, 31]],
    ['the shorter texts', [fixed(40), fixed(70), fixed(30)], 100, [40, 0, 30]],
    ['nothing where very many would be cut', Array.from({ length: 40 }, () => list(50)), 100, undefined],
  ];
  for (const [of, parts, room, shares] of cases)
    test(`gives ${of}`, () => assert.deepEqual(shareOut(parts, room), shares));

  test('never gives more than there is', () => {
    const part = fc.record({ size: fc.integer({ min: 4, max: 200 }), isDivisible: fc.boolean() });
    const property = fc.property(fc.array(part), fc.integer({ min: 0, max: 500 }), (parts, room) => {
      const shares = shareOut(parts, room) ?? [];
      assert.ok(shares.reduce((sum, share) => sum + share, 0) <= room);
      shares.forEach((share, at) => assert.ok(share >= 0 && share <= (parts[at]?.size ?? 0)));
    });
    fc.assert(property, { numRuns: 1_000, seed: 5 });
  });
});
