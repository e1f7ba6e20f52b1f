import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CorpusDocument } from '../test/corpus/corpus.js';
import { runProcess } from '../test/tools/run-process.js';
import { figure, limited, median, units, type Section } from './figures.js';

const rounds = 3;
/** CPU seconds of a stage, for documents like that of GitHub. */
const limits: ReadonlyMap<string, number> = new Map([['plan', 1.5]]);
const script = fileURLToPath(new URL('stage-worker.ts', import.meta.url));

/** What a worker prints. */
interface Measured {
  readonly stages: readonly (readonly [stage: string, milliseconds: number])[];
  readonly findings: number;
}

/** The CPU time of each stage of one generation. */
export async function measureStages({ id, file }: CorpusDocument, folder: string): Promise<Section> {
  const runs: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const args = ['--import', import.meta.resolve('tsx'), script, file, join(folder, `stages-${round}`)];
    const { stdout, stderr } = await runProcess(process.execPath, args, { cwd: folder, timeoutMs: 120_000 });
    if (stdout === '') throw new Error(stderr);
    // Printed by the worker.
    runs.push(JSON.parse(stdout) as Measured);
  }
  const stages = runs[0]?.stages.map(([stage]) => stage) ?? [];
  const secondsOf = (stage: string): number =>
    median(runs.map((run) => (run.stages.find(([name]) => name === stage)?.[1] ?? Number.NaN) / 1000));
  return {
    title: `Stages of generating \`${id}\``,
    method:
      `CPU time of each stage without that of loading its modules, medians of ${rounds} runs in processes of their own. ` +
      `${runs[0]?.findings ?? 0} findings, all of which are placed by line and column.`,
    figures: stages.map((stage) => {
      const most = limits.get(stage);
      const seconds = secondsOf(stage);
      return most === undefined
        ? figure(stage, units.seconds(seconds))
        : limited(stage, seconds, most, units.seconds);
    }),
  };
}
