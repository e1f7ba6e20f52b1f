import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Content } from '../../src/runtime/answer/content.js';
import type { Truncation } from '../../src/runtime/answer/cut-told.js';
import { readMultipart } from '../../src/runtime/answer/multipart.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { redactor } from '../../src/runtime/redaction.js';
import { madeTool } from './made-manifest.js';
import { read, texts, textsOf } from './read-answer.js';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
const data = png.toString('base64');
const unclosed =
  'The multipart answer ends without the boundary that closes it, so its last part may not be whole.';

suite('multipart/mixed (RFC 2046 5.1.1)', () => {
  const body = Buffer.concat([
    Buffer.from(
      'preamble\r\n--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b\r\ncontent-type: image/png\r\n\r\n',
    ),
    png,
    Buffer.from('\r\n--b\r\n\r\nno header\r\n--b\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n'),
    Buffer.from('--b\r\ncontent-type: application/zip\r\n\r\nzip\r\n--b--\r\nepilogue'),
  ]);
  const blob = Buffer.from('zip').toString('base64');
  const expected: CallToolResult['content'] = [
    { type: 'text', text: 'hello' },
    { type: 'image', data, mimeType: 'image/png' },
    { type: 'text', text: 'no header' },
    {
      type: 'resource',
      resource: { uri: 'response:///getPet/4', mimeType: 'application/json', text: '{"a":1}' },
    },
    { type: 'resource', resource: { uri: 'response:///getPet/5', mimeType: 'application/zip', blob } },
  ];
  const type = 'multipart/mixed; boundary=b';

  test('one block for each part', async () =>
    assert.deepEqual(await read({ type: 'multipart/mixed; boundary="b"', body }), { content: expected }));
  const cases: readonly [of: string, body: string, expected: readonly string[]][] = [
    ['a part whose end is missing', '--b\r\n\r\nhalf', ['half', unclosed]],
    ['a closing boundary that is half there', '--b\r\n\r\none\r\n--b', ['one', unclosed]],
    ['one of which a hyphen is missing', '--b\r\n\r\none\r\n--b-', ['one', unclosed]],
    ['one that another part might follow', '--b\r\n\r\none\r\n--b\r\n', ['one', unclosed]],
    [
      'lines that end with a line feed alone',
      '--b\n\none\n--b\ncontent-type: text/plain\n\ntwo\n--b--',
      ['one', 'two'],
    ],
    ['white space behind a delimiter', '--b \t\r\n\r\none\r\n--b--', ['one']],
    [
      'a line that only begins like a delimiter',
      '--b\r\n\r\none\r\n--bb\r\ntwo\r\n--b--',
      ['one\r\n--bb\r\ntwo'],
    ],
    ['a delimiter inside a line', '--b\r\n\r\none --b\r\n--b--', ['one --b']],
    ['an empty part', '--b\r\n\r\n\r\n--b\r\n\r\ntwo\r\n--b--', ['', 'two']],
    ['a charset', '--b\r\ncontent-type: text/plain;\r\n charset=utf-8\r\n\r\né\r\n--b--', ['é']],
    [
      'base64 (RFC 2045 6.8)',
      '--b\r\nContent-Transfer-Encoding: BASE64\r\n\r\naGVs\r\nbG8=\r\n--b--',
      ['hello'],
    ],
    [
      'quoted-printable (RFC 2045 6.7)',
      '--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\ncaf=C3=A9 =\r\nau lait\r\n--b--',
      ['café au lait'],
    ],
    [
      'hidden characters',
      '--b\r\n\r\na\u202eb\r\n--b--',
      ['ab', 'Part 1: 1 hidden character was taken out of the answer.'],
    ],
  ];
  for (const [of, text, expectedTexts] of cases) {
    test(of, async () => assert.deepEqual(await read({ type, body: text }), texts(...expectedTexts)));
  }
  for (const undivided of [
    'multipart/mixed',
    'multipart/mixed; boundary=other',
    'multipart/mixed; boundary=""',
  ]) {
    test(`${undivided} stays whole, and says so`, async () => {
      const { content } = await read({ type: undivided, body });
      assert.deepEqual(
        content.map((block) => block.type),
        ['resource', 'text'],
      );
    });
  }
  test('a multipart part is not taken apart', async () => {
    const inner = '--i\r\n\r\ndeep\r\n--i--';
    const { content } = await read({
      type,
      body: `--b\r\ncontent-type: multipart/mixed; boundary=i\r\n\r\n${inner}\r\n--b--`,
    });
    const resource = {
      uri: 'response:///getPet/1',
      mimeType: 'multipart/mixed',
      text: inner,
    };
    assert.deepEqual(content, [{ type: 'resource', resource }]);
  });
  test('secrets are taken out of texts and names', async () => {
    const part =
      'content-disposition: form-data; name="SECRETq71"; filename="SECRETq71"\r\ncontent-type: text/csv\r\n\r\nSECRETq71';
    const result = await read({ type, body: `--b\r\n${part}\r\n--b--`, secrets: ['SECRETq71'] });
    assert.doesNotMatch(JSON.stringify(result), /SECRET/);
  });
});

suite('names of parts', () => {
  const cases: readonly [of: string, type: string, headers: string, expected: string][] = [
    [
      'a field (RFC 7578 4.2)',
      'multipart/form-data',
      'Content-Disposition: form-data; name="title"',
      "Parts: 1 'title', text/plain",
    ],
    [
      'a file',
      'multipart/form-data',
      'content-disposition: form-data; name=f; filename="a b.txt"',
      "Parts: 1 'f', file 'a b.txt', text/plain",
    ],
    ['a related part (RFC 2387)', 'multipart/related', 'Content-ID: <p1@x>', 'Parts: 1 <p1@x>, text/plain'],
    [
      'a range (RFC 9110 14.6)',
      'multipart/byteranges',
      'Content-Range: bytes 0-3/10',
      'Parts: 1 bytes 0-3/10, text/plain',
    ],
    [
      'a name with what nobody sees',
      'multipart/form-data',
      'content-disposition: form-data; name="a\u202e\u{e0041}b"',
      "Parts: 1 'ab', text/plain",
    ],
  ];
  for (const [of, type, headers, expected] of cases) {
    test(of, async () => {
      const body = `--b\r\n${headers}\r\n\r\nhi\r\n--b--`;
      assert.deepEqual(await read({ type: `${type}; boundary=b`, body }), texts('hi', expected));
    });
  }
});

suite('limits of multipart', () => {
  const type = 'multipart/mixed; boundary=b';
  test('texts share the room that there is', async () => {
    const body = `${`--b\r\n\r\n${'word '.repeat(200)}\r\n`.repeat(4)}--b--`;
    const shown = textsOf(await read({ type, body, limits: { resultCharacters: 2_500 } }));
    assert.equal(shown.length, 3);
    assert.match(shown.at(-1) ?? '', /^Part 3: left out, .*\nPart 4: left out, /);
  });
  test('what is missing of each part is told as data', async () => {
    const rows = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
    const parts = [
      '\r\nwhole',
      `content-type: application/json\r\n\r\n${rows}`,
      'content-type: application/zip\r\n\r\n123456789',
      '\r\nlost',
    ];
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;
    const result = await read({ type, body, limits: { resultCharacters: 1_800, binaryBytes: 8 } });
    const truncated = result._meta?.['openapi2mcp/truncated'] as Truncation;
    assert.equal(truncated.bytes, body.length);
    assert.match(truncated.message, /^Part 2: Cut: \d+ of 500 items are given\..* Part 3: The content is/);
    assert.deepEqual(
      truncated.parts?.map(({ part, bytes }) => [part, bytes]),
      [
        [2, rows.length],
        [3, 9],
        [4, 4],
      ],
    );
    assert.deepEqual(truncated.parts[0]?.cuts?.[0]?.of, 500);
  });
  test('parts beyond the last that is given are told of as data', async () => {
    const { _meta } = await read({ type, body: `${'--b\r\n\r\nx\r\n'.repeat(150)}--b--` });
    const { message, parts, cuts } = _meta?.['openapi2mcp/truncated'] as Truncation;
    assert.equal(message, '100 of 150 parts are given.');
    assert.deepEqual(cuts, [{ path: '', unit: 'items', kept: 100, of: 150 }]);
    assert.equal(parts, undefined);
  });
  test('a part of JSON is read once', () => {
    const part = '{"a":"SECRETq71\u202e \\u202e","t":1700000000}';
    const body = `--b\r\ncontent-type: application/json\r\n\r\n${part}\r\n--b--`;
    const redacted: string[] = [];
    const redact = redactor(['SECRETq71', '1700000000']);
    const content: Content = {
      mediaType: type,
      bytes: Buffer.from(body),
      uri: 'response:///a',
      tool: madeTool({ name: 'a' }),
      limits: defaultLimits,
      redact: (text) => {
        redacted.push(text);
        return redact(text);
      },
    };
    const told = readMultipart(content);
    const [block] = told.content;
    assert.ok(block?.type === 'resource' && 'text' in block.resource, 'a resource of text');
    assert.equal(block.resource.text, '{"a":"[redacted] ","t":"[redacted]"}');
    assert.deepEqual(told.notes, ['Part 1: 2 hidden characters were taken out of the answer.']);
    assert.equal(redacted.filter((text) => text.startsWith('{"a":"SECRET')).length, 2);
  });
  test('long fields in every part are read in time', async () => {
    for (const name of ['content-disposition: form-data', 'content-type: a/b']) {
      const head = `${name}; x="${'\\"'.repeat(7_900)}`;
      const body = `${`--b\r\n${head}\r\n\r\nx\r\n`.repeat(100)}--b--`;
      const start = process.cpuUsage().user;
      await read({ type, body });
      assert.ok(process.cpuUsage().user - start < 1_000_000);
    }
  });
  test('bytes share the room that there is', async () => {
    const body = `${`--b\r\ncontent-type: application/zip\r\n\r\n12345678\r\n`.repeat(3)}--b--`;
    const { content } = await read({ type, body, limits: { binaryBytes: 20 } });
    assert.deepEqual(
      content.map((block) => block.type),
      ['resource', 'resource', 'text'],
    );
  });
  test('JSON is cut between its elements', async () => {
    const rows = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
    const body = `--b\r\ncontent-type: application/json\r\n\r\n${rows}\r\n--b--`;
    const { content } = await read({ type, body, limits: { resultCharacters: 2_000 } });
    const [block] = content;
    assert.ok(block?.type === 'resource' && 'text' in block.resource, 'a resource of text');
    assert.ok(block.resource.text.length <= 2_000);
    assert.ok(Array.isArray(JSON.parse(block.resource.text.split('\n').slice(1).join('\n'))));
  });
  test('more parts than are given are told of', async () => {
    const body = `${'--b\r\n\r\nx\r\n'.repeat(150)}--b--`;
    const shown = textsOf(await read({ type, body }));
    assert.equal(shown.length, 101);
    assert.match(shown.at(-1) ?? '', /^100 of 150 parts are given\.$/);
  });
  test('there may be more of them where the answer was not read to its end', async () => {
    const { _meta } = await read({ type, body: '--b\r\n\r\nx\r\n'.repeat(150), cut: 'size' });
    const { message, cuts } = _meta?.['openapi2mcp/truncated'] as Truncation;
    assert.match(message, /^100 of 150 or more parts are given\.$/);
    assert.equal(cuts?.[0]?.atLeast, true);
  });
  test('bytes whose end was not read are told of', async () => {
    const body = '--b\r\n\r\nwhole\r\n--b\r\ncontent-type: image/png\r\n\r\nPN';
    const shown = textsOf(await read({ type, body, cut: 'size' }));
    assert.equal(shown[0], 'whole');
    assert.match(shown[1] ?? '', /^The content is image\/png of more than 2 bytes/);
  });
  for (const piece of ['--b', '--b\r\n', '--b\r\n\r\n', '\r\n-', '--b\r\na: b\r\n']) {
    test(`${JSON.stringify(piece)} a million times is read in time`, async () => {
      const start = process.cpuUsage().user;
      await read({ type, body: piece.repeat(1_000_000) });
      assert.ok(process.cpuUsage().user - start < 2_000_000);
    });
  }
});
