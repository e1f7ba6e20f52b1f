import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { child, follow } from '../../src/load/located.js';
import type { LoadSettings } from '../../src/load/settings.js';
import { documentOf, inFolder, load, messagesOf, openapiAt } from './documents.js';

/** What the reference in `x` leads to, or the one finding. */
async function followed(
  folder: string,
  name = 'api/openapi.json',
  settings: Partial<LoadSettings> = {},
): Promise<unknown> {
  const document = documentOf(await load(name, folder, settings));
  const diagnostics = new Diagnostics();
  const found = follow(child(document.root, 'x'), document, diagnostics);
  return found === undefined ? messagesOf(diagnostics).join('\n') : found.value;
}

suite('files inside the folder of the document', () => {
  const cases: readonly [reference: string, file: string][] = [
    ['part.json#/a', 'api/part.json'],
    ['./part.json#/a', 'api/part.json'],
    ['sub/part.json#/a', 'api/sub/part.json'],
    ['sub/../part.json#/a', 'api/part.json'],
    ['sub%20dir/p%23art.json#/a', 'api/sub dir/p#art.json'],
    ['sub dir/part.json#/a', 'api/sub dir/part.json'],
    ['ö.json#/a', 'api/ö.json'],
    ['%C3%B6.json#/a', 'api/ö.json'],
    ['schemas#/a', 'api/schemas'],
    ['part.json?x=1#/a', 'api/part.json'],
    ['.\\sub\\part.json#/a', 'api/sub/part.json'],
    ['sub/%5Cpart.json#/a', 'api/sub/\\part.json'],
    ['C.json#/a', 'api/C.json'],
  ];
  for (const [reference, file] of cases) {
    test(`${reference} is read`, async () => {
      await inFolder({ 'api/openapi.json': openapiAt(reference), [file]: '{"a": 1}' }, async (folder) => {
        assert.equal(await followed(folder), 1);
      });
    });
  }

  test('a reference is relative to the file that it stands in (RFC 3986, 5.1)', async () => {
    const files = {
      'api/openapi.json': openapiAt('sub/a.yaml#/a'),
      'api/sub/a.yaml': 'a: {$ref: "b.yaml#/b"}\n',
      'api/sub/b.yaml': 'b: {$ref: "#/c"}\nc: here\n',
    };
    await inFolder(files, async (folder) => assert.equal(await followed(folder), 'here'));
  });

  test('a file can refer back to the document', async () => {
    const files = {
      'api/openapi.json': '{"openapi": "3.1.0", "x": {"$ref": "a.json#/a"}, "y": 7}',
      'api/a.json': '{"a": {"$ref": "openapi.json#/y"}}',
    };
    await inFolder(files, async (folder) => assert.equal(await followed(folder), 7));
  });
});

suite('files that are not read', () => {
  const outside = "It is outside the document's own folder; --ref-root names a wider one.";
  const network = (options: string): string =>
    `It is on the network; --allow-refs-from ${options} allows it.`;
  const noScheme = (host: string): string =>
    `It is on the network; put https: before it, and --allow-refs-from ${host} allows it.`;
  const noKind = (scheme: string): string => `'${scheme}' is no kind of address that files are read from.`;
  const windows = "It is a path of Windows: write it relative to the file that it stands in, with '/'.";
  const cases: readonly [reference: string, code: string, problem: string][] = [
    ['../secret.json#/a', 'refused-reference', outside],
    ['sub/../../secret.json', 'refused-reference', outside],
    ['%2e%2e/secret.json', 'refused-reference', outside],
    ['/etc/hostname', 'refused-reference', outside],
    ['file:///etc/hostname', 'refused-reference', outside],
    ['/dev/zero', 'refused-reference', outside],
    ['../no-such-file.json', 'refused-reference', outside],
    ['..%2fsecret.json', 'refused-reference', 'Its path is encoded wrongly or holds an encoded slash.'],
    ['%zz.json', 'refused-reference', 'Its path is encoded wrongly or holds an encoded slash.'],
    ['.', 'refused-reference', 'It is a folder.'],
    ['sub', 'refused-reference', 'It is a folder.'],
    ['%00.json', 'unresolved-reference', 'Its name holds a sign that no file name can have.'],
    ['out.json#/a', 'refused-reference', outside],
    ['pipe', 'refused-reference', 'It is no regular file.'],
    ['http://127.0.0.1:9/a.json', 'refused-reference', network('127.0.0.1:9')],
    ['https://example.com/a.json', 'refused-reference', network('example.com')],
    ['https://EXAMPLE.com.:443/a.json', 'refused-reference', network('example.com')],
    ['https://example.com:8443/a.json', 'refused-reference', network('example.com:8443')],
    ['http://example.com/a.json', 'refused-reference', network('example.com:80 with --allow-http')],
    ['https://b\u00fccher.example/a.json', 'refused-reference', network('xn--bcher-kva.example')],
    ['https://user:secret@example.com/a.json', 'refused-reference', 'It holds a user name or a password.'],
    ['//127.0.0.1:9/a.json', 'refused-reference', noScheme('127.0.0.1:9')],
    ['//example.com/a.json', 'refused-reference', noScheme('example.com')],
    ['\\\\server\\share\\a.json', 'refused-reference', noScheme('server')],
    ['file://server/share/a.json', 'refused-reference', 'It names another host.'],
    ['ftp://example.com/a.json', 'refused-reference', noKind('ftp:')],
    ['data:application/json,{}', 'refused-reference', noKind('data:')],
    ['urn:example:a', 'refused-reference', noKind('urn:')],
    ['C:\\api\\a.json', 'refused-reference', windows],
    ['c:/api/a.json', 'refused-reference', windows],
    ['missing.json', 'unresolved-reference', 'There is no such file.'],
    ['SUB/X.json', 'unresolved-reference', 'There is no such file.'],
    ['sub/X.json', 'unresolved-reference', "There is no such file. There is 'x.json'."],
    [`${'x'.repeat(300)}.json`, 'unresolved-reference', 'Its name is too long.'],
    ['openapi.json/a.json', 'unresolved-reference', 'There is no such file.'],
    ['loop.json', 'unresolved-reference', 'Its links lead in a circle.'],
  ];
  for (const [reference, code, problem] of cases) {
    test(reference, async () => {
      const files = {
        'api/openapi.json': openapiAt(reference),
        'secret.json': '{"a": "CANARY"}',
        'api/sub/x.json': '1',
      };
      await inFolder(files, async (folder) => {
        symlinkSync('../secret.json', path.join(folder, 'api/out.json'));
        symlinkSync('loop.json', path.join(folder, 'api/loop.json'));
        execFileSync('mkfifo', [path.join(folder, 'api/pipe')]);
        const outcome = String(await followed(folder));
        assert.ok(outcome.startsWith(`${code}: `), outcome);
        assert.ok(outcome.endsWith(problem), outcome);
        assert.ok(!outcome.includes('CANARY'));
      });
    });
  }

  test('a document that is a link is read; its folder is the one of the link', async () => {
    const files = { 'specs/openapi.json': openapiAt('part.json#/a'), 'api/part.json': '{"a": 1}' };
    await inFolder(files, async (folder) => {
      symlinkSync('../specs/openapi.json', path.join(folder, 'api/openapi.json'));
      assert.equal(await followed(folder), 1);
    });
  });
});

suite('a folder that references stay in', () => {
  const files = {
    'specs/api/openapi.json': openapiAt('../shared/a.json#/a'),
    'specs/api/own.json': openapiAt('part.json#/a'),
    'specs/api/part.json': '{"a": "own"}',
    'specs/shared/a.json': '{"a": {"$ref": "../../secret.json#/a"}, "b": 1}',
    'specs/shared/to-b.json': openapiAt('a.json#/b'),
    'secret.json': '{"a": "CANARY"}',
  };
  const outside = /^refused-reference: .*outside the folder that --ref-root names\.$/;
  const cases: readonly [of: string, root: string, document: string, outcome: RegExp][] = [
    ['can be wider than its own', 'specs', 'specs/shared/to-b.json', /^1$/],
    ['ends where it was said', 'specs', 'specs/api/openapi.json', outside],
    ['can be wider still', '.', 'specs/api/openapi.json', /^CANARY$/],
    ['can be elsewhere', 'specs/shared', 'specs/api/own.json', outside],
    ['can be named by a link', 'link', 'specs/shared/to-b.json', /^1$/],
    ['can be one that the document is named into by a link', 'specs', 'link/shared/to-b.json', /^1$/],
    ['can have links that stay in it', 'specs', 'specs/in.json', /^own$/],
    ['ends where links leave it', 'specs', 'specs/out.json', outside],
    ['can end in a slash', 'specs/', 'specs/shared/to-b.json', /^1$/],
  ];
  for (const [of, refRoot, name, outcome] of cases) {
    test(of, async () => {
      await inFolder(files, async (folder) => {
        symlinkSync('specs', path.join(folder, 'link'));
        symlinkSync('api/part.json', path.join(folder, 'specs/link.json'));
        symlinkSync('../secret.json', path.join(folder, 'specs/secret.json'));
        writeFileSync(path.join(folder, 'specs/in.json'), openapiAt('link.json#/a'));
        writeFileSync(path.join(folder, 'specs/out.json'), openapiAt('secret.json#/a'));
        assert.match(String(await followed(folder, name, { refRoot })), outcome);
      });
    });
  }

  test('is where standard input refers to', async () => {
    const stdin = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(openapiAt('shared/a.json#/b')));
    await inFolder(files, async (folder) => {
      const document = documentOf(await load('-', folder, { stdin, refRoot: 'specs' }));
      assert.equal(follow(child(document.root, 'x'), document, new Diagnostics())?.value, 1);
    });
  });

  for (const refRoot of ['missing', 'secret.json']) {
    test(`${refRoot} is none`, async () => {
      await inFolder(files, async (folder) => {
        const { document, diagnostics } = await load('specs/api/own.json', folder, { refRoot });
        assert.equal(document, undefined);
        assert.match(
          messagesOf(diagnostics).join(),
          /^invalid-option: Option --ref-root: '(missing|secret\.json)' is no folder/,
        );
      });
    });
  }
});

suite('a file that cannot be used is told once, where it is wrong', () => {
  const cases: readonly [of: string, file: string, text: string | Uint8Array, says: RegExp, at: string][] = [
    ['broken YAML', 'bad.yaml', 'a: 1\nb: [\n', /not valid YAML/, '3:1'],
    ['JSON with a comment', 'bad.json', '{\n  // a\n}', /not valid JSON: a comment stands here/, '2:3'],
    ['JSON with a comma too many', 'bad.json', '{"a": [1,\n]}', /nothing follows this comma/, '1:9'],
    ['a key that stands twice', 'bad.yaml', 'a: 1\nb: 2\na: 3\n', /'a' stands twice.*line 1/, '3:1'],
    ['bytes that are no text', 'bad.yaml', Uint8Array.of(0x61, 0x0a, 0xff), /UTF-8: byte 2/, '2:1'],
    ['an image', 'bad.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0), /UTF-8/, 'undefined'],
    [
      'a text that is too deep',
      'bad.json',
      `${'['.repeat(300)}1${']'.repeat(300)}`,
      /Limit 'depth'/,
      'undefined',
    ],
  ];
  for (const [of, file, text, says, at] of cases) {
    test(of, async () => {
      const x = [{ $ref: file }, { $ref: `${file}#/a` }, { $ref: `./${file}` }];
      const files = { 'openapi.json': JSON.stringify({ openapi: '3.1.0', x }), [file]: text };
      await inFolder(files, async (folder) => {
        const { document, diagnostics, files: read } = await load('openapi.json', folder);
        const [finding, ...others] = diagnostics.all;
        assert.deepEqual(
          [finding?.code, finding?.origin?.file, others],
          ['unusable-file', path.join(folder, file), []],
        );
        assert.match(finding?.message ?? '', says);
        assert.equal(
          finding?.position && `${finding.position.line}:${finding.position.column}`,
          at === 'undefined' ? undefined : at,
        );
        assert.equal(read.get(path.join(folder, file))?.name, file);
        assert.ok(document !== undefined);
      });
    });
  }

  test('and every reference to it is broken', async () => {
    const files = { 'api/openapi.json': openapiAt('bad.yaml#/a'), 'api/bad.yaml': 'a: 1\nb: [\n' };
    await inFolder(files, async (folder) => {
      assert.match(
        String(await followed(folder)),
        /^unresolved-reference: .*'bad\.yaml#\/a'.*cannot be used/,
      );
    });
  });

  for (const text of ['just words', '', '# nothing', '- 1', '<html></html>']) {
    test(`${JSON.stringify(text)} is YAML, but nothing can be found in it by name`, async () => {
      await inFolder(
        { 'api/openapi.json': openapiAt('part.txt#/a'), 'api/part.txt': text },
        async (folder) => {
          assert.match(
            String(await followed(folder)),
            /^unresolved-reference: .*Nothing stands there in .*part\.txt\.$/,
          );
        },
      );
    });
  }
});

suite('what refers to a file', () => {
  const read = async (document: unknown): Promise<readonly string[]> =>
    await inFolder({ 'openapi.json': JSON.stringify(document), 'a.json': '{}' }, async (folder) => {
      const { files } = await load(path.join(folder, 'openapi.json'));
      return [...files.values()].map(({ name }) => path.basename(name));
    });
  const reference = { $ref: 'a.json' };
  const cases: readonly [of: string, fields: object, isRead: boolean][] = [
    ['a schema', { components: { schemas: { A: reference } } }, true],
    [
      'a property called example',
      { components: { schemas: { A: { properties: { example: reference } } } } },
      true,
    ],
    ['a response called default', { responses: { default: reference } }, true],
    ['an operation', { paths: { '/a': { get: reference } } }, true],
    ['an example', { components: { schemas: { A: { example: { b: [reference] } } } } }, false],
    ['a default', { components: { schemas: { A: { default: reference } } } }, false],
    ['a constant', { components: { schemas: { A: { enum: [reference], const: reference } } } }, false],
    [
      'a property called $ref',
      { components: { schemas: { A: { properties: { $ref: { type: 'string' } } } } } },
      false,
    ],
    ['a value in a mapping', { discriminator: { propertyName: 'b', mapping: { c: 'a.json' } } }, true],
    ['a mapping that is no discriminator', { x: { mapping: { c: 'a.json' } } }, false],
    ['the map of the paths', { paths: reference }, true],
    ['a map of schemas', { components: { schemas: reference } }, true],
    ['a map of properties', { components: { schemas: { A: { properties: reference } } } }, true],
    ['a mapping', { discriminator: { propertyName: 'b', mapping: reference } }, true],
    ['a list of scopes', { flow: { scopes: reference } }, false],
    ['a $dynamicRef', { components: { schemas: { A: { $dynamicRef: 'a.json#b' } } } }, true],
    ['a $ref that is no text', { paths: { $ref: [reference.$ref] } }, false],
  ];
  for (const [of, fields, isRead] of cases) {
    test(`${of} ${isRead ? 'does' : 'does not'}`, async () => {
      assert.deepEqual(
        await read({ openapi: '3.1.0', ...fields }),
        isRead ? ['openapi.json', 'a.json'] : ['openapi.json'],
      );
    });
  }

  test('40,000 references take no more time than as many values', async () => {
    const document = { openapi: '3.1.0', x: Array.from({ length: 40_000 }, () => reference) };
    const start = process.cpuUsage();
    await read(document);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 2_000_000, `${(user + system) / 1e6} s`);
  });
});

suite('limits of all files together', () => {
  test('5,001 files are too many', async () => {
    const names = Array.from({ length: 5_001 }, (_, index) => `${index}.json`);
    const files = Object.fromEntries(names.map((name) => [name, '{}']));
    const x = names.map((name) => ({ $ref: name }));
    await inFolder({ ...files, 'openapi.json': JSON.stringify({ openapi: '3.1.0', x }) }, async (folder) => {
      const { diagnostics } = await load(path.join(folder, 'openapi.json'));
      assert.match(messagesOf(diagnostics).join(), /^limit-exceeded: Limit 'files'[^,]*$/);
    });
  });

  test('more than 64 MiB are too many', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `${index}.json`);
    const text = `"${'x'.repeat(14 * 1024 * 1024)}"`;
    const files = Object.fromEntries(names.map((name) => [name, text]));
    const x = names.map((name) => ({ $ref: name }));
    await inFolder({ ...files, 'openapi.json': JSON.stringify({ openapi: '3.1.0', x }) }, async (folder) => {
      const { diagnostics } = await load(path.join(folder, 'openapi.json'));
      assert.match(messagesOf(diagnostics).join(), /^limit-exceeded: Limit 'fileBytes'[^,]*$/);
    });
  });
});
