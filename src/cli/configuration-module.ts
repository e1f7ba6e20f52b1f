import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { Evaluated } from './configuration-process.js';

/** How long the evaluation of a configuration may take, with a promise that it exports. */
const patience = 30_000;

/** Megabytes that a configuration may take. */
const memory = 1024;

/** What ends this process from outside, and can be seen. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Evaluates a configuration that is a TypeScript or JavaScript module: its default export, or a promise of that. It
 * runs in a process of its own, so that nothing of it outlives its value: no timer, no stray error, no `process.exit`.
 */
export async function evaluateModule(file: string): Promise<Evaluated> {
  // In the same form as this file: compiled, or not.
  const program = new URL(`configuration-process${extname(import.meta.url)}`, import.meta.url);
  const execArgv = [...process.execArgv, `--max-old-space-size=${memory}`];
  // Standard output is for our own results.
  const child = fork(program, [file], { execArgv, stdio: ['ignore', 2, 2, 'ipc'] });
  const release = tie(child);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Evaluated>((settle) => {
      const refuse = (problem: string): void => settle({ problem });
      // The program beside this file sends nothing else, and lets the module send nothing.
      child.once('message', (outcome) => settle(outcome as Evaluated));
      child.once('error', ({ message }) => refuse(`cannot be evaluated: ${message}`));
      child.once('exit', (code, signal) => refuse(whyEnded(code, signal)));
      timer = setTimeout(() => refuse(`takes longer than ${patience / 1000} s.`), patience);
    });
  } finally {
    clearTimeout(timer);
    release();
    child.kill('SIGKILL');
  }
}

/** Ends a process together with this one, until it is released. */
function tie(child: ChildProcess): () => void {
  const end = (): void => void child.kill('SIGKILL');
  const pass = (signal: NodeJS.Signals): void => {
    release();
    end();
    // Whoever else listens decides what becomes of this process; a listener alone keeps it alive.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const release = (): void => {
    process.off('exit', end);
    for (const signal of endings) process.off(signal, pass);
  };
  process.on('exit', end);
  for (const signal of endings) process.on(signal, pass);
  return release;
}

function whyEnded(code: number | null, signal: NodeJS.Signals | null): string {
  // Node aborts when it has no memory; where there are no signals, with this code.
  if (signal === 'SIGABRT' || code === 134) return `runs out of its ${memory} MB of memory, or aborts.`;
  if (signal !== null) return `is ended from outside (${signal}), perhaps for want of memory.`;
  return 'ends the process, in place of exporting a value.';
}
