import type { Outcome, Problems } from './documents.js';
import type { ServerTrace } from './live-server.js';
import { readPayload, type PayloadFile } from './payloads.js';
import { withUpstream, type RecordingClient } from './recorded-calls.js';
import { serveBuilt } from './run-documents.js';

interface Line {
  readonly tool: string;
  readonly value?: string;
  readonly repeat?: { readonly unit: string; readonly times: number };
}

const most = { firstMs: 500, callMs: 100, loopDelayMs: 50 } as const;

/** A machine that others use makes some calls slow; a slow pattern makes all of them slow. */
const attempts = 3;

/** Values that take a matcher which tries every way for ages: CPU time of each call, and how long others wait meanwhile. */
export const patternValues: PayloadFile = {
  id: 'redos-values',
  document: '15-redos-patterns',
  judge: async (project) => {
    const traces: ServerTrace[] = [];
    const outcomes: Outcome[] = [];
    await withUpstream({ ...project, serve: serveBuilt(project, traces) }, {}, async (client) => {
      for (const [index, line] of readPayload<Line>('redos-values').entries()) {
        const first = index === 0 ? await measuredCall(client, line, most.firstMs, Infinity) : [];
        const tries: Problems[] = [];
        while (tries.length < attempts && tries.at(-1)?.length !== 0)
          tries.push(await measuredCall(client, line, most.callMs, most.loopDelayMs));
        outcomes.push({ check: line.tool, problems: [...first, ...(tries.at(-1) ?? [])] });
      }
    });
    return [...outcomes, { check: 'ends well', problems: traces.flatMap(({ problems }) => problems) }];
  },
};

async function measuredCall(
  { call, live: { pid, watch } }: RecordingClient,
  { tool, value, repeat }: Line,
  cpuMs: number,
  loopDelayMs: number,
): Promise<Problems> {
  const text = value ?? repeat?.unit.repeat(repeat.times) ?? '';
  const before = await watch.meter.ask(pid);
  const { called, requests } = await call(tool, { v: text });
  const after = await watch.meter.ask(pid);
  const spent = (after.cpuSeconds - before.cpuSeconds) * 1000;
  // What a process computes holds up its loop; a delay beyond that is another process's doing.
  const held = Math.min(spent, watch.states().at(-1)?.loopDelayMs ?? Infinity);
  // Refused, sent, or refused by the API, whose server has a limit of its own: but no failure of another kind.
  const isAnswered = called.isError
    ? /Invalid arguments|\[upstream-status\]/.test(called.line)
    : requests.length === 1;
  return [
    ...(isAnswered ? [] : [`answered ${called.line.slice(0, 200)}`]),
    ...(spent < cpuMs ? [] : [`took ${spent.toFixed(0)} ms of CPU time, of at most ${cpuMs}`]),
    ...(held < loopDelayMs
      ? []
      : [`held the event loop for ${held.toFixed(0)} ms, of at most ${loopDelayMs}`]),
  ];
}
