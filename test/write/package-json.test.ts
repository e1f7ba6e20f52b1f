import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { raiseDependencies, rangesOf, withoutRanges } from '../../src/write/package-json.js';

const emitted = JSON.stringify({ dependencies: { a: '2' }, devDependencies: { b: '1' } });

suite('raising dependencies', () => {
  const written = { a: '1', b: '1' };
  const cases: readonly [of: string, text: string, expected: string, kept: number][] = [
    [
      'raises ours',
      '{"dependencies":{"a":"1"},"devDependencies":{"b":"1"}}',
      '{"dependencies":{"a":"2"},"devDependencies":{"b":"1"}}',
      0,
    ],
    [
      'raises it where the user moved it',
      '{"devDependencies":{"b":"1","a":"1"}}',
      '{"devDependencies":{"b":"1","a":"2"}}',
      0,
    ],
    ['keeps a range of the user', '{"dependencies":{"a":"^1"}}', '{"dependencies":{"a":"^1"}}', 1],
    ['does not bring back what the user removed', '{"dependencies":{}}', '{"dependencies":{}}', 1],
    [
      'has nothing to do where the user raised it first',
      '{"dependencies":{"a":"2"}}',
      '{"dependencies":{"a":"2"}}',
      0,
    ],
    ['leaves what is no JSON', '{"dependencies":{"a":"1"},}', '{"dependencies":{"a":"1"},}', 1],
    ['leaves what is no object', '[]', '[]', 1],
    ['takes a range that is no text for none', '{"dependencies":{"a":1}}', '{"dependencies":{"a":1}}', 1],
  ];
  for (const [of, text, expected, kept] of cases) {
    test(of, () => {
      const diagnostics = new Diagnostics();
      assert.equal(raiseDependencies(text, emitted, written, 'package.json', diagnostics), expected);
      assert.deepEqual(
        diagnostics.all.map(({ code }) => code),
        Array.from({ length: kept }, () => 'dependency-kept'),
      );
    });
  }

  test('adds what is new in the indentation of the file', () => {
    const text = '{\n    "name": "mine",\n    "dependencies": {\n        "b": "1"\n    }\n}\n';
    const raised = raiseDependencies(text, emitted, { b: '1' }, 'package.json', new Diagnostics());
    assert.equal(raised, text.replace('"b": "1"\n', '"b": "1",\n        "a": "2"\n'));
  });
});

test('ranges are read by name, and the rest is what a template is compared by', () => {
  assert.deepEqual(rangesOf(emitted), { a: '2', b: '1' });
  const named = (range: string) => withoutRanges(JSON.stringify({ name: 'n', dependencies: { a: range } }));
  assert.equal(named('1'), named('2'));
  assert.notEqual(named('1'), withoutRanges('{"name":"m"}'));
});
