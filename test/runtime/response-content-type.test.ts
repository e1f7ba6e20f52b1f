import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { read, textsOf, type Given } from './read-answer.js';

const starts = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]),
  gif: Buffer.from('GIF89a\0', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBP', 'latin1'),
  avif: Buffer.from('\0\0\0\x1cftypavif', 'latin1'),
  bytes: Buffer.from([0x00, 0xff, 0xfe, 0x01]),
};
const page = '<!doctype html><title>Sign in</title>';
const json = 'application/json';

/** What an answer became: its blocks, whether it has structure, and what is noted at the end. */
async function kindOf(given: Given): Promise<{ is: string; note: string }> {
  const { content, structuredContent } = await read(given);
  const [first, second] = content;
  assert.ok(first);
  const mimeType =
    first.type === 'image' ? first.mimeType : first.type === 'resource' ? first.resource.mimeType : undefined;
  const is = structuredContent === undefined ? (mimeType ?? first.type) : 'json';
  return { is, note: second?.type === 'text' ? second.text : '' };
}

suite('what a content is read as (RFC 9110 8.3)', () => {
  const cases: readonly [of: string, given: Given, is: string, note?: RegExp][] = [
    // The API names none: the document decides, then the bytes.
    ['no type, declared JSON', { accept: ['*/*', json], body: '[1]' }, 'json'],
    ['no type, declared JSON that is text', { accept: [json], body: 'hi' }, 'text', /names no content type/],
    [
      'no type, declared JSON that is a page',
      { accept: [json], body: page },
      'text',
      /is not the application\/json/,
    ],
    ['no type, declared text that looks like JSON', { accept: ['text/plain'], body: '{"a":1}' }, 'text'],
    ['no type, declared PDF', { accept: ['application/pdf'], body: starts.bytes }, 'application/pdf'],
    ['no type, declared PNG that is a JPEG', { accept: ['image/png'], body: starts.jpeg }, 'image/png'],
    [
      'no type, declared XML that is JSON',
      { accept: ['application/xml'], body: '{"a":1}' },
      'json',
      /not the/,
    ],
    ['no type, JSON', { body: ' {"a": 1}' }, 'json'],
    ['no type, a number', { body: '12' }, 'text'],
    ['no type, text', { body: 'é' }, 'text'],
    ['no type, PNG', { body: starts.png }, 'image/png'],
    ['no type, JPEG', { body: starts.jpeg }, 'image/jpeg'],
    ['no type, GIF', { body: starts.gif }, 'image/gif'],
    ['no type, WebP', { body: starts.webp }, 'image/webp'],
    ['no type, AVIF', { body: starts.avif }, 'image/avif'],
    ['no type, bytes', { body: starts.bytes }, 'application/octet-stream'],
    ['no type, JSON that breaks off', { body: '[1,2', cut: 'size' }, 'json'],
    ['no type, declared JSON, a blank line', { accept: [json], body: '\n' }, 'text'],
    // A type that is none counts as none, and is told.
    [
      'an illegal type',
      { type: 'nonsense', body: '{"a":1}' },
      'json',
      /content type is no media type; .* as application\/json/,
    ],
    [
      'an illegal type, bytes',
      { type: 'json', body: starts.bytes },
      'application/octet-stream',
      /is no media type/,
    ],
    ['an empty type', { type: '', body: 'x' }, 'text'],
    // A type that says nothing gives way to the document's where the content fits that.
    [
      'octet-stream, declared JSON',
      { type: 'application/octet-stream', accept: [json], body: '{}' },
      'json',
      /read as application\/json/,
    ],
    [
      'octet-stream, declared JSON that is none',
      { type: 'application/octet-stream', accept: [json], body: 'x' },
      'application/octet-stream',
    ],
    [
      'octet-stream, declared',
      { type: 'application/octet-stream', accept: [json, 'application/octet-stream'], body: '{}' },
      'application/octet-stream',
    ],
    [
      'octet-stream, declared PNG',
      { type: 'binary/octet-stream', accept: ['image/png'], body: starts.png },
      'image/png',
      /read as image\/png/,
    ],
    [
      'octet-stream, nothing declared',
      { type: 'application/octet-stream', body: '{"a":1}' },
      'application/octet-stream',
    ],
    [
      'text/plain, declared JSON',
      { type: 'text/plain; charset=utf-8', accept: [json], body: '{"a":1}' },
      'json',
      /calls this text\/plain; it was read as application\/json/,
    ],
    [
      'text/html, declared JSON',
      { type: 'text/html', accept: ['application/hal+json'], body: '[]' },
      'json',
      /read as application\/hal\+json/,
    ],
    [
      'text/javascript, declared JSON',
      { type: 'text/javascript', accept: [json], body: '7' },
      'json',
      /read as/,
    ],
    [
      'text/plain, declared as well',
      { type: 'text/plain', accept: [json, 'text/plain'], body: '{"a":1}' },
      'text',
    ],
    ['text/plain, nothing declared', { type: 'text/plain', body: '{"a":1}' }, 'text'],
    [
      'text/plain that is no JSON',
      { type: 'text/plain', accept: [json], body: 'OK' },
      'text',
      /with text\/plain, where its document has application\/json/,
    ],
    [
      'a page in place of JSON',
      { type: 'text/html', accept: [json], body: page },
      'text',
      /with a page of HTML, where its document has application\/json/,
    ],
    [
      'a page in place of XML',
      { type: 'text/html', accept: ['text/xml'], body: page },
      'text',
      /where its document has text\/xml/,
    ],
    ['CSV where JSON is declared', { type: 'text/csv', accept: [json], body: 'a,b' }, 'text'],
    [
      'text/plain, declared XML',
      { type: 'text/plain', accept: ['text/xml'], body: '<a/>' },
      'text',
      /text\/plain; it was read as text\/xml/,
    ],
    [
      'a type of the API alone, with a charset',
      { type: 'application/vnd.x.diff; charset=utf-8', body: '+a' },
      'application/vnd.x.diff',
    ],
    [
      'a type of the API alone, with a charset that cannot be',
      { type: 'application/vnd.x; charset=utf-8', body: starts.bytes },
      'application/vnd.x',
    ],
    ['a type of the API alone', { type: 'application/vnd.x.diff', body: '+a' }, 'application/vnd.x.diff'],
    // What cannot be is told.
    [
      'a page that is called JSON',
      { type: json, accept: [json], body: '<html>login</html>' },
      'text',
      /calls this application\/json, but it is a page of HTML/,
    ],
    [
      'XML that is called JSON',
      { type: json, body: '\n<?xml version="1.0"?><a/>' },
      'text',
      /but it is application\/xml/,
    ],
    [
      'an image that is called JSON',
      { type: json, body: starts.png },
      'image/png',
      /calls this application\/json, but it is image\/png/,
    ],
    [
      'an image that is called text',
      { type: 'text/plain', body: starts.jpeg },
      'image/jpeg',
      /but it is image\/jpeg/,
    ],
    [
      'bytes that are called text',
      { type: 'text/plain', body: starts.bytes },
      'application/octet-stream',
      /but it is application\/octet-stream/,
    ],
    ['an image of another type is left as it is', { type: 'image/jpeg', body: starts.png }, 'image/jpeg'],
    ['JSON that is none', { type: json, body: '{"a": tru' }, 'text'],
  ];
  for (const [of, given, is, note] of cases) {
    test(of, async () => {
      const kind = await kindOf(given);
      assert.equal(kind.is, is);
      if (note === undefined) assert.equal(kind.note, '');
      else assert.match(kind.note, note);
      assert.doesNotMatch(kind.note, /\n/);
    });
  }
});

suite('text of a type that is not known here', () => {
  const cut = Buffer.from('né').subarray(0, 2);
  const cases: readonly [of: string, given: Given, text: string | undefined][] = [
    ['a type of the API alone', { type: 'application/vnd.x.diff', body: '+a\r\n\té' }, '+a\r\n\té'],
    ['a type that nobody registered', { type: 'chemical/x-pdb', body: 'ATOM' }, 'ATOM'],
    ['bytes of no declared type', { type: 'application/octet-stream', body: 'a,b' }, 'a,b'],
    ['a charset', { type: 'application/x-a; charset=utf-16', body: Buffer.from('\ufeffa', 'utf16le') }, 'a'],
    ['a parameter that only looks like one', { type: 'a/b; n=";charset=x"', body: starts.bytes }, undefined],
    ['a control', { type: 'application/vnd.x', body: 'a\u0001' }, undefined],
    ['an escape of terminals', { type: 'application/vnd.x', body: '\u001b[1mx' }, undefined],
    ['no UTF-8', { type: 'application/vnd.x', body: Buffer.from([0x61, 0xe4]) }, undefined],
    ['a type of bytes', { type: 'application/zip', body: 'PK' }, undefined],
    ['a type of protocols', { type: 'application/x-protobuf', body: '\n!abc' }, undefined],
    [
      'bytes that the document declares',
      { type: 'application/octet-stream', accept: ['application/octet-stream'], body: 'a' },
      undefined,
    ],
  ];
  for (const [of, given, text] of cases) {
    test(of, async () => {
      const { content } = await read(given);
      const [block] = content;
      assert.equal(content.length, 1);
      assert.ok(block?.type === 'resource', 'a resource');
      assert.equal('text' in block.resource ? block.resource.text : undefined, text);
    });
  }
  test('it is cleaned, redacted and cut', async () => {
    const body = `a\u202eb SECRETq71 ${'word '.repeat(1_000)}`;
    const given = { type: 'application/vnd.x', body, secrets: ['SECRETq71'] };
    const result = await read({ ...given, limits: { resultCharacters: 1_500 } });
    const [block] = result.content;
    assert.ok(block?.type === 'resource' && 'text' in block.resource, 'a resource of text');
    assert.match(
      block.resource.text,
      /^\[Cut: the first \d+ characters are given\..*\]\nab \[redacted\] word /,
    );
    assert.ok(block.resource.text.length <= 1_500);
    assert.deepEqual(textsOf(result), ['1 hidden character was taken out of the answer.']);
    assert.ok(result._meta?.['openapi2mcp/truncated']);
  });
  test('a character that was not read to its end is left out', async () => {
    const { content } = await read({ type: 'application/vnd.x', body: cut, cut: 'size' });
    const [block] = content;
    assert.ok(block?.type === 'resource' && 'text' in block.resource, 'a resource of text');
    assert.match(block.resource.text, /^\[.*\]\nn$/);
  });
});

suite('charsets (The Encoding Standard)', () => {
  const cafe = Buffer.from('"café"', 'latin1');
  const wide = Buffer.from('"café"', 'utf16le');
  const turned = Buffer.from(wide).swap16();
  const mark = (bytes: Buffer, ...start: readonly number[]) => Buffer.concat([Buffer.from(start), bytes]);
  const cases: readonly [of: string, given: Given, note?: RegExp][] = [
    ['UTF-8', { type: json, body: '"café"' }],
    ['UTF-8 with a mark', { type: json, body: '\ufeff"café"' }],
    ['ISO-8859-1', { type: `${json}; charset=iso-8859-1`, body: cafe }],
    ['a quoted charset', { type: `${json};charset="Latin1"`, body: cafe }],
    ['UTF-16', { type: `${json}; charset=utf-16`, body: wide }],
    ['UTF-16 with a mark', { type: json, body: mark(wide, 0xff, 0xfe) }],
    ['UTF-16, big end first', { type: json, body: mark(turned, 0xfe, 0xff) }],
    ['UTF-16 that nobody names', { type: json, body: wide }],
    ['UTF-16 that nobody names, big end first', { type: json, body: turned }],
    ['a mark against the charset', { type: `${json}; charset=utf-8`, body: mark(wide, 0xff, 0xfe) }],
    ['more than US-ASCII', { type: `${json}; charset=us-ascii`, body: '"café"' }],
    [
      'the charset of a type that was wrong',
      { type: 'text/plain; charset=iso-8859-1', accept: [json], body: cafe },
      /^The API calls this text\/plain; .* has it\.$/,
    ],
    [
      'a charset that nobody knows',
      { type: `${json}; charset=x-klingon`, body: '"café"' },
      /not known here, 'x-klingon'/,
    ],
    ['a charset that nobody names', { type: json, body: cafe }, /names no charset and is not UTF-8/],
  ];
  for (const [of, given, note] of cases) {
    test(of, async () => {
      const { structuredContent, content } = await read(given);
      assert.equal(structuredContent, 'café');
      const told = content[1]?.type === 'text' ? content[1].text : '';
      if (note === undefined) assert.equal(told, '');
      else assert.match(told, note);
    });
  }

  const inner: readonly [of: string, given: Given, text: string][] = [
    [
      'an XML declaration',
      {
        type: 'application/xml',
        body: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'),
      },
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    [
      'a meta element of HTML',
      { type: 'text/html', body: Buffer.from('<html><meta charset="windows-1252"><p>\x80', 'latin1') },
      '<html><meta charset="windows-1252"><p>€',
    ],
  ];
  for (const [of, given, text] of inner) {
    test(of, async () => assert.deepEqual(textsOf(await read(given)), [text]));
  }

  test('what is not of the charset is told', async () => {
    const [text, note] = textsOf(await read({ type: 'text/plain; charset=utf-8', body: cafe }));
    assert.equal(text, '"caf\ufffd"');
    assert.match(note ?? '', /calls this utf-8, but some of it is not/);
  });
  for (const bytes of [1, 2, 3]) {
    test(`a character of which ${bytes} bytes were read is left out`, async () => {
      const body = Buffer.concat([Buffer.from('a '), Buffer.from('😀').subarray(0, bytes)]);
      const [text] = textsOf(await read({ type: 'text/plain', body, cut: 'size' }));
      assert.doesNotMatch(text ?? '', /\ufffd|ð/);
    });
  }
});
