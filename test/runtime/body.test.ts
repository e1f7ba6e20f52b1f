import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ContentEncoding } from '../../src/runtime/binding.js';
import { bodyKindOf, writeBody } from '../../src/runtime/request/body.js';

async function write(mediaType: string, value: unknown, own: Partial<ContentEncoding> = {}) {
  const { contentType, bytes } = await writeBody({ property: 'body', mediaType, ...own }, value);
  return { contentType, text: bytes.toString() };
}

suite('JSON (RFC 8259, RFC 6839 3.1)', () => {
  const cases: readonly [value: unknown, text: string][] = [
    ['true', '"true"'],
    [0, '0'],
    [false, 'false'],
    [null, 'null'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [2]], '[1,[2]]'],
    [{ a: null, b: [null, 'x'] }, '{"a":null,"b":[null,"x"]}'],
    [JSON.parse('{"__proto__":{"p":1}}'), '{"__proto__":{"p":1}}'],
    ['\ud800', '"\\ud800"'],
    ['é', '"é"'],
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

  const charsets: readonly [declared: string, sent: string, text: string][] = [
    ['application/json; charset=UTF-8', 'application/json; charset=UTF-8', '"é"'],
    ['application/json;charset=iso-8859-1; v=1', 'application/json;charset=iso-8859-1; v=1', '"\\u00e9"'],
    ['application/json; charset="utf-16"', 'application/json; charset=utf-8', '"é"'],
  ];
  for (const [declared, sent, text] of charsets) {
    test(`as ${declared}, a parameter that JSON has not (RFC 8259 11)`, async () =>
      assert.deepEqual(await write(declared, 'é'), { contentType: sent, text }));
  }
  test('refuses a value without an end', async () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) value = [value];
    await assert.rejects(write('application/json', value), { code: 'invalid-argument' });
  });
});

suite('text', () => {
  const cases: readonly [declared: string, text: string, sent: string, hex: string][] = [
    ['text/csv', 'é', 'text/csv; charset=utf-8', 'c3a9'],
    ['text/*', 'a', 'text/plain; charset=utf-8', '61'],
    ['application/yaml', 'a', 'application/yaml', '61'],
    ['text/plain; charset=us-ascii', 'a', 'text/plain; charset=us-ascii', '61'],
    ['text/plain; charset=us-ascii', 'é', 'text/plain; charset=utf-8', 'c3a9'],
    ['text/plain; charset=ISO-8859-1', 'é', 'text/plain; charset=ISO-8859-1', 'e9'],
    [
      'text/plain; charset=iso-8859-1; format=flowed',
      '€',
      'text/plain; charset=utf-8; format=flowed',
      'e282ac',
    ],
    ['text/plain; charset=windows-1252', 'a', 'text/plain; charset=windows-1252', '61'],
    ['text/plain; charset=windows-1252', '€', 'text/plain; charset=utf-8', 'e282ac'],
    ['text/plain; charset=utf-16', 'a', 'text/plain; charset=utf-8', '61'],
  ];
  for (const [declared, text, sent, hex] of cases) {
    test(`${text} as ${declared}`, async () => {
      const { contentType, bytes } = await writeBody({ property: 'body', mediaType: declared }, text);
      assert.deepEqual([contentType, Buffer.from(bytes).toString('hex')], [sent, hex]);
    });
  }
  test('YAML of a value is JSON, which YAML 1.2 takes', async () =>
    assert.equal((await write('application/yaml', { a: [1] })).text, '{"a":[1]}'));
  test('refuses half a surrogate pair', () =>
    assert.rejects(write('text/plain', 'a\ud800'), { code: 'invalid-argument' }));
  test('bytes of a type of text', async () => {
    const own = { bytes: true } as const;
    assert.deepEqual(await write('text/csv', 'YSxi', own), { contentType: 'text/csv', text: 'a,b' });
    assert.equal((await write('text/csv', 'YSxi', { ...own, base64: true })).text, 'YSxi');
  });
});

suite('bytes', () => {
  const cases: readonly [text: string, hex: string, contentType: string][] = [
    ['AAH/', '0001ff', 'application/octet-stream'],
    ['AAE=', '0001', 'application/octet-stream'],
    ['AAE', '0001', 'application/octet-stream'],
    [' AA\nE= ', '0001', 'application/octet-stream'],
    ['__-_', 'ffffbf', 'application/octet-stream'],
    ['', '', 'application/octet-stream'],
    ['data:application/zip;base64,AAE=', '0001', 'application/octet-stream'],
    ['data:,a%20b%', '61206225', 'application/octet-stream'],
  ];
  for (const [text, hex, contentType] of cases) {
    test(`from ${JSON.stringify(text)}`, async () => {
      const body = await writeBody({ property: 'body', mediaType: 'application/octet-stream' }, text);
      assert.equal(body.contentType, contentType);
      assert.equal(Buffer.from(body.bytes).toString('hex'), hex);
    });
  }
  test('base64 stays base64 where the API wants it', async () => {
    const sent = await write('image/png', 'data:image/png;base64,AAE', { base64: true });
    assert.deepEqual(sent, { contentType: 'image/png', text: 'AAE=' });
  });
  test('a range takes the type of the data: URL', async () => {
    assert.equal((await write('image/*', 'data:image/png;base64,AAE=')).contentType, 'image/png');
    await assert.rejects(write('image/*', 'data:text/html;base64,AAE='), { code: 'invalid-argument' });
    assert.equal((await write('*/*', 'data:text/html;base64,AAE=')).contentType, 'text/html');
  });
  test('a range that says nothing takes JSON', async () =>
    assert.deepEqual(await write('*/*', { a: 1 }), { contentType: 'application/json', text: '{"a":1}' }));
  for (const value of ['A', 'AAE=A', '%%%', 'data:image/png', 'data:;base64,A', 7, {}, 'A'.repeat(5)]) {
    test(`refuses ${JSON.stringify(value)}`, () =>
      assert.rejects(write('application/octet-stream', value), { code: 'invalid-argument' }));
  }
  test('a type in a data: URL cannot end its header', async () => {
    const { contentType } = await write('*/*', 'data:image/png\r\nx-evil: 1;base64,AAE=');
    assert.equal(contentType, 'application/octet-stream');
  });
});

suite('what can be sent', () => {
  const cases: readonly [mediaType: string, kind: string][] = [
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/merge-patch+json', 'json'],
    ['application/x-amz-json-1.1', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data', 'multipart'],
    ['multipart/mixed', 'multipart'],
    ['multipart/*', 'multipart'],
    ['application/xml', 'xml'],
    ['image/svg+xml', 'xml'],
    ['text/csv', 'text'],
    ['application/geo+json-seq', 'text'],
    ['application/stream+json', 'text'],
    ['application/json-lines', 'text'],
    ['application/pdf', 'binary'],
    ['*/*', 'anything'],
  ];
  for (const [mediaType, kind] of cases) {
    test(mediaType, () => assert.equal(bodyKindOf(mediaType), kind));
  }
});

suite('a value that the named media type cannot have', () => {
  const binding = {
    property: 'body',
    mediaType: 'application/json',
    choice: {
      property: 'contentType',
      forms: [{ types: ['object'], required: ['a'], only: ['a'] }, { types: ['array'] }],
      others: [
        {
          mediaType: 'application/vnd.a+json',
          members: ['b'],
          forms: [{ types: ['object'], required: ['b'] }],
        },
        { mediaType: 'text/plain', types: ['string'], forms: [{ types: ['string'] }] },
        { mediaType: 'application/sql', types: ['string'] },
      ],
    },
  } as const;
  const json = 'application/json';
  const vendor = 'application/vnd.a+json';
  const refused: readonly [of: string, body: unknown, contentType: string][] = [
    ['a member is missing', { c: 1 }, vendor],
    ['a member is not known', { a: 1, b: 1 }, json],
    ['it is the value of another', { b: 1 }, json],
    ['a required member is inherited', {}, vendor],
    ['a text for an object', 'x', json],
    ['an object for a text', { a: 1 }, 'text/plain'],
    ['a number', 1, 'text/plain'],
    ['an array for an object', [], vendor],
  ];
  for (const [of, body, contentType] of refused) {
    test(`is refused by name: ${of}`, () =>
      assert.rejects(writeBody(binding, body, { contentType }), {
        code: 'invalid-argument',
        message: new RegExp(`sent as ${contentType.replace('+', '\\+')}: .*nothing was sent`),
      }));
  }
  const sent: readonly [of: string, body: unknown, contentType: string | undefined, expected: string][] = [
    ['another form', [], json, json],
    ['more members where they are free', { a: 1, b: 1 }, vendor, vendor],
    ['null, of which forms say nothing', null, json, json],
    ['where nothing is told of its forms', 'x', 'application/sql', 'application/sql'],
    ['nothing names it, and one alone can have it', { b: 1 }, undefined, vendor],
  ];
  for (const [of, body, contentType, expected] of sent) {
    test(`is sent: ${of}`, async () => {
      const written = await writeBody(binding, body, contentType === undefined ? {} : { contentType });
      assert.equal(written.contentType, expected);
    });
  }
});

suite('the media type among several', () => {
  const forms = {
    property: 'body',
    mediaType: 'application/json',
    choice: {
      property: 'contentType',
      others: [
        {
          mediaType: 'multipart/form-data',
          encoding: { f: { bytes: true } },
          members: ['f'],
          texts: ['image'],
        },
        { mediaType: 'application/sql', types: ['string'] },
      ],
    },
  } as const;
  const images = {
    property: 'body',
    mediaType: 'image/png',
    choice: { property: 'contentType', others: [{ mediaType: 'image/jpeg' }, { mediaType: 'image/*' }] },
  } as const;
  const cases: readonly [of: string, binding: typeof forms | typeof images, args: object, sent: string][] = [
    ['nothing tells another', forms, { body: { a: 1 } }, 'application/json'],
    [
      'an argument names it',
      forms,
      { body: { a: 1 }, contentType: 'multipart/form-data' },
      'multipart/form-data',
    ],
    ['a member shows it', forms, { body: { f: 'AAE=' } }, 'multipart/form-data'],
    ['text in place of an object shows it', forms, { body: { image: 'a' } }, 'multipart/form-data'],
    ['an object in its place does not', forms, { body: { image: {} } }, 'application/json'],
    ['an inherited name shows nothing', forms, { body: {}, toString: 'x' }, 'application/json'],
    ['the type shows it', forms, { body: 'select' }, 'application/sql'],
    [
      'the argument goes before what is shown',
      forms,
      { body: { f: 'x' }, contentType: 'application/json' },
      'application/json',
    ],
    ['bytes have the first type', images, { body: 'AAE=' }, 'image/png'],
    ['the argument labels bytes', images, { body: 'AAE=', contentType: 'image/jpeg' }, 'image/jpeg'],
    [
      'the data: URL labels itself',
      images,
      { body: 'data:image/jpeg;base64,AAE=', contentType: 'image/png' },
      'image/jpeg',
    ],
    ['it does so within a range', images, { body: 'data:image/gif;base64,AAE=' }, 'image/gif'],
  ];
  for (const [of, binding, args, sent] of cases) {
    test(of, async () => {
      const values = args as Readonly<Record<string, unknown>>;
      const { contentType } = await writeBody(binding, values['body'], values);
      assert.equal(contentType.split(';')[0], sent);
    });
  }
  test('no type beyond what is declared', () =>
    assert.rejects(writeBody(images, 'data:text/html;base64,AAE='), { code: 'invalid-argument' }));
});
