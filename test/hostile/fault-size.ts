import { isDeepStrictEqual } from 'node:util';
import { defaultLimits } from '../../src/runtime/limits.js';
import type { Outcome, Problems } from './documents.js';
import { openProblems, startFaultApi, type FaultApi } from './fault-api.js';
import { argumentsFor, stillServes } from './fault-calls.js';
import { withFaultClients, type FaultClient, type FaultResult } from './fault-clients.js';
import { costOf, type Cost } from './fault-memory.js';
import { all, fails, gives, says, type Rule } from './fault-rules.js';
import type { Fault } from './fault-table.js';
import type { BuiltDocument } from './run-documents.js';

const most: Cost = { extraMiB: 64, cpuSeconds: 2 };

// Fewer than by itself, since they come slowly.
const events = 200;
const variables = { MCP_MAX_EVENTS: String(events) };

const ofBytes =
  /^\[Cut.*Reading stopped at the limit of bytes, after 8388608 bytes; what followed is not known/;
const ofEvents = new RegExp(`limit of events, after \\d+ bytes; what followed is not known`);

/** Answers that are far larger than they may be, or hide how large they are (security.md, test plan 54 and 55). */
export const largeFaults: readonly Fault[] = [
  { name: 'big-100m', tool: 'ask', holds: all(gives({}, ofBytes), isSameTwice) },
  { name: 'big-100m', tool: 'plain', holds: all(gives({}, ofBytes), isSameTwice) },
  { name: 'array-1m', tool: 'rows', holds: all(areWholeRows, says(ofBytes, /Ask for less with limit/)) },
  { name: 'array-1m', tool: 'plain', holds: all(areWholeRows, says(ofBytes)) },
  { name: 'endless', tool: 'events', holds: all(areEvents, says(ofEvents)) },
  { name: 'gzip-bomb', tool: 'ask', holds: all(gives({}, ofBytes), isSameTwice) },
  { name: 'gzip-bomb', tool: 'plain', holds: all(gives({}, ofBytes), isSameTwice) },
  { name: 'gzip-chain', tool: 'ask', holds: fails('unreadable-response', /40 content codings at once/) },
  { name: 'gzip-lie', tool: 'ask', holds: fails('unreadable-response', /not in the coding that it says/) },
];

/** After a cut the text is a line that tells of it and valid JSON, which is the structured content. */
function isSameTwice({ text, structured, meta }: FaultResult): Problems {
  const end = text.indexOf('\n');
  const truncation = meta['openapi2mcp/truncated'] as { readonly message?: unknown } | undefined;
  const { _truncated: told, ...members } = Object(structured) as Readonly<Record<string, unknown>>;
  const value = Array.isArray(structured) ? (structured as unknown) : members;
  return [
    ...(isDeepStrictEqual(jsonIn(text.slice(end + 1)), value) ? [] : ['its text holds another value']),
    ...(`[${String(truncation?.message)}]` === text.slice(0, end) ? [] : ['its text tells of another cut']),
    ...(Array.isArray(structured) || isDeepStrictEqual(told, truncation)
      ? []
      : ['its structured content does not tell of the cut']),
    ...(text.length <= defaultLimits.resultCharacters ? [] : [`its text has ${text.length} characters`]),
  ];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first rows, as many as there is room for, none of them in part. */
function areWholeRows(result: FaultResult): Problems {
  const { structured, isError } = result;
  if (isError || !Array.isArray(structured)) return [`gives no rows: ${result.text.slice(0, 200)}`];
  const broken = structured.findIndex((row, id) => !isDeepStrictEqual(row, { id, name: `row ${id}` }));
  return [
    ...(broken < 0 ? [] : [`row ${broken} is ${JSON.stringify(structured[broken])}`]),
    ...(structured.length > 1000 ? [] : [`gives ${structured.length} rows`]),
    ...isSameTwice(result),
  ];
}

function areEvents({ structured, isError, text }: FaultResult): Problems {
  const isRight = !isError && Array.isArray(structured) && structured.length === events;
  return isRight ? [] : [`does not give ${events} events: ${text.slice(0, 200)}`];
}

/** Calls every fault by every client, on servers that did nothing else before. */
export async function judgeSizes(project: BuiltDocument): Promise<readonly Outcome[]> {
  const api = await startFaultApi();
  const costs: Cost[] = [];
  try {
    const outcomes: Outcome[] = [];
    for (const fault of largeFaults) {
      outcomes.push(
        ...(await withFaultClients(project, api, variables, async (clients) => [
          { check: `${fault.name} by ${fault.tool}`, problems: await judgeFault(fault, clients, api, costs) },
        ])),
      );
    }
    const extraMiB = Math.max(...costs.map((cost) => cost.extraMiB));
    const cpuSeconds = Math.max(...costs.map((cost) => cost.cpuSeconds));
    const figure = `at most ${extraMiB.toFixed(0)} MiB and ${cpuSeconds.toFixed(1)} s of CPU time more for a call`;
    return [...outcomes, { check: 'is measured', problems: [], figure }];
  } finally {
    await api.close();
  }
}

async function judgeFault(
  { name, tool, holds }: Fault,
  clients: readonly FaultClient[],
  api: FaultApi,
  costs: Cost[],
): Promise<Problems> {
  const problems: string[] = [];
  for (const client of clients) {
    await stillServes(client);
    const { cost, found } = await measured(client, () => client.call(tool, argumentsFor(tool, name)), holds);
    costs.push(cost);
    found.push(...(await openProblems(api, name)), ...(await stillServes(client)));
    problems.push(...found.map((problem) => `${client.name}: ${problem}`));
  }
  return problems;
}

async function measured(
  client: FaultClient,
  call: () => Promise<FaultResult>,
  holds: Rule,
): Promise<{ readonly cost: Cost; readonly found: string[] }> {
  const { cost, result } = await costOf(client, () =>
    call().then(holds, (error: unknown) => [`threw ${(error as Error).message}`]),
  );
  const found = [
    ...result,
    ...(cost.extraMiB < most.extraMiB ? [] : [`took ${cost.extraMiB.toFixed(0)} MiB more memory`]),
    ...(cost.cpuSeconds < most.cpuSeconds ? [] : [`took ${cost.cpuSeconds.toFixed(1)} s of CPU time`]),
  ];
  return { cost, found };
}
