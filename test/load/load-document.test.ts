import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { countMembers } from '../../src/load/json-text.js';
import { shownName } from '../../src/load/uris.js';
import { codesOf, documentOf, inFolder, load, loadText, messagesOf } from './documents.js';

suite('what cannot be read is one clear error', () => {
  const nested = `{"openapi":"3.1.0","x":${'['.repeat(250)}${']'.repeat(250)}}`;
  const cases: readonly [of: string, contents: string | Uint8Array, code: string, says: RegExp][] = [
    ['an empty file', '', 'not-openapi', /empty/],
    ['a file of comments', '# nothing\n', 'not-openapi', /empty/],
    ['a list', '- openapi: 3.0.0\n', 'not-openapi', /no mapping/],
    ['another document', 'kind: Pod\n', 'not-openapi', /neither `openapi` nor `swagger`/],
    ['an unknown version', 'openapi: 4.0.0\n', 'unsupported-version', /'4\.0\.0'/],
    ['an old version', 'swagger: "1.2"\n', 'unsupported-version', /'1\.2'/],
    ['a version that is no text', 'openapi: [3]\n', 'unsupported-version', /'\[3\]'/],
    ['bytes that are no UTF-8', Uint8Array.of(0x6f, 0xe9, 0x0a), 'unreadable-document', /UTF-8/],
    ['binary content', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0), 'unreadable-document', /UTF-8/],
    ['broken YAML', 'openapi: 3.0.0\ninfo: [\n', 'invalid-syntax', /YAML/],
    ['a foreign tag', 'openapi: !!js/function "x"\n', 'invalid-syntax', /unknown tag/],
    ['binary YAML', 'openapi: 3.0.0\nx: !!binary "UFc="\n', 'invalid-syntax', /unknown tag/],
    ['several documents', 'openapi: 3.0.0\n---\nopenapi: 3.0.0\n', 'invalid-syntax', /single document/],
    ['JSON that is nested too deeply', nested, 'limit-exceeded', /'depth'.*'\/x\/0\/0/],
    [
      'YAML that is nested too deeply',
      `openapi: 3.1.0\nx: ${'['.repeat(250)}\n`,
      'limit-exceeded',
      /'depth'/,
    ],
  ];
  for (const [of, contents, code, says] of cases) {
    test(of, async () => {
      await inFolder({ 'openapi.yaml': contents }, async (folder) => {
        const { document, diagnostics } = await load(path.join(folder, 'openapi.yaml'));
        assert.equal(document, undefined);
        assert.deepEqual(codesOf(diagnostics), [code]);
        assert.match(messagesOf(diagnostics)[0] ?? '', says);
      });
    });
  }

  test('a folder', async () => {
    await inFolder({}, async (folder) => {
      mkdirSync(path.join(folder, 'api'));
      const { diagnostics } = await load('api', folder);
      assert.deepEqual(messagesOf(diagnostics), [
        'unreadable-document: The document cannot be read: It is a folder.',
      ]);
    });
  });

  test('the current folder, which has a name too', () => {
    assert.equal(shownName('/pets', '/pets'), '.');
    assert.equal(shownName('/pets/a.yaml', '/pets'), 'a.yaml');
  });

  test('a file that is not there', async () => {
    const { diagnostics } = await load('/no/such/openapi.yaml');
    assert.match(messagesOf(diagnostics)[0] ?? '', /^unreadable-document: .*no such file/);
  });

  test('an address that nothing is read from', async () => {
    const { diagnostics } = await load('ftp://example.com/openapi.yaml');
    assert.match(messagesOf(diagnostics)[0] ?? '', /^unreadable-document: .*'ftp'/);
  });

  test('a document that is larger than the limit', async () => {
    const text = `openapi: 3.0.0\nx: "${'x'.repeat(20 * 1024 * 1024)}"\n`;
    assert.deepEqual(codesOf((await loadText(text)).diagnostics), ['limit-exceeded']);
  });

  test('broken JSON, with its place', async () => {
    await inFolder({ 'openapi.json': '{\n  "openapi": "3.0.0"\n  "info": {}\n}' }, async (folder) => {
      const { diagnostics, files } = await load(path.join(folder, 'openapi.json'));
      const [finding] = diagnostics.all;
      assert.equal(finding?.code, 'invalid-syntax');
      assert.match(finding.message, /JSON: comma expected/);
      assert.deepEqual(finding.position, { line: 3, column: 3 });
      assert.equal(files.size, 1);
    });
  });
});

suite('keys that stand twice', () => {
  test('in YAML are an error with both places (YAML 1.2.2, 3.2.1.1)', async () => {
    const { diagnostics } = await loadText('openapi: 3.0.0\npaths:\n  /a: {}\n  /b: {}\n  /a: {}\n');
    const [finding] = diagnostics.all;
    assert.equal(finding?.message, "The key '/a' stands twice in one mapping (first on line 3).");
    assert.deepEqual(finding.position, { line: 5, column: 3 });
  });

  test('in YAML are all told at once', async () => {
    const { diagnostics } = await loadText('openapi: 3.0.0\na: 1\na: 2\nb: {c: 1, c: 2}\n');
    assert.deepEqual(codesOf(diagnostics), ['duplicate-key', 'duplicate-key']);
  });

  test('in JSON are an error with both places (RFC 8259, 4)', async () => {
    const { diagnostics } = await loadText('{"openapi": "3.0.0",\n "x": {"y": 1,\n "y": 2}}');
    const [finding] = diagnostics.all;
    assert.equal(finding?.message, "The key 'y' stands twice in one mapping (first on line 2).");
    assert.deepEqual(finding.position, { line: 3, column: 2 });
  });

  test('a colon or a quote inside a text is no key', () => {
    assert.equal(countMembers('{"a": "b\\":c:d", "\\"e:\\\\": [":", {"f": 1}]}'), 3);
  });

  test('a merge key can stand beside the keys that it brings', async () => {
    const { diagnostics } = await loadText('openapi: 3.0.0\nx-a: &a {b: 1}\nx-c: {<<: *a, b: 2}\n');
    assert.deepEqual(diagnostics.all, []);
  });
});

suite('YAML values are those of the core schema (YAML 1.2.2, 10.3)', () => {
  const cases: readonly [written: string, value: unknown][] = [
    ['on', 'on'],
    ['off', 'off'],
    ['yes', 'yes'],
    ['NO', 'NO'],
    ['y', 'y'],
    ['2026-11-29', '2026-11-29'],
    ['12:30:45', '12:30:45'],
    ['1_000', '1_000'],
    ['true', true],
    ['~', null],
    ['0o17', 15],
    ['1e3', 1000],
    ['"3"', '3'],
  ];
  for (const [written, value] of cases) {
    test(written, async () => {
      const { root } = documentOf(await loadText(`openapi: 3.0.0\nx: ${written}\n`));
      assert.equal(root.value.x, value);
    });
  }

  test('merge keys are spelt out', async () => {
    const { root } = documentOf(await loadText('openapi: 3.0.0\na: &a {b: 1, c: 2}\nd: {<<: *a, c: 3}\n'));
    assert.deepEqual(root.value.d, { b: 1, c: 3 });
  });
});

suite('names of the prototype are names like any other', () => {
  const documents = {
    JSON: '{"openapi":"3.1.0","x":{"__proto__":{"polluted":1},"constructor":2}}',
    YAML: 'openapi: 3.1.0\nx: {__proto__: {polluted: 1}, constructor: 2}\n',
    'a merge key': 'openapi: 3.1.0\nx: {<<: {__proto__: {polluted: 1}, constructor: 2}}\n',
  };
  for (const [of, text] of Object.entries(documents)) {
    test(`in ${of}`, async () => {
      const { x } = documentOf(await loadText(text)).root.value;
      assert.deepEqual(Object.keys(x as object), ['__proto__', 'constructor']);
      assert.equal((x as { polluted?: unknown }).polluted, undefined);
    });
  }
});

suite('limits', () => {
  test('101 aliases inside one alias are too many', async () => {
    const aliases = (count: number): string =>
      `openapi: 3.1.0\na: &a {b: 1}\nc: &c [${'*a, '.repeat(count)}]\nd: *c\n`;
    assert.deepEqual(codesOf((await loadText(aliases(100))).diagnostics), []);
    assert.deepEqual(codesOf((await loadText(aliases(101))).diagnostics), ['limit-exceeded']);
  });

  test('any number of aliases can stand beside each other, with others in them', async () => {
    const uses = Array.from({ length: 500 }, (_, index) => `x-${index}: *b`).join('\n');
    const text = `openapi: 3.1.0\na: &a {c: 1}\nb: &b {d: *a, e: *a}\n${uses}\n`;
    assert.deepEqual(codesOf((await loadText(text)).diagnostics), []);
  });

  test('merge keys are no aliases, whatever objects they bring', async () => {
    const merges = Array.from({ length: 150 }, (_, index) => `x-${index}: {<<: *a}`).join('\n');
    const { diagnostics } = await loadText(`openapi: 3.1.0\na: &a {b: {c: 1}}\n${merges}\n`);
    assert.deepEqual(codesOf(diagnostics), []);
  });

  test('keys can have 10,000 characters together, and no more: every pointer holds them', async () => {
    const text = (end: string): string =>
      JSON.stringify({ openapi: '3.1.0', x: { ['k'.repeat(9_990)]: { [end]: 1 } } });
    assert.deepEqual(codesOf((await loadText(text('k'.repeat(9)))).diagnostics), []);
    assert.match(
      messagesOf((await loadText(text('k'.repeat(10)))).diagnostics).join(),
      /^limit-exceeded: Limit 'pointerLength': it has keys that are, with those around them, longer than 10000 characters at '\/x\/k{97}…'\.$/,
    );
  });

  test('merge keys can bring more than js-yaml allows by itself', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `k${index}: v`).join(', ');
    const merges = Array.from({ length: 60 }, (_, index) => `x${index}: {<<: *a}`).join('\n');
    const { diagnostics } = await loadText(`openapi: 3.1.0\na: &a {${keys}}\n${merges}\n`);
    assert.deepEqual(codesOf(diagnostics), []);
  });

  test('merge keys are bounded by the values that they make', async () => {
    const chain = Array.from({ length: 3000 }, (_, n) => `x${n + 1}: &x${n + 1} {<<: *x${n}, k${n + 1}: v}`);
    const { diagnostics } = await loadText(`openapi: 3.1.0\nx0: &x0 {k0: v}\n${chain.join('\n')}\n`);
    assert.match(messagesOf(diagnostics).join(), /^limit-exceeded: Limit 'nodes'/);
  });

  test('two million values are too many', async () => {
    const { diagnostics } = await loadText(`{"openapi":"3.1.0","x":[${'0,'.repeat(2_000_000)}0]}`);
    assert.match(messagesOf(diagnostics).join(), /^limit-exceeded: Limit 'nodes'.*'\/x'/);
  });

  test('a constant that a double cannot hold is a warning; a bound or an example is none', async () => {
    const big = '9223372036854775807';
    const schema = `{"default": ${big}, "maximum": ${big}, "example": ${big}, "enum": [1, ${big}]}`;
    const { diagnostics } = await loadText(`{"openapi":"3.1.0","components":{"schemas":{"A":${schema}}}}`);
    assert.deepEqual(diagnostics.all.map(({ code, origin }) => `${code} ${origin?.pointer}`).sort(), [
      'inexact-number /components/schemas/A/default',
      'inexact-number /components/schemas/A/enum/1',
    ]);
  });
});

suite('constants that JSON has no number for', () => {
  const cases: readonly [text: string, codes: readonly string[]][] = [
    ['{openapi: 3.1.0, x: {enum: [1, .nan]}}', ['inexact-number']],
    ['{openapi: 3.1.0, x: {enum: [1, .inf]}}', ['inexact-number']],
    ['{openapi: 3.1.0, x: {const: -.inf}}', ['inexact-number']],
    ['{"openapi": "3.1.0", "x": {"const": 1e400}}', ['inexact-number']],
    ['{openapi: 3.1.0, x: {enum: [1.5]}}', []],
  ];
  for (const [text, codes] of cases) {
    test(text, async () => assert.deepEqual(codesOf((await loadText(text)).diagnostics), codes));
  }
});

suite('versions', () => {
  const cases: readonly [field: string, version: string][] = [
    ['swagger: "2.0"', '2.0'],
    ['swagger: 2.0', '2.0'],
    ['openapi: 3.0.3', '3.0'],
    ['openapi: 3.0', '3.0'],
    ['openapi: 3.1', '3.1'],
    ['openapi: 3.1.0-rc1', '3.1'],
    ['openapi: 3.2.0', '3.2'],
  ];
  for (const [field, version] of cases) {
    test(field, async () => assert.equal(documentOf(await loadText(`${field}\n`)).version, version));
  }
});

test('a file is named as the user wrote it, and its key is the absolute path', async () => {
  await inFolder({ 'a b%/öpen#api?.yaml': 'openapi: 3.1.0\n' }, async (folder) => {
    const { files, document } = await load('a b%/öpen#api?.yaml', folder);
    const key = path.join(folder, 'a b%/öpen#api?.yaml');
    assert.deepEqual([...files.keys()], [key]);
    assert.equal(files.get(key)?.name, 'a b%/öpen#api?.yaml');
    assert.equal(document?.url, undefined);
  });
});

suite('keys that stand twice are told whatever stands around them', () => {
  const cases: readonly [of: string, text: string, places: readonly string[]][] = [
    ['stands twice in braces', 'openapi: 3.1.0\nx: {c: 1, "c": 2, d, c}\n', ['c 2:11', 'c 2:22']],
    ['another way to write it', 'openapi: 3.1.0\n1.10: a\n1.1: b\n"1.10": c\n', ['1.10 4:1']],
    ['merge keys are none', 'x: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n  b: 3\n', ['b 5:3']],
    ['keys without values', '? a\n? b\n? a\n', ['a 3:3']],
    ['each mapping by itself', '- a: 1\n- a: {a: 1}\n  b: a\n  a: a\n', ['a 4:3']],
  ];
  for (const [of, text, places] of cases) {
    test(of, async () => {
      const { diagnostics } = await loadText(text);
      assert.deepEqual(
        diagnostics.all.map(({ message, position }) => {
          return `${/'(.*?)'/.exec(message)?.[1]} ${position?.line}:${position?.column}`;
        }),
        places,
      );
    });
  }
});
