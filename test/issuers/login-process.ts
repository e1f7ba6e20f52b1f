import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { collect, plainEnvironment } from '../tools/run-process.js';

/** A login of an emitted project that runs. */
export interface LoginProcess {
  /** Waits for a text in what it says, and gives the first group. */
  readonly says: (pattern: RegExp) => Promise<string>;
  /** Waits for its end. */
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
  readonly kill: () => void;
}

const mostMs = 90_000;
const mostWaitMs = 20_000;

/** Starts the `login` script of a project. */
export function startLogin(
  project: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): LoginProcess {
  const child = spawn(process.execPath, [join(project, 'dist/login.js'), ...args], {
    cwd: project,
    env: plainEnvironment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const output = (): string => `${stdout().toString()}${stderr().toString()}`;
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
  let isOver = false;
  const ended = once(child, 'close').then(([status]) => {
    clearTimeout(timer);
    isOver = true;
    return { status: status as number | null, output: output() };
  });
  const says = async (pattern: RegExp): Promise<string> => {
    const deadline = performance.now() + mostWaitMs;
    for (;;) {
      const found = pattern.exec(output());
      if (found !== null) return found[1] ?? found[0];
      if (isOver || performance.now() > deadline)
        throw new Error(`The login did not say ${pattern.source}:\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { says, ended, kill: () => child.kill('SIGKILL') };
}
