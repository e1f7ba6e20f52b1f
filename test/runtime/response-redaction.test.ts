import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readXml } from '../../src/runtime/answer/xml.js';
import { redactValue } from '../../src/runtime/answer/redact-json.js';
import { formsOf, redactor } from '../../src/runtime/redaction.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { madeTool } from './made-manifest.js';
import { read, texts, textsOf } from './read-answer.js';

const secret = 'SECRETq71/x+y=ä "&\'<z';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A text as JSON may have it: each unit as an escape (RFC 8259 7). */
function inJson(text: string): string {
  return Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

suite('secrets are taken out', () => {
  const redact = redactor([secret]);
  const forms: readonly [of: string, text: string][] = [
    ['as they are', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON of ASCII (Python)', JSON.stringify(secret).slice(1, -1).replace('ä', '\\u00e4')],
    ['in JSON with escaped slashes (PHP)', JSON.stringify(secret).slice(1, -1).replace('/', '\\/')],
    ['in JSON for HTML (Go)', 'SECRETq71/x+y=ä \\"\\u0026\'\\u003cz'],
    ['in JSON with many escapes (.NET)', 'SECRETq71/x\\u002By=\\u00E4 \\u0022\\u0026\\u0027\\u003Cz'],
    ['in JSON inside JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ['in JSON with many escapes inside JSON', "SECRETq71/x\\\\u002By=\\\\u00E4 \\\\u0022&'<z"],
    ['in a URL', encodeURIComponent(secret)],
    [
      'in a URL with small digits',
      encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
    ],
    ['in a form', new URLSearchParams([['', secret]]).toString().slice(1)],
    ['in a URL in a URL', encodeURIComponent(encodeURIComponent(secret))],
    ['in XML', 'SECRETq71/x+y=ä &quot;&amp;&apos;&lt;z'],
    ['in XML by number', 'SECRETq71&#47;x&#x2B;y=&#xe4; &#34;&#38;&#39;&#60;z'],
    ['in JSON with every character escaped', inJson(secret)],
    ['in JSON inside JSON with every character escaped', inJson(secret).replaceAll('\\', '\\\\')],
    ['in a URL with every byte escaped', Buffer.from(secret).toString('hex').replace(/../g, '%$&')],
    [
      'in XML with every character by number',
      Array.from(secret, (one) => `&#${one.codePointAt(0)};`).join(''),
    ],
    ['in base64', base64(secret)],
    ['at the beginning of base64', base64(`${secret}!?`)],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in hexadecimal with large digits', Buffer.from(secret).toString('hex').toUpperCase()],
  ];
  for (const [of, text] of forms) {
    test(of, () => {
      const shown = redact(`a ${text} b`);
      assert.match(shown, /^a \[redacted\].{0,5} b$/s);
      assert.doesNotMatch(shown, /SECRET|q71/);
    });
  }
  for (const short of ['SECRETq7', secret]) {
    for (const before of ['', 'B', 'Be', 'Bea', 'Bearer ', 'sid=1; sid2=', 'user:']) {
      for (const coding of ['base64', 'base64url'] as const) {
        test(`in ${coding} of '${before}' and ${short.length} characters`, () => {
          const coded = Buffer.from(`${before}${short}; more`).toString(coding);
          const shown = redactor([short])(coded);
          const left = shown.split('[redacted]').map((rest) => Buffer.from(rest, coding).toString());
          assert.equal(left.length, 2);
          assert.doesNotMatch(left.join(), /SECRET|ECRETq|q7/);
        });
      }
    }
  }
  test('the longest first', () =>
    assert.equal(redactor(['SECRETq7', 'SECRETq71'])('SECRETq71'), '[redacted]'));
  test('not where they are short', () => assert.equal(redactor(['abc', 'abcdefg'])('abcdefg'), 'abcdefg'));
  test('nothing else', () => {
    const text = '{"a":"\\u00e4 \\/ %2f &amp;"}';
    assert.equal(redact(text), text);
  });
  for (const piece of ['\\', '%', '&#', 'SECRETq71', 'SECRETq71\\u', 'S&']) {
    test(`${piece} a million times is read in time`, () => {
      const start = process.cpuUsage().user;
      redact(piece.repeat(1_000_000));
      assert.ok(process.cpuUsage().user - start < 2_000_000);
    });
  }
});

suite('secrets in answers', () => {
  for (const status of [200, 302, 400, 503]) {
    for (const type of [
      'application/json',
      'text/plain',
      'text/html',
      'application/problem+json',
      undefined,
    ]) {
      test(`${status} ${type ?? 'of no type'}`, async () => {
        const body = JSON.stringify({
          title: secret,
          status,
          detail: encodeURIComponent(secret),
          [secret]: base64(secret),
        });
        const headers = { location: `/${encodeURIComponent(secret)}`, etag: secret, link: `<${secret}>` };
        const result = await read({ status, ...(type && { type }), body, headers, secrets: formsOf(secret) });
        assert.doesNotMatch(JSON.stringify(result), /SECRET|q71|U0VDUk/);
        assert.match(JSON.stringify(result), /\[redacted\]/);
      });
    }
  }
  test('the structure has none that JSON escapes', async () => {
    const result = await read({
      type: 'application/json',
      body: '{"a":"SECRETq71\\/x\\u002by"}',
      secrets: ['SECRETq71/x+y'],
    });
    assert.deepEqual(result.structuredContent, { a: '[redacted]' });
  });
  const structures: readonly [of: string, type: string, body: string, text: string, structure: unknown][] = [
    [
      'a number',
      'application/json',
      '{"serverTime":1700000000,"a":[-1700000000.5,17000000001,1700000,"1700000000"]}',
      '{"serverTime":"[redacted]","a":["[redacted]","[redacted]",1700000,"[redacted]"]}',
      { serverTime: '[redacted]', a: ['[redacted]', '[redacted]', 1700000, '[redacted]'] },
    ],
    [
      'a number and what looks like one',
      'application/json',
      '{"a\\"1700000000":"\\\\","b":1700000000}',
      '{"a\\"[redacted]":"\\\\","b":"[redacted]"}',
      { 'a"[redacted]': '\\', b: '[redacted]' },
    ],
    ['a number alone', 'application/json', '1700000000', '"[redacted]"', '[redacted]'],
    [
      'numbers in lines',
      'application/x-ndjson',
      '{"t":1700000000}\n1\n',
      '{"t":"[redacted]"}\n1\n',
      [{ t: '[redacted]' }, 1],
    ],
    [
      'numbers in events, below a quote without an end',
      'text/event-stream',
      'data: 5" wide\n\ndata: {"t":1700000000}\n\n',
      'data: 5" wide\n\ndata: {"t":"[redacted]"}\n\n',
      [{ data: '5" wide' }, { data: { t: '[redacted]' } }],
    ],
    ['a number in text', 'text/plain', 'at 1700000000.', 'at [redacted].', undefined],
  ];
  for (const [of, type, body, text, structure] of structures) {
    test(`${of} is taken out of ${type}`, async () => {
      const result = await read({ type, body, secrets: ['1700000000'] });
      assert.deepEqual(textsOf(result), [text]);
      assert.deepEqual(result.structuredContent, structure);
    });
  }
  test('a number is taken out of JSON that is cut', async () => {
    const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, time: 1700000000 }));
    const given = { type: 'application/json', body: JSON.stringify(rows), secrets: ['1700000000'] };
    const { structuredContent } = await read({ ...given, limits: { resultCharacters: 3_000 } });
    assert.ok(Array.isArray(structuredContent) && structuredContent.length > 10);
    assert.deepEqual(structuredContent[0], { id: 0, time: '[redacted]' });
  });
  test('a short one does not falsify an answer', async () =>
    assert.deepEqual(await read({ type: 'text/plain', body: 'abc', secrets: ['abc'] }), texts('abc')));
});

suite('a secret of letters and digits alone', () => {
  const key = 'PlainKey0123456789abc';
  const json: readonly [of: string, status: number, type: string, body: string][] = [
    ['one escape', 200, 'application/json', '{"a":"Pl\\u0061inKey0123456789abc"}'],
    [
      'every character',
      200,
      'application/json',
      `{"a":"${inJson(key)}","${inJson(key)}":[{"b":"${inJson(key)}"}]}`,
    ],
    ['JSON inside JSON', 200, 'application/json', JSON.stringify({ a: `{"k":"${inJson(key)}"}` })],
    ['an event', 200, 'text/event-stream', `data: {"a":"${inJson(key)}"}\n\n`],
    ['a line', 200, 'application/x-ndjson', `{"a":"Plain\\u004bey0123456789abc"}\n`],
    ['a text', 200, 'text/plain', 'see \\u0050lainKey0123456789abc'],
    ['an error', 400, 'application/json', '{"message":"\\u0050lainKey0123456789abc"}'],
    [
      'a problem',
      422,
      'application/problem+json',
      `{"title":"t","detail":"${inJson(key)}","status":422,"x":"${inJson(key)}"}`,
    ],
    [
      'a long error',
      400,
      'application/json',
      JSON.stringify({ filler: 'x'.repeat(5_000), error: { message: 'K' } }).replace(
        '"K"',
        `"${inJson(key)}"`,
      ),
    ],
    [
      'a part',
      200,
      'multipart/mixed; boundary=b',
      `--b\r\ncontent-type: application/json\r\n\r\n{"a":"${inJson(key)}"}\r\n--b--`,
    ],
  ];
  for (const [of, status, type, body] of json) {
    test(`is not in the result where it is escaped in ${of}`, async () => {
      const result = await read({ status, type, body, secrets: [key] });
      const whole = JSON.stringify(result);
      assert.match(whole, /\[redacted\]/);
      assert.ok(!whole.includes(key) && !whole.includes('u0079'), whole);
    });
  }
  test('is taken out of a value in which it is whole, and out of no other', () => {
    const value = JSON.parse(`{"${key}":["a${key}",1,null,{"__proto__":"${key}"}],"b":"Plain"}`) as unknown;
    const expected = JSON.parse(
      '{"[redacted]":["a[redacted]",1,null,{"__proto__":"[redacted]"}],"b":"Plain"}',
    ) as unknown;
    assert.deepEqual(redactValue(value, redactor([key])), expected);
    assert.equal(redactValue(value, redactor([])), value);
  });
  for (const xml of [
    '<r><a><![CDATA[PlainKey]]><![CDATA[0123456789abc]]></a></r>',
    '<r><a>Plain<!-- -->Key0123456789abc</a></r>',
    '<r><a>Plain&#x4b;ey0123456789abc</a></r>',
  ]) {
    test(`is not in the structure of ${xml}`, async () => {
      const tool = madeTool({ name: 'a' });
      const answerXml = [{ root: { name: 'r', members: { a: {} } } }];
      const told = await readXml({
        mediaType: 'application/xml',
        bytes: Buffer.from(xml),
        uri: 'response:///a',
        tool: { ...tool, request: { ...tool.request, answerXml } },
        limits: defaultLimits,
        redact: redactor([key]),
      });
      assert.deepEqual(told.structuredContent, { a: '[redacted]' });
    });
  }
  const bytes: readonly [of: string, type: string, body: string][] = [
    ['an image', 'image/png', `\x89PNG${key}`],
    ['audio', 'audio/mpeg', `\x00${key}`],
    ['a document', 'application/pdf', `%PDF\x00${key}\x00`],
    ['its base64 in bytes', 'application/octet-stream', `\x00${base64(key)}`],
    ['bytes', 'application/octet-stream', `\x00${key}`],
    ['a part', 'multipart/mixed; boundary=b', `--b\r\ncontent-type: image/png\r\n\r\n${key}\r\n--b--`],
    [
      'a coded part',
      'multipart/mixed; boundary=b',
      `--b\r\ncontent-type: image/png\r\ncontent-transfer-encoding: base64\r\n\r\n${base64(`ab${key}`)}\r\n--b--`,
    ],
  ];
  for (const [of, type, body] of bytes) {
    test(`withholds ${of} that holds it`, async () => {
      const result = await read({ type, body: Buffer.from(body, 'latin1'), secrets: [key] });
      assert.match(textsOf(result).join('\n'), /not given, since it holds a secret of this server/);
      assert.ok(result.content.every((block) => block.type === 'text'));
    });
  }
});
