import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import type { Pool } from '../plan/schema-judge.js';
import { picker } from '../properties/mutations.js';
import { openSession, resultOf, type ListedTool, type McpSession } from '../tools/mcp-session.js';
import { startStdio } from '../tools/stdio-server.js';
import { asObject, itemsOf } from '../corpus/raw-document.js';
import { makeSets, poolWithSamples, type ArgumentSet } from './argument-sets.js';
import { excusesOf } from './excuses.js';
import { openDocumentJudge, type DocumentJudge } from './document-judge.js';
import { startPrism, type Prism } from './prism.js';
import { startRecorder, type Exchange, type Recorder } from './recorder.js';
import { violationsOf, type Violation } from './refusals.js';

/** A call whose arguments the document allows and that was refused all the same. */
export interface Refusal {
  readonly document: string;
  /** `GET /pets/{petId}`. */
  readonly operation: string;
  /** As the document writes it. */
  readonly path: string;
  readonly tool: ToolDefinition;
  readonly values: Readonly<Record<string, unknown>>;
  /** What was on the wire; missing where the emitted server sent nothing. */
  readonly exchange: Exchange | undefined;
  readonly violations: readonly Violation[];
}

/** What came of one operation. */
export interface OperationOutcome {
  readonly operation: string;
  /** Calls that were made: the document allows the arguments of each. */
  readonly calls: number;
  /** Of those, the ones with a value that was made from the document's own schema. */
  readonly fromDocument: number;
  readonly refusals: readonly Refusal[];
  /** Calls that were not made, since what would come of them has been seen. */
  readonly foreseen: number;
  /** What the tool and the document do not agree on, and arguments without which no call can be made. */
  readonly problems: readonly string[];
  /** Optional arguments that could not be tried. */
  readonly notes: readonly string[];
}

/** What came of one document. */
export interface DocumentOutcome {
  readonly document: string;
  readonly loadMs: number;
  readonly callMs: number;
  readonly operations: readonly OperationOutcome[];
}

/** A built project and the document that it was made from. */
export interface OracleProject {
  readonly id: string;
  readonly file: string;
  readonly project: string;
}

/** Calls every tool of a built project, with Prism as its API. */
export async function judgeProject({ id, file, project }: OracleProject): Promise<DocumentOutcome> {
  // Written by the generator.
  const manifest = JSON.parse(readFileSync(join(project, 'generated/manifest.json'), 'utf8')) as Manifest;
  const prism = await startPrism(file);
  const recorder = await startRecorder(prism.port);
  const server = startStdio(project, environmentOf(manifest, recorder.url));
  try {
    const session = await openSession(server, '2026-07-28');
    const listed = new Map((await session.listTools()).map((tool) => [tool.name, tool]));
    const judge = openDocumentJudge(file, manifest.tools);
    const bench = { id, session, prism, recorder, judge: judge.tools, pool: poolWithSamples(judge.pool) };
    const started = performance.now();
    const operations: OperationOutcome[] = [];
    for (const tool of manifest.tools) {
      const shown = listed.get(tool.name);
      if (shown === undefined) throw new Error(`${id}: ${tool.name} is not listed.`);
      operations.push(await judgeOperation(bench, tool, shown));
    }
    return { document: id, loadMs: prism.loadMs, callMs: performance.now() - started, operations };
  } finally {
    await server.close();
    await recorder.close();
    await prism.close();
  }
}

/** Every server is the recorder, and every credential is there. */
function environmentOf(manifest: Manifest, url: string): Readonly<Record<string, string>> {
  const servers = [manifest.upstream, ...manifest.tools.flatMap(({ request }) => request.server ?? [])];
  const credentials = Object.values(manifest.securitySchemes).flatMap(({ env }) => Object.values(env));
  return Object.fromEntries([
    ...servers.map(({ env }) => [env, url] as const),
    ...credentials.map((name) => [name, 'oracle'] as const),
  ]);
}

interface Bench {
  readonly id: string;
  readonly session: McpSession;
  readonly prism: Prism;
  readonly recorder: Recorder;
  readonly judge: DocumentJudge['tools'];
  readonly pool: Pool;
}

async function judgeOperation(
  bench: Bench,
  tool: ToolDefinition,
  listed: ListedTool,
): Promise<OperationOutcome> {
  const judged = bench.judge.get(tool.name);
  if (judged === undefined) throw new Error(`${tool.name} is not judged.`);
  const operation = `${tool.request.method} ${judged.path}`;
  const pick = picker(seedOf(`${bench.id} ${operation} ${tool.name}`));
  const making = { tool: listed, judged: judged.arguments, pool: bench.pool, pick };
  const { sets, unmade } = makeSets(making);
  const refusals: Refusal[] = [];
  let calls = 0;
  for (const set of sets) {
    if (isForeseen(refusals, tool, set)) continue;
    calls += 1;
    const refusal = await callOnce(bench, tool, set);
    if (refusal !== undefined) {
      refusals.push({ ...refusal, document: bench.id, operation, path: judged.path, tool });
    }
  }
  const without = unmade.map((name) => `No value of '${name}' was found that the document allows.`);
  const isStuck = sets.length === 0;
  return {
    operation,
    calls,
    foreseen: sets.length - calls,
    fromDocument: sets.filter((set) => set.fromDocument > 0).length,
    refusals,
    problems: [...judged.problems, ...(isStuck ? without : [])],
    notes: [...judged.notes, ...(isStuck ? [] : without)],
  };
}

/** What an exception has excused in the operation once, and says will come again, is not sent again. */
function isForeseen(refusals: readonly Refusal[], tool: ToolDefinition, { values }: ArgumentSet): boolean {
  return refusals.some((refusal) =>
    excusesOf(refusal)?.some((exception) => exception.foresees?.(tool, values) === true),
  );
}

async function callOnce(
  { session, prism, recorder }: Bench,
  { name }: ToolDefinition,
  { values }: ArgumentSet,
): Promise<Pick<Refusal, 'values' | 'exchange' | 'violations'> | undefined> {
  recorder.take();
  const result = resultOf(await session.callTool(name, values));
  const [exchange] = recorder.take();
  const violations = exchange === undefined ? [ownRefusal(result)] : violationsOf(exchange);
  if (exchange?.status === 0) await prism.revive();
  return violations.length === 0 ? undefined : { values, exchange, violations };
}

/** Where nothing reached the API, the server itself refused. */
function ownRefusal(result: Readonly<Record<string, unknown>>): Violation {
  const texts = itemsOf(result['content']).map((block) => String(asObject(block)?.['text']));
  return { at: '', code: 'not-sent', message: texts.join('\n') };
}

/** The same for the same operation in every run. */
function seedOf(text: string): number {
  return [...text].reduce((seed, letter) => (seed * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647, 7);
}
