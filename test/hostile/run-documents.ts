import type { Manifest } from '../../src/runtime/manifest.js';
import { changedOutside } from '../cases/generate-case.js';
import { buildProjects } from '../tools/build-projects.js';
import type { ListedTool } from '../tools/mcp-session.js';
import type { DocumentRun, HostileDocument, Outcome, WrittenProject } from './documents.js';
import { closingOutcomes, generationOutcomes, judgeChecks, oracleProblems } from './every-document.js';
import {
  generateDocument,
  generateInto,
  installDocument,
  type GeneratedDocument,
} from './generate-document.js';
import { serveProject, type ServerTrace } from './live-server.js';
import { inTurn } from '../tools/in-turn.js';

/** What came of a document or a payload file. */
export interface TargetResult {
  readonly id: string;
  /** Exit code, time and memory, where there are any. */
  readonly figures: string;
  readonly outcomes: readonly Outcome[];
}

/** A built project, for the payloads that need one. */
export interface BuiltDocument {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The way to start a built project's server; what each leaves behind is added to `traces`. */
export function serveBuilt({ folder }: BuiltDocument, traces: ServerTrace[]): WrittenProject['serve'] {
  return (variables, use) => serveProject(folder, variables, use, (trace) => void traces.push(trace));
}

/** What is left of a prepared document once its project is built. */
export interface PreparedDocument {
  readonly id: string;
  /** `undefined` where no project was written, or it does not compile. */
  readonly built: BuiltDocument | undefined;
  readonly judge: () => Promise<TargetResult>;
  readonly close: () => Promise<void>;
}

/** Generates from documents and builds their projects, all in one go. */
export async function prepareDocuments(
  documents: readonly HostileDocument[],
): Promise<readonly PreparedDocument[]> {
  const generated = await inTurn(documents, async (document) =>
    installDocument(await generateDocument(document)),
  );
  const written = generated.filter(({ first }) => first.output.has('package.json'));
  const oracle = new Map(
    await inTurn(written, async (one) => [one, await oracleProblems(projectOf(one))] as const),
  );
  const reports = await buildProjects(written.map(projectOf));
  return generated.map((one) => {
    const build = reports.get(projectOf(one));
    const { first } = one;
    const manifest = first.output.get('generated/manifest.json');
    const built =
      build?.length === 0 && manifest !== undefined
        ? { folder: projectOf(one), manifest: JSON.parse(manifest.toString()) as Manifest }
        : undefined;
    const found = build === undefined ? [] : builtOutcomes(oracle.get(one) ?? [], build);
    return {
      id: one.document.id,
      built,
      judge: () => judgeDocument(one, built, found),
      close: async () => one.canary?.close(),
    };
  });
}

function projectOf({ scratch: { output } }: GeneratedDocument): string {
  return `${output}/first`;
}

function builtOutcomes(oracle: readonly string[], build: readonly string[]): readonly Outcome[] {
  return [
    { check: 'no live payload', problems: oracle },
    { check: 'compiles', problems: build },
  ];
}

async function judgeDocument(
  generated: GeneratedDocument,
  built: BuiltDocument | undefined,
  found: readonly Outcome[],
): Promise<TargetResult> {
  const traces: ServerTrace[] = [];
  const listed = built === undefined ? undefined : await listTools(built, traces);
  const outcomes = [
    ...generationOutcomes(generated),
    ...found,
    ...(listed === undefined ? [] : [{ check: 'lists its tools', problems: listed.problems }]),
    ...(await judgeChecks(runOf(generated, built, listed?.tools ?? [], traces))),
  ];
  outcomes.push({ check: 'ends well', problems: traces.flatMap(({ problems }) => problems) });
  const outside = await changedOutside(generated.scratch);
  const serverOutput = traces.map(({ output }) => output).join('');
  outcomes.push(...(await closingOutcomes(generated, outside, serverOutput)));
  return { id: generated.document.id, figures: figuresOf(generated), outcomes };
}

interface Listed {
  readonly tools: readonly ListedTool[];
  readonly problems: readonly string[];
}

async function listTools(built: BuiltDocument, traces: ServerTrace[]): Promise<Listed> {
  try {
    const tools = await serveBuilt(built, traces)({}, (live) => Promise.resolve(live.tools));
    return { tools, problems: tools.length === 0 ? ['no tool is listed'] : [] };
  } catch (error) {
    return { tools: [], problems: [(error as Error).message] };
  }
}

function runOf(
  generated: GeneratedDocument,
  built: BuiltDocument | undefined,
  tools: readonly ListedTool[],
  traces: ServerTrace[],
): DocumentRun {
  const { document, text, scratch, first, second, findings, canary } = generated;
  return {
    document,
    text,
    first,
    second,
    findings,
    canary,
    generateWith: (...flags) => generateInto(scratch, document, `with-${flags.join('')}`, flags),
    project: (): WrittenProject => {
      if (built === undefined) throw new Error('there is no built project');
      return { ...built, tools, serve: serveBuilt(built, traces) };
    },
  };
}

function figuresOf({ first: { status }, usage: { cpuSeconds, peakMiB } }: GeneratedDocument): string {
  return `exit ${status ?? 'by a signal'}, ${cpuSeconds.toFixed(1)} s, ${peakMiB.toFixed(0)} MiB`;
}
