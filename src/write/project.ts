import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { digestAt, isErrno, readEntry } from './disk.js';
import { failureText, WriteFailure } from './failures.js';
import {
  clearStaging,
  editedSince,
  finishRun,
  readJournal,
  removeIfEmpty,
  stagedPaths,
  undoRun,
} from './journal.js';
import { findForeignFiles, findObstacle, inspectFolder, siblingOf } from './location.js';
import { parseLock, type Lock } from './lock.js';
import { lockPath, workFolder } from './paths.js';
import { withRunLock } from './run-lock.js';

/** An output folder, looked at and found fit to be written. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  /** As messages show it. */
  readonly shown: string;
  readonly exists: boolean;
  /** What the last run wrote; `undefined` where there was none. */
  readonly lock: Lock | undefined;
  /** Digest of the lock file, to see whether another run was here meanwhile. */
  readonly lockDigest: string | undefined;
}

/** How a run treats what it finds. */
export interface OpenOptions {
  readonly shown: string;
  /** Whether nothing may be written, not even what an interrupted run left to be done. */
  readonly readOnly: boolean;
  /** Whether files that someone edited are replaced. */
  readonly force: boolean;
  /** Absolute paths of the files that the run is told to read: they may lie in a folder that is no project yet. */
  readonly inputs?: readonly string[];
}

/** Looks at an output folder, first finishing or undoing what an interrupted run left there; reports why it is refused. */
export function openProject(
  folder: string,
  options: OpenOptions,
  diagnostics: Diagnostics,
): Project | undefined {
  const { shown } = options;
  return reportFailures(folder, shown, diagnostics, () => {
    const state = inspectFolder(folder);
    if (typeof state === 'object') return refuse(shown, state.problem, diagnostics);
    if (!options.readOnly && !removeSibling(folder, shown, diagnostics)) return undefined;
    if (state === 'new') return { folder, shown, exists: false, lock: undefined, lockDigest: undefined };
    if (!settle(folder, options, diagnostics)) return undefined;
    const lock = readLock(folder, shown, diagnostics);
    if (lock === 'unreadable') return undefined;
    const foreign = lock === undefined ? findForeignFiles(folder, options.inputs ?? []) : undefined;
    if (foreign !== undefined) return refuse(shown, foreign.problem, diagnostics);
    return { folder, shown, exists: true, lock, lockDigest: digestAt(join(folder, lockPath)) };
  });
}

/** Runs `act`; what the operating system refuses is the user's to mend, so it is reported. */
export function reportFailures<T>(
  folder: string,
  shown: string,
  diagnostics: Diagnostics,
  act: () => T,
): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof WriteFailure) && !isErrno(error)) throw error;
    const problem = error instanceof WriteFailure ? error.message : failureText(error.code);
    diagnostics.report('write-failed', { path: showPath(folder, shown, error.path), problem: `${problem}.` });
    return undefined;
  }
}

/** Reports that another run holds the folder. */
export function reportBusy(shown: string, holder: string, diagnostics: Diagnostics): void {
  diagnostics.report('folder-busy', { path: shown, holder });
}

function showPath(folder: string, shown: string, path: string | undefined): string {
  return path === undefined ? shown : join(shown, relative(folder, path));
}

function refuse(path: string, problem: string, diagnostics: Diagnostics): undefined {
  diagnostics.report('foreign-directory', { path, problem });
}

function readLock(folder: string, shown: string, diagnostics: Diagnostics): Lock | 'unreadable' | undefined {
  const path = join(folder, lockPath);
  const { kind } = readEntry(path);
  if (kind === 'absent') return undefined;
  const lock = kind === 'file' ? parseLock(readFileSync(path, 'utf8')) : 'it is no regular file';
  if (typeof lock !== 'string') return lock;
  diagnostics.report('unreadable-lock', { path: join(shown, lockPath), problem: lock });
  return 'unreadable';
}

/** A run that was killed while it wrote a new folder left its staged files beside it; `false` where it still runs. */
function removeSibling(folder: string, shown: string, diagnostics: Diagnostics): boolean {
  const work = siblingOf(folder);
  if (!existsSync(work)) return true;
  const holder = withRunLock(work, () => clearStaging(work));
  if (holder === undefined) removeIfEmpty(work);
  else reportBusy(shown, holder, diagnostics);
  return holder === undefined;
}

/** Finishes or undoes what an interrupted run left; `false` where the folder has to be left alone. */
function settle(folder: string, options: OpenOptions, diagnostics: Diagnostics): boolean {
  const work = join(folder, workFolder);
  if (!existsSync(work)) return true;
  if (options.readOnly) {
    if (readJournal(work) === undefined) return true;
    diagnostics.report('out-of-date', {
      path: options.shown,
      change: 'an interrupted run has to be finished',
    });
    return false;
  }
  let settled = true;
  const holder = withRunLock(work, () => {
    settled = goOn(folder, work, options, diagnostics);
    if (settled) clearStaging(work);
  });
  if (holder !== undefined) {
    reportBusy(options.shown, holder, diagnostics);
    return false;
  }
  removeIfEmpty(work);
  return settled;
}

function goOn(folder: string, work: string, options: OpenOptions, diagnostics: Diagnostics): boolean {
  const unfinished = readJournal(work);
  if (unfinished === undefined) return true;
  const { journal, direction } = unfinished;
  if (journal === undefined) {
    const path = join(options.shown, workFolder);
    diagnostics.report('write-failed', {
      path,
      problem: 'the journal in it cannot be read; delete the folder.',
    });
    return false;
  }
  // The folder may have come from anywhere: nothing is moved out of it, or into it, by a link.
  const obstacle =
    findObstacle(
      folder,
      journal.entries.map(({ path }) => path),
    ) ?? findObstacle(folder, stagedPaths(journal));
  if (obstacle !== undefined) {
    refuse(join(options.shown, obstacle.path), obstacle.problem, diagnostics);
    return false;
  }
  const edited = options.force ? [] : editedSince(folder, journal);
  for (const path of edited) diagnostics.report('edited-file', { path: join(options.shown, path) });
  if (edited.length > 0) return false;
  if (direction === 'forward') finishRun(folder, work, journal);
  else undoRun(folder, work, journal);
  return true;
}
