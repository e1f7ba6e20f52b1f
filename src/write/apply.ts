import { chmodSync, copyFileSync, linkSync, lstatSync, readlinkSync, statfsSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PlannedChange } from './changes.js';
import { digestOf } from './digest.js';
import { createFile, isErrno, makeFolder } from './disk.js';
import { failureText, WriteFailure } from './failures.js';
import {
  clearStaging,
  commitJournal,
  finishRun,
  previousFolder,
  stagedFolder,
  type Journal,
} from './journal.js';
import { foldersOf, locate } from './paths.js';

/** Makes the changes in a project's folder: all of them, or, where one cannot be made, none. */
export function applyChanges(folder: string, work: string, changes: readonly PlannedChange[]): void {
  const effective = changes.filter(({ kind }) => kind === 'create' || kind === 'update' || kind === 'delete');
  requireSpace(folder, effective);
  clearStaging(work);
  const journal = journalOf(folder, effective);
  try {
    for (const change of effective) stage(folder, work, change);
    commitJournal(work, journal);
  } catch (error) {
    clearStaging(work);
    throw error;
  }
  finishRun(folder, work, journal);
}

/** A file of some kilobytes takes whole blocks, and twice for a moment where it is replaced: three times its size is enough. */
export function requireSpace(folder: string, changes: readonly Pick<PlannedChange, 'contents'>[]): void {
  const bytes = changes.reduce((sum, { contents = '' }) => sum + Buffer.byteLength(contents), 0);
  const { bavail, bsize } = statfsSync(folder);
  if (bytes > 0 && bavail * bsize < 3 * bytes) throw new WriteFailure(folder, failureText('ENOSPC'));
}

function stage(folder: string, work: string, { path, before, contents }: PlannedChange): void {
  const target = locate(folder, path);
  if (before !== undefined) keepPrevious(target, locate(previousFolder(work), path));
  if (contents === undefined) return;
  const staged = locate(stagedFolder(work), path);
  createFile(staged, contents);
  const present = lstatSync(target, { throwIfNoEntry: false });
  if (present?.isFile() === true) chmodSync(staged, present.mode & 0o777);
}

/** A second name for the file costs no room; where the file system knows none, a copy does. */
function keepPrevious(target: string, previous: string): void {
  makeFolder(dirname(previous));
  if (lstatSync(target).isSymbolicLink()) {
    symlinkSync(readlinkSync(target), previous);
    return;
  }
  try {
    linkSync(target, previous);
  } catch (error) {
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EACCES', 'EXDEV', 'EINVAL')) throw error;
    copyFileSync(target, previous);
  }
}

function journalOf(folder: string, changes: readonly PlannedChange[]): Journal {
  const entries = changes.map(({ path, before, contents }) => ({
    path,
    before: before ?? null,
    after: contents === undefined ? null : digestOf(contents),
  }));
  const created = changes
    .filter(({ contents }) => contents !== undefined)
    .flatMap(({ path }) => foldersOf(path));
  const folders = [...new Set(created)].filter(
    (path) => lstatSync(locate(folder, path), { throwIfNoEntry: false }) === undefined,
  );
  return {
    journalVersion: 1,
    entries,
    folders: folders.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  };
}
