import { readFileSync } from 'node:fs';
import { normalize, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Diagnostics, type Diagnostic } from './diagnostics/diagnostics.js';
import type { OutputFile } from './emit/output-file.js';
import {
  choicesKept,
  choicesOf,
  choicesOfLastRun,
  documentFor,
  isReadAlike,
  planningOf,
  readingOf,
  reportLateConfiguration,
  type DocumentOptions,
  type GenerateOptions,
} from './generate-options.js';
import type { OpenApiDocument, SourceFile } from './load/document.js';
import type { ApiModel } from './model/model.js';
import type { LeftOut, ServerPlan } from './plan/plan.js';
import type { FileChange } from './write/changes.js';
import type { Choices } from './write/choices.js';
import type { LockFacts } from './write/lock.js';
import {
  compareTools,
  inputsOf,
  namesOf,
  reportOtherApi,
  toolDigestsOf,
  type ToolChanges,
} from './write/lock-facts.js';
import { holdsProject } from './write/location.js';
import { openProject, type Project } from './write/project.js';
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

/** What a person wants to know of the project that a run made. */
export interface Summary {
  readonly name: string;
  /** The project's folder, as seen from the current one. */
  readonly folder: string;
  readonly operations: number;
  readonly tools: number;
  /** Estimate of what a model reads when it lists the tools. */
  readonly tokens: number;
  /** Operations that were not wanted. */
  readonly leftOut: readonly LeftOut[];
  /** What was chosen by flags of the last run and not this time. */
  readonly choicesOfLastRun: readonly (keyof Choices)[];
  /** `undefined` where there was no last run. */
  readonly toolChanges: ToolChanges | undefined;
}

/** Makes the project of a document and brings its folder up to date. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const folder = options.output ?? (holdsProject(options.cwd) ? '.' : undefined);
  const diagnostics = new Diagnostics();
  const opened = folder === undefined ? undefined : open(folder, options, diagnostics);
  const run = await readFor(opened, options, diagnostics);
  if (folder !== undefined || run.model === undefined) return finish(run, opened, options);
  const project = await openNamed(run.model, options, run.diagnostics);
  if (reportLateConfiguration(options, project, run.diagnostics)) return finish(run, undefined, options);
  // The folder that the title names can remember choices about reading.
  if (project?.lock === undefined || isReadAlike(choicesOf(options, project), run.choices)) {
    return finish(run, project, options);
  }
  return finish(await readFor(project, options, new Diagnostics()), project, options);
}

/** Plans the server of a document without looking at any folder; there is no plan where a finding forbids it. */
export async function planDocument(
  options: DocumentOptions,
): Promise<Pick<GenerateResult, 'diagnostics' | 'files'> & { readonly plan: ServerPlan | undefined }> {
  const run = await readFor(undefined, options, new Diagnostics());
  const plan = run.model && (await planRun(run, run.model, options, undefined));
  const { diagnostics, files } = run;
  return { diagnostics: diagnostics.all, files, plan: diagnostics.hasErrors ? undefined : plan };
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

/** A document that was read, with all that was found on the way. */
interface Run {
  readonly diagnostics: Diagnostics;
  /** What it was read by. */
  readonly choices: Choices;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly document: OpenApiDocument | undefined;
  /** There where the document is. */
  readonly model: ApiModel | undefined;
}

// Each stage is imported when it is its turn: a mistake on the command line costs no parser. Between two stages the
// user's Ctrl-C is answered.

async function readFor(
  project: Project | undefined,
  options: DocumentOptions,
  diagnostics: Diagnostics,
): Promise<Run> {
  const choices = choicesOf(options, project);
  const none = { diagnostics, choices, document: undefined, model: undefined };
  const reference = documentFor(options, project, diagnostics);
  if (reference === undefined) return { ...none, files: new Map() };
  const { loadDocument } = await import('./load/document.js');
  const settings = { ...options, ...readingOf(choices) };
  const { document, files } = await loadDocument(reference, settings, diagnostics);
  if (document === undefined) return { ...none, files };
  const { buildModel } = await import('./model/build-model.js');
  await turn();
  return { ...none, files, document, model: buildModel(document, diagnostics) };
}

/** From the model on: plans, emits, and writes what may be written. */
async function finish(
  run: Run,
  project: Project | undefined,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { model, document, diagnostics, files } = run;
  const nothing = () => ({
    diagnostics: diagnostics.all,
    files,
    output: [],
    changes: [],
    summary: undefined,
  });
  if (model === undefined || document === undefined) return nothing();
  const plan = await planRun(run, model, options, project);
  if (project === undefined || plan === undefined || isForbidden(diagnostics, options.strict))
    return nothing();
  const output = await emitPlan(plan);
  const facts = factsOf(project, document, plan, options);
  if (!options.force) reportOtherApi(project, facts, diagnostics);
  const summary = await summaryOf(project, model, plan, facts, options);
  await turn();
  // From here to the caller nothing gives way to a signal: a run that wrote says so.
  const changes = writeProject(project, { files: output, facts }, options, diagnostics);
  return { ...nothing(), diagnostics: diagnostics.all, output, changes, summary };
}

async function planRun(
  { document, diagnostics }: Run,
  model: ApiModel,
  options: DocumentOptions,
  project: Project | undefined,
): Promise<ServerPlan | undefined> {
  const { planServer } = await import('./plan/plan-server.js');
  await turn();
  const plan = planServer(model, planningOf(choicesOf(options, project), options, project), diagnostics);
  const { checkDocument } = await import('./load/findings/check-document.js');
  await turn();
  // Last, since what the stages before have told of is not told again.
  if (document !== undefined) await checkDocument(document, diagnostics);
  return plan;
}

async function emitPlan(plan: ServerPlan): Promise<readonly OutputFile[]> {
  const { emitProject } = await import('./emit/emit-project.js');
  await turn();
  return emitProject(plan);
}

function open(output: string, options: GenerateOptions, diagnostics: Diagnostics): Project | undefined {
  const folder = resolve(options.cwd, output);
  const shown = normalize(output);
  const readOnly = options.mode !== 'write';
  return openProject(folder, { shown, readOnly, force: options.force }, diagnostics);
}

/** Opens the folder of a project that got no `--output`: it is named like the server. */
async function openNamed(
  { title }: ApiModel,
  options: GenerateOptions,
  diagnostics: Diagnostics,
): Promise<Project | undefined> {
  const { nameProject } = await import('./plan/project-names.js');
  const { name } = choicesOf(options, undefined);
  return open(nameProject(name, title).serverName, options, diagnostics);
}

function factsOf(
  project: Project,
  { files, root }: OpenApiDocument,
  { manifest }: ServerPlan,
  options: DocumentOptions,
): LockFacts {
  const { configuration } = options;
  const config = configuration === undefined ? [] : [[configuration.file, configuration] as const];
  return {
    generatorVersion: readGeneratorVersion(),
    ...inputsOf(project.folder, [...files, ...config], root.origin.file),
    options: choicesKept(options, project),
    names: namesOf(manifest.tools),
    tools: toolDigestsOf(manifest.tools),
  };
}

async function summaryOf(
  project: Project,
  { operations }: ApiModel,
  { packageName, manifest: { tools }, leftOut }: ServerPlan,
  facts: LockFacts,
  options: DocumentOptions,
): Promise<Summary> {
  const { shown, lock } = project;
  const { estimateTokens } = await import('./plan/tokens.js');
  // As `tools/list` sends them: without what only the runtime reads.
  const listed = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
    return { name, title, description, inputSchema, outputSchema, annotations };
  });
  return {
    name: packageName,
    folder: shown,
    operations: operations.length,
    tools: tools.length,
    tokens: estimateTokens(JSON.stringify({ tools: listed })),
    leftOut,
    choicesOfLastRun: choicesOfLastRun(options, project),
    toolChanges: lock && compareTools(lock.tools, facts.tools),
  };
}
