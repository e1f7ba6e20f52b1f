import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scratchFolder } from '../tools/projects.js';
import { canaryPort, freePort, startCanary, type Canary } from './canary.js';
import { startProgram } from './started-program.js';

/** What an API that misbehaves counted of one fault. */
export interface FaultStats {
  readonly n: number;
  /** Requests whose answer is neither whole nor given up. */
  readonly open: number;
  /** Requests whose client went away. */
  readonly aborted: number;
}

/** The API of `tools/fault-upstream.mjs`, in a process of its own. */
export interface FaultApi {
  /** `127.0.0.1:<port>` */
  readonly authority: string;
  /** A port that takes connections and never says anything. */
  readonly silentPort: number;
  /** Where its redirects to other origins point. */
  readonly canary: Canary;
  readonly statsOf: (fault: string) => Promise<FaultStats>;
  readonly close: () => Promise<void>;
}

const program = new URL('tools/fault-upstream.mjs', import.meta.url);
// Its own, and that of its silent port.
const apart = 1000;
const attempts = 5;

/** The names of all faults, as the program has them. */
export function faultNames(): readonly string[] {
  const [, table = ''] = /^const faults = \{$(.*?)^\};$/ms.exec(readFileSync(program, 'utf8')) ?? [];
  return [...table.matchAll(/^ {2}(?:'([^']+)'|(\w+)): \(/gm)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
}

/** Starts the API on free ports. */
export async function startFaultApi(): Promise<FaultApi> {
  const canary = await startCanary();
  const file = join(scratchFolder(join(tmpdir(), 'openapi2mcp-hostile-faults')), 'fault-upstream.mjs');
  writeFileSync(file, readFileSync(program, 'utf8').replaceAll(canaryPort, String(canary.port)));
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = await freePort();
    const close = port + apart > 65_535 ? undefined : await tryPort(file, port);
    if (close === undefined) continue;
    const authority = `127.0.0.1:${port}`;
    return {
      authority,
      silentPort: port + apart,
      canary,
      statsOf: (fault) => statsOf(authority, fault),
      close: async () => {
        await close();
        await canary.close();
      },
    };
  }
  await canary.close();
  throw new Error('No two ports could be found for the API of faults.');
}

/** Starts the program; `undefined` where one of its ports is taken. */
async function tryPort(file: string, port: number): Promise<(() => Promise<void>) | undefined> {
  const isFree = (text: string): boolean => !text.includes('EADDRINUSE');
  const started = await startProgram([file, String(port)], isFree);
  if ('fault' in started) return undefined;
  // The second port is opened after the first: an answer from that one comes after both.
  await statsOf(`127.0.0.1:${port}`, 'ok').catch(() => undefined);
  if (isFree(started.stderr())) return started.close;
  await started.close();
  return undefined;
}

async function statsOf(authority: string, fault: string): Promise<FaultStats> {
  const response = await fetch(`http://${authority}/__stats`);
  const { faults } = (await response.json()) as { readonly faults: Readonly<Record<string, FaultStats>> };
  return faults[fault] ?? { n: 0, open: 0, aborted: 0 };
}

/** Asks for the counters of a fault until they are as they should be; the last ones, however they are. */
export async function statsOnce(
  { statsOf: ask }: Pick<FaultApi, 'statsOf'>,
  fault: string,
  isSo: (stats: FaultStats) => boolean,
  timeoutMs: number,
): Promise<FaultStats> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const stats = await ask(fault);
    if (isSo(stats) || performance.now() > end) return stats;
    await delay(1);
  }
}

const freedMs = 1000;

/** Whether every connection that a fault held was freed within a second. */
export async function openProblems(api: FaultApi, fault: string): Promise<readonly string[]> {
  const { open } = await statsOnce(api, fault, (stats) => stats.open === 0, freedMs);
  return open === 0 ? [] : [`${open} requests are open a second later`];
}
