import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { InspectionAnswer, InspectionRequest } from './inspection-worker.js';

/** Inspects projects in a process of its own, which is replaced where it hangs or dies. */
export interface Inspector {
  inspect(request: InspectionRequest): Promise<InspectionAnswer>;
  close(): void;
}

const worker = fileURLToPath(new URL('inspection-worker.ts', import.meta.url));
const timeoutMs = 120_000;

/** Opens an inspector; its process starts with the first request. */
export function openInspector(): Inspector {
  let child: ChildProcess | undefined;
  const close = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    inspect: async (request) => {
      child ??= fork(worker, {
        execArgv: ['--import', import.meta.resolve('tsx')],
        stdio: ['ignore', 2, 2, 'ipc'],
      });
      const answer = await ask(child, request);
      if (answer === undefined) close();
      return answer ?? { failure: `no end after ${timeoutMs / 1000} s, or out of memory` };
    },
    close,
  };
}

/** The worker's answer; `undefined` where it ends or takes too long. */
function ask(child: ChildProcess, request: InspectionRequest): Promise<InspectionAnswer | undefined> {
  return new Promise((resolve) => {
    const settle = (answer: InspectionAnswer | undefined): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    child.once('message', (answer) => settle(answer as InspectionAnswer));
    child.once('exit', () => settle(undefined));
    child.once('error', () => settle(undefined));
    child.send(request);
  });
}
