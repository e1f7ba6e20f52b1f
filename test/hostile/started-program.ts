import { spawn } from 'node:child_process';
import { collect, plainEnvironment } from '../tools/run-process.js';

/** A program of `tools/` that listens in a process of its own. */
export interface StartedProgram {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly close: () => Promise<void>;
}

/** What a program's stderr tells so far: that it listens, that it cannot, or nothing yet. */
export type ReadStart = (stderr: string) => boolean | undefined;

/** Starts a program that listens; what it wrote instead, where it does not. */
export async function startProgram(
  programArguments: readonly string[],
  readStart: ReadStart,
): Promise<StartedProgram | { readonly fault: string }> {
  const child = spawn(process.execPath, programArguments, {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const written = (): string => stderr().toString();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const listens = await new Promise<boolean>((resolve) => {
    child.stderr.on('data', () => {
      const isUp = readStart(written());
      if (isUp !== undefined) resolve(isUp);
    });
    void ended.then(() => resolve(false));
  });
  if (listens) return { stdout: () => stdout().toString(), stderr: written, close };
  await close();
  return { fault: written().slice(0, 500) };
}
