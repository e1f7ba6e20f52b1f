import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { documentOf, runHere } from '../cli/command-line.js';
import { put, scratch, settle, snapshot, write } from '../write/scratch.js';
import { compileWriter } from './compile.js';
import { userFiles, versionOf, type VersionName } from './versions.js';

/** `KILLS=200` runs all; that takes some minutes. */
const kills = Number(process.env.KILLS ?? '10');

/** With all kills every step of a run has its turn, else each fifth. */
const stride = kills < 200 ? 5 : 1;

const lockFile = 'openapi2mcp.lock.json';

/** The same moments in every run of this test. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** Starts a writer, and kills it some milliseconds after it began to write. */
async function killAfter(args: readonly string[], milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('close', (_, signal) => resolve(signal));
  });
  const begun = new Promise((resolve) => child.stdout.once('data', resolve));
  assert.notEqual(
    await Promise.race([begun, ended.then(() => 'ended')]),
    'ended',
    'the writer ended at once',
  );
  await wait(milliseconds);
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL', 'the writer ended by itself');
}

/** Brings the project to a version, and returns all that the folder then holds. */
function bring(folder: string, name: VersionName, size: number): Readonly<Record<string, string>> {
  const { files, facts } = versionOf(name, size);
  assert.deepEqual(write(folder, files, { facts }).messages, []);
  put(folder, userFiles);
  return snapshot(folder);
}

suite(`a run that is killed at one of ${kills} random moments`, () => {
  const size = 12;

  const lockFile = 'openapi2mcp.lock.json';

  test('leaves the old or the new project', async (t) => {
    const root = scratch(t);
    const writer = compileWriter(join(root, 'writer'));
    const folder = join(root, 'out');
    const states = { new: bring(folder, 'new', size), old: bring(folder, 'old', size) };
    const random = randomNumbers(20_261_105);
    let unfinished = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const milliseconds = Math.floor(random() * 120);
      await killAfter([writer, 'loop', folder, String(size)], milliseconds);
      if (existsSync(join(folder, '.openapi2mcp'))) unfinished += 1;
      assert.deepEqual(settle(folder), [], `after ${milliseconds} ms`);
      const left = snapshot(folder);
      assert.deepEqual(left, left[lockFile] === states.old[lockFile] ? states.old : states.new);
      assert.deepEqual(bring(folder, 'new', size), states.new);
    }
    assert.ok(kills < 25 || unfinished > kills / 4, `only ${unfinished} kills met a run at work`);
  });

  test('leaves a new folder whole or not at all', async (t) => {
    const root = scratch(t);
    const writer = compileWriter(join(root, 'writer'));
    const folder = join(root, 'parent/out');
    const { files, facts } = versionOf('old', size);
    write(join(root, 'whole'), files, { facts });
    const whole = snapshot(join(root, 'whole'));
    const random = randomNumbers(41);
    for (let kill = 0; kill < kills; kill += 1) {
      await killAfter([writer, 'create', folder, String(size)], Math.floor(random() * 120));
      if (existsSync(folder)) assert.deepEqual(snapshot(folder), whole);
      assert.deepEqual(write(folder, files, { facts }).messages, []);
      assert.deepEqual(snapshot(folder), whole);
      const names = readdirSync(join(root, 'parent'));
      assert.deepEqual(
        names.filter((name) => name !== 'out-done'),
        ['out'],
      );
      for (const name of names) rmSync(join(root, 'parent', name), { recursive: true });
    }
  });
});

suite('the whole command line, stopped at a random moment', () => {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const command = ['--import', import.meta.resolve('tsx'), main, 'api.json', '-o', 'out', '--quiet'];
  const documents = [documentOf('/pets'), documentOf('/cats')];

  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    test(`by ${signal} leaves the old or the new project`, async (t) => {
      const cwd = scratch(t);
      const folder = join(cwd, 'out');
      const states: Record<string, string>[] = [];
      for (const text of documents) {
        put(cwd, { 'api.json': text });
        assert.equal((await runHere(['api.json', '-o', 'out'], cwd)).exitCode, 0);
        states.push(snapshot(folder));
      }
      const random = randomNumbers(7);
      for (let stop = 0; stop < kills / 5; stop += 1) {
        const next = stop % 2;
        put(cwd, { 'api.json': documents[next] ?? '' });
        const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'ignore', 'ignore'] });
        const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
        await wait(Math.floor(300 + random() * 2_000));
        child.kill(signal);
        const status = await ended;
        // Ctrl-C that is answered leaves nothing to be settled, and the exit code says what was done. While
        // Node itself starts or ends, nobody answers: the signal then ends it with no exit code.
        if (status !== null) assert.deepEqual(snapshot(folder), states[status === 0 ? next : 1 - next]);
        else if (signal === 'SIGKILL') assert.deepEqual(settle(folder), []);
        const left = snapshot(folder);
        assert.ok(states.some((state) => isDeepStrictEqual(state, left)));
        assert.equal((await runHere(['api.json', '-o', 'out'], cwd)).exitCode, 0);
        assert.deepEqual(snapshot(folder), states[next]);
      }
    });
  }
});

suite('a run that is killed ahead of any one step', () => {
  const size = 2;
  const ways: readonly [from: VersionName, to: VersionName][] = [
    ['old', 'new'],
    ['new', 'old'],
  ];
  for (const [from, to] of ways) {
    test(`leaves the ${from} or the ${to} project`, (t) => {
      const root = scratch(t);
      const writer = compileWriter(join(root, 'writer'));
      const folder = join(root, 'out');
      const states = { [to]: bring(folder, to, size), [from]: bring(folder, from, size) };
      const seen = { old: 0, new: 0 };
      for (let step = 1; ; step += stride) {
        const { signal } = spawnSync(process.execPath, [
          writer,
          'stop',
          folder,
          String(size),
          to,
          String(step),
        ]);
        if (signal === null) break;
        assert.equal(signal, 'SIGKILL');
        assert.deepEqual(settle(folder), [], `step ${step}`);
        const left = snapshot(folder);
        const name = left[lockFile] === states[to]?.[lockFile] ? to : from;
        seen[name] += 1;
        assert.deepEqual(left, states[name], `step ${step}`);
        bring(folder, from, size);
      }
      assert.deepEqual(snapshot(folder), states[to]);
      assert.ok(seen.old > 1 && seen.new > 1, JSON.stringify(seen));
    });
  }

  test('of the finishing of another leaves the new project', (t) => {
    const root = scratch(t);
    const writer = compileWriter(join(root, 'writer'));
    const folder = join(root, 'out');
    const next = bring(folder, 'new', size);
    const committed = Array.from({ length: 200 }, (_, index) => index * stride + 1).find((step) => {
      bring(folder, 'old', size);
      spawnSync(process.execPath, [writer, 'stop', folder, String(size), 'new', String(step)]);
      const isCommitted = existsSync(join(folder, '.openapi2mcp/journal.json'));
      if (!isCommitted) settle(folder);
      return isCommitted;
    });
    assert.ok(committed !== undefined);
    for (let step = 1; ; step += stride) {
      const { signal } = spawnSync(process.execPath, [
        writer,
        'stop',
        folder,
        String(size),
        'new',
        String(step),
      ]);
      if (signal === null) break;
      if (existsSync(join(folder, '.openapi2mcp/journal.json'))) continue;
      assert.deepEqual(settle(folder), []);
      assert.deepEqual(snapshot(folder), next);
    }
    assert.deepEqual(snapshot(folder), next);
  });
});
