import type { Outcome, Problems } from './documents.js';
import { openProblems, startFaultApi, type FaultApi } from './fault-api.js';
import { withFaultClients, type FaultClient, type FaultResult } from './fault-clients.js';
import { gives, isClean } from './fault-rules.js';
import type { Fault } from './fault-table.js';
import { allCredentials } from './recorded-calls.js';
import type { BuiltDocument } from './run-documents.js';

/** Calls every fault of a table by every client. */
export async function judgeFaults(
  project: BuiltDocument,
  faults: readonly Fault[],
): Promise<readonly Outcome[]> {
  const api = await startFaultApi();
  const secrets = Object.values(allCredentials(project.manifest));
  try {
    const outcomes = await withFaultClients(project, api, {}, async (clients) => {
      const judged: Outcome[] = [];
      for (const fault of faults) judged.push(await judgeFault(fault, clients, api, secrets));
      return judged;
    });
    return [...outcomes, { check: 'nothing goes elsewhere', problems: api.canary.hits() }];
  } finally {
    await api.close();
  }
}

async function judgeFault(
  fault: Fault,
  clients: readonly FaultClient[],
  api: FaultApi,
  secrets: readonly string[],
): Promise<Outcome> {
  const problems: string[] = [];
  for (const client of clients) {
    const found = await tryFault(fault, client, api, secrets).catch((error: unknown) => [
      `threw ${(error as Error).message}`,
    ]);
    problems.push(...found.map((problem) => `${client.name}: ${problem}`));
  }
  return { check: `${fault.name} by ${fault.tool}`, problems };
}

// RFC 9110 9.2.2: a request that changes nothing may be repeated by whoever sends it.
const mostAttempts = { ask: 3, send: 1 };

async function tryFault(
  { name, tool, holds, calls = 1, mostRequests }: Fault,
  client: FaultClient,
  api: FaultApi,
  secrets: readonly string[],
): Promise<Problems> {
  const before = await api.statsOf(name);
  const results: FaultResult[] = [];
  for (let call = 0; call < calls; call += 1) results.push(await client.call(tool, argumentsFor(tool, name)));
  const most = calls * (mostRequests ?? mostAttempts[tool === 'send' ? 'send' : 'ask']);
  const freed = await openProblems(api, name);
  const requests = (await api.statsOf(name)).n - before.n;
  return [
    ...results.flatMap((result) => [...isClean(secrets)(result), ...holds(result)]),
    ...(requests >= calls && requests <= most ? [] : [`made ${requests} requests`]),
    ...freed,
    ...(await stillServes(client)),
  ];
}

/** The arguments by which a tool of `fixtures/faults.yaml` reaches a fault. */
export function argumentsFor(tool: string, name: string): Readonly<Record<string, unknown>> {
  return tool === 'send' ? { name, body: { note: 'the body of the caller' } } : { name };
}

/** Whether the next call is fine, and gets its own answer. */
export async function stillServes({ call }: FaultClient): Promise<Problems> {
  const isRight = gives({ ok: true, url: '/fault/ok', method: 'GET' });
  return isRight(await call('ask', { name: 'ok' })).map((problem) => `afterwards a plain call ${problem}`);
}
