import { Worker } from 'node:worker_threads';
import type { Kind, Message, Share, Tally } from './worker.js';

/** What came of all documents. */
export interface Result {
  readonly tally: Tally;
  readonly problems: readonly string[];
}

const script = new URL('worker.ts', import.meta.url).href;

/** No document may take longer than this, however busy the machine is. */
const patienceMs = 30_000;

/** How many documents of a kind have to become projects: the others may be too broken for one. */
const leastGenerated: Readonly<Partial<Record<Kind, number>>> = { random: 0.95, 'tree mutation': 0.6 };

/** Divides `count` random and `count` mutated documents among threads. */
export function sharesOf({
  count,
  seed,
  threads,
}: {
  readonly count: number;
  readonly seed: number;
  readonly threads: number;
}): readonly Share[] {
  return Array.from({ length: threads }, (_, index) => {
    const part = Math.floor(count / threads) + (index < count % threads ? 1 : 0);
    return { seed: seed + index, random: part, mutated: part };
  });
}

/** Tries all documents in threads of this process. */
export async function runShares(shares: readonly Share[]): Promise<Result> {
  const results = await Promise.all(shares.map(runShare));
  const kinds: readonly Kind[] = ['random', 'tree mutation', 'byte mutation'];
  const sum = (kind: Kind, outcome: 'generated' | 'refused'): number =>
    results.reduce((total, { tally }) => total + (tally?.[kind][outcome] ?? 0), 0);
  const entries = kinds.map((kind) => [
    kind,
    { generated: sum(kind, 'generated'), refused: sum(kind, 'refused') },
  ]);
  // One member for each kind.
  const tally = Object.fromEntries(entries) as Tally;
  return { tally, problems: [...results.flatMap(({ problems }) => problems), ...tooFew(tally)] };
}

function tooFew(tally: Tally): readonly string[] {
  return Object.entries(leastGenerated).flatMap(([kind, least]) => {
    const { generated, refused } = tally[kind as Kind];
    const share = generated / (generated + refused);
    return share >= least ? [] : [`${kind}: only ${(share * 100).toFixed(1)} % became projects`];
  });
}

function runShare(
  share: Share,
): Promise<{ readonly tally: Tally | undefined; readonly problems: readonly string[] }> {
  // A thread does not take over the loader of TypeScript from the process that starts it.
  const start = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(script)}); })`;
  const worker = new Worker(start, { eval: true, workerData: share });
  return new Promise((resolve) => {
    const problems: string[] = [];
    let [tally, done]: [Tally | undefined, number] = [undefined, 0];
    const stop = (problem?: string): void => {
      clearTimeout(timer);
      if (problem !== undefined) problems.push(`seed ${share.seed}: ${problem}`);
      resolve({ tally, problems });
      void worker.terminate();
    };
    const timer = setTimeout(() => stop(`document ${done + 1} has no end`), patienceMs);
    worker.on('message', (message: Message) => {
      timer.refresh();
      if ('done' in message) done = message.done;
      else if ('tally' in message) tally = message.tally;
      else problems.push(`seed ${share.seed}: ${message.broken}\n${message.document.slice(0, 5000)}`);
    });
    worker.once('error', (error) => stop(error.stack));
    worker.once('exit', () => stop());
  });
}
