import { existsSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFile, digestAt, makeFolder, syncFolder, tolerate } from './disk.js';
import { WriteFailure } from './failures.js';
import { foldersOf, isProjectPath, locate, runLockName, workFolder } from './paths.js';

/** What a run is about to do to the files of a project; once it is on disk, the run is finished or undone, never half done. */
export interface Journal {
  readonly journalVersion: 1;
  /** The lock file stands last. */
  readonly entries: readonly JournalEntry[];
  /** Folders that the run creates, outermost first. */
  readonly folders: readonly string[];
}

/** One file: digests of what stood there and of what is to stand there; `null` for nothing. */
export interface JournalEntry {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Which way an unfinished run goes on. Its name is that of the journal's file, so turning round is one rename. */
export type Direction = 'forward' | 'back';

const fileNames = { forward: 'journal.json', back: 'undo.json' } satisfies Record<Direction, string>;

/** Where the new files of a run wait. */
export function stagedFolder(work: string): string {
  return join(work, 'staged');
}

/** Where the files that a run replaces or deletes are kept until it has ended. */
export function previousFolder(work: string): string {
  return join(work, 'previous');
}

/** Where the files of an unfinished run wait, relative to its project. */
export function stagedPaths({ entries }: Journal): readonly string[] {
  return entries.flatMap(({ path }) => [`${workFolder}/staged/${path}`, `${workFolder}/previous/${path}`]);
}

/** Puts the journal on disk: from here on the run will be finished or undone, by this process or by the next run. */
export function commitJournal(work: string, journal: Journal): void {
  const draft = join(work, 'journal.draft');
  rmSync(draft, { force: true });
  createFile(draft, JSON.stringify(journal));
  renameSync(draft, join(work, fileNames.forward));
  syncFolder(work);
}

/** What a run left unfinished; its journal is `undefined` where the file cannot be trusted. */
export interface Unfinished {
  readonly direction: Direction;
  readonly journal: Journal | undefined;
}

/** Reads the journal that a run left, if one did. */
export function readJournal(work: string): Unfinished | undefined {
  const direction = (['forward', 'back'] as const).find((one) => existsSync(join(work, fileNames[one])));
  if (direction === undefined) return undefined;
  return { direction, journal: parseJournal(readFileSync(join(work, fileNames[direction]), 'utf8')) };
}

/** Says which files someone changed since the journal was written, so that going on would lose what they hold. */
export function editedSince(folder: string, { entries }: Journal): readonly string[] {
  return entries
    .filter(({ path, before, after }) => {
      const now = digestAt(locate(folder, path)) ?? null;
      return now !== before && now !== after;
    })
    .map(({ path }) => path);
}

/** Finishes a run; where that fails, undoes it and says why it failed. What is done already is left alone. */
export function finishRun(folder: string, work: string, journal: Journal): void {
  try {
    rollForward(folder, work, journal);
    removeJournal(work);
  } catch (error) {
    undoRun(folder, work, journal);
    throw error;
  }
  for (const { path, after } of journal.entries)
    if (after === null) removeEmptyFolders(folder, foldersOf(path));
  clearStaging(work);
}

/** Puts every previous file back. */
export function undoRun(folder: string, work: string, { entries, folders }: Journal): void {
  const forward = join(work, fileNames.forward);
  if (existsSync(forward)) renameSync(forward, join(work, fileNames.back));
  for (const { path, before, after } of [...entries].reverse()) {
    const target = locate(folder, path);
    const now = digestAt(target) ?? null;
    if (now !== after || now === before) continue;
    if (before === null) unlinkSync(target);
    else renameSync(locate(previousFolder(work), path), target);
  }
  syncFolders(folder, entries);
  removeEmptyFolders(folder, folders);
  removeJournal(work);
  clearStaging(work);
}

function rollForward(folder: string, work: string, { entries, folders }: Journal): void {
  for (const path of folders) makeFolder(locate(folder, path));
  for (const { path, after } of entries) {
    const target = locate(folder, path);
    if ((digestAt(target) ?? null) === after) continue;
    if (after === null) {
      unlinkSync(target);
      continue;
    }
    const staged = locate(stagedFolder(work), path);
    if (digestAt(staged) !== after) throw new WriteFailure(staged, 'it is not what the interrupted run left');
    renameSync(staged, target);
  }
  syncFolders(folder, entries);
}

function removeJournal(work: string): void {
  for (const name of Object.values(fileNames)) rmSync(join(work, name), { force: true });
}

/** Removes all that runs left in their folder but for the run lock. Without a journal it means nothing: what stays does no harm. */
export function clearStaging(work: string): void {
  tolerate(() => {
    for (const name of readdirSync(work)) {
      if (name !== runLockName) rmSync(join(work, name), { recursive: true, force: true });
    }
  });
}

/** Removes folders that are empty, innermost first. */
function removeEmptyFolders(folder: string, paths: readonly string[]): void {
  for (const path of [...paths].reverse()) removeIfEmpty(locate(folder, path));
}

/** Removes an empty folder; one that holds something, or is gone, is left as it is. */
export function removeIfEmpty(path: string): void {
  tolerate(() => rmdirSync(path));
}

function syncFolders(folder: string, entries: readonly JournalEntry[]): void {
  const touched = new Set(entries.map(({ path }) => dirname(locate(folder, path))));
  for (const path of touched) if (existsSync(path)) syncFolder(path);
}

/** A journal is our own file, but a folder may have been copied from anywhere: no path may lead out of it. */
function parseJournal(text: string): Journal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Its members are checked here.
  const journal = value as Partial<Journal> | null;
  const isWhole =
    journal?.journalVersion === 1 &&
    Array.isArray(journal.entries) &&
    journal.entries.every(isEntry) &&
    Array.isArray(journal.folders) &&
    journal.folders.every((path) => typeof path === 'string' && isProjectPath(path));
  return isWhole ? (journal as Journal) : undefined;
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  // Its members are checked here.
  const { path, before, after } = value as Partial<JournalEntry>;
  return (
    typeof path === 'string' &&
    isProjectPath(path) &&
    [before, after].every((digest) => digest === null || typeof digest === 'string')
  );
}
