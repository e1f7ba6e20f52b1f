import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { positionsOf } from '../../src/load/positions.js';
import { decodeText } from '../../src/load/text-encoding.js';
import { documentOf, inFolder, load } from './documents.js';

const text = 'openapi: 3.1.0\nx: ü€😀\ny: end\n';

/** UTF-16 with a byte order mark. */
function utf16(content: string, isBigEndian = false): Uint8Array {
  const bytes = Buffer.from(`\ufeff${content}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

suite('texts are read (RFC 3629; RFC 2781 with a byte order mark)', () => {
  const encodings: readonly [of: string, bytes: Uint8Array][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(text)],
    ['UTF-16 BE', utf16(text, true)],
  ];
  for (const [of, bytes] of encodings) {
    test(`in ${of}`, () => assert.deepEqual(decodeText(bytes), { text }));

    test(`in ${of}, and keep their lines and columns`, async () => {
      const files = { 'openapi.yaml': 'openapi: 3.1.0\nx: {$ref: part.yaml}\n', 'part.yaml': bytes };
      await inFolder(files, async (folder) => {
        const document = documentOf(await load(path.join(folder, 'openapi.yaml')));
        const place = { file: path.join(folder, 'part.yaml'), pointer: '/y' };
        assert.deepEqual(positionsOf([place], document.files)(place), { line: 3, column: 1 });
      });
    });
  }

  test('a mark that is not at the beginning stays', () => {
    assert.deepEqual(decodeText(Buffer.from('a\ufeffb')), { text: 'a\ufeffb' });
  });
});

suite('bytes that are no text are refused', () => {
  const wide = Buffer.from(text, 'utf16le');
  const cases: readonly [of: string, bytes: Uint8Array, problem: RegExp, position: object | undefined][] = [
    ['Latin-1', Buffer.from('a\nbé\n', 'latin1'), /UTF-8: byte 3 fits/, { line: 2, column: 2 }],
    ['a character that is cut off', Uint8Array.of(0x61, 0xe2, 0x82), /byte 1 fits/, { line: 1, column: 2 }],
    ['a surrogate', Uint8Array.of(0xed, 0xa0, 0x80), /byte \d fits/, { line: 1, column: 1 }],
    ['a zero', Uint8Array.of(0x61, 0x62, 0), /byte 2 is zero/, undefined],
    ['UTF-16 without a mark', wide, /UTF-16 without a byte order mark/, undefined],
    ['UTF-16 BE without a mark', Buffer.from(wide).swap16(), /UTF-16 without/, undefined],
    ['half a character of UTF-16', utf16('a\ud800b'), /UTF-16: byte \d fits/, { line: 1, column: 2 }],
    ['UTF-32 LE', Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), /UTF-32/, undefined],
    ['UTF-32 BE', Uint8Array.of(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), /UTF-32/, undefined],
  ];
  for (const [of, bytes, problem, position] of cases) {
    test(of, () => {
      const decoding = decodeText(bytes);
      assert.ok('problem' in decoding);
      assert.match(decoding.problem, problem);
      assert.deepEqual(decoding.position, position);
    });
  }

  test('the place is told, and found in 20 MiB within two seconds', async () => {
    const bytes = Buffer.concat([Buffer.from('x: 1\n'.repeat(4 * 1024 * 1024 - 1)), Uint8Array.of(0xff)]);
    const start = process.cpuUsage();
    await inFolder({ 'openapi.yaml': bytes }, async (folder) => {
      const { diagnostics } = await load(path.join(folder, 'openapi.yaml'));
      assert.deepEqual(diagnostics.all[0]?.position, { line: 4 * 1024 * 1024, column: 1 });
    });
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 2_000_000, `${(user + system) / 1e6} s`);
  });
});
