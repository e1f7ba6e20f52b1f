import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { limitSettings, type Limits } from '../../src/runtime/limits.js';
import { inTurn } from '../tools/in-turn.js';
import type { Outcome, Problems } from './documents.js';
import { openProblems, startFaultApi, type FaultApi } from './fault-api.js';
import { argumentsFor, stillServes } from './fault-calls.js';
import { withFaultClients, type FaultClient } from './fault-clients.js';
import { all, fails, says, takes, type Rule } from './fault-rules.js';
import type { BuiltDocument } from './run-documents.js';

type Times = Pick<Limits, 'callMs' | 'connectMs' | 'headersMs' | 'idleMs'>;

/** A fault that never ends by itself, and the time that ends it. */
interface TimedFault {
  readonly name: string;
  readonly tool: string;
  readonly endedBy: keyof Times;
  readonly words: RegExp;
  /** What has come until then is a result. */
  readonly isStream?: true;
}

/** What an API can leave undone (security.md, test plan 45 and 46). */
export const timedFaults: readonly TimedFault[] = [
  { name: 'hang', tool: 'ask', endedBy: 'headersMs', words: /did not begin to answer/ },
  { name: 'hang', tool: 'send', endedBy: 'headersMs', words: /is not known: find out before/ },
  { name: 'headers-then-hang', tool: 'ask', endedBy: 'idleMs', words: /answered 200, but.*did not go on/ },
  { name: 'headers-then-hang', tool: 'send', endedBy: 'idleMs', words: /must not be repeated/ },
  { name: 'drip', tool: 'ask', endedBy: 'callMs', words: /answered 200, but.*did not come whole/ },
  {
    name: 'endless',
    tool: 'events',
    endedBy: 'callMs',
    words: /Reading stopped at the limit of time/,
    isStream: true,
  },
  // A port that takes connections and is silent, and the same where a handshake is due before a connection stands.
  { name: 'silent', tool: 'silent', endedBy: 'headersMs', words: /did not begin to answer/ },
  { name: 'sealed', tool: 'sealed', endedBy: 'connectMs', words: /nothing was sent/ },
];

/** Times apart from one another, so that it shows which of them ended a call. */
const scaledDown: Times = { connectMs: 600, headersMs: 1_200, idleMs: 1_800, callMs: 2_400 };

/** One that is longer is not waited for with the times that servers have by themselves. */
const longestWait = 15_000;

/** Beyond its time a call takes this long at most. */
const lateness = 2_500;
/** Other processes use the machine as well: who comes late is tried again, alone. */
const attempts = 2;

/** Judges by times that are set, and by those that servers have by themselves. */
export async function judgeTimes(project: BuiltDocument): Promise<readonly Outcome[]> {
  const presets: Times = {
    connectMs: limitSettings.connectMs.preset,
    headersMs: limitSettings.headersMs.preset,
    idleMs: limitSettings.idleMs.preset,
    callMs: limitSettings.callMs.preset,
  };
  const set = Object.entries(scaledDown).map(
    ([name, ms]) => [limitSettings[name as keyof Times].env, String(ms)] as const,
  );
  const waited = timedFaults.filter(({ endedBy }) => presets[endedBy] <= longestWait);
  const outcomes = await Promise.all([
    judgeWith(project, timedFaults, scaledDown, Object.fromEntries(set)),
    judgeWith(project, waited, presets, {}),
  ]);
  return outcomes.flat();
}

async function judgeWith(
  project: BuiltDocument,
  faults: readonly TimedFault[],
  times: Times,
  variables: Readonly<Record<string, string>>,
): Promise<readonly Outcome[]> {
  const api = await startFaultApi();
  try {
    return await withFaultClients(project, api, variables, async (clients) => {
      // What a first call loads is no part of its time.
      for (const client of clients) await stillServes(client);
      let outcomes = await inTurn(faults, (fault) => judgeFault(fault, clients, times), faults.length);
      for (let attempt = 1; attempt < attempts; attempt += 1) {
        outcomes = await inTurn(
          outcomes.map((outcome, index) => [outcome, faults[index]] as const),
          async ([outcome, fault]) =>
            fault === undefined || outcome.problems.length === 0
              ? outcome
              : await judgeFault(fault, clients, times),
          1,
        );
      }
      const freed = await freedProblems(faults, api);
      for (const client of clients) freed.push(...(await stillServes(client)));
      return [...outcomes, { check: 'every connection is freed', problems: freed }];
    });
  } finally {
    await api.close();
  }
}

async function judgeFault(
  fault: TimedFault,
  clients: readonly FaultClient[],
  times: Times,
): Promise<Outcome> {
  const { name, tool, endedBy } = fault;
  const isRight = ruleFor(fault, times);
  const found = await Promise.all(
    clients.map(async (client) => {
      const problems = await client.call(tool, argumentsFor(tool, name)).then(isRight, threw);
      return problems.map((problem) => `${client.name}: ${problem}`);
    }),
  );
  return { check: `${name} by ${tool} in ${times[endedBy] / 1000} s`, problems: found.flat() };
}

function ruleFor({ endedBy, words, isStream }: TimedFault, times: Times): Rule {
  const most = times[endedBy];
  const { env } = limitSettings[endedBy];
  return all(
    says(words),
    isStream ? isNoError : fails('upstream-timeout', new RegExp(`within ${most / 1000} s; .*${env}`)),
    // A timer counts whole milliseconds, from a moment before the one that is taken here.
    takes(most - 50, most + lateness),
  );
}

const isNoError: Rule = ({ isError, text }) => (isError ? [`failed: ${text.slice(0, 200)}`] : []);

function threw(error: unknown): Problems {
  return [`threw ${(error as Error).message}`];
}

async function freedProblems(faults: readonly TimedFault[], api: FaultApi): Promise<string[]> {
  const problems: string[] = [];
  for (const { name } of faults) {
    for (const problem of await openProblems(api, name)) problems.push(`${name}: ${problem}`);
  }
  const left = await leftConnections(api.silentPort);
  return left === 0 ? problems : [...problems, `${left} connections to the silent port are left`];
}

/** Connections that still stand a while after their time. */
async function leftConnections(port: number): Promise<number> {
  const end = performance.now() + lateness;
  while (connectionsTo(port) > 0 && performance.now() < end) await delay(10);
  return connectionsTo(port);
}

/** Connections to a port of this machine that stand or are being made, where the system tells. */
function connectionsTo(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  // The fields of a line: number, local and remote address, state (1: established, 2 and 3: opening).
  const line = new RegExp(`^ *\\d+: \\S+ [0-9A-F]{8}:${hex} 0[123] `, 'gm');
  try {
    return readFileSync('/proc/net/tcp', 'utf8').match(line)?.length ?? 0;
  } catch {
    return 0;
  }
}
