import { readFileSync } from 'node:fs';
import { normalize, relative, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Diagnostics, type Diagnostic } from './diagnostics/diagnostics.js';
import type { OutputFile } from './emit/output-file.js';
import type { OpenApiDocument, SourceFile } from './load/document.js';
import type { ApiModel } from './model/model.js';
import type { PlanOptions, ServerPlan } from './plan/plan.js';
import type { FileChange } from './write/changes.js';
import type { Lock, LockFacts } from './write/lock.js';
import {
  compareTools,
  documentOf,
  inputsOf,
  namesOf,
  toolDigestsOf,
  type ToolChanges,
} from './write/lock-facts.js';
import { holdsProject } from './write/location.js';
import { openProject, type Project } from './write/project.js';
import { isForbidden, writeProject, type WriteOptions } from './write/write-project.js';

/** Where a document is read from, and what is made of it. */
export interface DocumentOptions {
  /** Path, URL, or `-` for standard input; `undefined` takes the document of the last run. */
  readonly document: string | undefined;
  /** Name of the package and the server; `undefined` takes that of the last run, or one made from the title. */
  readonly name: string | undefined;
  /** Base URL in place of the document's servers; `undefined` takes that of the last run. */
  readonly serverUrl: string | undefined;
  /** The folder that relative paths are taken from. */
  readonly cwd: string;
  readonly stdin: () => Promise<Uint8Array>;
}

/** What the person who runs the generator chose. */
export interface GenerateOptions extends DocumentOptions, WriteOptions {
  /** The project's folder; `undefined` takes the current one if it is a project, else one named like the server. */
  readonly output: string | undefined;
}

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
  /** `undefined` where there was no last run. */
  readonly toolChanges: ToolChanges | undefined;
}

/** Makes the project of a document and brings its folder up to date. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const diagnostics = new Diagnostics();
  const folder = options.output ?? (holdsProject(options.cwd) ? '.' : undefined);
  const opened = folder === undefined ? undefined : open(folder, options, diagnostics);
  const api = await readApi(documentFor(options, opened, diagnostics), options, diagnostics);
  if (api.model === undefined) return { ...nothing, files: api.files, diagnostics: diagnostics.all };

  const project = folder === undefined ? await openNamed(api.model, options, diagnostics) : opened;
  const plan = await planApi(api.model, choicesOf(options, project?.lock), diagnostics);
  if (project === undefined || plan === undefined || isForbidden(diagnostics, options.strict)) {
    return { ...nothing, files: api.files, diagnostics: diagnostics.all };
  }

  const output = await emitPlan(plan);
  const facts = factsOf(project, api.document, plan, options);
  if (isOtherApi(project, facts, options)) reportOther(project, diagnostics);
  const summary = await summaryOf(project, api.model, plan, facts);
  await turn();
  // From here to the caller nothing gives way to a signal: a run that wrote says so.
  const changes = writeProject(project, { files: output, facts }, options, diagnostics);
  return { diagnostics: diagnostics.all, files: api.files, output, changes, summary };
}

/** Makes the files of a document's project without looking at any folder. */
export async function generateFiles(
  options: DocumentOptions,
): Promise<Pick<GenerateResult, 'diagnostics' | 'files' | 'output'>> {
  const diagnostics = new Diagnostics();
  const { model, files } = await readApi(options.document, options, diagnostics);
  const plan = model && (await planApi(model, choicesOf(options, undefined), diagnostics));
  const output = plan === undefined || diagnostics.hasErrors ? [] : await emitPlan(plan);
  return { diagnostics: diagnostics.all, files, output };
}

/** The version of this package. */
export function readGeneratorVersion(): string {
  // Our own package.json, in npm's shape.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

const nothing = { output: [], changes: [], summary: undefined };

interface Api {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly document: OpenApiDocument;
  readonly model: ApiModel;
}

// Each stage is imported when it is its turn: a mistake on the command line costs no parser. Between two stages the
// user's Ctrl-C is answered.

async function readApi(
  reference: string | undefined,
  { cwd, stdin }: DocumentOptions,
  diagnostics: Diagnostics,
): Promise<Api | { readonly files: ReadonlyMap<string, SourceFile>; readonly model: undefined }> {
  if (reference === undefined) return { files: new Map<string, SourceFile>(), model: undefined };
  const { loadDocument } = await import('./load/document.js');
  const { document, files } = await loadDocument(reference, { cwd, stdin }, diagnostics);
  if (document === undefined) return { files, model: undefined };
  const { buildModel } = await import('./model/build-model.js');
  await turn();
  return { files, document, model: buildModel(document, diagnostics) };
}

async function planApi(
  model: ApiModel,
  options: PlanOptions,
  diagnostics: Diagnostics,
): Promise<ServerPlan | undefined> {
  const { planServer } = await import('./plan/plan-server.js');
  await turn();
  return planServer(model, options, diagnostics);
}

async function emitPlan(plan: ServerPlan): Promise<readonly OutputFile[]> {
  const { emitProject } = await import('./emit/emit-project.js');
  await turn();
  return emitProject(plan);
}

function open(output: string, options: GenerateOptions, diagnostics: Diagnostics): Project | undefined {
  const folder = resolve(options.cwd, output);
  const shown = normalize(output);
  return openProject(
    folder,
    { shown, readOnly: options.mode !== 'write', force: options.force },
    diagnostics,
  );
}

function documentFor(
  { document, cwd }: DocumentOptions,
  project: Project | undefined,
  diagnostics: Diagnostics,
): string | undefined {
  if (document !== undefined) return document;
  const last = project?.lock === undefined ? undefined : documentOf(project.folder, project.lock);
  if (last !== undefined) return /^https?:/i.test(last) ? last : relative(cwd, last);
  // A folder that was refused has been reported already.
  if (!diagnostics.hasErrors) {
    const problem = project?.lock
      ? 'the last run read it from standard input or a URL with a query, which are not kept; give it again.'
      : 'none is given, and there is no project of an earlier run here.';
    diagnostics.report('invalid-option', { option: '<document>', problem });
  }
  return undefined;
}

/** Opens the folder of a project that got no `--output`: it is named like the server. */
async function openNamed(
  { title }: ApiModel,
  options: GenerateOptions,
  diagnostics: Diagnostics,
): Promise<Project | undefined> {
  const { nameProject } = await import('./plan/project-names.js');
  return open(nameProject(options.name, title).serverName, options, diagnostics);
}

function choicesOf({ name, serverUrl }: DocumentOptions, lock: Lock | undefined): PlanOptions {
  return {
    name: name ?? lock?.options.name,
    serverUrl: serverUrl ?? lock?.options.serverUrl,
    names: lock?.names ?? {},
  };
}

function factsOf(
  { folder, lock }: Project,
  { files, root }: OpenApiDocument,
  { manifest }: ServerPlan,
  options: DocumentOptions,
): LockFacts {
  const { name, serverUrl } = choicesOf(options, lock);
  return {
    generatorVersion: readGeneratorVersion(),
    ...inputsOf(folder, files, root.origin.file),
    options: { ...(name === undefined ? {} : { name }), ...(serverUrl === undefined ? {} : { serverUrl }) },
    names: namesOf(manifest.tools),
    tools: toolDigestsOf(manifest.tools),
  };
}

/** Whether a folder holds the server of another API: of another document, without a tool in common. */
function isOtherApi({ lock }: Project, facts: LockFacts, { force }: GenerateOptions): boolean {
  if (lock === undefined || force || lock.document.file === facts.document.file) return false;
  return Object.keys(lock.tools).every((name) => !Object.hasOwn(facts.tools, name));
}

function reportOther({ shown, lock }: Project, diagnostics: Diagnostics): void {
  diagnostics.report('other-document', { path: shown, document: lock?.document.file ?? '' });
}

async function summaryOf(
  { shown, lock }: Project,
  { operations }: ApiModel,
  { packageName, manifest: { tools } }: ServerPlan,
  facts: LockFacts,
): Promise<Summary> {
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
    toolChanges: lock && compareTools(lock.tools, facts.tools),
  };
}
