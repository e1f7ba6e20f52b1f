import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formsOf, redactor } from '../../src/runtime/redaction.js';
import { read, texts } from './read-answer.js';

const secret = 'SECRETq71/x+y=ä "&\'<z';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

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
    ['in base64', base64(secret)],
    ['at the beginning of base64', base64(`${secret}!?`)],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ];
  for (const [of, text] of forms) {
    test(of, () => {
      const shown = redact(`a ${text} b`);
      assert.match(shown, /^a \[redacted\].{0,5} b$/s);
      assert.doesNotMatch(shown, /SECRET|q71/);
    });
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
  test('a short one does not falsify an answer', async () =>
    assert.deepEqual(await read({ type: 'text/plain', body: 'abc', secrets: ['abc'] }), texts('abc')));
});
