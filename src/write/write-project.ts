import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OutputFile } from '../emit/output-file.js';
import { applyChanges, isAsPlanned } from './apply.js';
import { planChanges, scaffoldDigest, type FileChange, type PlannedChange } from './changes.js';
import { digestOf } from './digest.js';
import { readEntry } from './disk.js';
import { removeIfEmpty } from './journal.js';
import { findObstacle, siblingOf } from './location.js';
import { lockText, own, type Lock, type LockFacts } from './lock.js';
import { createProject } from './new-folder.js';
import { rangesOf } from './package-json.js';
import { locate, lockPath, packagePath, workFolder } from './paths.js';
import { reportBusy, reportFailures, type Project } from './project.js';
import { withRunLock } from './run-lock.js';

/** How a run writes. */
export interface WriteOptions {
  /** `check` reports what would change as an error; `dry-run` only returns it. */
  readonly mode: 'write' | 'check' | 'dry-run';
  /** Whether files that someone edited are replaced. */
  readonly force: boolean;
  /** Whether a warning forbids writing. */
  readonly strict: boolean;
}

/** Brings a project's folder up to date, whole or not at all; returns what changed, or would change. */
export function writeProject(
  project: Project,
  files: readonly OutputFile[],
  facts: LockFacts,
  options: WriteOptions,
  diagnostics: Diagnostics,
): readonly FileChange[] {
  const { folder, shown } = project;
  const changes = reportFailures(folder, shown, diagnostics, () => {
    const planned = plan(project, files, facts, options, diagnostics);
    const pending = planned.filter(({ kind }) => !['unchanged', 'keep', 'conflict'].includes(kind));
    if (options.mode === 'check') reportOutOfDate(pending, shown, diagnostics);
    if (options.mode === 'write' && pending.length > 0 && !isForbidden(diagnostics, options.strict)) {
      write(project, planned, diagnostics);
    }
    return planned;
  });
  return (changes ?? []).map(({ path, kind, templateChanged }) => ({
    path,
    kind,
    ...(templateChanged === undefined ? {} : { templateChanged }),
  }));
}

/** Whether a finding forbids writing. */
export function isForbidden(diagnostics: Diagnostics, strict: boolean): boolean {
  return diagnostics.hasErrors || (strict && diagnostics.all.some(({ severity }) => severity === 'warning'));
}

/** The changes to all files, and last the one to the lock file. */
function plan(
  { folder, shown, lock }: Project,
  files: readonly OutputFile[],
  facts: LockFacts,
  { force }: WriteOptions,
  diagnostics: Diagnostics,
): readonly PlannedChange[] {
  const paths = [...files.map(({ path }) => path), ...Object.keys(lock?.generated ?? {})];
  const obstacle = findObstacle(folder, paths);
  if (obstacle !== undefined) {
    const { path, problem } = obstacle;
    diagnostics.report('foreign-directory', { path: join(shown, path), problem });
    return [];
  }
  const entryAt = (path: string) => readEntry(locate(folder, path));
  const packageJson =
    entryAt(packagePath).kind === 'file' ? readFileSync(locate(folder, packagePath), 'utf8') : undefined;
  const changes = planChanges(files, { lock, shown, entryAt, packageJson, force }, diagnostics);
  return [...changes, planLock(lockOf(files, changes, facts, lock), entryAt(lockPath))];
}

function planLock(lock: Lock, entry: ReturnType<typeof readEntry>): PlannedChange {
  const contents = lockText(lock);
  const before = 'digest' in entry ? entry.digest : undefined;
  if (before === digestOf(contents))
    return { path: lockPath, kind: 'unchanged', before, contents: undefined };
  return { path: lockPath, kind: before === undefined ? 'create' : 'update', before, contents };
}

function lockOf(
  files: readonly OutputFile[],
  changes: readonly PlannedChange[],
  facts: LockFacts,
  last: Lock | undefined,
): Lock {
  const outdated = new Set(changes.filter((change) => change.templateChanged).map(({ path }) => path));
  const start = (file: OutputFile) =>
    (outdated.has(file.path) ? own(last?.scaffolded, file.path) : undefined) ?? scaffoldDigest(file);
  const generated = files.filter(({ ownership }) => ownership === 'generated');
  const scaffolded = files.filter(({ ownership }) => ownership === 'scaffolded');
  const packageJson = scaffolded.find(({ path }) => path === packagePath);
  return {
    lockVersion: 1,
    ...facts,
    generated: Object.fromEntries(generated.map(({ path, contents }) => [path, digestOf(contents)])),
    scaffolded: Object.fromEntries(scaffolded.map((file) => [file.path, start(file)])),
    dependencies: packageJson === undefined ? {} : rangesOf(packageJson.contents),
  };
}

function reportOutOfDate(pending: readonly PlannedChange[], shown: string, diagnostics: Diagnostics): void {
  for (const { path, kind } of pending) {
    diagnostics.report('out-of-date', { path: join(shown, path), change: kind });
  }
}

function write(project: Project, changes: readonly PlannedChange[], diagnostics: Diagnostics): void {
  const { folder, shown, exists } = project;
  const work = exists ? join(folder, workFolder) : siblingOf(folder);
  const parent = exists ? undefined : mkdirSync(dirname(folder), { recursive: true });
  try {
    const holder = withRunLock(work, () => {
      if (exists ? !isAsPlanned(folder, changes) : existsSync(folder)) {
        reportBusy(shown, 'another run', diagnostics);
      } else if (exists) applyChanges(folder, work, changes);
      else
        createProject(
          folder,
          work,
          changes.flatMap(({ path, contents = '' }) => [{ path, contents }]),
        );
    });
    if (holder !== undefined) reportBusy(shown, `process ${holder}`, diagnostics);
  } finally {
    removeIfEmpty(work);
    if (!existsSync(folder)) removeEmptyFolders(dirname(folder), parent);
  }
}

/** Removes the folders that were made on the way to a project, innermost first. */
function removeEmptyFolders(innermost: string, outermost: string | undefined): void {
  if (outermost === undefined) return;
  for (let path = innermost; path.length >= outermost.length; path = dirname(path)) removeIfEmpty(path);
}
