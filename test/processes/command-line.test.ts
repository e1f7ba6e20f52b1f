import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { put, scratch, snapshot } from '../write/scratch.js';
import { documentOf } from '../cli/command-line.js';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const command = ['--import', import.meta.resolve('tsx'), main];

function runApart(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [...command, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
}

suite('the command line as a process', () => {
  test('gives the same bytes under another locale, time zone and user', (t) => {
    const cwd = scratch(t);
    put(cwd, { 'one/api.json': documentOf('/ı'), 'other/api.json': documentOf('/ı') });
    assert.equal(runApart(['api.json'], join(cwd, 'one'), { LANG: 'C', TZ: 'UTC' }).status, 0);
    const other = { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu', HOME: cwd };
    assert.equal(runApart(['api.json'], join(cwd, 'other'), other).status, 0);
    assert.deepEqual(snapshot(join(cwd, 'one')), snapshot(join(cwd, 'other')));
  });

  test('prints colours only where it is asked to', (t) => {
    const cwd = scratch(t);
    const paint = (env: NodeJS.ProcessEnv) => runApart(['none.json'], cwd, env).stderr.includes('\u001b[');
    assert.ok(!paint({ NO_COLOR: undefined, FORCE_COLOR: undefined }));
    assert.ok(!paint({ NO_COLOR: undefined, FORCE_COLOR: undefined, CI: 'true' }));
    assert.ok(paint({ NO_COLOR: undefined, FORCE_COLOR: '1' }));
    assert.ok(!paint({ NO_COLOR: '1', FORCE_COLOR: '1' }));
  });

  test('does not mind that nobody reads what it prints', async (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    const child = spawn(process.execPath, [...command, 'api.json', '--json'], { cwd });
    child.stdout.destroy();
    let talk = '';
    child.stderr.on('data', (chunk: Buffer) => (talk += chunk.toString()));
    const status = await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual({ status, talk }, { status: 0, talk: '' });
  });

  const full = '/dev/full';
  test('says in one line that its result cannot be printed', { skip: !existsSync(full) }, (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets') });
    const stdout = openSync(full, 'w');
    t.after(() => closeSync(stdout));
    const runs: readonly [args: readonly string[], status: number][] = [
      [['api.json', '-o', 'out', '--json'], 0],
      [['--help'], 5],
    ];
    for (const [args, expected] of runs) {
      const stdio = ['ignore', stdout, 'pipe'] as const;
      const { status, stderr } = spawnSync(process.execPath, [...command, ...args], {
        cwd,
        encoding: 'utf8',
        stdio: [...stdio],
      });
      assert.equal(stderr, 'standard output cannot be written (ENOSPC).\n');
      assert.equal(status, expected);
    }
    assert.ok(existsSync(join(cwd, 'out/package.json')));
  });

  test('gives JSON at Ctrl-C to whoever asks for it', async (t) => {
    const child = spawn(process.execPath, [...command, '-', '-o', 'out', '--json'], { cwd: scratch(t) });
    let result = '';
    child.stdout.on('data', (chunk: Buffer) => (result += chunk.toString()));
    await new Promise((resolve) => child.stdin.write('#'.repeat(1_000_000), resolve));
    child.kill('SIGINT');
    await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual(JSON.parse(result), { exitCode: 130, changes: [], diagnostics: [] });
  });

  test('gives findings alone at Ctrl-C to whoever wants to look', async (t) => {
    const child = spawn(process.execPath, [...command, 'inspect', '-', '--json'], { cwd: scratch(t) });
    let result = '';
    child.stdout.on('data', (chunk: Buffer) => (result += chunk.toString()));
    await new Promise((resolve) => child.stdin.write('#'.repeat(1_000_000), resolve));
    child.kill('SIGINT');
    await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual(JSON.parse(result), { exitCode: 130, findings: [] });
  });

  test('shows tools and findings without colours in a pipe, and with them where it is asked to', (t) => {
    const cwd = scratch(t);
    put(cwd, { 'api.json': documentOf('/pets').replace('https:', 'http:') });
    for (const args of [
      ['inspect', 'api.json'],
      ['lint', 'api.json'],
    ]) {
      const plain = runApart(args, cwd, { NO_COLOR: undefined, FORCE_COLOR: undefined });
      assert.deepEqual([plain.status, plain.stderr, plain.stdout.includes('\u001b[')], [0, '', false]);
      assert.ok(runApart([...args, '--color'], cwd).stdout.includes('\u001b['));
    }
    assert.deepEqual(Object.keys(snapshot(cwd)), ['api.json']);
  });

  test('ends with 130 at Ctrl-C, and has written nothing', async (t) => {
    const cwd = scratch(t);
    const child = spawn(process.execPath, [...command, '-', '-o', 'out'], { cwd });
    // More than a pipe holds: once it is all taken, the run is at work.
    await new Promise((resolve) => child.stdin.write('#'.repeat(1_000_000), resolve));
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(status, 130);
    assert.deepEqual(snapshot(cwd), {});
  });

  test('prints a stack for a mistake of its own, and 70', (t) => {
    const cwd = scratch(t);
    put(cwd, {
      'break.mjs':
        "import fs from 'node:fs';\nimport { syncBuiltinESMExports } from 'node:module';\n" +
        "fs.lstatSync = () => { throw new Error('broken https://me:s3cret@example.com'); };\nsyncBuiltinESMExports();\n",
      'api.json': documentOf('/pets'),
    });
    const env = { NODE_OPTIONS: `--import ${join(cwd, 'break.mjs')}` };
    const { status, stderr } = runApart(['api.json', '-o', 'out'], cwd, env);
    assert.equal(status, 70);
    assert.match(stderr, /^internal error: Error: broken https:\/\/example\.com\n +at /);
    assert.match(stderr, /please report it/);
  });
});
