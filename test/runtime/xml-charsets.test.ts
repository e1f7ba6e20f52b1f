import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerResult } from '../../src/runtime/answer/response.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';

const tool: ToolDefinition = {
  name: 't',
  inputSchema: { type: 'object', properties: {} },
  request: {
    method: 'GET',
    path: '/',
    parameters: [],
    security: [],
    accept: ['application/xml'],
    answerXml: [{ root: { name: 'a' } }],
  },
};

const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>é€</a>`;
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

suite('the encoding of XML (RFC 7303, 3; XML 1.0, 4.3.3 and F)', () => {
  const cases: readonly [of: string, contentType: string, body: Buffer, value?: string][] = [
    ['UTF-8 without a word', 'application/xml', Buffer.from('<a>é€</a>')],
    ['UTF-8 by its declaration', 'text/xml', Buffer.from(declared('UTF-8'))],
    ['by the header', 'application/xml; charset=iso-8859-1', Buffer.from('<a>é</a>', 'latin1'), 'é'],
    [
      'by the header before the declaration',
      'application/xml; charset=utf-8',
      Buffer.from(declared('latin1')),
    ],
    [
      'latin1 by its declaration',
      'application/atom+xml',
      Buffer.from('<?xml version="1.0" encoding=\'ISO-8859-1\'?><a>é</a>', 'latin1'),
      'é',
    ],
    ['UTF-16 by its mark', 'application/xml', wide(`\ufeff${declared('UTF-16')}`)],
    ['UTF-16 with the large end first', 'application/xml', wide(`\ufeff${declared('UTF-16')}`).swap16()],
    ['UTF-16 by its zeros', 'application/xml', wide('<a>é€</a>')],
    ['UTF-16 by its zeros, the large end first', 'application/xml', wide(declared('utf-16')).swap16()],
    ['UTF-8 that calls itself UTF-16', 'text/xml', Buffer.from(declared('utf-16'))],
  ];
  for (const [of, contentType, body, value = 'é€'] of cases) {
    test(of, async () => {
      const answer = { status: 200, reason: 'OK', headers: { 'content-type': contentType }, body };
      const result = await answerResult(answer, tool, { redact: (text) => text, limits: defaultLimits });
      assert.equal(result.structuredContent, value);
    });
  }
});
