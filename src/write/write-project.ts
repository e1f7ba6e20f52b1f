import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OutputFile } from '../emit/output-file.js';
import { applyChanges } from './apply.js';
import type { FileChange, PlannedChange } from './changes.js';
import { digestAt, makeFolder } from './disk.js';
import { readJournal, removeIfEmpty } from './journal.js';
import { siblingOf } from './location.js';
import { lacksQuery } from './lock-facts.js';
import type { LockFacts } from './lock.js';
import { createProject } from './new-folder.js';
import { lockPath, workFolder } from './paths.js';
import { planProject } from './plan-project.js';
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

/** What is written: the files of a project, and what its lock says of where they come from. */
export interface Output {
  readonly files: readonly OutputFile[];
  readonly facts: LockFacts;
}

/** Brings a project's folder up to date, whole or not at all; returns what changed, or would change. */
export function writeProject(
  project: Project,
  output: Output,
  options: WriteOptions,
  diagnostics: Diagnostics,
): readonly FileChange[] {
  if (lacksQuery(output.facts.document)) diagnostics.report('query-not-kept', { lock: lockPath });
  const changes = reportFailures(project.folder, project.shown, diagnostics, () =>
    options.mode === 'write' && !isUpToDate(project, output)
      ? write(project, output, options, diagnostics)
      : look(project, output, options, diagnostics),
  );
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

/** A project to which nothing is to be done is not even locked: its disk may be read-only. */
function isUpToDate(project: Project, { files, facts }: Output): boolean {
  const changes = planProject(project, files, facts, false, new Diagnostics());
  return changes.length > 0 && changes.every(({ kind }) => kind === 'unchanged' || kind === 'keep');
}

function look(
  project: Project,
  { files, facts }: Output,
  { mode, force }: WriteOptions,
  diagnostics: Diagnostics,
): readonly PlannedChange[] {
  const changes = planProject(project, files, facts, force, diagnostics);
  if (mode !== 'check') return changes;
  for (const { path, kind } of changes) {
    if (kind === 'unchanged' || kind === 'keep' || kind === 'conflict') continue;
    diagnostics.report('out-of-date', { path: join(project.shown, path), change: kind });
  }
  return changes;
}

/** Looks and writes while nobody else can: what another run is about to change is no edit of the user's. */
function write(
  project: Project,
  { files, facts }: Output,
  { force, strict }: WriteOptions,
  diagnostics: Diagnostics,
): readonly PlannedChange[] {
  const { folder, shown, exists } = project;
  const work = exists ? join(folder, workFolder) : siblingOf(folder);
  const parent = exists ? undefined : makeFolder(dirname(folder));
  let changes: readonly PlannedChange[] = [];
  try {
    const holder = withRunLock(work, () => {
      if (hasMoved(project)) return reportBusy(shown, 'another process', diagnostics);
      changes = planProject(project, files, facts, force, diagnostics);
      if (isForbidden(diagnostics, strict)) return;
      if (exists) applyChanges(folder, work, changes);
      else createProject(folder, work, changes);
    });
    if (holder !== undefined) reportBusy(shown, holder, diagnostics);
  } finally {
    removeIfEmpty(work);
    if (!existsSync(folder)) removeEmptyFolders(dirname(folder), parent);
  }
  return changes;
}

/** Whether another run wrote the project since it was opened. */
function hasMoved({ folder, exists, lockDigest }: Project): boolean {
  if (existsSync(folder) !== exists) return true;
  return (
    exists &&
    (digestAt(join(folder, lockPath)) !== lockDigest || readJournal(join(folder, workFolder)) !== undefined)
  );
}

/** Removes the folders that were made on the way to a project, innermost first. */
function removeEmptyFolders(innermost: string, outermost: string | undefined): void {
  if (outermost === undefined) return;
  for (let path = innermost; path.length >= outermost.length; path = dirname(path)) removeIfEmpty(path);
}
