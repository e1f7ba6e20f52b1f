import { normalize, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Choices } from './choices.js';
import { Diagnostics } from './diagnostics/diagnostics.js';
import {
  choicesOf,
  documentFor,
  isReadAlike,
  namedFiles,
  readingOf,
  reportLateConfiguration,
  withUsableChoices,
  type DocumentOptions,
  type GenerateOptions,
} from './generate-options.js';
import type { OpenApiDocument, SourceFile } from './load/document.js';
import type { ApiOutline } from './model/model.js';
import type { OutlinedOperation } from './model/outline.js';
import { holdsProject } from './write/location.js';
import { openProject, type Project } from './write/project.js';

/** A document that was read, with all that was found on the way. */
export interface Run {
  readonly diagnostics: Diagnostics;
  /** What it was read by. */
  readonly choices: Choices;
  readonly files: ReadonlyMap<string, SourceFile>;
  /** `undefined` where the document cannot be read. */
  readonly read: ReadDocument | undefined;
}

/** A document, and the heads of its operations. */
export interface ReadDocument {
  readonly document: OpenApiDocument;
  readonly outline: ApiOutline<OutlinedOperation>;
}

/** Opens a project's folder; `undefined` where there is none to be had. */
type Opener = (output: string, options: GenerateOptions, diagnostics: Diagnostics) => Project | undefined;

/** Reads a document with what the last run remembers in the output folder, or in the one that the title names. */
export async function readProject(
  options: GenerateOptions,
  open: Opener,
): Promise<{ readonly run: Run; readonly project: Project | undefined }> {
  const folder = options.output ?? (holdsProject(options.cwd) ? '.' : undefined);
  const diagnostics = new Diagnostics();
  const opened = folder === undefined ? undefined : open(folder, options, diagnostics);
  const run = await readFor(opened, options, diagnostics);
  if (folder !== undefined || run.read === undefined) return { run, project: opened };
  const name = await nameOf(run.read.outline, options);
  const project = open(name, options, run.diagnostics);
  if (reportLateConfiguration(options, project, run.diagnostics)) return { run, project: undefined };
  // The folder that the title names can remember choices about reading.
  if (project?.lock === undefined || isReadAlike(choicesOf(options, project), run.choices)) {
    return { run, project };
  }
  return { run: await readFor(project, options, new Diagnostics()), project };
}

/** Reads a document by what was chosen, also in the last run of a project. */
export async function readFor(
  project: Project | undefined,
  options: DocumentOptions,
  diagnostics: Diagnostics,
): Promise<Run> {
  const choices = choicesOf(options, project);
  const none = { diagnostics, choices, read: undefined };
  const reference = documentFor(options, project, diagnostics);
  if (reference === undefined) return { ...none, files: new Map() };
  const { loadDocument } = await import('./load/document.js');
  const settings = { ...options, ...readingOf(choices) };
  const { document, files } = await loadDocument(reference, settings, diagnostics);
  if (document === undefined) return { ...none, files };
  const { outlineDocument } = await import('./model/outline.js');
  await turn();
  return { ...none, files, read: { document, outline: outlineDocument(document, diagnostics) } };
}

/** Opens a folder to write a project to. */
export function openFolder(
  output: string,
  options: GenerateOptions,
  diagnostics: Diagnostics,
): Project | undefined {
  const folder = resolve(options.cwd, output);
  const shown = normalize(output);
  const readOnly = options.mode !== 'write';
  const { force } = options;
  const inputs = namedFiles(options);
  const project = openProject(folder, { shown, readOnly, force, inputs }, diagnostics);
  return withUsableChoices(project, diagnostics);
}

/** Opens a folder that a run before wrote, and no other. */
export function openWritten(
  output: string,
  options: GenerateOptions,
  diagnostics: Diagnostics,
): Project | undefined {
  return holdsProject(resolve(options.cwd, output)) ? openFolder(output, options, diagnostics) : undefined;
}

/** The folder of a project that got no `--output`: it is named like the server. */
async function nameOf({ title }: ApiOutline, options: GenerateOptions): Promise<string> {
  const { nameProject } = await import('./plan/project-names.js');
  const { name } = choicesOf(options, undefined);
  return nameProject(name, title).serverName;
}
