import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { digestOf } from '../../src/write/digest.js';
import { lockText, own, parseLock, type Lock } from '../../src/write/lock.js';
import { facts } from './scratch.js';

const lock: Lock = {
  lockVersion: 1,
  ...facts,
  generated: { 'src/b.ts': 'b', 'src/a.ts': 'a' },
  scaffolded: { 'README.md': 'r' },
  dependencies: { undici: '7.30.2' },
};

suite('the text of a lock', () => {
  test('is read as it was written', () => {
    assert.deepEqual(parseLock(lockText(lock)), lock);
  });

  test('is the same whatever the order of names', () => {
    const other = { ...lock, generated: { 'src/a.ts': 'a', 'src/b.ts': 'b' } };
    assert.equal(lockText(lock), lockText(other));
  });

  test('keeps names that objects inherit', () => {
    // As JSON.parse makes it: an own member.
    const tools = JSON.parse('{"__proto__":"1","constructor":"2"}') as Record<string, string>;
    const read = parseLock(lockText({ ...lock, tools }));
    assert.ok(typeof read === 'object');
    assert.deepEqual(Object.entries(read.tools), [
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    assert.equal(own(read.tools, '__proto__'), '1');
    assert.equal(own(read.tools, 'toString'), undefined);
  });
});

suite('a lock that cannot be used', () => {
  const text = (changes: object) => JSON.stringify({ ...lock, ...changes });
  const cases: readonly [of: string, text: string, problem: RegExp][] = [
    ['no JSON', '{', /not valid JSON/],
    ['a merge conflict', '{\n<<<<<<< a\n', /merge conflict/],
    ['a list', '[]', /no JSON object/],
    ['a newer version', text({ lockVersion: 2 }), /another version/],
    ['no version of the generator', text({ generatorVersion: 1 }), /'generatorVersion'/],
    ['no document', text({ document: { file: 'x' } }), /'document'/],
    ['options of another type', text({ options: [] }), /'options'/],
    ['a configuration of another type', text({ config: 1 }), /'config'/],
    ['digests of another type', text({ tools: { a: 1 } }), /'tools'/],
    ['a path out of the project', text({ generated: { '../x': 'd' } }), /'generated'/],
    ['a path into the repository', text({ generated: { '.git/config': 'd' } }), /'generated'/],
    ['an absolute path', text({ scaffolded: { '/etc/passwd': 'd' } }), /'scaffolded'/],
  ];
  for (const [of, content, problem] of cases) {
    test(`because it holds ${of} says so`, () => {
      const parsed = parseLock(content);
      assert.ok(typeof parsed === 'string');
      assert.match(parsed, problem);
    });
  }
});

suite('a digest', () => {
  const cases: readonly [of: string, one: string | Buffer, other: string | Buffer, same: boolean][] = [
    ['CRLF and LF', 'a\r\nb\r\n', 'a\nb\n', true],
    ['text and its bytes', 'é\n', Buffer.from('é\n'), true],
    ['a lone carriage return', 'a\rb', 'a\nb', false],
    ['bytes that are no text', Buffer.from([0xff, 0x0d, 0x0a]), Buffer.from([0xfe, 0x0d, 0x0a]), false],
  ];
  for (const [of, one, other, same] of cases) {
    test(`${same ? 'is the same' : 'differs'} for ${of}`, () => {
      assert.equal(digestOf(one) === digestOf(other), same);
    });
  }
});
