import { fork } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What one compiler process is given at most: its memory grows with it (about 300 MiB for this much). */
const batchBytes = 6_000_000;
/** Below this much source a second process costs more than it saves: each reads the SDK's types anew. */
const worthSplitting = 1_000_000;

/**
 * Type-checks and compiles emitted projects, each into its own `dist`, with the flags of their tsconfig.json.
 * Projects share a program, so that the types of their dependencies are read once. Returns what the compiler
 * reports, by folder; a project with a report is not written.
 */
export async function buildProjects(
  folders: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sized = await Promise.all(
    folders.map(async (folder) => ({ folder, bytes: await sourceBytes(join(folder, 'src')) })),
  );
  const waiting = batches(sized);
  const reports = new Map<string, readonly string[]>();
  const work = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      for (const [folder, report] of await compileElsewhere(batch)) reports.set(folder, report);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return reports;
}

interface SizedProject {
  readonly folder: string;
  readonly bytes: number;
}

/** Spreads projects over batches of about the same size, the largest first. */
function batches(projects: readonly SizedProject[]): string[][] {
  const total = projects.reduce((sum, { bytes }) => sum + bytes, 0);
  const wanted = total > worthSplitting ? Math.max(2, Math.ceil(total / batchBytes)) : 1;
  const made = Array.from({ length: Math.min(wanted, projects.length) }, () => ({
    bytes: 0,
    folders: [] as string[],
  }));
  for (const { folder, bytes } of [...projects].sort((left, right) => right.bytes - left.bytes)) {
    const smallest = made.reduce((least, batch) => (batch.bytes < least.bytes ? batch : least));
    smallest.bytes += bytes;
    smallest.folders.push(folder);
  }
  return made.map((batch) => batch.folders);
}

async function sourceBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function compileElsewhere(folders: readonly string[]): Promise<readonly [string, readonly string[]][]> {
  const worker = fileURLToPath(new URL('./compile-worker.ts', import.meta.url));
  const child = fork(worker, {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
  return new Promise((resolve, reject) => {
    child.once('message', (reports) => resolve(reports as readonly [string, readonly string[]][]));
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      clearTimeout(timer);
      reject(
        new Error(`The compiler ended (${status ?? signal}) without a report on ${folders.join(', ')}.`),
      );
    });
    child.send(folders);
  });
}
