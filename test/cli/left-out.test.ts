import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { scratch } from '../write/scratch.js';
import { runHere } from './command-line.js';

const ok = { 200: { description: 'ok' } };
const messy = {
  operationId: 'x',
  tags: ['messy'],
  'x-mcp': { tilte: 'T' },
  parameters: [{ name: 'q', in: 'nowhere', schema: { type: 5 } }, { $ref: '#/components/parameters/None' }],
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/None' } } } },
  responses: { 200: { description: 7 } },
};
const document = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/clean': { get: { operationId: 'x', tags: ['clean'], responses: ok } },
    '/messy/{id}': { post: messy },
  },
};

function generate(t: TestContext, args: readonly string[]) {
  const cwd = scratch(t);
  writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(document));
  return runHere(['openapi.json', '--output', 'out', '--dry-run', '--strict', '--verbose', ...args], cwd);
}

suite('an operation that is left out', () => {
  test('has findings', async (t) => {
    assert.notEqual((await generate(t, [])).exitCode, 0);
  });

  for (const filter of ['tag:clean', '!tag:messy', '!path:/messy/*', 'operation:GET /clean']) {
    test(`by ${filter} has none, and stops no strict run`, async (t) => {
      const { exitCode, talk, result } = await generate(t, ['--filter', filter]);
      assert.deepEqual([talk, exitCode], ['', 0]);
      assert.match(result, /1 tool from 2 operations.*\nleft out: 1 by filter\n/);
    });
  }
});
