import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Diagnostics } from './diagnostics/diagnostics.js';
import { defaultLimits } from './load/limits.js';
import type { LoadChoices, LoadEnvironment } from './load/settings.js';
import type { PlanOptions } from './plan/plan.js';
import type { ToolSettings } from './plan/settings.js';
import { choicesToKeep, mergeChoices, rememberedChoices, type Choices } from './write/choices.js';
import { documentOf } from './write/lock-facts.js';
import { openProject, type Project } from './write/project.js';
import type { WriteOptions } from './write/write-project.js';

/** A configuration file that was read and found right. */
export interface Configuration {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  readonly choices: Choices;
  readonly settings: ToolSettings;
}

/** Where a document is read from, and what is made of it. */
export interface DocumentOptions extends LoadEnvironment {
  /** Path, URL, or `-` for standard input; `undefined` takes the document of the last run. */
  readonly document: string | undefined;
  /** HTTP header fields that are sent to the document's own origin; never kept. */
  readonly headers: LoadChoices['headers'];
  /** What flags say; it counts above the configuration, and that above the last run. */
  readonly choices: Choices;
  readonly configuration: Configuration | undefined;
  /** Whether that of the last run is to be forgotten. */
  readonly forgetsConfiguration?: boolean;
}

/** What the person who runs the generator chose. */
export interface GenerateOptions extends DocumentOptions, WriteOptions {
  /** The project's folder; `undefined` takes the current one if it is a project, else one named like the server. */
  readonly output: string | undefined;
}

/** The configuration file of the last run in a folder, by its absolute path. */
export function configurationOfLastRun(folder: string): string | undefined {
  const project = openProject(folder, { shown: folder, readOnly: true, force: false }, new Diagnostics());
  return project && rememberedChoices(project.folder, project.lock).config;
}

/**
 * Reports the configuration of the last run in a folder that was found by the document's title, when it was too late
 * to read one; whether there is such a configuration.
 */
export function reportLateConfiguration(
  { configuration, forgetsConfiguration, cwd }: DocumentOptions,
  project: Project | undefined,
  diagnostics: Diagnostics,
): boolean {
  const { config } = remembered(project);
  if (config === undefined || configuration !== undefined || forgetsConfiguration === true) return false;
  const file = relative(cwd, config);
  const problem = `the last run of ${project?.shown} used ${file}; give it again, or --config= for none.`;
  diagnostics.report('invalid-option', { option: '--config', problem });
  return true;
}

/** What counts in a run: flags above the configuration, that above the last run. */
export function choicesOf(
  { choices, configuration }: DocumentOptions,
  project: Project | undefined,
): Choices {
  return mergeChoices(choices, configuration?.choices ?? {}, remembered(project));
}

function remembered(project: Project | undefined): Choices {
  return project === undefined ? {} : rememberedChoices(project.folder, project.lock);
}

/** What the lock remembers of a run: its flags above those of earlier ones, and its configuration alone. */
export function choicesKept({ choices, configuration }: DocumentOptions, project: Project): Choices {
  const named = configuration === undefined ? {} : { config: configuration.file };
  const flags = Object.entries(remembered(project)).filter(([key]) => key !== 'config');
  // Choices without one of them.
  const earlier = Object.fromEntries(flags) as Choices;
  return choicesToKeep(project.folder, mergeChoices(choices, named, earlier));
}

/** The choices that count only because the last run was given them. */
export function choicesOfLastRun(
  { choices, configuration }: DocumentOptions,
  project: Project,
): readonly (keyof Choices)[] {
  const given = { config: true, ...configuration?.choices, ...choices };
  // `remembered` gives choices and nothing else.
  const keys = Object.keys(remembered(project)) as readonly (keyof Choices)[];
  return keys.filter((key) => !Object.hasOwn(given, key));
}

/** The document of a run; `undefined` where nothing names one, which is reported. */
export function documentFor(
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

/** The part of the choices that decides what is read. */
export function readingOf({
  overlays,
  refRoot,
  refHosts,
  allowHttp,
  limits,
}: Choices): Omit<LoadChoices, 'headers'> {
  return {
    overlays: overlays ?? [],
    refRoot,
    refHosts: refHosts ?? [],
    allowHttp: allowHttp === true,
    limits: { ...defaultLimits, ...limits },
  };
}

/** Whether a document is read alike by both. */
export function isReadAlike(one: Choices, other: Choices): boolean {
  return isDeepStrictEqual(readingOf(one), readingOf(other));
}

/** The part of the choices that decides what is planned. */
export function planningOf(
  { name, serverUrl, envPrefix, filter = [], deprecated = true, limits }: Choices,
  { configuration }: DocumentOptions,
  project: Project | undefined,
): PlanOptions {
  return {
    name,
    serverUrl,
    envPrefix,
    filter,
    deprecated,
    settings: configuration?.settings ?? { operations: {}, tags: {} },
    mostOperations: limits?.['operations'] ?? defaultLimits.operations,
    names: project?.lock?.names ?? {},
  };
}
