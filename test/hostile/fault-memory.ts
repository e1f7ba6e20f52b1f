import { writeFileSync } from 'node:fs';
import type { FaultClient } from './fault-clients.js';

/** What a piece of work cost the server that did it. */
export interface Cost {
  /** By how much its greatest resident memory exceeded what it had before. */
  readonly extraMiB: number;
  readonly cpuSeconds: number;
}

/** Measures the server of a client while work is done. */
export async function costOf<Result>(
  { pid, watch: { meter } }: Pick<FaultClient, 'pid' | 'watch'>,
  work: () => Promise<Result>,
): Promise<{ readonly cost: Cost; readonly result: Result }> {
  forgetPeak(pid);
  const before = await meter.ask(pid);
  const result = await work();
  const after = await meter.ask(pid);
  const cost: Cost = {
    extraMiB: after.peakMiB - before.peakMiB,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  };
  return { cost, result };
}

/** Lets a process count its greatest memory anew, so that earlier work hides nothing; only Linux can. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The peak stays that of the process's life: work that needs more than any before it is still seen.
  }
}
