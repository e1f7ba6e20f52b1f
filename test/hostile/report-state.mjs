// Preloaded into a watched process (`node --import`): appends a line of JSON, to a file named by its id, when it ends and
// when SIGUSR2 asks for it: whether the prototype of all objects was polluted, and how long its event loop was held up
// since the last line.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = join(process.env['STATE_FOLDER'], String(process.pid));
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();

function reportState() {
  const foreign = Reflect.ownKeys(Object.prototype).filter((name) => !known.has(name));
  const state = { foreign: foreign.map(String), loopDelayMs: loop.percentile(99) / 1e6 };
  appendFileSync(file, `${JSON.stringify(state)}\n`);
  loop.reset();
}

const known = new Set(Reflect.ownKeys(Object.prototype));
process.on('exit', reportState);
process.on('SIGUSR2', reportState);
