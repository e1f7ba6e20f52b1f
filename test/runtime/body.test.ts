import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PropertyEncoding } from '../../src/runtime/binding.js';
import { bodyKindOf, isSupportedBody, writeBody } from '../../src/runtime/request/body.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

async function write(
  mediaType: string,
  value: unknown,
  encoding: Readonly<Record<string, PropertyEncoding>> = {},
) {
  const { contentType, bytes } = await writeBody({ property: 'body', mediaType, encoding }, value);
  return { contentType, text: bytes.toString() };
}

suite('JSON (RFC 8259, RFC 6839 3.1)', () => {
  const cases: readonly [value: unknown, text: string][] = [
    ['true', '"true"'],
    [0, '0'],
    [false, 'false'],
    [null, 'null'],
    [{ a: null, b: [null, 'x'] }, '{"a":null,"b":[null,"x"]}'],
    [JSON.parse('{"__proto__":{"p":1}}'), '{"__proto__":{"p":1}}'],
    ['\ud800', '"\\ud800"'],
  ];
  for (const [value, text] of cases) {
    test(text, async () =>
      assert.deepEqual(await write('application/json', value), { contentType: 'application/json', text }),
    );
  }
  test('a vendor type is sent as declared', async () =>
    assert.equal(
      (await write('application/vnd.api+json; v=1', {})).contentType,
      'application/vnd.api+json; v=1',
    ));
  test('refuses a value without an end', async () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) value = [value];
    await assert.rejects(write('application/json', value), { code: 'invalid-argument' });
  });
});

suite('application/x-www-form-urlencoded (Encoding Object)', () => {
  const cases: readonly [
    of: string,
    value: object,
    encoding: Record<string, PropertyEncoding>,
    text: string,
  ][] = [
    ['scalars', { b: 'A & B=é+', paid: false, n: 0 }, {}, 'b=A%20%26%20B%3D%C3%A9%2B&paid=false&n=0'],
    ['an array repeats its name', { c: ['x', 'y'] }, {}, 'c=x&c=y'],
    ['an object is JSON', { o: { a: 1 } }, {}, 'o=%7B%22a%22%3A1%7D'],
    ['null is not sent', { o: null, a: 1 }, {}, 'a=1'],
    ['a name is encoded', { 'names[]': ['a'] }, {}, 'names%5B%5D=a'],
    ['explode false', { m: [3, 9] }, { m: { style: 'form', explode: false } }, 'm=3,9'],
    ['explode false alone', { m: [3, 9] }, { m: { explode: false } }, 'm=3,9'],
    ['a style', { m: [3, 9] }, { m: { style: 'pipeDelimited' } }, 'm=3%7C9'],
    ['deepObject', { m: { a: { b: 1 } } }, { m: { style: 'deepObject' } }, 'm%5Ba%5D%5Bb%5D=1'],
    ['JSON by contentType', { m: [1] }, { m: { contentType: 'application/json' } }, 'm=%5B1%5D'],
    [
      'an array in an array',
      { m: [[1, 2], [3]] },
      { m: { explode: true, itemSeparators: ['|'] } },
      'm=1%7C2&m=3',
    ],
    ['an encoding is not inherited', { toString: 'a' }, {}, 'toString=a'],
  ];
  for (const [of, value, encoding, text] of cases) {
    test(of, async () =>
      assert.deepEqual(await write('application/x-www-form-urlencoded', value, encoding), {
        contentType: 'application/x-www-form-urlencoded',
        text,
      }),
    );
  }
  for (const value of ['a=b', [], null, { a: '\ud800' }, { '\ud800': 1 }]) {
    test(`refuses ${JSON.stringify(value)}`, () =>
      assert.rejects(write('application/x-www-form-urlencoded', value), { code: 'invalid-argument' }));
  }
});

/** The parts as a FormData reader of the platform sees them. */
async function parts(
  value: unknown,
  encoding: Readonly<Record<string, PropertyEncoding>>,
  schema?: JsonSchema,
) {
  const written = await writeBody(
    { property: 'body', mediaType: 'multipart/form-data', encoding },
    value,
    schema,
  );
  const text = written.bytes.toString('latin1');
  const form = await new Response(new Uint8Array(written.bytes as Buffer), {
    headers: { 'content-type': written.contentType },
  }).formData();
  return { text, entries: [...form.entries()] };
}

suite('multipart/form-data (RFC 7578; Encoding Object)', () => {
  const png = Buffer.from([0x89, 0x50, 0x00, 0xff, 0x0d, 0x0a]);

  test('text, JSON and repeated parts', async () => {
    const { text, entries } = await parts(
      { draft: false, note: 'é', sheets: [{ no: 1 }, { no: 2 }], skip: null },
      {},
    );
    assert.deepEqual(entries, [
      ['draft', 'false'],
      ['note', 'é'],
      ['sheets', '{"no":1}'],
      ['sheets', '{"no":2}'],
    ]);
    assert.equal(text.match(/content-type: application\/json/g)?.length, 2);
  });

  test('a file from base64, by contentType', async () => {
    const { entries } = await parts({ scan: png.toString('base64') }, { scan: { contentType: 'image/png' } });
    await assertFile(entries[0], 'scan', 'image/png', 'scan', png);
  });

  test('a file from base64, by the listed schema', async () => {
    const schema = { properties: { scans: { items: { type: 'string', contentEncoding: 'base64' } } } };
    const { entries } = await parts({ scans: [png.toString('base64url')] }, {}, schema);
    await assertFile(entries[0], 'scans', 'application/octet-stream', 'scans', png);
  });

  test('a data: URL names the type, within what is declared, and the file', async () => {
    const value = { scan: `data:image/png;name=a%20b.png;base64,${png.toString('base64')}` };
    const { entries } = await parts(value, { scan: { contentType: 'image/jpeg, image/*' } });
    await assertFile(entries[0], 'scan', 'image/png', 'a b.png', png);
    const other = await parts(value, { scan: { contentType: 'image/jpeg' } });
    assert.equal((other.entries[0]?.[1] as File).type, 'image/jpeg');
  });

  test('a style makes text parts', async () => {
    const encoding = { m: { explode: false }, o: { style: 'deepObject' } } as const;
    const { entries } = await parts({ m: [3, 9], o: { a: 1 } }, encoding);
    assert.deepEqual(entries, [
      ['m', '3,9'],
      ['o[a]', '1'],
    ]);
  });

  test('a file of a type that is text stays bytes', async () => {
    const schema = { properties: { rows: { type: 'string', contentEncoding: 'base64' } } };
    const { entries } = await parts(
      { rows: 'YSxi' },
      { rows: { contentType: 'text/csv', style: 'form' } },
      schema,
    );
    await assertFile(entries[0], 'rows', 'text/csv', 'rows', Buffer.from('a,b'));
  });

  test('nothing in a name ends its line', async () => {
    const name = 'x"\r\nContent-Type: text/html\r\n\r\n<b>';
    const url = `data:image/png;name=${encodeURIComponent(name)};base64,AAAA`;
    const { text, entries } = await parts({ [name]: 'a', f: url }, { f: { contentType: 'image/png' } });
    assert.equal(entries.length, 2);
    assert.doesNotMatch(text, /^Content-Type: text\/html/m);
  });

  test('refuses a file that is not base64', () =>
    assert.rejects(parts({ scan: 'not base64!' }, { scan: { contentType: 'image/png' } }), {
      code: 'invalid-argument',
    }));
});

async function assertFile(
  entry: readonly [string, unknown] | undefined,
  name: string,
  type: string,
  fileName: string,
  bytes: Buffer,
) {
  const file = entry?.[1] as File;
  assert.equal(entry?.[0], name);
  assert.equal(file.type, type);
  assert.equal(file.name, fileName);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
}

suite('text and bytes', () => {
  test('text is marked as UTF-8', async () =>
    assert.deepEqual(await write('text/csv', 'é,1'), {
      contentType: 'text/csv; charset=utf-8',
      text: 'é,1',
    }));
  test('text that is listed as base64 is bytes', async () => {
    const schema = { type: 'string', contentEncoding: 'base64' };
    const body = await writeBody({ property: 'body', mediaType: 'text/csv' }, 'YSxi', schema);
    assert.deepEqual(body, { contentType: 'text/csv', bytes: Buffer.from('a,b') });
  });
  test('a declared charset stays', async () =>
    assert.equal(
      (await write('text/plain; charset=us-ascii', 'a')).contentType,
      'text/plain; charset=us-ascii',
    ));
  test('text without a type of its own', async () =>
    assert.deepEqual(await write('application/yaml', 'a: 1'), {
      contentType: 'application/yaml',
      text: 'a: 1',
    }));

  const bytes: readonly [text: string, expected: string, contentType: string][] = [
    ['AAH/', '0001ff', 'application/octet-stream'],
    ['AAE=', '0001', 'application/octet-stream'],
    ['AAE', '0001', 'application/octet-stream'],
    [' AA\nE= ', '0001', 'application/octet-stream'],
    ['__-_', 'ffffbf', 'application/octet-stream'],
    ['', '', 'application/octet-stream'],
    ['data:application/zip;base64,AAE=', '0001', 'application/octet-stream'],
    ['data:,a%20b%', '61206225', 'application/octet-stream'],
  ];
  for (const [text, expected, contentType] of bytes) {
    test(`bytes from ${JSON.stringify(text)}`, async () => {
      const body = await writeBody({ property: 'body', mediaType: 'application/octet-stream' }, text);
      assert.equal(body.contentType, contentType);
      assert.equal(Buffer.from(body.bytes).toString('hex'), expected);
    });
  }
  test('a range takes the type of the data: URL', async () => {
    assert.equal((await write('image/*', 'data:image/png;base64,AAE=')).contentType, 'image/png');
    assert.equal(
      (await write('image/*', 'data:text/html;base64,AAE=')).contentType,
      'application/octet-stream',
    );
    assert.equal((await write('*/*', 'data:text/html;base64,AAE=')).contentType, 'text/html');
  });
  test('a range that says nothing takes JSON', async () =>
    assert.deepEqual(await write('*/*', { a: 1 }), { contentType: 'application/json', text: '{"a":1}' }));
  for (const value of ['A', 'AAE=A', '%%%', 'data:image/png', 'data:;base64,A', 7, {}, 'A'.repeat(5)]) {
    test(`refuses ${JSON.stringify(value)}`, () =>
      assert.rejects(write('application/octet-stream', value), { code: 'invalid-argument' }));
  }
});

suite('what can be sent', () => {
  const cases: readonly [mediaType: string, kind: string, supported: boolean][] = [
    ['Application/JSON; charset=utf-8', 'json', true],
    ['application/merge-patch+json', 'json', true],
    ['application/x-www-form-urlencoded', 'form', true],
    ['multipart/form-data', 'multipart', true],
    ['multipart/mixed', 'otherMultipart', false],
    ['application/xml', 'xml', true],
    ['image/svg+xml', 'xml', true],
    ['text/csv', 'text', true],
    ['application/pdf', 'binary', true],
    ['*/*', 'anything', true],
    ['nonsense', 'binary', false],
    ['text/plain\r\nX-Injected: 1', 'text', false],
  ];
  for (const [mediaType, kind, supported] of cases) {
    test(JSON.stringify(mediaType), () => {
      assert.equal(bodyKindOf(mediaType), kind);
      assert.equal(isSupportedBody(mediaType), supported);
    });
  }
  test('refuses what it cannot send', () =>
    assert.rejects(write('multipart/mixed', '<a/>'), { code: 'invalid-argument' }));
});
