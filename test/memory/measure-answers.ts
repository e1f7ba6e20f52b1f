import { createUsageMeter } from '../corpus/usage.js';
import { openSession, resultOf } from '../tools/mcp-session.js';
import { startStdio } from '../tools/stdio-server.js';

/** What one call cost a server that had answered a small one before. */
export interface CallCost {
  /** By how much the greatest resident memory of its process grew. */
  readonly extraMiB: number;
  readonly cpuSeconds: number;
  readonly result: Readonly<Record<string, unknown>>;
}

/** Starts the stdio server of a built project for one call of `tool`, after a call of `warmUp`, and measures it. */
export async function measureCall(
  folder: string,
  variables: Readonly<Record<string, string>>,
  warmUp: string,
  tool: string,
): Promise<CallCost> {
  const meter = createUsageMeter();
  const server = startStdio(folder, { ...variables, ...meter.environment });
  try {
    const session = await openSession(server, '2025-11-25');
    await session.callTool(warmUp, {});
    const pid = server.pid ?? 0;
    const before = await meter.ask(pid);
    const result = resultOf(await session.callTool(tool, {}));
    const after = await meter.ask(pid);
    return {
      extraMiB: after.peakMiB - before.peakMiB,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      result,
    };
  } finally {
    await server.close();
  }
}
