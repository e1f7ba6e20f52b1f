// A process that writes, to be killed: `node writer.js loop|create|stop <folder> <size> [<version> <step to die at>]`.
import { renameSync, rmSync } from 'node:fs';
import { write } from '../write/scratch.js';
import { watchSteps } from './disk-steps.js';
import { versionOf, type VersionName } from './versions.js';

const [mode, folder = '', size = '1', version = 'new', step = '0'] = process.argv.slice(2);

/** Writes without end: the old version over the new, and the new over the old. */
function loop(): void {
  for (;;) for (const name of ['new', 'old'] as const) run(name);
}

/** Creates the folder without end. */
function create(): void {
  for (;;) {
    run('old');
    renameSync(folder, `${folder}-done`);
    rmSync(`${folder}-done`, { recursive: true });
  }
}

/** Writes once, and dies ahead of one of the steps. */
function stop(): void {
  watchSteps((number) => {
    if (number === Number(step)) process.kill(process.pid, 'SIGKILL');
  });
  // A border: the test that starts this process names the version.
  run(version as VersionName);
}

function run(name: VersionName): void {
  const { files, facts } = versionOf(name, Number(size));
  const { codes, messages } = write(folder, files, { facts });
  // Another may be at it: then this one has its turn later.
  if (codes.some((code) => code !== 'folder-busy')) throw new Error(messages.join('\n'));
}

process.stdout.write('ready\n');
if (mode === 'loop') loop();
else if (mode === 'create') create();
else stop();
