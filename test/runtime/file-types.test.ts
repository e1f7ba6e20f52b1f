import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BodyBinding, PropertyEncoding } from '../../src/runtime/binding.js';
import { writeBody } from '../../src/runtime/request/body.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const jpeg = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1');
const pdf = Buffer.from('%PDF-1.7\n');
const zip = Buffer.from('PK\x03\x04\x14\0', 'latin1');
const noise = Buffer.from([0, 1, 2, 255, 254]);
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const urlOf = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

/** The type of the only part of a form. */
async function partType(contentType: string | undefined, file: string): Promise<string | undefined> {
  const own: PropertyEncoding = { bytes: true, ...(contentType === undefined ? {} : { contentType }) };
  const binding = { property: 'body', mediaType: 'multipart/form-data', encoding: { file: own } };
  const { bytes } = await writeBody(binding, { file });
  return /\r\ncontent-type: ([^\r]+)/i.exec(Buffer.from(bytes).toString('latin1'))?.[1];
}

suite('the type of a part that is bytes (Encoding Object, `contentType`: one or a list of ranges)', () => {
  const cases: readonly (readonly [declared: string | undefined, file: string, type: string])[] = [
    ['application/pdf, image/png', png.toString('base64'), 'image/png'],
    ['application/pdf, image/png', pdf.toString('base64url'), 'application/pdf'],
    ['application/pdf,image/png', urlOf('image/png', png), 'image/png'],
    ['application/pdf, image/png', urlOf('application/octet-stream', png), 'image/png'],
    ['application/pdf, image/png', `data:;base64,${png.toString('base64')}`, 'image/png'],
    ['application/pdf, image/png', noise.toString('base64'), 'application/pdf'],
    ['application/pdf, image/*', jpeg.toString('base64'), 'image/jpeg'],
    ['application/pdf, image/jpg', jpeg.toString('base64'), 'image/jpg'],
    ['image/jpg', urlOf('image/jpeg', jpeg), 'image/jpg'],
    [`application/pdf, ${docx}`, zip.toString('base64'), docx],
    ['image/png, text/csv', Buffer.from('a,b\n1,2').toString('base64'), 'text/csv'],
    ['text/csv, application/json', Buffer.from('{"a":1}').toString('base64'), 'application/json'],
    ['text/csv, application/xml', Buffer.from('<a/>').toString('base64'), 'application/xml'],
    ['application/pdf, application/octet-stream', noise.toString('base64'), 'application/octet-stream'],
    ['image/png, application/octet-stream', urlOf('text/plain', noise), 'application/octet-stream'],
    ['application/octet-stream', urlOf('image/png', png), 'application/octet-stream'],
    ['image/jpeg', png.toString('base64'), 'image/jpeg'],
    ['*/*', png.toString('base64'), 'application/octet-stream'],
    ['*/*', urlOf('image/png', png), 'image/png'],
    ['text/csv', urlOf('text/csv;charset=latin1', noise), 'text/csv;charset=latin1'],
    [undefined, urlOf('image/png', png), 'application/octet-stream'],
  ];
  for (const [declared, file, type] of cases) {
    test(`${declared ?? 'nothing'}: ${file.slice(0, 30)}… goes out as ${type}`, async () => {
      assert.equal(await partType(declared, file), type);
    });
  }

  const refused: readonly (readonly [declared: string, file: string, taken: string])[] = [
    ['application/pdf, image/png', urlOf('text/plain;name=a.txt', png), 'application/pdf or image/png'],
    ['image/jpeg', urlOf('image/png', png), 'image/jpeg'],
    ['image/*', urlOf('application/pdf', pdf), 'image/*'],
  ];
  for (const [declared, file, taken] of refused) {
    test(`${declared}: ${file.slice(0, 26)}… is refused`, async () => {
      const type = /^data:([^;]+)/.exec(file)?.[1];
      const message = `The argument 'body' has ${type} in 'file', where the API takes ${taken}; nothing was sent.`;
      await assert.rejects(partType(declared, file), { code: 'invalid-argument', message });
    });
  }
});

suite('bytes of which nothing tells the type that a range asks for', () => {
  const unknown = Buffer.from([0, 1, 2, 3]).toString('base64');
  for (const declared of ['image/*', 'audio/*, video/*']) {
    test(`are refused as ${declared}, in a part and as a body`, async () => {
      const asked = {
        code: 'invalid-argument',
        message: /a data: URL, which says its type; nothing was sent/,
      };
      await assert.rejects(partType(declared, unknown), asked);
      const [mediaType = ''] = declared.split(',');
      await assert.rejects(writeBody({ property: 'body', mediaType }, unknown), asked);
    });
  }
  for (const declared of ['*/*', 'application/*', 'image/*, application/octet-stream']) {
    test(`are within ${declared}`, async () =>
      assert.equal(await partType(declared, unknown), 'application/octet-stream'));
  }
});

suite('the type of a body that is bytes', () => {
  const one: BodyBinding = { property: 'body', mediaType: 'image/jpeg' };
  const several: BodyBinding = {
    ...one,
    choice: {
      property: 'contentType',
      others: [{ mediaType: 'image/png' }, { mediaType: 'application/pdf' }],
    },
  };
  const cases: readonly (readonly [binding: BodyBinding, file: string, args: object, type: string])[] = [
    [one, urlOf('image/jpeg', jpeg), {}, 'image/jpeg'],
    [one, png.toString('base64'), {}, 'image/jpeg'],
    [several, png.toString('base64'), {}, 'image/png'],
    [several, noise.toString('base64'), {}, 'image/jpeg'],
    [several, png.toString('base64'), { contentType: 'application/pdf' }, 'application/pdf'],
    [several, urlOf('application/pdf', pdf), { contentType: 'image/png' }, 'application/pdf'],
  ];
  for (const [binding, file, args, type] of cases) {
    test(`${file.slice(0, 22)}… of ${binding === one ? 'one type' : 'three'} with ${JSON.stringify(args)} is ${type}`, async () => {
      assert.equal((await writeBody(binding, file, { body: file, ...args })).contentType, type);
    });
  }

  test('what a data: URL tells and no type takes is refused with all of them', async () => {
    const text = urlOf('text/plain', noise);
    await assert.rejects(writeBody(one, text), /has text\/plain, where the API takes image\/jpeg;/);
    await assert.rejects(
      writeBody(several, text),
      /has text\/plain, where the API takes image\/jpeg, image\/png or application\/pdf;/,
    );
  });
});
