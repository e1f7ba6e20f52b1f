import type { Manifest } from '../../src/runtime/manifest.js';
import { buildProjects } from '../tools/build-projects.js';
import type { Era } from '../tools/mcp-session.js';
import { createWorkspace, type PackageDependencies } from '../tools/projects.js';
import type { CaseFolder } from './case-format.js';
import { changedOutside, generateCase, movedTo, prepareCase, type Scratch } from './generate-case.js';
import { judge } from './judge.js';
import type { Generation, Observation, ProjectObservation } from './observation.js';
import { observeServer, type Recorders } from './observe-server.js';
import { startRecorder } from './recorder.js';

/** A case with what happened in its run and what does not hold. */
export interface CaseResult {
  readonly caseFolder: CaseFolder;
  readonly observation: Observation;
  /** Empty where the case passes. */
  readonly problems: readonly string[];
}

/** Revisions that each case is tried with. The newest is asked first. */
const eras: readonly Era[] = ['2026-07-28', '2025-11-25'];

/** As many as there are cores that a test run may count on. */
const atOnce = 2;

/**
 * Runs cases as FORMAT.md says, and hands out each result as it comes. All are generated, then all are compiled
 * together, then each server is started and called: a program of its own for every case would take most of the time.
 */
export async function runCases(
  cases: readonly CaseFolder[],
  report: (result: CaseResult) => void = () => undefined,
): Promise<readonly CaseResult[]> {
  const prepared = await eachOf(cases, async (caseFolder) => ({
    caseFolder,
    recorders: await startRecorders(),
  }));
  try {
    const runs = await eachOf(prepared, startRun);
    const projects = runs.flatMap(({ project }) =>
      project?.failure === undefined && project ? [project.scratch.output] : [],
    );
    const builds =
      projects.length === 0 ? new Map<string, readonly string[]>() : await buildProjects(projects);
    return await eachOf(runs, async (run) => {
      const observation = { generation: run.generation, ...(await observeRun(run, builds)) };
      const result = {
        caseFolder: run.caseFolder,
        observation,
        problems: judge(run.caseFolder.case, observation),
      };
      report(result);
      return result;
    });
  } finally {
    await eachOf(prepared, ({ recorders: { first, other } }) => Promise.all([first.close(), other.close()]));
  }
}

interface PreparedCase {
  readonly caseFolder: CaseFolder;
  readonly recorders: Recorders;
}

interface Run extends PreparedCase {
  readonly generation: Generation;
  readonly project: InstalledProject | undefined;
}

interface InstalledProject {
  readonly scratch: Scratch;
  readonly manifest: Manifest | undefined;
  readonly failure: string | undefined;
}

async function startRecorders(): Promise<Recorders> {
  return { first: await startRecorder(), other: await startRecorder() };
}

async function startRun({ caseFolder, recorders }: PreparedCase): Promise<Run> {
  const scratch = await prepareCase(caseFolder, recorders);
  const generation = await generateCase(caseFolder, scratch, recorders);
  const project = generation.status === 0 ? await installProject(generation, scratch) : undefined;
  return { caseFolder, recorders, generation, project };
}

/** Moves what was generated to where its dependencies are installed. */
async function installProject({ output }: Generation, scratch: Scratch): Promise<InstalledProject> {
  const manifest = readJson(output.get('generated/manifest.json')) as Manifest | undefined;
  const packageJson = readJson(output.get('package.json')) as PackageDependencies | undefined;
  if (packageJson === undefined)
    return { scratch, manifest, failure: 'there is no package.json that can be read' };
  try {
    const workspace = await createWorkspace(packageJson);
    return { scratch: movedTo(await workspace.adopt(scratch.root), scratch), manifest, failure: undefined };
  } catch (error) {
    return { scratch, manifest, failure: (error as Error).message };
  }
}

async function observeRun(
  { caseFolder, recorders, project }: Run,
  builds: ReadonlyMap<string, readonly string[]>,
): Promise<{ readonly project?: ProjectObservation }> {
  if (project === undefined) return {};
  const { scratch, manifest } = project;
  const build = builds.get(scratch.output) ?? [];
  const sessions = [];
  let { failure } = project;
  try {
    for (const era of failure === undefined && build.length === 0 && manifest !== undefined ? eras : []) {
      sessions.push(
        await observeServer(scratch.output, manifest as Manifest, caseFolder.case.expect, era, recorders),
      );
    }
  } catch (error) {
    failure = (error as Error).message;
  }
  return { project: { manifest, failure, build, sessions, changedOutside: await changedOutside(scratch) } };
}

/** Does work on each of a list, a few at once, and keeps the order. */
async function eachOf<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) outcomes[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

function readJson(contents: Buffer | undefined): unknown {
  if (contents === undefined) return undefined;
  try {
    return JSON.parse(contents.toString());
  } catch {
    return undefined;
  }
}
