import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { defaultLimits } from '../../src/load/limits.js';
import { parseText } from '../../src/load/parse-text.js';
import { positionsOf } from '../../src/load/positions.js';
import { parseYaml } from '../../src/load/yaml-text.js';
import { loadText } from './documents.js';

/** The value of a YAML text, or the finding with its line and column. */
async function parsed(text: string): Promise<unknown> {
  const diagnostics = new Diagnostics();
  const yaml = await parseYaml(text, 'a.yaml', defaultLimits, diagnostics);
  if (yaml !== undefined) return yaml.value;
  const [finding] = diagnostics.all;
  return `${finding?.code} ${finding?.position?.line}:${finding?.position?.column}: ${finding?.message}`;
}

suite('keys are what is written (YAML 1.2.2, 10.3: a key of JSON is a string)', () => {
  const keys =
    '200 1.10 1.0 0x10 0o17 1e3 012 +1 -0 null Null ~ true True false on yes no .inf .nan 2020-01-01 1_000 0b11';
  for (const key of keys.split(' ')) {
    test(key, async () => assert.deepEqual(Object.keys((await parsed(`${key}: a`)) as object), [key]));
    test(`${key} in braces`, async () => {
      assert.deepEqual(await parsed(`{"x": {${key}: a}}`), { x: { [key]: 'a' } });
    });
  }

  test('so that two of the same value are two', async () => {
    assert.deepEqual(await parsed('1.1: a\n1.10: b\n0x1: c\n1: d\n'), {
      '1.1': 'a',
      '1.10': 'b',
      '0x1': 'c',
      '1': 'd',
    });
  });

  test('and one that is quoted the second time stands twice', async () => {
    assert.match(String(await parsed('1.10: a\n"1.10": b\n')), /^duplicate-key 2:1: .*'1\.10'.*line 1/);
  });

  test('and an alias is what it stands for', async () => {
    assert.deepEqual(await parsed('a: &x 1.10\n*x : b\n'), { a: 1.1, '1.10': 'b' });
  });

  test('and positions are found by them', async () => {
    const { files } = await loadText('openapi: 3.1.0\nresponses:\n  1.10: {}\n  0x10: {}\n');
    const origin = { file: '<stdin>', pointer: '/responses/0x10' };
    assert.deepEqual(positionsOf([origin], files)(origin), { line: 4, column: 3 });
  });
});

suite('values are those of the core schema (YAML 1.2.2, 10.3.2)', () => {
  const values: readonly [written: string, value: unknown][] = [
    ['0o17', 15],
    ['0x1F', 31],
    ['012', 12],
    ['+1', 1],
    ['-12', -12],
    ['1.', 1],
    ['.5', 0.5],
    ['-.5e2', -50],
    ['1.10', 1.1],
    ['1e3', 1000],
    ['.inf', Infinity],
    ['-.INF', -Infinity],
    ['.NaN', NaN],
    ['~', null],
    ['', null],
    ['Null', null],
    ['TRUE', true],
    ['False', false],
    ['!!str 1.10', '1.10'],
    ['!!float 1.10', 1.1],
    ['"1.10"', '1.10'],
    ['0o8', '0o8'],
    ['-0x1F', '-0x1F'],
    ['0b11', '0b11'],
    ['1_000', '1_000'],
    ['12:30:45', '12:30:45'],
    ['2020-01-01', '2020-01-01'],
    ['on', 'on'],
    ['NO', 'NO'],
    ['y', 'y'],
    ['1.2.3', '1.2.3'],
    ['.', '.'],
    ['+', '+'],
    ['e3', 'e3'],
  ];
  for (const [written, value] of values) {
    test(`'${written}'`, async () => assert.deepEqual(await parsed(`a: ${written}`), { a: value }));
    test(`'${written}' in a list that is named twice`, async () => {
      assert.deepEqual(await parsed(`a: &x\n  - ${written}\nb: *x\n`), { a: [value], b: [value] });
    });
  }

  test('a document can be one scalar', async () => assert.equal(await parsed('1.10'), 1.1));

  test('merge keys copy values', async () => {
    assert.deepEqual(await parsed('a: &x {b: 1.0}\nc: {<<: *x, d: ~}\n'), {
      a: { b: 1 },
      c: { b: 1, d: null },
    });
  });

  test('__proto__ is a name like any other', async () => {
    const value = (await parsed('a: 1.0\n__proto__: 2.0\n')) as object;
    assert.deepEqual(Object.entries(value), [
      ['a', 1],
      ['__proto__', 2],
    ]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });
});

suite('what JSON has no place for is refused where it stands', () => {
  const cases: readonly [of: string, text: string, says: RegExp][] = [
    ['a list as a key', 'a: 1\n? [b, c]\n: d\n', /^invalid-syntax 2:9: .*no key/],
    ['a list as a key in a line', 'a: 1\n[b]: d\n', /^invalid-syntax 2:4: .*no key/],
    ['a mapping as a key', '{a: b}: c\n', /^invalid-syntax 1:7: .*no key/],
    ['a mapping as a key in braces', '{x: {{a: b}: c}}\n', /^invalid-syntax 1:\d+: .*no key/],
    ['a block as a key', '?\n  - a\n# here\n: b\n', /^invalid-syntax 4:1: .*no key/],
    ['a list as a key without a value', 'a: 1\n? [b, c]\nd: e\n', /^invalid-syntax 2:9: .*no key/],
    ['a list as the last key', 'a: 1\n?   [b, c]\n', /^invalid-syntax 2:11: .*no key/],
    ['a mapping as a key without a value', '? a: b\n', /^invalid-syntax 2:1: .*no key/],
    ['a list as a key without a value in braces', '{? [a], b: c}\n', /^invalid-syntax 1:7: .*no key/],
    ['an alias of a list as a key without a value', 'a: &x [1]\n? *x\n', /^invalid-syntax 3:\d: .*no key/],
    ['an alias of a list as a key', 'a: &x [1]\n*x : 2\n', /^invalid-syntax 2:\d: .*no key/],
    ['a tab that indents', 'a:\n\tb: 1\n', /^invalid-syntax 2:1: .*tab/],
    ['an unknown alias', 'a: *b\n', /^invalid-syntax 1:6: .*alias/],
    ['a second document', '# one\n---\na: 1\n---\nb: 2\n', /^invalid-syntax 4:1: .*single document/],
    ['a second document that is empty', 'a: 1\n---\n', /^invalid-syntax 2:1: .*single document/],
  ];
  for (const [of, text, says] of cases) {
    test(of, async () => assert.match(String(await parsed(text)), says));
  }

  const fine = [
    'a: [1]\nb: 2',
    'a:\n  - b: [1]\n  - c: {d: e}\n"f": g',
    '{a: [1] , b: {c: d} , "e": f}',
    '[a: b, c]',
    '? a\n? b\n: [c]\n? "d?"\n: {? e : f, ? g}',
    'a?: [b?, [c], "? ", {d: ?e}]',
    '# why?\n- a # why ?\n- [b]',
    'a: >\n  what ?\nb: [c]',
  ];
  for (const text of fine) {
    test(`${JSON.stringify(text)} is none of these`, async () => {
      assert.equal(typeof (await parsed(text)), 'object');
    });
  }
});

suite('the cost grows with the text', () => {
  const lines = (count: number, line: (index: number) => string): string =>
    `openapi: 3.1.0\n${Array.from({ length: count }, (_, index) => line(index)).join('')}`;
  const item = '- {a: 1.0, b: [c, ~], d: "some words, some more words, and the last ones"}';
  const depth = 150;
  const cases: readonly [of: string, text: string, findings: number][] = [
    ['20 MB', lines(270_000, (index) => `x${index}: ${item.slice(2)}\n`), 0],
    ['blank lines behind lists', `x: ${'['.repeat(depth)}${`]${'\n'.repeat(100_000)}`.repeat(depth)}`, 0],
    ['comments behind blocks', `${blocks(depth)}${'# c\n'.repeat(3_000_000)}`, 0],
    ['2,000 keys twice', lines(4_000, (index) => `k${index % 2_000}: 1\n`), 2_000],
    ['one key 2,000 times', lines(2_001, () => 'k: 1\n'), 2_000],
  ];
  for (const [of, text, findings] of cases) {
    test(`${of} are read within 8 CPU seconds`, async () => {
      const diagnostics = new Diagnostics();
      const start = process.cpuUsage();
      await parseText(text, 'a.yaml', defaultLimits, diagnostics);
      const { user, system } = process.cpuUsage(start);
      assert.equal(diagnostics.all.length, findings, diagnostics.all[0]?.message);
      assert.ok(user + system < 8_000_000, `${(user + system) / 1e6} s`);
    });
  }
});

/** Mappings in each other, each on a line of its own. */
function blocks(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
}
