import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { createUsageMeter } from './usage.js';

/** A script that takes this much CPU time beyond what its start took. */
const burn = (seconds: number): string =>
  `{ const used = ({ user, system } = process.cpuUsage()) => user + system; const until = used() + ${seconds}e6; while (used() < until); }`;

suite('a usage meter', () => {
  test('adds up the CPU time of a process and of those it starts, and takes the greatest memory', async () => {
    const meter = createUsageMeter();
    const parent = `
      const filled = Buffer.alloc(200 * 2 ** 20, 1);
      require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn(0.8))}]);
      ${burn(0.8)} process.exitCode = filled.length > 0 ? 0 : 1;`;
    const child = spawn(process.execPath, ['-e', parent], {
      env: { ...process.env, ...meter.environment },
      stdio: 'inherit',
    });
    await once(child, 'close');
    const { cpuSeconds, peakMiB } = meter.total();
    assert.ok(cpuSeconds >= 1.6, `${cpuSeconds} s`);
    assert.ok(peakMiB >= 200 && peakMiB < 400, `${peakMiB} MiB`);
  });

  test('asks a running process, which goes on', async () => {
    const meter = createUsageMeter();
    const child = spawn(process.execPath, ['-e', `process.stdin.resume(); console.log('up'); ${burn(0.2)}`], {
      env: { ...process.env, ...meter.environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const first = await meter.ask(child.pid ?? 0);
    const second = await meter.ask(child.pid ?? 0);
    assert.ok(first.cpuSeconds >= 0.2);
    assert.ok(second.cpuSeconds >= first.cpuSeconds);
    child.stdin.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
  });

  test('does not count the memory of the process that starts another', async () => {
    const filled = Buffer.alloc(300 * 2 ** 20, 1);
    const meter = createUsageMeter();
    const child = spawn(process.execPath, ['-e', ''], { env: { ...process.env, ...meter.environment } });
    await once(child, 'close');
    assert.ok(meter.total().peakMiB < filled.length / 2 ** 20);
  });

  test('has nothing where nothing ended', () =>
    assert.deepEqual(createUsageMeter().total(), { cpuSeconds: 0, peakMiB: 0 }));
});
