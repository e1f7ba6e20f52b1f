import { request as httpRequest } from 'node:http';
import { envelope } from '../runtime/mcp-client.js';
import { startHttp } from '../tools/http-server.js';
import { openSession, type Era } from '../tools/mcp-session.js';
import { startStdio } from '../tools/stdio-server.js';
import type { Outcome } from './documents.js';
import { startFaultApi, statsOnce, type FaultApi } from './fault-api.js';
import { faultVariables } from './fault-clients.js';
import type { BuiltDocument } from './run-documents.js';

/** Calls in flight. */
interface Batch {
  readonly cancel: () => void;
  /** How many were answered, once all are over. */
  readonly ended: Promise<number>;
}

/** A started server, and how its clients call it and take their calls back. */
interface Canceller {
  readonly start: (tool: string, fault: string, count: number) => Batch;
  readonly close: () => Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Every way to take back a call (MCP, Cancellation). */
const ways: readonly {
  readonly name: string;
  readonly open: (project: BuiltDocument, environment: Environment) => Promise<Canceller>;
}[] = [
  { name: 'disconnects of 2026-07-28', open: overHttp('2026-07-28') },
  { name: 'disconnects of 2025-11-25', open: overHttp('2025-11-25') },
  { name: 'cancellations of 2026-07-28 over stdio', open: overStdio('2026-07-28') },
  { name: 'cancellations of 2025-11-25 over stdio', open: overStdio('2025-11-25') },
];

/** Before the API answers, and within its answer. */
const waits = [
  { tool: 'ask', fault: 'hang' },
  { tool: 'ask', fault: 'headers-then-hang' },
  { tool: 'events', fault: 'endless' },
  { tool: 'send', fault: 'hang' },
];

const calls = 1000;
// What others do to the machine is past, or it goes on: that shows with fewer.
const callsAgain = 300;
const atOnce = 20;
/** 99 of 100 calls have to be over at the API so soon after they are taken back. */
const mostMs = 100;
/** And all of them after this. */
const freedMs = 1000;
/** Other processes use the machine as well: the best of a few counts. */
const attempts = 3;

/** Takes back 1,000 calls in every way, and looks when the API hears of it (security.md, test plan 51). */
export async function judgeCancels(project: BuiltDocument): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, open } of ways) {
    const api = await startFaultApi();
    try {
      const canceller = await open(project, faultVariables(project, api));
      try {
        outcomes.push(await judgeWay(name, canceller, api));
      } finally {
        await canceller.close();
      }
    } catch (error) {
      outcomes.push({ check: name, problems: [(error as Error).message] });
    } finally {
      await api.close();
    }
  }
  return outcomes;
}

async function judgeWay(name: string, canceller: Canceller, api: FaultApi): Promise<Outcome> {
  const problems: string[] = [];
  let best = Infinity;
  // What a first call loads is no part of its time.
  await cancelRound(canceller, api, 'ask', 'hang');
  for (let attempt = 0; attempt < attempts && best >= mostMs && problems.length === 0; attempt += 1) {
    const times: number[] = [];
    while (times.length < (attempt === 0 ? calls : callsAgain) && problems.length === 0) {
      const { tool, fault } = waits[(times.length / atOnce) % waits.length] ?? { tool: 'ask', fault: 'hang' };
      const round = await cancelRound(canceller, api, tool, fault);
      times.push(...round.times);
      problems.push(...round.problems.map((problem) => `${fault}: ${problem}`));
    }
    best = Math.min(best, percentile99(times));
  }
  if (best >= mostMs) problems.push(`the API hears of it after ${best.toFixed(0)} ms (p99)`);
  return { check: name, problems, figure: `${name}: ${best.toFixed(0)} ms (p99 of ${calls})` };
}

interface Round {
  /** From taking back to when the API knew, in milliseconds, for each call. */
  readonly times: readonly number[];
  readonly problems: readonly string[];
}

async function cancelRound(canceller: Canceller, api: FaultApi, tool: string, fault: string): Promise<Round> {
  const before = await api.statsOf(fault);
  const batch = canceller.start(tool, fault, atOnce);
  const arrived = await statsOnce(api, fault, ({ n }) => n === before.n + atOnce, 20_000);
  const started = performance.now();
  batch.cancel();
  const times: number[] = [];
  const after = await statsOnce(
    api,
    fault,
    ({ aborted }) => {
      const known = aborted - before.aborted;
      while (times.length < known) times.push(performance.now() - started);
      return known === atOnce;
    },
    freedMs,
  );
  const answered = await batch.ended;
  return {
    times,
    problems: [
      ...(arrived.n === before.n + atOnce
        ? []
        : [`${arrived.n - before.n} of ${atOnce} calls reach the API`]),
      ...(times.length === atOnce ? [] : [`the API hears of ${times.length} of ${atOnce}`]),
      ...(after.open === 0 ? [] : [`${after.open} requests are open a second later`]),
      ...(answered === 0 ? [] : [`${answered} of ${atOnce} calls are answered after they were taken back`]),
    ],
  };
}

function percentile99(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity;
}

/** A client that hangs up. */
function overHttp(era: Era) {
  return async ({ folder }: BuiltDocument, environment: Environment): Promise<Canceller> => {
    const server = await startHttp(folder, environment);
    return {
      start: (tool, fault, count) => {
        const started = Array.from({ length: count }, () => post(server.url, era, tool, fault));
        return {
          cancel: () => started.forEach(({ request }) => request.destroy()),
          ended: Promise.all(started.map(({ isAnswered }) => isAnswered)).then(
            (answers) => answers.filter((isAnswered) => isAnswered).length,
          ),
        };
      },
      close: async () => void (await server.close()),
    };
  };
}

function post(url: string, era: Era, tool: string, fault: string) {
  const isNew = era === '2026-07-28';
  const params = { ...paramsOf(tool, fault), ...(isNew && { _meta: envelope() }) };
  const request = httpRequest(url, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': era,
      ...(isNew && { 'Mcp-Method': 'tools/call', 'Mcp-Name': tool }),
    },
  });
  const isAnswered = new Promise<boolean>((resolve) => {
    let text = '';
    request.on('response', (response) => {
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', () => undefined);
    });
    request.on('error', () => undefined);
    request.on('close', () => resolve(text.includes('"result"')));
  });
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  return { request, isAnswered };
}

function paramsOf(tool: string, fault: string) {
  return { name: tool, arguments: { name: fault, ...(tool === 'send' && { body: { note: 'x' } }) } };
}

/** A client that says that it no longer wants a result. */
function overStdio(era: Era) {
  return async ({ folder }: BuiltDocument, environment: Environment): Promise<Canceller> => {
    const server = startStdio(folder, environment);
    const session = await openSession(server, era);
    await session.listTools();
    const meta = era === '2026-07-28' ? { _meta: envelope() } : {};
    let last = 0;
    return {
      start: (tool, fault, count) => {
        const ids = Array.from({ length: count }, () => `call-${++last}`);
        for (const id of ids) {
          const params = { ...paramsOf(tool, fault), ...meta };
          server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
        }
        const cancel = (): void => {
          for (const requestId of ids) {
            const params = { requestId, reason: 'no longer wanted', ...meta };
            server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
          }
        };
        return { cancel, ended: Promise.resolve(0) };
      },
      close: async () => {
        // An answer to any of them would be one too many.
        const answers =
          server
            .stdout()
            .toString()
            .match(/"id":"call-\d+"/g) ?? [];
        await server.close();
        if (answers.length > 0) throw new Error(`${answers.length} cancelled calls were answered`);
      },
    };
  };
}
