import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { scratchFolder } from '../tools/projects.js';
import type { Corpus, CorpusDocument } from './corpus.js';
import { generateProject, type Generated } from './generate.js';
import type { Inspection } from './inspect.js';
import { openInspector, type Inspector } from './inspector.js';
import type { Usage } from './usage.js';

/** Everything that is looked at, in order. */
export const stages = [
  'generate',
  'cpu',
  'build',
  'start',
  'names',
  'schemas',
  'coverage',
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

const sideBySide = 2;

/** Whether no stage has a problem: one that was not reached stands behind one that has. */
export function isRight({ problems }: Pick<Verdict, 'problems'>): boolean {
  return Object.values(problems).every((found) => found.length === 0);
}

/** Generates, builds, starts and inspects a server for each document, two at a time. */
export async function judgeCorpus(
  { documents }: Corpus,
  say: (line: string) => void,
): Promise<readonly Verdict[]> {
  const program = await packGenerator();
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-corpus'));
  const generated = await inTurn(documents, () => (document) => generateProject(program, document, folder));
  const projects = generated.flatMap(({ project }) => project ?? []);
  say(`${projects.length} of ${documents.length} documents generated`);
  const reports = await buildProjects(projects);
  say(`${[...reports.values()].filter((report) => report.length === 0).length} projects built`);
  const inspectors: Inspector[] = [];
  const verdicts = await inTurn(generated, () => {
    const inspector = openInspector();
    inspectors.push(inspector);
    return (found) => judge(found, reports, inspector);
  });
  for (const inspector of inspectors) inspector.close();
  return verdicts;
}

async function judge(
  { document, project, usage, skipped, problems }: Generated,
  reports: ReadonlyMap<string, readonly string[]>,
  inspector: Inspector,
): Promise<Verdict> {
  const none = { document, project, usage, skipped, inspection: undefined };
  if (project === undefined) return { ...none, problems };
  const build = reports.get(project) ?? ['was not built'];
  if (build.length > 0) return { ...none, problems: { ...problems, build } };
  const answer = await inspector.inspect({ project, document: document.file });
  if ('failure' in answer) return { ...none, problems: { ...problems, build, start: [answer.failure] } };
  return {
    document,
    project,
    usage,
    skipped,
    inspection: answer,
    problems: { ...problems, build, ...answer.problems },
  };
}

/** Applies a task to every item, two at a time; each of the two workers makes a task of its own. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  makeTask: () => (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    const task = makeTask();
    for (const [index, item] of waiting) results.set(index, await task(item));
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return items.flatMap((_, index) => results.get(index) ?? []);
}
