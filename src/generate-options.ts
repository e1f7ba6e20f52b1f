import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  choiceRules,
  choicesToKeep,
  mergeChoices,
  rememberedChoices,
  withoutChoices,
  type Choice,
  type Choices,
} from './choices.js';
import { isWebUrl } from './diagnostics/addresses.js';
import { Diagnostics, type Origin } from './diagnostics/diagnostics.js';
import { pointerOf } from './diagnostics/pointer.js';
import { readHostRules } from './host-data.js';
import { defaultLimits, type Limits } from './load/limits.js';
import type { LoadChoices, LoadEnvironment } from './load/settings.js';
import { defaultBudgets } from './plan/hosts/budgets.js';
import { defaultNaming, type Naming } from './plan/names/naming.js';
import type { PlanOptions } from './plan/plan.js';
import type { ToolSettings } from './plan/settings.js';
import { documentOf, nameFrom, realPathOf } from './write/lock-facts.js';
import type { LockFacts } from './write/lock.js';
import { lockPath } from './write/paths.js';
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
  return project && configurationIn(project);
}

function configurationIn({ folder, lock }: Project): string | undefined {
  return lock?.config === undefined ? undefined : join(realPathOf(folder), lock.config);
}

/** A project as it was opened, unless its lock holds choices that no run can have written, which is reported. */
export function withUsableChoices(
  project: Project | undefined,
  diagnostics: Diagnostics,
): Project | undefined {
  const problem = project?.lock && rememberedChoices(project.folder, project.lock);
  if (project === undefined || typeof problem !== 'string') return project;
  diagnostics.report('unreadable-lock', { path: join(project.shown, lockPath), problem });
  return undefined;
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
  const config = project && configurationIn(project);
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
  const choices = project?.lock && rememberedChoices(project.folder, project.lock);
  // A project with other choices is not opened.
  return typeof choices === 'object' ? choices : {};
}

/**
 * What the lock remembers of a run: its configuration, and its flags above those of earlier ones. A flag for what the
 * configuration decides counts once: it would come back on the day that the configuration stops to decide it.
 */
export function choicesKept(
  { choices, configuration }: DocumentOptions,
  project: Project,
): Pick<LockFacts, 'options' | 'config'> {
  const { folder } = project;
  const flags = mergeChoices(choices, remembered(project));
  return {
    options: choicesToKeep(folder, withoutChoices(flags, configuration?.choices ?? {})),
    ...(configuration === undefined ? {} : { config: nameFrom(folder, configuration.file) }),
  };
}

/** The choices that count only because the last run was given them. */
export function choicesOfLastRun(
  { choices, configuration }: DocumentOptions,
  project: Project,
): readonly Choice[] {
  const given = { ...configuration?.choices, ...choices };
  // `remembered` gives choices and nothing else.
  const keys = Object.keys(remembered(project)) as readonly Choice[];
  return keys.filter((key) => !Object.hasOwn(given, key));
}

/** The files that a run is told to read, by absolute path: they can lie in the folder that is to become a project. */
export function namedFiles({ document, configuration, choices, cwd }: DocumentOptions): readonly string[] {
  const { overlays = [] } = mergeChoices(choices, configuration?.choices ?? {});
  const files = [configuration?.file, document, ...overlays];
  return files.flatMap((file) =>
    file === undefined || file === '-' || isWebUrl(file) ? [] : [resolve(cwd, file)],
  );
}

/** The document of a run; `undefined` where nothing names one, which is reported. */
export function documentFor(
  { document, cwd }: DocumentOptions,
  project: Project | undefined,
  diagnostics: Diagnostics,
): string | undefined {
  if (document !== undefined) return document;
  const last = project?.lock === undefined ? undefined : documentOf(project.folder, project.lock);
  if (last !== undefined && (isWebUrl(last) || existsSync(last))) {
    return isWebUrl(last) ? last : relative(cwd, last);
  }
  // A folder that was refused has been reported already.
  if (!diagnostics.hasErrors) {
    const problem = whyNone(project, last, cwd);
    diagnostics.report('invalid-option', { option: '<document>', problem });
  }
  return undefined;
}

function whyNone(project: Project | undefined, last: string | undefined, cwd: string): string {
  if (last !== undefined) return `that of the last run, ${relative(cwd, last)}, is not there; give another.`;
  return project?.lock
    ? 'the last run read it from standard input or a URL with a query, which are not kept; give it again.'
    : 'none is given, and there is no project of an earlier run here.';
}

/** The part of the choices that decides what is read. */
export function readingOf(choices: Choices): Omit<LoadChoices, 'headers'> {
  const { overlays = [], refRoot, refHosts = [], allowHttp = false } = choices;
  return { overlays, refRoot, refHosts, allowHttp, limits: limitsOf(choices) };
}

function limitsOf({ limits }: Choices): Limits {
  return { ...defaultLimits, ...limits };
}

/** Whether a document is read alike by both. */
export function isReadAlike(one: Choices, other: Choices): boolean {
  return isDeepStrictEqual(readingOf(one), readingOf(other));
}

/** The part of the choices that decides what is planned. */
export function planningOf(
  choices: Choices,
  options: DocumentOptions,
  project: Project | undefined,
): PlanOptions {
  const { configuration } = options;
  const { name, serverUrl, envPrefix, filter = [], deprecated = true, profiles = [], budgets } = choices;
  return {
    name,
    serverUrl,
    envPrefix,
    filter,
    filterOrigin: filterOrigin(options),
    deprecated,
    settings: configuration?.settings ?? { operations: {}, tags: {} },
    auth: choices.auth,
    mostOperations: limitsOf(choices).operations,
    names: project?.lock?.names ?? {},
    aliases: project?.lock?.aliases ?? {},
    variables: project?.lock?.variables ?? {},
    naming: namingOf(choices),
    profiles,
    budgets: { ...defaultBudgets, ...budgets },
    hostRules: readHostRules(),
  };
}

function namingOf({ naming, maxToolNameLength, toolNamePrefix }: Choices): Naming {
  return {
    style: naming ?? defaultNaming.style,
    longest: maxToolNameLength ?? defaultNaming.longest,
    prefix: toolNamePrefix ?? defaultNaming.prefix,
  };
}

/** Where the filters stand; `undefined` where they are flags, of this run or the last. */
function filterOrigin({ choices, configuration }: DocumentOptions): Origin | undefined {
  if (choices.filter !== undefined || configuration?.choices.filter === undefined) return undefined;
  return { file: configuration.file, pointer: pointerOf(choiceRules.filter.setting) };
}
