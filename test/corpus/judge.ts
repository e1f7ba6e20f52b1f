import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProjects } from '../tools/build-projects.js';
import { oracleProblems } from '../hostile/every-document.js';
import { inTurn } from '../tools/in-turn.js';
import { packGenerator } from '../tools/generator.js';
import { scratchFolder } from '../tools/projects.js';
import type { Corpus, CorpusDocument } from './corpus.js';
import { generateProject, type Generated } from './generate.js';
import type { Inspection } from './inspect.js';
import { openInspector, type Inspector } from './inspector.js';
import { findTokenProblems, readRecorded } from './token-figures.js';
import type { Usage } from './usage.js';

/** Everything that is looked at, in order. */
export const stages = [
  'generate',
  'cpu',
  'oracle',
  'build',
  'start',
  'names',
  'schemas',
  'size',
  'hosts',
  'coverage',
  'estimate',
  'tokens',
] as const;

/** One of `stages`. */
export type Stage = (typeof stages)[number];

/** Problems by stage, none where the stage went well; a stage that was not reached is missing. */
export type Problems = Readonly<Partial<Record<Stage, readonly string[]>>>;

/** What came of one document. */
export interface Verdict {
  readonly document: CorpusDocument;
  /** The emitted project, where there is one; it is removed when this process ends. */
  readonly project: string | undefined;
  readonly problems: Problems;
  /** Operations that became no tool because something in them is broken. */
  readonly skipped: readonly string[];
  /** Of the generator. */
  readonly usage: Usage;
  readonly inspection: Inspection | undefined;
}

/** Whether no stage has a problem: one that was not reached stands behind one that has. */
export function isRight({ problems }: Pick<Verdict, 'problems'>): boolean {
  return Object.values(problems).every((found) => found.length === 0);
}

/** What is looked at beside what npm test has the time for. */
interface Thoroughness {
  /** Whether each emitted file is parsed again for text of the document that became code. */
  readonly parses: boolean;
}

/** Generates, builds, starts and inspects a server for each document, two at a time. */
export async function judgeCorpus(
  { documents }: Corpus,
  { parses }: Thoroughness,
  say: (line: string) => void,
): Promise<readonly Verdict[]> {
  const program = await packGenerator();
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-corpus'));
  const generated = await inTurn(documents, (document) => generateProject(program, document, folder));
  const projects = generated.flatMap(({ project }) => project ?? []);
  say(`${projects.length} of ${documents.length} documents generated`);
  const oracle = new Map(
    await inTurn(
      projects,
      async (project) => [project, parses ? await oracleProblems(project) : []] as const,
    ),
  );
  const reports = await buildProjects(projects);
  say(`${[...reports.values()].filter((report) => report.length === 0).length} projects built`);
  const inspectors: readonly Inspector[] = [openInspector(), openInspector()];
  const free = [...inspectors];
  const verdicts = await inTurn(generated, async (found) => {
    const inspector = free.pop() ?? openInspector();
    const verdict = await judge(found, { oracle, reports }, inspector);
    free.push(inspector);
    return verdict;
  });
  for (const inspector of inspectors) inspector.close();
  return verdicts;
}

/** What was found of projects before they were started. */
interface Before {
  readonly oracle: ReadonlyMap<string, readonly string[]>;
  readonly reports: ReadonlyMap<string, readonly string[]>;
}

async function judge(
  { document, project, usage, skipped, problems }: Generated,
  { oracle, reports }: Before,
  inspector: Inspector,
): Promise<Verdict> {
  const none = { document, project, usage, skipped, inspection: undefined };
  if (project === undefined) return { ...none, problems };
  const before = {
    ...problems,
    oracle: oracle.get(project) ?? ['was not looked at'],
    build: reports.get(project) ?? ['was not built'],
  };
  if (before.build.length > 0) return { ...none, problems: before };
  const answer = await inspector.inspect({ project, document: document.file });
  if ('failure' in answer) return { ...none, problems: { ...before, start: [answer.failure] } };
  const tokens = findTokenProblems(document.id, answer.figures, readRecorded()[document.id]);
  return { ...none, inspection: answer, problems: { ...before, ...answer.problems, tokens } };
}
