import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { child, follow } from '../../src/load/located.js';
import { documentOf, inFolder, load, messagesOf } from './documents.js';

const openapi = (reference: string): string => JSON.stringify({ openapi: '3.1.0', x: { $ref: reference } });

/** What the reference in `x` leads to, or the one finding. */
async function followed(folder: string, name = 'api/openapi.json'): Promise<unknown> {
  const document = documentOf(await load(path.join(folder, name)));
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
  ];
  for (const [reference, file] of cases) {
    test(`${reference} is read`, async () => {
      await inFolder({ 'api/openapi.json': openapi(reference), [file]: '{"a": 1}' }, async (folder) => {
        assert.equal(await followed(folder), 1);
      });
    });
  }

  test('a reference is relative to the file that it stands in (RFC 3986, 5.1)', async () => {
    const files = {
      'api/openapi.json': openapi('sub/a.yaml#/a'),
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
  const outside = "It is outside the document's own folder.";
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
    ['.', 'refused-reference', 'It is no regular file.'],
    ['sub', 'refused-reference', 'It is no regular file.'],
    ['out.json#/a', 'refused-reference', outside],
    ['pipe', 'refused-reference', 'It is no regular file.'],
    ['http://127.0.0.1:9/a.json', 'refused-reference', 'It is on the network.'],
    ['https://example.com/a.json', 'refused-reference', 'It is on the network.'],
    ['//127.0.0.1:9/a.json', 'refused-reference', 'It is no address.'],
    [
      'ftp://example.com/a.json',
      'refused-reference',
      "'ftp:' is no kind of address that files are read from.",
    ],
    ['missing.json', 'unresolved-reference', 'There is no such file.'],
    ['loop.json', 'unresolved-reference', 'Its links lead in a circle.'],
  ];
  for (const [reference, code, problem] of cases) {
    test(reference, async () => {
      const files = {
        'api/openapi.json': openapi(reference),
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

  test('a broken file costs what refers to it, and says where it is broken', async () => {
    const files = { 'api/openapi.json': openapi('bad.yaml#/a'), 'api/bad.yaml': 'a: 1\nb: 2\na: 3\n' };
    await inFolder(files, async (folder) => {
      assert.match(String(await followed(folder)), /^unresolved-reference: .*\(line 3\).*'a' stands twice/);
    });
  });

  test('a document that is a link is read; its folder is the one of the link', async () => {
    const files = { 'specs/openapi.json': openapi('part.json#/a'), 'api/part.json': '{"a": 1}' };
    await inFolder(files, async (folder) => {
      symlinkSync('../specs/openapi.json', path.join(folder, 'api/openapi.json'));
      assert.equal(await followed(folder), 1);
    });
  });
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
