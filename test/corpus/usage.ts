import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scratchFolder } from '../tools/projects.js';

/** CPU time (user and system, of all threads) and the greatest resident memory of a process. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

/** Measures the Node processes that are started with its environment, and those that they start. */
export interface UsageMeter {
  readonly environment: Readonly<Record<string, string>>;
  /** What one running process has used until now. */
  ask(pid: number): Promise<Usage>;
  /** What all of them used: the sum of CPU time, and the memory of the greatest. A killed process is not in it. */
  total(): Usage;
}

const reporter = new URL('report-usage.mjs', import.meta.url).href;

/** Makes a meter for one process, or for a few that count as one. */
export function createUsageMeter(): UsageMeter {
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-usage'));
  return {
    environment: { NODE_OPTIONS: `--import=${reporter}`, USAGE_FOLDER: folder },
    ask: (pid) => askProcess(pid, join(folder, String(pid))),
    total: () =>
      readdirSync(folder)
        .flatMap((name) => reportsIn(join(folder, name)).at(-1) ?? [])
        .reduce(addUsage, { cpuSeconds: 0, peakMiB: 0 }),
  };
}

async function askProcess(pid: number, file: string): Promise<Usage> {
  const before = reportsIn(file).length;
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < 10_000; waited += 5) {
    const report = reportsIn(file)[before];
    if (report !== undefined) return report;
    await delay(5);
  }
  throw new Error(`Process ${pid} does not say what it uses.`);
}

function reportsIn(file: string): readonly Usage[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    // The last piece is empty, or a line that is being written.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Usage);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function addUsage(sum: Usage, { cpuSeconds, peakMiB }: Usage): Usage {
  return { cpuSeconds: sum.cpuSeconds + cpuSeconds, peakMiB: Math.max(sum.peakMiB, peakMiB) };
}
