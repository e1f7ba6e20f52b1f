import { openSession } from '../test/tools/mcp-session.js';
import { startStdio } from '../test/tools/stdio-server.js';
import { createUsageMeter, type Usage } from '../test/corpus/usage.js';
import { countOf, figure, limited, median, ratio, units, type Section } from './figures.js';

const rounds = 9;

/** Measures from the start of a stdio server to the answer to `tools/list`; `emitted` by number of tools. */
export async function measureStart(bare: string, emitted: ReadonlyMap<number, string>): Promise<Section> {
  const usages = new Map([bare, ...emitted.values()].map((folder): [string, Usage[]] => [folder, []]));
  // One start of each in turn: what else the machine does meets all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const [folder, found] of usages) found.push(await startOnce(folder));
  }
  const starts = (folder: string): readonly number[] =>
    (usages.get(folder) ?? []).map(({ cpuSeconds }) => cpuSeconds * 1000);
  const memory = (folder: string): number => median((usages.get(folder) ?? []).map(({ peakMiB }) => peakMiB));
  return {
    title: 'Start on stdio',
    method:
      `CPU time and peak memory from the start of the process to the answer to \`tools/list\` (revision 2025-11-25), ` +
      `medians of ${rounds} starts, compared with a server of the SDK that has one tool (bare-server.ts).`,
    figures: [
      figure('SDK, 1 tool, CPU time', units.milliseconds(median(starts(bare)))),
      figure('SDK, 1 tool, peak memory', units.mebibytes(memory(bare))),
      ...[...emitted].flatMap(([tools, folder]) => [
        figure(`emitted, ${countOf(tools)}, CPU time`, units.milliseconds(median(starts(folder)))),
        figure(`emitted, ${countOf(tools)}, peak memory`, units.mebibytes(memory(folder))),
        limited(
          `emitted, ${countOf(tools)}, compared with the SDK`,
          ratio(starts(folder), starts(bare)),
          1.4,
          units.times,
        ),
      ]),
    ],
  };
}

async function startOnce(folder: string): Promise<Usage> {
  const meter = createUsageMeter();
  const server = startStdio(folder, meter.environment);
  try {
    const session = await openSession(server, '2025-11-25');
    await session.listTools();
    return await meter.ask(server.pid ?? 0);
  } finally {
    await server.close();
  }
}
