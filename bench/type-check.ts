import { createRequire } from 'node:module';
import { createUsageMeter } from '../test/corpus/usage.js';
import { plainEnvironment, runProcess } from '../test/tools/run-process.js';
import { limited, units, type Section } from './figures.js';

const timeoutMs = 120_000;

/** Measures the repository's compiler on a project, without writing anything. */
export async function measureTypeCheck(name: string, project: string): Promise<Section> {
  const meter = createUsageMeter();
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const result = await runProcess(process.execPath, [compiler, '--noEmit'], {
    cwd: project,
    env: plainEnvironment(meter.environment),
    timeoutMs,
  });
  if (result.status !== 0) throw new Error(`tsc in ${project}: ${result.stdout.slice(0, 2000)}`);
  const { cpuSeconds, peakMiB } = meter.total();
  return {
    title: 'Type-check of an emitted project',
    method: `CPU time and peak memory of \`tsc --noEmit\` on the project emitted from \`${name}\`, one run.`,
    figures: [
      limited('CPU time', cpuSeconds, 15, units.seconds),
      limited('peak memory', peakMiB, 600, units.mebibytes),
    ],
  };
}
