import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { runHere } from '../cli/command-line.js';
import { scratch } from '../write/scratch.js';

const document = JSON.stringify({
  openapi: '3.2.0',
  $self: 'https://public.example/api.json',
  info: { title: 'Piers', version: '1' },
  // Relative to the URL that the document was read from.
  servers: [{ url: '' }],
  paths: {
    '/piers': {
      get: { responses: { 200: { $ref: 'https://public.example/api.json#/components/responses/None' } } },
    },
  },
});

const answers: Readonly<Record<string, string>> = {
  '/api.json': document,
  '/broken.json': '{"openapi": ',
  '/latin.json': '\u00ff',
  '/overlay.json': '{"overlay": "1.1.0"}',
};

let server: Server;
let host: string;

before(async () => {
  server = createServer(({ url = '/' }, response) => {
    const answer = answers[new URL(url, 'http://localhost').pathname];
    if (answer === undefined) response.writeHead(404).end();
    else response.end(Buffer.from(answer, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** All texts of the files in a folder. */
function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'));
}

suite('the query of a URL, which can hold a secret, is in no output', () => {
  const cases: readonly [
    of: string,
    path: string,
    args: readonly string[],
    code: string,
    exitCode: number,
  ][] = [
    ['a reference by `$self` that leads nowhere', '/api.json', [], 'unresolved-reference', 0],
    ['a document that is too large', '/api.json', ['--limit', 'documentBytes=9'], 'limit-exceeded', 1],
    ['a document that is broken', '/broken.json', [], 'invalid-syntax', 1],
    ['a document that is no text', '/latin.json', [], 'unreadable-document', 1],
    ['a document that is not there', '/none.json', [], 'unreachable', 4],
  ];
  for (const [of, path, args, code, exitCode] of cases) {
    for (const form of [[], ['--json']]) {
      test([`of ${of}`, ...form].join(' '), async (t) => {
        const cwd = scratch(t);
        const url = `http://${host}${path}?token=s3cret`;
        const ran = await runHere([url, '--output', 'out', '--verbose', ...args, ...form], cwd);
        assert.equal(ran.exitCode, exitCode, ran.talk);
        const told = ran.result + ran.talk;
        assert.ok(told.includes(code) && told.includes(`http://${host}${path}?…`), told);
        for (const text of [told, ...textsIn(cwd)]) assert.ok(!text.includes('s3cret'), text);
      });
    }
  }

  const overlays: readonly [of: string, path: string, code: string, exitCode: number][] = [
    ['that is not valid', '/overlay.json', 'invalid-overlay', 1],
    ['that is no text', '/latin.json', 'unreadable-document', 1],
    ['that is not there', '/none.json', 'unreachable', 4],
  ];
  for (const [of, path, code, exitCode] of overlays) {
    test(`of an overlay ${of}`, async (t) => {
      const cwd = scratch(t);
      writeFileSync(join(cwd, 'api.json'), document);
      const configuration = { document: 'api.json', overlays: [`http://${host}${path}?token=s3cret`] };
      writeFileSync(join(cwd, 'openapi2mcp.config.json'), JSON.stringify(configuration));
      const { exitCode: ended, talk } = await runHere(['--output', 'out'], cwd);
      assert.equal(ended, exitCode, talk);
      assert.ok(talk.includes(code) && talk.includes(`http://${host}${path}?…`), talk);
      assert.ok(!talk.includes('s3cret'), talk);
    });
  }
});
