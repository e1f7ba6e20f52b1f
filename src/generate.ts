import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { Diagnostics, type Diagnostic } from './diagnostics/diagnostics.js';
import type { OutputFile } from './emit/output-file.js';
import {
  choicesKept,
  choicesOf,
  planningOf,
  type DocumentOptions,
  type GenerateOptions,
} from './generate-options.js';
import {
  openFolder,
  openWritten,
  readFor,
  readProject,
  type ReadDocument,
  type Run,
} from './generate-reading.js';
import type { Summary } from './generate-summary.js';
import type { OpenApiDocument, SourceFile } from './load/document.js';
import type { PlanOptions, ServerPlan } from './plan/plan.js';
import type { Selection } from './plan/selection.js';
import type { FileChange } from './write/changes.js';
import type { LockFacts } from './write/lock.js';
import { aliasesOf, inputsOf, namesOf, reportOtherApi, toolDigestsOf } from './write/lock-facts.js';
import type { Project } from './write/project.js';
import { isForbidden, writeProject } from './write/write-project.js';

/** What came of a run. */
export interface GenerateResult {
  readonly diagnostics: readonly Diagnostic[];
  /** The files of the document, to find the positions of diagnostics in. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Every file of the project; empty where a finding forbids it. */
  readonly output: readonly OutputFile[];
  /** One per file, sorted by path, the lock file last; empty where nothing could be compared. */
  readonly changes: readonly FileChange[];
  /** `undefined` where no project came of the document. */
  readonly summary: Summary | undefined;
}

/** Makes the project of a document and brings its folder up to date. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { run, project } = await readProject(options, openFolder);
  return finish(run, project, options);
}

/** What `generate` would make of a document. */
export interface PlannedProject extends Pick<GenerateResult, 'diagnostics' | 'files'> {
  /** `undefined` where a finding forbids one. */
  readonly planned: Planned | undefined;
}

/** Plans the server that `generate` would write; of a project of the last run its lock alone is looked at. */
export async function planProject(options: GenerateOptions): Promise<PlannedProject> {
  const { run, project } = await readProject(options, openWritten);
  const planned = run.read && (await planRun(run.read, options, project, run.diagnostics));
  const { diagnostics, files } = run;
  return { diagnostics: diagnostics.all, files, planned: diagnostics.hasErrors ? undefined : planned };
}

/** Plans the server of a document without looking at any folder; there is no plan where a finding forbids it. */
export async function planDocument(
  options: DocumentOptions,
): Promise<Pick<GenerateResult, 'diagnostics' | 'files'> & { readonly plan: ServerPlan | undefined }> {
  const run = await readFor(undefined, options, new Diagnostics());
  const planned = run.read && (await planRun(run.read, options, undefined, run.diagnostics));
  const { diagnostics, files } = run;
  return { diagnostics: diagnostics.all, files, plan: diagnostics.hasErrors ? undefined : planned?.plan };
}

/** Makes the files of a document's project without looking at any folder. */
export async function generateFiles(
  options: DocumentOptions,
): Promise<Pick<GenerateResult, 'diagnostics' | 'files' | 'output'>> {
  const { plan, ...found } = await planDocument(options);
  return { ...found, output: plan === undefined ? [] : await emitPlan(plan) };
}

/** The version of this package. */
export function readGeneratorVersion(): string {
  // Our own package.json, in npm's shape.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

/** The plan of a server, with what it was made by. */
export interface Planned {
  readonly selection: Selection;
  readonly plan: ServerPlan;
  readonly options: PlanOptions;
}

// Each stage is imported when it is its turn: a mistake on the command line costs no parser. Between two stages the
// user's Ctrl-C is answered.

/** From the outline on: plans, emits, and writes what may be written. */
async function finish(
  run: Run,
  project: Project | undefined,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { read, diagnostics, files } = run;
  const nothing = () => ({
    diagnostics: diagnostics.all,
    files,
    output: [],
    changes: [],
    summary: undefined,
  });
  if (read === undefined) return nothing();
  const planned = await planRun(read, options, project, diagnostics);
  if (project === undefined || planned === undefined || isForbidden(diagnostics, options.strict))
    return nothing();
  const output = await emitPlan(planned.plan);
  const facts = factsOf(project, read.document, planned.plan, options);
  if (!options.force) reportOtherApi(project, facts, diagnostics);
  const { summarize } = await import('./generate-summary.js');
  const summary = summarize(project, planned.selection, planned.plan, facts, options);
  await turn();
  // From here to the caller nothing gives way to a signal: a run that wrote says so.
  const changes = writeProject(project, { files: output, facts }, options, diagnostics);
  return { ...nothing(), diagnostics: diagnostics.all, output, changes, summary };
}

/** Chooses the operations of a document, reads those and plans their tools. */
async function planRun(
  { document, outline }: ReadDocument,
  options: DocumentOptions,
  project: Project | undefined,
  diagnostics: Diagnostics,
): Promise<Planned | undefined> {
  const { placesLeftOut, selectOperations } = await import('./plan/selection.js');
  const planning = planningOf(choicesOf(options, project), options, project);
  const selection = selectOperations(outline, planning, diagnostics);
  if (selection === undefined) return undefined;
  const { buildModel } = await import('./model/build-model.js');
  await turn();
  const { operations, leftOut } = selection;
  const model = buildModel(document, { ...outline, operations }, diagnostics, leftOut.size === 0);
  const { planServer } = await import('./plan/plan-server.js');
  await turn();
  const plan = planServer(model, leftOut, planning, diagnostics);
  const { checkDocument } = await import('./load/findings/check-document.js');
  await turn();
  // Last, since what the stages before have told of is not told again.
  await checkDocument(document, placesLeftOut(selection), diagnostics);
  return plan && { selection, plan, options: planning };
}

async function emitPlan(plan: ServerPlan): Promise<readonly OutputFile[]> {
  const { emitProject } = await import('./emit/emit-project.js');
  await turn();
  return emitProject(plan);
}

function factsOf(
  project: Project,
  { files, root }: OpenApiDocument,
  { manifest, variableNames }: ServerPlan,
  options: DocumentOptions,
): LockFacts {
  const { configuration } = options;
  const config = configuration === undefined ? [] : [[configuration.file, configuration] as const];
  return {
    generatorVersion: readGeneratorVersion(),
    ...inputsOf(project.folder, [...files, ...config], root.origin.file),
    ...choicesKept(options, project),
    ...(manifest.access?.auth === undefined ? {} : { auth: manifest.access.auth }),
    names: namesOf(manifest.tools),
    aliases: aliasesOf(manifest.tools),
    variables: variableNames,
    tools: toolDigestsOf(manifest),
  };
}
