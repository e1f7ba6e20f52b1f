import { setTimeout as delay } from 'node:timers/promises';
import type { Recorder } from '../cases/recorder.js';
import type { HttpServer } from '../tools/http-server.js';
import type { Problems } from './documents.js';
import { exchange, exchangeRaw, just, rightCall, type Altered, type Exchanged } from './http-exchange.js';
import { callTextOf } from './live-server.js';
import type { Watch } from './watch.js';

/** A started HTTP server with what a case looks at. */
export interface HttpTarget {
  readonly server: HttpServer;
  /** Of its project. */
  readonly folder: string;
  /** What it was started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly watch: Watch;
  readonly recorder: Recorder;
}

/** Tries one case; the server is its own where the case is one of `http-slow-cases.ts`. */
export type HttpCase = (target: HttpTarget) => Promise<Problems>;

/** A header that the SDK does not find, or finds to differ from the body (MCP, Streamable HTTP). */
const headerMismatch = -32020;

const mebibyte = 2 ** 20;

/** The cases that are over at once, by id. */
export const quickCases: ReadonlyMap<string, HttpCase> = new Map<string, HttpCase>([
  ['origin-evil', answers({ headers: { Origin: 'https://evil.example.test' } }, [403])],
  ['origin-null', answers({ headers: { Origin: 'null' } }, [403])],
  ['origin-suffix', answers({ headers: { Origin: 'http://localhost.evil.example.test' } }, [403])],
  ['origin-ok', answers({ headers: { Origin: 'http://localhost:5173' } }, [200])],
  ['host-rebind', answers({ headers: { Host: 'rebind.example.test' } }, [403])],
  ['host-missing', rawAnswers('POST /mcp HTTP/1.0\r\nContent-Type: application/json\r\n\r\n', [403, 400])],
  ['name-mismatch', answers({ headers: { 'Mcp-Name': 'other' } }, [400], headerMismatch)],
  ['method-mismatch', answers({ headers: { 'Mcp-Method': 'tools/list' } }, [400], headerMismatch)],
  ['version-mismatch', answers({ headers: { 'MCP-Protocol-Version': '2025-11-25' } }, [400])],
  [
    'param-missing',
    all(
      answers({ headers: { 'Mcp-Param-Region': undefined } }, [400], headerMismatch),
      answers({ headers: { 'Mcp-Param-Region': undefined }, body: callTextOf(1, 'region', '{}') }, [200]),
    ),
  ],
  ['param-bad-base64', answers({ headers: { 'Mcp-Param-Region': '=?base64?%%%?=' } }, [400], headerMismatch)],
  ['dup-header', answers({ headers: { 'Mcp-Name': ['region', 'region'] } }, [400])],
  ['text-plain', answers({ headers: { 'Content-Type': 'text/plain' } }, [415])],
  ['too-big', tooBig],
  ['cl-te', contradictoryLengths],
  ['batch', batch],
  ['get', answers({ method: 'GET' }, [405])],
  ['delete', answers({ method: 'DELETE' }, [405])],
]);

/** A request, altered like this, gets one of these answers, with this JSON-RPC error. */
function answers(altered: Altered, statuses: readonly number[], code?: number): HttpCase {
  return async ({ server, recorder }) => {
    const answer = await exchange(server.url, altered);
    const requests = recorder.take();
    return [
      ...statusProblems(answer, statuses),
      ...(code === undefined || codeOf(answer) === code ? [] : [`the error is ${answer.text.slice(0, 200)}`]),
      ...(answer.status === 200 || requests.length === 0 ? [] : ['it was refused, but the API was called']),
    ];
  };
}

function all(...cases: readonly HttpCase[]): HttpCase {
  return async (target) => {
    const problems: string[] = [];
    for (const one of cases) problems.push(...(await one(target)));
    return problems;
  };
}

function rawAnswers(text: string, statuses: readonly number[]): HttpCase {
  return async ({ server }) =>
    rawProblems((await exchangeRaw(server.url, just(text), 10_000)).text, statuses);
}

/** Whether what came back on a socket begins with one of these answers. */
export function rawProblems(text: string, statuses: readonly number[]): Problems {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0);
  return statuses.includes(status) ? [] : [`answered ${text.slice(0, 100) || 'nothing'}`];
}

function statusProblems({ status, text }: Exchanged, statuses: readonly number[]): Problems {
  return statuses.includes(status) ? [] : [`answered ${status}: ${text.slice(0, 200)}`];
}

function codeOf({ text }: Exchanged): unknown {
  try {
    return (JSON.parse(text) as { readonly error?: { readonly code?: unknown } }).error?.code;
  } catch {
    return undefined;
  }
}

async function tooBig(target: HttpTarget): Promise<Problems> {
  const body = callTextOf(1, 'region', JSON.stringify({ region: 'x'.repeat(5 * mebibyte) }));
  const refusal = answers({ body }, [413]);
  // The answer comes before the body is written, and the reset that follows it can overtake it.
  const retried = (left: number): Promise<Problems> =>
    refusal(target).catch((error: unknown) => {
      if (left === 0) throw error;
      return retried(left - 1);
    });
  return spending(target, { cpuSeconds: 1, peakMiB: 64 }, () => retried(4));
}

/** What the server may spend on something that it refuses. */
export async function spending(
  { server: { pid }, watch }: HttpTarget,
  most: { readonly cpuSeconds: number; readonly peakMiB: number },
  work: () => Promise<Problems>,
): Promise<Problems> {
  if (pid === undefined) return ['the server has no process'];
  const before = await watch.meter.ask(pid);
  const problems = await work();
  const after = await watch.meter.ask(pid);
  const seconds = after.cpuSeconds - before.cpuSeconds;
  const memory = after.peakMiB - before.peakMiB;
  return [
    ...problems,
    ...(seconds < most.cpuSeconds
      ? []
      : [`${seconds.toFixed(1)} s of CPU time, of at most ${most.cpuSeconds}`]),
    ...(memory < most.peakMiB ? [] : [`${memory.toFixed(0)} MiB more memory, of at most ${most.peakMiB}`]),
  ];
}

/** Two lengths are two ways to see where a request ends. */
async function contradictoryLengths({ server }: HttpTarget): Promise<Problems> {
  const head =
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  const { text, isClosed } = await exchangeRaw(server.url, just(head), 10_000);
  return [...rawProblems(text, [400]), ...(isClosed ? [] : ['the connection was not closed'])];
}

const batchCalls = 10_000;
const batchBound = 100;

/** Refused by 2026-07-28; the revisions before may take a bounded number. */
async function batch(target: HttpTarget): Promise<Problems> {
  const { server, recorder } = target;
  const body = `[${Array.from({ length: batchCalls }, (_, id) => callTextOf(id, 'region', '{"region":"eu"}')).join()}]`;
  const older = { 'MCP-Protocol-Version': '2025-03-26', 'Mcp-Method': undefined, 'Mcp-Name': undefined };
  return spending(target, { cpuSeconds: 5, peakMiB: 64 }, async () => {
    const refused = await answers({ body }, [400])(target);
    const { status } = await exchange(server.url, {
      body,
      headers: { ...older, 'Mcp-Param-Region': undefined },
    });
    await delay(100);
    const calls = recorder.take().length;
    return [
      ...refused,
      ...(calls <= batchBound ? [] : [`a batch of 2025 made ${calls} calls (it was answered ${status})`]),
    ];
  });
}

/** A call that is right, so that no case passes because nothing does. */
export async function plainCall({ server, recorder }: HttpTarget): Promise<Problems> {
  const answer = await exchange(server.url, { body: rightCall });
  const sent = recorder.take().length;
  const isMade = sent === 1 && !answer.text.includes('"isError":true');
  return [
    ...statusProblems(answer, [200]),
    ...(isMade ? [] : [`a plain call made ${sent} requests: ${answer.text.slice(0, 200)}`]),
  ];
}
