import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ContentEncoding, PartEncodings, PropertyEncoding } from '../../src/runtime/binding.js';
import { writeBody } from '../../src/runtime/request/body.js';

const png = Buffer.from([0x89, 0x50, 0x00, 0xff, 0x0d, 0x0a]);

async function writeParts(value: unknown, own: PartEncodings, mediaType = 'multipart/form-data') {
  const content: ContentEncoding = { mediaType, ...own };
  const { contentType, bytes } = await writeBody({ property: 'body', ...content }, value);
  return { contentType, text: Buffer.from(bytes).toString('latin1') };
}

/** The parts as a FormData reader of the platform sees them. */
async function formOf(value: unknown, encoding: Readonly<Record<string, PropertyEncoding>> = {}) {
  const { contentType, text } = await writeParts(value, { encoding });
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(Buffer.from(text, 'latin1')), { headers }).formData();
  return { text, entries: [...form.entries()] };
}

/** The parts as they stand between the boundaries. */
async function partsOf(value: unknown, own: PartEncodings, mediaType = 'multipart/mixed') {
  const { contentType, text } = await writeParts(value, own, mediaType);
  const boundary = /boundary=([^;]+)$/.exec(contentType)?.[1] ?? '';
  const [before, ...parts] = text.split(`--${boundary}`);
  assert.equal(before, '');
  assert.equal(parts.pop(), '--\r\n');
  return { contentType, parts: parts.map((part) => part.replace(/^\r\n|\r\n$/g, '')) };
}

suite('multipart/form-data (RFC 7578; Encoding Object)', () => {
  test('text, JSON and repeated parts', async () => {
    const value = {
      draft: false,
      note: 'é',
      sheets: [{ no: 1 }, { no: 2 }],
      skip: null,
      none: [],
      deep: [[1]],
    };
    const { text, entries } = await formOf(value);
    assert.deepEqual(entries, [
      ['draft', 'false'],
      ['note', 'é'],
      ['sheets', '{"no":1}'],
      ['sheets', '{"no":2}'],
      ['deep', '[1]'],
    ]);
    assert.equal(text.match(/content-type: application\/json/g)?.length, 3);
  });

  test('a file, several of one field, from base64 and data: URLs', async () => {
    const url = `data:image/png;name=a%20b.png;base64,${png.toString('base64')}`;
    const value = { scan: png.toString('base64'), pages: [png.toString('base64url'), url] };
    const files = { bytes: true, contentType: 'image/jpeg, image/*' } as const;
    const { entries } = await formOf(value, { scan: { bytes: true }, pages: files });
    await assertFile(entries[0], ['scan', 'application/octet-stream', 'scan', png]);
    await assertFile(entries[1], ['pages', 'image/jpeg', 'pages', png]);
    await assertFile(entries[2], ['pages', 'image/png', 'a b.png', png]);
  });

  test('what is none of the listed texts is bytes', async () => {
    const encoding = { f: { bytes: true, texts: ['none'] } } as const;
    assert.deepEqual((await formOf({ f: 'none' }, encoding)).entries, [['f', 'none']]);
    const { entries } = await formOf({ f: png.toString('base64') }, encoding);
    await assertFile(entries[0], ['f', 'application/octet-stream', 'f', png]);
    await assert.rejects(formOf({ f: 'no-base64!' }, encoding), { code: 'invalid-argument' });
  });

  test('members whose names match a pattern are bytes, unless their names say otherwise', async () => {
    const own = { encoding: { fname: {} }, patternEncoding: { '^f': { bytes: true } } } as const;
    const value = { f1: 'aGk=', fname: 'aGk=', g: 'aGk=' };
    const { text } = await writeParts(value, own);
    assert.deepEqual(text.match(/filename="[^"]*"/g), ['filename="f1"']);
    assert.equal(text.match(/aGk=/g)?.length, 2);
    const form = await writeParts(value, own, 'application/x-www-form-urlencoded');
    assert.equal(form.text, 'f1=hi&fname=aGk%3D&g=aGk%3D');
  });

  test('a pattern of exponential cost costs nothing', async () => {
    const own = { patternEncoding: { '^(a+)+$': { bytes: true } } } as const;
    const started = performance.now();
    await writeParts({ [`${'a'.repeat(5000)}!`]: 'x' }, own);
    assert.ok(performance.now() - started < 2000);
  });

  test('a style makes text parts, but not of files (Encoding Object, OpenAPI 3.1.1)', async () => {
    const encoding = {
      m: { explode: false },
      o: { style: 'deepObject' },
      f: { style: 'form', bytes: true, contentType: 'text/csv' },
    } as const;
    const { entries } = await formOf({ m: [3, 9], o: { a: 1 }, f: 'YSxi' }, encoding);
    assert.deepEqual(entries.slice(0, 2), [
      ['m', '3,9'],
      ['o[a]', '1'],
    ]);
    await assertFile(entries[2], ['f', 'text/csv', 'f', Buffer.from('a,b')]);
  });

  const texts: readonly [of: string, bytes: PropertyEncoding['bytes'], value: object, isFile: boolean][] = [
    ['base64 that may be text is text', [], { f: 'AAEC' }, false],
    ['a data: URL is bytes', [], { f: 'data:;base64,AAEC' }, true],
    ['what only starts like a data: URL is text', [], { f: 'data: none' }, false],
    ['the branch of the object tells', [{ kind: ['file'] }], { kind: 'file', f: 'AAEC' }, true],
    ['the other branch tells', [{ kind: ['file'] }], { kind: 'note', f: 'AAEC' }, false],
    ['a member that is there tells', [{ name: [] }], { name: 1, f: 'AAEC' }, true],
    ['an inherited member does not', [{ toString: [] }], { f: 'AAEC' }, false],
  ];
  for (const [of, bytes, value, isFile] of texts) {
    test(of, async () => {
      const { entries } = await formOf(value, { f: { bytes } } as Record<string, PropertyEncoding>);
      assert.equal(typeof entries.find(([name]) => name === 'f')?.[1] !== 'string', isFile);
    });
  }

  test('headers of a part', async () => {
    const { text } = await formOf(
      { a: 'x' },
      { a: { headers: { 'X-Kind': 'page' }, contentType: 'text/plain' } },
    );
    assert.match(text, /name="a"\r\ncontent-type: text\/plain\r\nX-Kind: page\r\n\r\nx\r\n/);
  });

  test('the first of several types that can carry the value', async () => {
    const contentType = 'text/plain, application/json';
    const { text } = await formOf({ a: { b: 1 }, c: 'd' }, { a: { contentType }, c: { contentType } });
    assert.match(text, /name="a"\r\ncontent-type: application\/json\r\n\r\n\{"b":1\}/);
    assert.match(text, /name="c"\r\ncontent-type: text\/plain\r\n\r\nd/);
  });

  test('an XML part', async () => {
    const xml = { root: { name: 'book', members: { id: { nodeType: 'attribute' } } } } as const;
    const { text } = await formOf({ a: { id: 7 } }, { a: { contentType: 'application/xml', xml } });
    assert.match(text, /content-type: application\/xml\r\n\r\n<\?xml [^>]+\?><book id="7"\/>\r\n/);
  });

  test('a part that is a form', async () => {
    const contentType = 'application/x-www-form-urlencoded';
    const { text } = await formOf({ a: { b: 'c d' } }, { a: { contentType } });
    assert.match(text, /content-type: application\/x-www-form-urlencoded\r\n\r\nb=c%20d\r\n/);
  });

  test('members that no Encoding Object names', async () => {
    const { text } = await writeParts(
      { a: 'AAEC', b: 'AAEC' },
      { encoding: { b: {} }, otherEncoding: { bytes: true } },
    );
    assert.match(text, /name="a"; filename="a"/);
    assert.match(text, /name="b"\r\n\r\nAAEC\r\n/);
  });

  test('a list has its parts in order, each named by its member (OpenAPI 3.2, media type registry: forms)', async () => {
    const { entries } = await formOf([{ b: 1 }, { a: 2, c: null }, { b: 3 }]);
    assert.deepEqual(entries, [
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
    ]);
  });

  test('refuses a file that is not base64, text with half a character, and what has no parts', async () => {
    const refused = { code: 'invalid-argument' };
    await assert.rejects(formOf({ scan: 'not base64!' }, { scan: { bytes: true } }), refused);
    await assert.rejects(formOf({ a: 'x\ud800' }), refused);
    await assert.rejects(formOf({ 'x\ud800': 'a' }), refused);
    await assert.rejects(formOf('text'), refused);
  });
});

suite('hostile parts', () => {
  test('nothing in a name or a file name ends its line', async () => {
    const name = 'x"\r\nContent-Type: text/html\r\n\r\n<b>';
    const url = `data:image/png;name=${encodeURIComponent(name)};base64,AAAA`;
    const { text, entries } = await formOf({ [name]: 'a', f: url }, { f: { bytes: true } });
    assert.equal(entries.length, 2);
    assert.doesNotMatch(text, /^Content-Type: text\/html/m);
  });

  test('a member called __proto__ is one like any other', async () => {
    const { entries } = await formOf(JSON.parse('{"__proto__":"a","constructor":"b"}'));
    assert.deepEqual(entries, [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  test('a boundary is a new one each time, so that no content can hold it (RFC 2046 5.1.1)', async () => {
    const seen = new Set<string>();
    let content = 'a';
    for (let turn = 0; turn < 20; turn += 1) {
      const { contentType, text } = await writeParts({ content }, {});
      const boundary = contentType.split('boundary=')[1] ?? '';
      assert.match(boundary, /^[\w-]{36,70}$/);
      assert.equal(text.split(`--${boundary}`).length, 3);
      assert.ok(!seen.has(boundary));
      seen.add(boundary);
      content = text;
    }
  });

  test('100,000 members', async () => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]));
    const { text } = await writeParts(value, {});
    assert.equal(text.match(/form-data; name=/g)?.length, 100_000);
  });
});

suite('other multipart types (RFC 2046 5.1; Encoding By Position, OpenAPI 3.2)', () => {
  test('parts by position, each as its Encoding Object says', async () => {
    const own = {
      prefixEncoding: [{ contentType: 'application/vnd.a+json' }],
      itemEncoding: { bytes: true, contentType: 'image/png', headers: { 'X-Kind': 'page' } },
    } as const;
    const { contentType, parts } = await partsOf(
      [{ a: 1 }, 'YQ==', 'data:image/png;name=b.png;base64,Yg=='],
      own,
    );
    assert.match(contentType, /^multipart\/mixed; boundary=/);
    assert.deepEqual(parts, [
      'content-type: application/vnd.a+json\r\n\r\n{"a":1}',
      'content-type: image/png\r\nX-Kind: page\r\n\r\na',
      'content-disposition: attachment; filename="b.png"\r\ncontent-type: image/png\r\nX-Kind: page\r\n\r\nb',
    ]);
  });

  test('text, null and arrays by position', async () => {
    const { parts } = await partsOf(['a', null, [1]], {});
    assert.deepEqual(parts, [
      '\r\na',
      'content-type: application/json\r\n\r\nnull',
      'content-type: application/json\r\n\r\n[1]',
    ]);
  });

  test('an object has named parts in the order of its schema; the first is the root (RFC 2387 3.1)', async () => {
    const own = { encoding: { meta: {}, file: { bytes: true } } } as const;
    const { contentType, parts } = await partsOf({ file: 'YQ==', meta: { a: 1 } }, own, 'multipart/related');
    assert.match(contentType, /^multipart\/related; type="application\/json"; boundary=/);
    assert.deepEqual(parts, [
      'content-disposition: form-data; name="meta"\r\ncontent-type: application/json\r\n\r\n{"a":1}',
      'content-disposition: form-data; name="file"; filename="file"\r\ncontent-type: application/octet-stream\r\n\r\na',
    ]);
  });

  test('a declared type and boundary: the one stays, the other is ours', async () => {
    const declared = 'multipart/related; boundary="x;y"; type="text/xml"';
    const { contentType } = await writeParts(['a'], {}, declared);
    assert.match(contentType, /^multipart\/related; type="text\/xml"; boundary=part-[\w-]+$/);
  });

  test('any multipart type is a form for an object and mixed for a list', async () => {
    assert.match((await writeParts({ a: 1 }, {}, 'multipart/*')).contentType, /^multipart\/form-data;/);
    assert.match((await writeParts([1], {}, 'multipart/*')).contentType, /^multipart\/mixed;/);
  });

  test('a part that has parts itself', async () => {
    const inner = {
      contentType: 'multipart/mixed',
      itemEncoding: { bytes: true, contentType: 'image/png' },
    } as const;
    const { text } = await writeParts({ files: ['YQ==', 'Yg=='] }, { encoding: { files: inner } });
    assert.equal(text.match(/name="files"\r\ncontent-type: multipart\/mixed; boundary=/g)?.length, 1);
    assert.equal(text.match(/content-type: image\/png\r\n\r\n[ab]\r\n/g)?.length, 2);
  });
});

async function assertFile(
  entry: readonly [string, unknown] | undefined,
  [name, type, fileName, bytes]: readonly [name: string, type: string, fileName: string, bytes: Buffer],
) {
  const file = entry?.[1] as File;
  assert.deepEqual([entry?.[0], file.type, file.name], [name, type, fileName]);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
}
