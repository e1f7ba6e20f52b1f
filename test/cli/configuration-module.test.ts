import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { evaluateModule } from '../../src/cli/configuration-module.js';
import { put, scratch } from '../write/scratch.js';
import { documentOf } from './command-line.js';

suite('the value of a module', { concurrency: 2 }, () => {
  const loss = 'exports what cannot be written as JSON: ';
  const cases: readonly [of: string, text: string, expected: object][] = [
    [
      'that holds the same object twice',
      'const a = { b: {} }; export default { a, d: [a, a], none: undefined };',
      { value: { a: { b: {} }, d: [{ b: {} }, { b: {} }] } },
    ],
    ['is there though a timer never ends', 'setInterval(() => {}, 1000); export default {};', { value: {} }],
    [
      'names the place of a function',
      'export default { x: { y: 1 }, a: [0, { b() {} }] };',
      { problem: `${loss}a.1.b is a function.` },
    ],
    ['names the place of a symbol', 'export default { a: Symbol() };', { problem: `${loss}a is a symbol.` }],
    ['names the place of a BigInt', 'export default { a: 1n };', { problem: `${loss}a is a bigint.` }],
    [
      'names the place of a circle',
      'const a = { b: {} }; a.b.c = a; export default { a };',
      { problem: `${loss}a.b.c holds itself.` },
    ],
    [
      'is none where it is a symbol itself',
      'export default Symbol();',
      { problem: `${loss}it is a symbol.` },
    ],
    [
      'is none where an error has no catcher',
      "Promise.reject(new Error('stray')); export default {};",
      { problem: 'cannot be evaluated: stray' },
    ],
    [
      'is none where a timer throws before',
      "setTimeout(() => { throw new Error('late'); }); await new Promise(() => {}); export default {};",
      { problem: 'cannot be evaluated: late' },
    ],
    [
      'is none where it ends the process',
      'process.exit(0); export default {};',
      { problem: 'ends the process, in place of exporting a value.' },
    ],
    [
      'is none where nothing is exported as default',
      'export const config = {};',
      { problem: 'has no default export; write `export default defineConfig({ … })`.' },
    ],
    [
      'is none where the syntax is broken',
      'export default {\n  a: ,\n};',
      { problem: 'cannot be evaluated: ParseError: Unexpected token', position: { line: 2, column: 6 } },
    ],
  ];
  for (const [of, text, expected] of cases) {
    test(of, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'c.mjs': text });
      assert.deepEqual(await evaluateModule(join(cwd, 'c.mjs')), expected);
    });
  }
});

suite('a module beside the command line', () => {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

  function runWith(t: Parameters<typeof scratch>[0], text: string, args: readonly string[]) {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets'), 'openapi2mcp.config.mjs': text });
    const command = ['--import', import.meta.resolve('tsx'), main, ...args];
    return spawnSync(process.execPath, command, { cwd, encoding: 'utf8', timeout: 60_000 });
  }

  test('prints to standard error, so that standard output is one JSON object, and keeps nothing alive', (t) => {
    const text =
      "console.log('NOISE'); setInterval(() => {}, 1000); export default { document: 'api.json' };";
    const { status, stdout, stderr } = runWith(t, text, ['--json']);
    assert.equal(status, 0);
    // What a program reads.
    assert.equal((JSON.parse(stdout) as { exitCode: number }).exitCode, 0);
    assert.equal(stderr, 'NOISE\n');
  });

  test('cannot make a check succeed', (t) => {
    const { status, stderr } = runWith(t, 'process.exit(0);', ['--check']);
    assert.equal(status, 2);
    assert.match(stderr, /^openapi2mcp\.config\.mjs: error: The configuration ends the process/);
  });
});
