import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCookies, readForm, readParts } from './request-body.js';
import { sameTarget } from './request-target.js';

suite('two request targets', () => {
  const table: readonly (readonly [left: string, right: string, same: boolean])[] = [
    ['/a?x=1&y=2', '/a?y=2&x=1', true],
    ['/a?x=1&x=2', '/a?x=2&x=1', false],
    ['/a?x=1&y=0&x=2', '/a?y=0&x=1&x=2', true],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%20b', '/a+b', false],
    ['/a,b', '/a%2Cb', false],
    ['/a', '/a?', false],
    ['/a', '/A', false],
    ['/a/../b', '/b', false],
    ['/a?x', '/a?x=', false],
    ['/a?b?c', '/a?b?c', true],
  ];
  for (const [left, right, same] of table) {
    test(`${left} ${same ? 'is' : 'is not'} ${right}`, () => assert.equal(sameTarget(left, right), same));
  }
});

test('a form is decoded as application/x-www-form-urlencoded', () => {
  assert.deepEqual(readForm(Buffer.from('a=1+2&b=%C3%A9%26&a=')), [
    ['a', '1 2'],
    ['b', 'é&'],
    ['a', ''],
  ]);
});

test('cookies keep their raw values', () => {
  assert.deepEqual(
    [...readCookies('a=1%20; b="x=y";c')],
    [
      ['a', '1%20'],
      ['b', '"x=y"'],
      ['c', ''],
    ],
  );
});

suite('multipart/form-data (RFC 7578)', () => {
  const type = 'multipart/form-data; boundary=xx';
  const part = (head: string, content: string): string =>
    `--xx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const read = (body: string, contentType = type): unknown =>
    readParts(contentType, Buffer.from(body, 'latin1'))?.map(({ content, ...rest }) => ({
      ...rest,
      text: content.toString('latin1'),
    }));

  test('is split into its parts, to the byte', () => {
    const body = `${part('name="a"', '\r\n--x\u00ff')}${part('name="b"; filename="f"\r\nContent-Type: image/png', '')}--xx--\r\n`;
    assert.deepEqual(read(body), [
      { name: 'a', contentType: 'text/plain', text: '\r\n--x\u00ff' },
      { name: 'b', contentType: 'image/png', text: '' },
    ]);
  });
  test('may quote its boundary and escape a name', () => {
    assert.deepEqual(read(`${part('name="a%22b"', '1')}--xx--`, 'multipart/form-data; boundary="xx"'), [
      { name: 'a"b', contentType: 'text/plain', text: '1' },
    ]);
  });
  const broken: readonly (readonly [of: string, body: string, contentType: string])[] = [
    ['another media type', `${part('name="a"', '1')}--xx--`, 'text/plain; boundary=xx'],
    ['another boundary', `${part('name="a"', '1')}--xx--`, 'multipart/form-data; boundary=yy'],
    ['no end', part('name="a"', '1'), type],
    ['a part without a name', `${part('filename="a"', '1')}--xx--`, type],
    [
      'line ends without a carriage return',
      '--xx\nContent-Disposition: form-data; name="a"\n\n1\n--xx--',
      type,
    ],
  ];
  for (const [of, body, contentType] of broken) {
    test(`is refused with ${of}`, () => assert.equal(read(body, contentType), undefined));
  }
});
