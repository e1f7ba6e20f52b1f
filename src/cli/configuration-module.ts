import { fork } from 'node:child_process';
import { extname } from 'node:path';
import type { Evaluated } from './configuration-process.js';

/** How long the evaluation of a configuration may take, with a promise that it exports. */
const patience = 30_000;

/**
 * Evaluates a configuration that is a TypeScript or JavaScript module: its default export, or a promise of that. It
 * runs in a process of its own, so that nothing of it outlives its value: no timer, no stray error, no `process.exit`.
 */
export async function evaluateModule(file: string): Promise<Evaluated> {
  // In the same form as this file: compiled, or not.
  const program = new URL(`configuration-process${extname(import.meta.url)}`, import.meta.url);
  // Standard output is for our own results.
  const child = fork(program, [file], { stdio: ['ignore', 2, 2, 'ipc'] });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Evaluated>((settle) => {
      const refuse = (problem: string): void => settle({ problem });
      // The program beside this file sends nothing else.
      child.once('message', (outcome) => settle(outcome as Evaluated));
      child.once('error', ({ message }) => refuse(`cannot be evaluated: ${message}`));
      child.once('exit', () => refuse('ends the process, in place of exporting a value.'));
      timer = setTimeout(() => refuse(`takes longer than ${patience / 1000} s.`), patience);
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
