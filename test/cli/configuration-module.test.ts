import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
      'is what `toJSON` makes of it, and knows an object of another realm',
      `import { runInNewContext } from 'node:vm';
       const u = new URL('https://a.example/');
       export default { u, r: runInNewContext('({ a: [1] })'), n: Object.create(null) };`,
      { value: { u: 'https://a.example/', r: { a: [1] }, n: {} } },
    ],
    [
      'names the place of a Map',
      'export default { a: [new Map([[1, 2]])] };',
      { problem: `${loss}a.0 is an instance of Map.` },
    ],
    [
      'names the place of a Set',
      'export default { a: new Set() };',
      { problem: `${loss}a is an instance of Set.` },
    ],
    [
      'names the place of an instance',
      'class Filter { #a = 1; } export default { filter: new Filter() };',
      { problem: `${loss}filter is an instance of Filter.` },
    ],
    [
      'is none where it is an instance itself',
      'export default new Map();',
      { problem: `${loss}it is an instance of Map.` },
    ],
    ['names the place of NaN', 'export default { a: { b: NaN } };', { problem: `${loss}a.b is NaN.` }],
    [
      'names the place of an infinite number',
      'export default [-1 / 0];',
      { problem: `${loss}0 is -Infinity.` },
    ],
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
      'is that of the module, whatever it has to say to a parent',
      "process.send?.('x'); export default { a: typeof process.send };",
      { value: { a: 'undefined' } },
    ],
    [
      'is none where an object is thrown',
      'throw { a: 1 }; export default {};',
      { problem: 'cannot be evaluated: {"a":1}' },
    ],
    [
      'is none where a long text is thrown',
      "throw ['x'.repeat(1000)]; export default {};",
      { problem: `cannot be evaluated: ["${'x'.repeat(298)}…` },
    ],
    [
      'is none where a circle is thrown',
      'const a = {}; a.a = a; throw a; export default {};',
      { problem: 'cannot be evaluated: it throws an object that cannot be written as JSON.' },
    ],
    [
      'is none where an error without a message is thrown',
      'throw new RangeError(); export default {};',
      { problem: 'cannot be evaluated: RangeError' },
    ],
    [
      'is none where memory does not suffice',
      'const a = []; for (;;) a.push(new Array(1e6).fill(0.5)); export default {};',
      { problem: 'runs out of its 1024 MB of memory, or aborts.' },
    ],
    [
      'is none where the process is killed',
      "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); export default {};",
      { problem: 'is ended from outside (SIGKILL), perhaps for want of memory.' },
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

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

suite('a module beside the command line', () => {
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

suite('a module that never ends', { concurrency: 2 }, () => {
  const text = `
    import { writeFileSync } from 'node:fs';
    writeFileSync('pid', String(process.pid));
    while (true) {}`;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    test(`ends with a command line that ends by ${signal}`, { timeout: 60_000 }, async (t) => {
      const cwd = scratch(t);
      put(cwd, { 'openapi2mcp.config.mjs': text });
      const command = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main], { cwd });
      t.after(() => command.kill('SIGKILL'));
      const pidFile = join(cwd, 'pid');
      while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await sleep(20);
      let isGone = false;
      t.after(() => isGone || process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL'));
      const exited = once(command, 'exit');
      // The module holds standard error too: it is closed when both are gone.
      const closed = once(command, 'close');
      command.kill(signal);
      assert.deepEqual(await exited, signal === 'SIGINT' ? [130, null] : [null, signal]);
      await Promise.race([closed.then(() => (isGone = true)), sleep(10_000, undefined, { ref: false })]);
      assert.equal(isGone, true);
    });
  }
});

test('a bug of ours is told as JSON too where that is asked for', (t) => {
  const cwd = scratch(t);
  put(cwd, { 'openapi2mcp.config.mjs': 'await new Promise(() => {}); export default {};' });
  // Fails in the command line alone, as soon as it is there to tell of it.
  const failing = `
    const timer = setInterval(() => {
      if (!/main\\.ts$/.test(process.argv[1]) || process.listenerCount('uncaughtException') === 0) return;
      clearInterval(timer);
      throw new Error('broken');
    }, 1);`;
  const loaders = [import.meta.resolve('tsx'), `data:text/javascript,${encodeURIComponent(failing)}`];
  const command = [...loaders.flatMap((loader) => ['--import', loader]), main, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 70);
  assert.match(stderr, /^internal error: Error: broken/);
  assert.deepEqual(JSON.parse(stdout), { exitCode: 70, changes: [], diagnostics: [] });
});
