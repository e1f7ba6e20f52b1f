import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { put, scratch, snapshot } from '../write/scratch.js';
import { documentOf, runHere } from './command-line.js';

const lockFile = 'openapi2mcp.lock.json';

suite('where a project goes', () => {
  test('a folder named like the server, where nobody says otherwise', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets', 'Pet Store') });
    const { exitCode, result, talk } = await runHere(['api.json'], cwd);
    assert.equal(talk, '');
    assert.equal(exitCode, 0);
    assert.match(
      result,
      /^pet-store-mcp: 1 tool, about \d+ tokens when listed\nwrote \d+ files to pet-store-mcp\n/,
    );
    assert.match(result, /\nnext: cd pet-store-mcp && npm install && npm run build\n$/);
    assert.ok(existsSync(join(cwd, 'pet-store-mcp', lockFile)));
  });

  test('a second run finds it, its names and its options again', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    await runHere(['api.json', '--name', 'cats', '--server-url', 'https://cats.example.com'], cwd);
    const before = snapshot(join(cwd, 'cats'));
    const again = await runHere(['api.json', '--name', 'cats'], cwd);
    assert.match(again.result, /^cats: .*\nas in the last run: --server-url\ncats is up to date\n$/);
    assert.deepEqual(snapshot(join(cwd, 'cats')), before);
  });

  test('a second run tells of another authorization of clients, whoever decided it', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    const told = async (...args: readonly string[]): Promise<string | undefined> => {
      const { result } = await runHere(['api.json', '-o', 'out', '--force', ...args], cwd);
      return /^clients over HTTP: .*$/m.exec(result)?.[0];
    };
    assert.equal(await told('--auth', 'oauth'), undefined);
    assert.equal(await told(), undefined);
    put(cwd, { 'openapi2mcp.config.json': '{"server": {"auth": "bearer"}}' });
    assert.equal(await told(), 'clients over HTTP: bearer (was oauth)');
    assert.equal(await told(), undefined);
    put(cwd, { 'openapi2mcp.config.json': '{}' });
    assert.equal(await told(), 'clients over HTTP: none (was bearer)');
    assert.equal(await told('--auth', 'none'), undefined);
  });

  test('what it needs is told with what says so: where credentials are needed, whichever way they are given', async (t) => {
    const cwd = scratch(t);
    // Written by this test.
    const document = JSON.parse(documentOf('/pets')) as Record<string, unknown>;
    const flows = { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } };
    const components = { securitySchemes: { s: { type: 'oauth2', flows } } };
    const cases = [
      [[{ s: [] }], true],
      [[{ s: [] }, {}], false],
      [[], false],
    ] as const;
    for (const [at, [security, isTold]] of cases.entries()) {
      put(cwd, { 'api.json': JSON.stringify({ ...document, components, security }) });
      const { result } = await runHere(['api.json', '-o', `out${at}`], cwd);
      assert.equal(/ && cp \.env\.example \.env\nthen: .*npm run doctor/.test(result), isTold, result);
    }
  });

  test('the current folder, where it is a project: document and options are those of the last run', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    await runHere(['generate', 'api.json', '-o', 'out', '--server-url', 'https://cats.example.com'], cwd);
    put(cwd, { 'api.json': documentOf('/cats') });
    const { exitCode, result } = await runHere([], join(cwd, 'out'));
    assert.equal(exitCode, 0);
    assert.match(result, /\nwrote \d+ files to this folder(?:, deleted \d+ files?)?\n/);
    assert.match(result, /\ntools since the last run: 1 added \(get_cats\), 1 removed \(get_pets\)\n/);
    assert.match(result, /\nnext: npm run build\n$/);
    assert.match(
      readFileSync(join(cwd, 'out/generated/manifest.json'), 'utf8'),
      /https:\/\/cats\.example\.com/,
    );
  });

  test("the old folder, where the name changed: package.json is the user's to rename", async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    await runHere(['api.json', '-o', 'out', '--name', 'cats'], cwd);
    const { exitCode, talk, result } = await runHere(['api.json', '-o', 'out', '--name', 'dogs'], cwd);
    assert.equal(exitCode, 0);
    assert.match(
      talk,
      /^warning: out\/package\.json: the name is left as it is: it is 'cats', and the server is called 'dogs' now\. \[dependency-kept\]$/m,
    );
    assert.match(
      result,
      /\nyours, and would start differently today \(see --print-scaffold\): .*package\.json/,
    );
    const text = readFileSync(join(cwd, 'out/package.json'), 'utf8');
    put(cwd, { 'out/package.json': text.replace('"cats"', '"dogs"') });
    assert.equal((await runHere(['-o', 'out'], cwd)).talk, '');
  });

  test('--output, also with a space in it', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    const { result } = await runHere(['api.json', '--output', "my tool's (1)"], cwd);
    assert.match(result, /\nnext: cd 'my tool'\\''s \(1\)' && /);
    assert.ok(existsSync(join(cwd, "my tool's (1)", lockFile)));
  });

  test('--output, also with a name like an option, which no command takes for one', async (t) => {
    const cwd = scratch(t);
    put(cwd, { '-api.json': documentOf('/pets') });
    const { result } = await runHere(['--output', './-dash', '--', '-api.json'], cwd);
    assert.match(result, /\nnext: cd \.\/-dash && /);
    const { talk } = await runHere(['--check', '--output=-new', '--', '-api.json'], cwd);
    assert.match(talk, /\nnext: openapi2mcp \.\/-api\.json --output=-new\n$/);
  });

  test('nowhere, where neither document nor project is there', async (t) => {
    const { exitCode, talk } = await runHere([], scratch(t));
    assert.equal(exitCode, 2);
    assert.match(
      talk,
      /^error: Option <document>: none is given, and there is no project of an earlier run here\. \[invalid-option\]\n/,
    );
  });

  test('nowhere, where the document of the last run is gone', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    await runHere(['api.json', '-o', 'out'], cwd);
    rmSync(join(cwd, 'api.json'));
    const { exitCode, talk } = await runHere([], join(cwd, 'out'));
    assert.equal(exitCode, 2);
    assert.match(
      talk,
      /^error: Option <document>: that of the last run, \.\.\/api\.json, is not there; give another\. /,
    );
  });

  test('nowhere, where the last run read standard input', async (t) => {
    const cwd = scratch(t);
    assert.equal((await runHere(['-', '-o', '.'], cwd, documentOf('/pets'))).exitCode, 0);
    const { exitCode, talk } = await runHere([], cwd);
    assert.equal(exitCode, 2);
    assert.match(talk, /the last run read it from standard input/);
  });
});

suite('the lock file', () => {
  test('names document and references from the project, so that both can be moved together', async (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'api/openapi.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        paths: { '/pets': { $ref: 'parts/pets.json' } },
      }),
      'api/parts/pets.json': '{"get":{"responses":{"200":{"description":"Read."}}}}',
    });
    await runHere(['api/openapi.json', '-o', 'out'], cwd);
    // Written by the run above.
    const lock = JSON.parse(readFileSync(join(cwd, 'out', lockFile), 'utf8')) as Record<string, object>;
    assert.equal((lock.document as { file: string }).file, '../api/openapi.json');
    assert.deepEqual(Object.keys(lock.inputs ?? {}), ['../api/parts/pets.json']);
    assert.deepEqual(lock.names, { 'GET /pets': 'get_pets' });
  });

  const unusable: readonly [options: object, problem: string][] = [
    [{ nmae: 'x' }, "it remembers 'nmae', which is no option"],
    [{ constructor: 'x' }, "it remembers 'constructor', which is no option"],
    [{ name: 5 }, 'it remembers --name: it has to be text.'],
    [{ name: 'A B' }, 'it remembers --name: a package name has'],
    [{ filter: ['pets'] }, "it remembers --filter: 'pets' does not say"],
    [{ refHosts: ['https://e.org'] }, 'it remembers --allow-refs-from: a host is written'],
    [{ limits: { depht: 5 } }, "it remembers --limit: there is no limit 'depht'"],
    [{ limits: { depth: -1 } }, "it remembers --limit: the limit 'depth' takes a whole number"],
  ];
  for (const [options, problem] of unusable) {
    test(`with the options ${JSON.stringify(options)} is refused`, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'api.json': documentOf('/pets') });
      await runHere(['api.json', '-o', 'out'], cwd);
      // Written by the run above.
      const lock = JSON.parse(readFileSync(join(cwd, 'out', lockFile), 'utf8')) as object;
      put(cwd, { [`out/${lockFile}`]: JSON.stringify({ ...lock, options }) });
      const before = snapshot(cwd);
      const { exitCode, talk } = await runHere(['api.json', '-o', 'out'], cwd);
      assert.equal(exitCode, 1);
      assert.ok(talk.startsWith(`error: out/${lockFile} cannot be used: ${problem}`), talk);
      assert.deepEqual(snapshot(cwd), before);
    });
  }

  test('names a URL as it is', async (t) => {
    const server = createServer((_, response) => response.end(documentOf('/pets')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const cwd = scratch(t);
    // A server on TCP has such an address.
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api.json`;
    assert.equal((await runHere([url, '-o', 'out'], cwd)).exitCode, 0);
    // Written by the run above.
    const lock = JSON.parse(readFileSync(join(cwd, 'out', lockFile), 'utf8')) as {
      document: { file: string };
    };
    assert.equal(lock.document.file, url);
    assert.equal((await runHere(['--check'], join(cwd, 'out'))).exitCode, 0);
  });

  test('names no query of a URL, so that the URL has to be given again', async (t) => {
    const server = createServer((_, response) => response.end(documentOf('/pets')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const cwd = scratch(t);
    // A server on TCP has such an address.
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api.json?key=s3cret`;
    const { exitCode, result, talk } = await runHere([url, '-o', 'out', '--verbose'], cwd);
    assert.equal(exitCode, 0);
    assert.match(talk, /\[query-not-kept\]/);
    assert.doesNotMatch(JSON.stringify(snapshot(cwd)) + result + talk, /s3cret/);
    assert.equal((await runHere([], join(cwd, 'out'))).exitCode, 2);
    assert.equal((await runHere([url, '--check'], join(cwd, 'out'))).exitCode, 0);
  });

  test('is not written for an URL that cannot be read, and no message holds its credentials', async (t) => {
    const cwd = scratch(t);
    for (const form of [[], ['--json'], ['--verbose']]) {
      const url = 'http://someone:s3cret@127.0.0.1:1/api.json';
      const { exitCode, result, talk } = await runHere([url, '-o', 'out', ...form], cwd);
      assert.equal(exitCode, 1);
      assert.doesNotMatch(result + talk, /s3cret/);
    }
    assert.deepEqual(snapshot(cwd), {});
  });
});

suite('modes', () => {
  test('--check is silent about a project that is up to date, and exits 1 about another', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    await runHere(['api.json', '-o', 'out'], cwd);
    assert.equal((await runHere(['--check'], join(cwd, 'out'))).exitCode, 0);
    put(cwd, { 'api.json': documentOf('/cats') });
    const before = snapshot(cwd);
    const { exitCode, talk } = await runHere(['--check'], join(cwd, 'out'));
    assert.equal(exitCode, 1);
    assert.match(talk, /^error: generated\/manifest\.json would be changed \(update\)\. \[out-of-date\]$/m);
    assert.match(
      talk,
      /\d+ errors; nothing was written\.\ntools since the last run: 1 added \(get_cats\), 1 removed \(get_pets\)\nnext: openapi2mcp\n$/,
    );
    assert.deepEqual(snapshot(cwd), before);
  });

  test('--dry-run lists what would change, and exits 0', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    const { exitCode, result } = await runHere(['api.json', '-o', 'out', '--dry-run'], cwd);
    assert.equal(exitCode, 0);
    assert.match(result, /^create {2}generated\/manifest\.json$/m);
    assert.match(result, /^create {2}src\/runtime\/ \(\d+ files\)$/m);
    assert.doesNotMatch(result, /src\/runtime\/call\.ts/);
    assert.match(result, /^would write \d+ files to out$/m);
    assert.deepEqual(Object.keys(snapshot(cwd)), ['api.json']);
  });

  test('--print-scaffold prints the file that would be written, and writes nothing', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    await runHere(['api.json', '-o', 'out'], cwd);
    const before = snapshot(cwd);
    const { exitCode, result } = await runHere(['--print-scaffold', './src/http.ts'], join(cwd, 'out'));
    assert.equal(exitCode, 0);
    assert.equal(result, before['out/src/http.ts']);
    assert.deepEqual(snapshot(cwd), before);
    const other = await runHere(['--print-scaffold', 'src/manifest.ts'], join(cwd, 'out'));
    assert.equal(other.exitCode, 2);
    assert.match(other.talk, /'src\/manifest\.ts' is none of .*src\/http\.ts/);
  });

  test('--strict turns a warning into an end', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets').replace('https:', 'http:') });
    assert.equal((await runHere(['api.json', '-o', 'out'], cwd)).exitCode, 0);
    rmSync(join(cwd, 'out'), { recursive: true });
    const { exitCode, talk } = await runHere(['api.json', '-o', 'out', '--strict'], cwd);
    assert.equal(exitCode, 1);
    assert.match(talk, /\[unusable-server-url\][^]*\n1 warning; nothing was written\.\n$/);
    assert.ok(!existsSync(join(cwd, 'out')));
  });

  test('names the length that names may have with the key of the server, and it is enough', async (t) => {
    const cwd = scratch(t);
    const operationId = `listOrders${'OfTheShop'.repeat(6)}`;
    const document = documentOf('/orders').replace('"summary"', `"operationId":"${operationId}","summary"`);
    const name = 'shop-of-shops-mcp';
    put(cwd, { 'api.json': document });
    const args = ['api.json', '--name', name, '--dry-run'];
    const { talk } = await runHere(args, cwd);
    const [, length] =
      /; (\d+) are left to a tool's own name \(64 less 'mcp__shop-of-shops__'\)/.exec(talk) ?? [];
    assert.equal(Number(length), 64 - 'mcp__shop-of-shops__'.length);
    const runWith = async (maxToolNameLength: number): Promise<string> => {
      put(cwd, { 'openapi2mcp.config.json': JSON.stringify({ tools: { maxToolNameLength } }) });
      return (await runHere(args, cwd)).talk;
    };
    assert.doesNotMatch(await runWith(Number(length)), /long-served-names/);
    assert.match(await runWith(Number(length) + 1), /long-served-names/);
  });

  test('--quiet prints the warnings that stop it under --strict', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets').replace('https:', 'http:') });
    const strictly = await runHere(['api.json', '-o', 'out', '--quiet', '--strict'], cwd);
    assert.deepEqual([strictly.exitCode, strictly.result], [1, '']);
    assert.match(strictly.talk, /^api\.json:1:\d+: warning: .* \[unusable-server-url\]\n/);
    assert.match(strictly.talk, /\n1 warning; nothing was written\.\n$/);
    assert.equal((await runHere(['api.json', '-o', 'out', '--quiet'], cwd)).talk, '');
  });

  test('--quiet says nothing where nothing is wrong', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets').replace('https:', 'http:') });
    const { result, talk } = await runHere(['api.json', '-o', 'out', '--quiet'], cwd);
    assert.deepEqual({ result, talk }, { result: '', talk: '' });
    assert.match((await runHere(['none.json', '--quiet'], cwd)).talk, /^none\.json: error: /);
  });

  test('--json prints one object with everything, and nothing else', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets').replace('https:', 'http:') });
    const { result, talk } = await runHere(['api.json', '-o', 'out', '--json'], cwd);
    assert.equal(talk, '');
    const value = JSON.parse(result) as Record<string, unknown>;
    assert.equal(value.exitCode, 0);
    assert.deepEqual(Object.keys(value), ['exitCode', 'summary', 'changes', 'diagnostics']);
    const [diagnostic] = value.diagnostics as readonly Record<string, unknown>[];
    assert.equal(diagnostic?.code, 'unusable-server-url');
    assert.deepEqual([diagnostic?.file, diagnostic?.line], ['api.json', 1]);
    const mistaken = await runHere(['--jsonn', '--json'], cwd);
    assert.equal((JSON.parse(mistaken.result) as { exitCode: number }).exitCode, 2);
  });
});

suite('a document that cannot be used', () => {
  const documents: readonly [of: string, text: string, code: string][] = [
    ['nothing', '', 'not-openapi'],
    ['no YAML', 'a: [', 'invalid-syntax'],
    ['no OpenAPI', '{"name":"pets"}', 'not-openapi'],
    ['no paths', '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}', 'no-operations'],
  ];
  for (const [of, text, code] of documents) {
    test(`with ${of} in it leaves the folder as it is`, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'api.yaml': text, 'out/keep.txt': 'mine', 'out/src/own.ts': 'export {}' });
      const before = snapshot(cwd);
      const { exitCode, talk } = await runHere(['api.yaml', '-o', 'out'], cwd);
      assert.equal(exitCode, 1);
      assert.match(talk, new RegExp(`\\[${code}\\]`));
      assert.match(talk, /out holds keep\.txt, src, but no openapi2mcp\.lock\.json/);
      assert.doesNotMatch(talk, /\n +at .*\.[jt]s/);
      assert.deepEqual(snapshot(cwd), before);
    });
  }
});

suite('the same input', () => {
  test('gives the same bytes in another folder', async (t) => {
    const [one, other] = [scratch(t), scratch(t)];
    for (const cwd of [one, other]) {
      put(cwd, { 'api.json': documentOf('/pets') });
      await runHere(['api.json'], cwd);
    }
    assert.deepEqual(snapshot(one), snapshot(other));
  });
});
